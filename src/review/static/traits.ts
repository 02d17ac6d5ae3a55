/** The analyzers that have Workers: what they check and read, and what their diagnostics mean to a review. */
import type { AnalyzerFinding } from './analyzer.ts';
import type { Diagnostic } from './service.ts';
import type { AnalyzerTraits } from './worker-analyzer.ts';

type Weight = Pick<AnalyzerFinding, 'severity' | 'category' | 'confidence' | 'recommendation'>;

/** What cannot be parsed is certain, and nothing of its file works. */
const SYNTAX: Weight = {
  severity: 'HIGH',
  category: 'correctness',
  confidence: 0.98,
  recommendation: 'Correct the syntax: the file cannot be parsed.',
};

const SCRIPT = '[cm]?[jt]sx?';

export const TSC: AnalyzerTraits = {
  name: 'tsc',
  handles: new RegExp(String.raw`\.${SCRIPT}$`),
  reads: new RegExp(String.raw`\.(${SCRIPT}|json)$`),
  weigh({ code, uncertain }) {
    const number = Number(code.slice('TS'.length));
    if (number >= 1000 && number < 2000) return SYNTAX;
    return {
      // A name that is not there fails when the line runs; a type that does not fit may work.
      severity: number === 2304 && uncertain !== true ? 'HIGH' : 'MEDIUM',
      category: 'correctness',
      confidence: uncertain === true ? 0.6 : 0.85,
    };
  },
};

/** Ruff's rules by the first letters of their codes; the longest that fits counts. */
const RUFF_KINDS: readonly (readonly [prefixes: string, weight: Weight])[] = [
  ['E9 F63 F7 F821 F822 F823 PLE', { severity: 'HIGH', category: 'correctness', confidence: 0.9 }],
  ['F B', { severity: 'MEDIUM', category: 'correctness', confidence: 0.85 }],
  ['F401 F541 F841', { severity: 'LOW', category: 'maintainability', confidence: 0.85 }],
  ['PLW', { severity: 'MEDIUM', category: 'correctness', confidence: 0.75 }],
  ['S', { severity: 'MEDIUM', category: 'security', confidence: 0.6 }],
  ['ASYNC BLE', { severity: 'MEDIUM', category: 'reliability', confidence: 0.7 }],
  ['PERF', { severity: 'LOW', category: 'performance', confidence: 0.7 }],
  ['PT', { severity: 'LOW', category: 'testing', confidence: 0.7 }],
  ['SIM UP C PLR RUF FURB PIE RET', { severity: 'LOW', category: 'maintainability', confidence: 0.7 }],
];
const OTHER_RUFF: Weight = { severity: 'LOW', category: 'style', confidence: 0.7 };

export const RUFF: AnalyzerTraits = {
  name: 'ruff',
  handles: /\.py$/,
  reads: /\.(toml|pyi?)$/,
  weigh({ code, uncertain }) {
    const doubt = uncertain === true ? { confidence: 0.6 } : {};
    if (code === 'syntax-error') return { ...SYNTAX, ...doubt };
    const fitting = RUFF_KINDS.flatMap(([prefixes, weight]) =>
      prefixes.split(' ').flatMap((prefix) => (isCode(code, prefix) ? [{ length: prefix.length, weight }] : [])),
    );
    const weight = fitting.toSorted((one, other) => other.length - one.length)[0]?.weight ?? OTHER_RUFF;
    return { ...weight, ...doubt };
  },
};

/** Whether the code begins with the prefix, and its letters do not go on: `SIM101` is none of `S`. */
function isCode(code: string, prefix: string): boolean {
  return code.startsWith(prefix) && (/\d$/.test(prefix) || !/^[A-Z]/.test(code.slice(prefix.length)));
}

const BIOME_KINDS: ReadonlyMap<string, Weight> = new Map<string, Weight>([
  ['correctness', { severity: 'MEDIUM', category: 'correctness', confidence: 0.8 }],
  ['suspicious', { severity: 'MEDIUM', category: 'correctness', confidence: 0.75 }],
  ['security', { severity: 'MEDIUM', category: 'security', confidence: 0.7 }],
  ['performance', { severity: 'LOW', category: 'performance', confidence: 0.7 }],
  ['complexity', { severity: 'LOW', category: 'maintainability', confidence: 0.7 }],
]);
const OTHER_BIOME: Weight = { severity: 'LOW', category: 'style', confidence: 0.7 };

export const BIOME: AnalyzerTraits = {
  name: 'biome',
  handles: new RegExp(String.raw`\.${SCRIPT}$`),
  reads: /(^|\/)\.?biome\.jsonc?$/,
  weigh({ code, severity }) {
    if (code === 'syntax-error') return SYNTAX;
    const weight = BIOME_KINDS.get(code.split('/', 1)[0] ?? '') ?? OTHER_BIOME;
    return severity === 'info' ? { ...weight, severity: 'LOW' } : weight;
  },
};

export const PYRIGHT: AnalyzerTraits = {
  name: 'pyright',
  handles: /\.pyi?$/,
  reads: /\.pyi?$/,
  weigh({ code, severity }: Diagnostic) {
    if (code === 'syntax-error') return SYNTAX;
    return {
      severity: code === 'reportUndefinedVariable' ? 'HIGH' : severity === 'error' ? 'MEDIUM' : 'LOW',
      category: 'correctness',
      confidence: severity === 'error' ? 0.75 : 0.6,
    };
  },
};

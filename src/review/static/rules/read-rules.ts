/** Reads rules in Semgrep's YAML: the subset that is executed; a rule that uses more is not run, and is listed. */
import type { Language } from '../../../syntax/api.ts';
import type { Severity } from '../../finding.ts';
import { readFormula } from './read-formula.ts';
import type { Rule, RuleProblem, RuleSet } from './rule.ts';
import { RuleMistake, readYaml, type YamlNode } from './yaml-node.ts';

/** Rules of all files together. */
export const MOST_RULES = 500;

/** Names of Semgrep, and the languages that they are here. */
const LANGUAGES: Readonly<Record<string, readonly Language[]>> = {
  python: ['python'],
  python3: ['python'],
  py: ['python'],
  javascript: ['javascript', 'typescript', 'tsx'],
  js: ['javascript', 'typescript', 'tsx'],
  typescript: ['typescript', 'tsx'],
  ts: ['typescript', 'tsx'],
  go: ['go'],
  golang: ['go'],
  java: ['java'],
  ruby: ['ruby'],
  rb: ['ruby'],
  php: ['php'],
  c: ['c', 'cpp'],
  cpp: ['cpp'],
  'c++': ['cpp'],
  csharp: ['csharp'],
  'c#': ['csharp'],
  rust: ['rust'],
  kotlin: ['kotlin'],
  kt: ['kotlin'],
  scala: ['scala'],
  lua: ['lua'],
  bash: ['bash'],
  sh: ['bash'],
  json: ['json'],
  yaml: ['yaml'],
  regex: ['text'],
  none: ['text'],
};

const SEVERITIES: Readonly<Record<string, Severity>> = {
  CRITICAL: 'CRITICAL',
  ERROR: 'HIGH',
  HIGH: 'HIGH',
  WARNING: 'MEDIUM',
  MEDIUM: 'MEDIUM',
  INFO: 'LOW',
  LOW: 'LOW',
  INVENTORY: 'LOW',
  EXPERIMENT: 'LOW',
};

/** Keys of a rule that are not about what is looked for. */
const PLAIN_KEYS: ReadonlySet<string> = new Set([
  ...[
    'id',
    'message',
    'severity',
    'languages',
    'metadata',
    'fix',
    'paths',
    'options',
    'mode',
    'min-version',
    'fix-regex',
    'max-version',
    'version',
  ],
]);
/** What is looked for, of which a rule has one. */
const FORMULAS: readonly string[] = ['pattern', 'patterns', 'pattern-either', 'pattern-regex'];
/** Options that may be set, to what is done anyway: constants count for what they hold. */
const IGNORED_OPTIONS: ReadonlyMap<string, readonly YamlNode['value'][]> = new Map([
  ['interfile', [true, false]],
  ['constant_propagation', [true]],
]);

/** The rules of one file. Never throws: what is wrong is among the problems. */
export function readRules(file: string, text: string): RuleSet {
  try {
    const root = readYaml(text);
    const list = root.entries?.get('rules')?.items;
    if (list === undefined) throw new RuleMistake(root.line, 'A file of rules has a list under the key `rules`.');
    const rules: Rule[] = [];
    const problems: RuleProblem[] = [];
    const seen = new Set<string>();
    for (const each of list) {
      const id = each.entries?.get('id')?.value;
      try {
        const rule = readRule(file, each);
        if (seen.has(rule.id)) throw new RuleMistake(each.line, 'Another rule has the same id.');
        if (seen.size === MOST_RULES) throw new RuleMistake(each.line, `A file has at most ${MOST_RULES} rules.`);
        seen.add(rule.id);
        rules.push(rule);
      } catch (error) {
        if (!(error instanceof RuleMistake)) throw error;
        problems.push({ ...(typeof id === 'string' && { rule: id }), file, line: error.line, why: error.message });
      }
    }
    return { rules, problems };
  } catch (error) {
    if (error instanceof RuleMistake) return { rules: [], problems: [{ file, line: error.line, why: error.message }] };
    throw error;
  }
}

function readRule(file: string, node: YamlNode): Rule {
  const { entries, line } = node;
  if (entries === undefined) throw new RuleMistake(line, 'A rule is a mapping with an id.');
  const id = textOf(entries, 'id', line);
  if (!/^[\w.\-/]{1,200}$/.test(id))
    throw new RuleMistake(line, 'An id has letters, digits, dots, dashes and slashes.');
  const mode = entries.get('mode');
  if (mode !== undefined && mode.value !== 'search')
    throw new RuleMistake(mode.line, `mode: ${mode.value} is not supported.`);
  for (const [key, value] of entries) {
    if (!PLAIN_KEYS.has(key) && !FORMULAS.includes(key))
      throw new RuleMistake(value.line, `The key ${key} is not supported.`);
  }
  for (const [key, value] of entries.get('options')?.entries ?? []) {
    if (IGNORED_OPTIONS.get(key)?.includes(value.value) !== true)
      throw new RuleMistake(value.line, `The option ${key}: ${value.value} is not supported.`);
  }
  const formulas = FORMULAS.filter((key) => entries.has(key));
  if (formulas.length !== 1) throw new RuleMistake(line, `A rule has one of the keys ${FORMULAS.join(', ')}.`);
  const severity = SEVERITIES[textOf(entries, 'severity', line).toUpperCase()];
  if (severity === undefined)
    throw new RuleMistake(line, `A severity is one of ${Object.keys(SEVERITIES).join(', ')}.`);
  const fix = entries.get('fix');
  const category = entries.get('metadata')?.entries?.get('category')?.value;
  return {
    id,
    languages: languagesOf(entries.get('languages'), line),
    formula: readFormula(node, FORMULAS),
    severity,
    message: textOf(entries, 'message', line),
    ...(fix !== undefined && { fix: textOf(entries, 'fix', line) }),
    include: globsOf(entries.get('paths'), 'include'),
    exclude: globsOf(entries.get('paths'), 'exclude'),
    ...(typeof category === 'string' && { category }),
    confidence: confidenceOf(entries.get('metadata')?.entries?.get('confidence')?.value),
    source: { file, line },
  };
}

function confidenceOf(value: YamlNode['value']): number {
  switch (typeof value === 'string' ? value.toUpperCase() : undefined) {
    case 'HIGH':
      return 0.9;
    case 'MEDIUM':
      return 0.7;
    case 'LOW':
      return 0.5;
    default:
      return 0.8;
  }
}

function textOf(entries: ReadonlyMap<string, YamlNode>, key: string, line: number): string {
  const node = entries.get(key);
  if (node === undefined || typeof node.value !== 'string')
    throw new RuleMistake(node?.line ?? line, `${key} must be a text.`);
  return node.value;
}

function languagesOf(node: YamlNode | undefined, line: number): readonly Language[] {
  const items = node?.items;
  if (items === undefined || items.length === 0) throw new RuleMistake(node?.line ?? line, 'languages must be a list.');
  const known = items.map(({ value, line: at }) => {
    const languages =
      typeof value === 'string' && Object.hasOwn(LANGUAGES, value.toLowerCase())
        ? LANGUAGES[value.toLowerCase()]
        : undefined;
    if (languages === undefined) throw new RuleMistake(at, `The language ${value} is not supported.`);
    return languages;
  });
  return [...new Set(known.flat())];
}

function globsOf(node: YamlNode | undefined, key: string): readonly string[] {
  if (node === undefined) return [];
  const list = node.entries?.get(key);
  if (list === undefined) return [];
  return (list.items ?? []).map(({ value, line }) => {
    if (typeof value !== 'string') throw new RuleMistake(line, `paths.${key} is a list of globs.`);
    return value;
  });
}

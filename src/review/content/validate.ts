/** What is wrong with one text: its structure, its characters and marks, its secrets. */
import { findSecrets } from '../../lib/secrets/find.ts';
import { maskSecrets, previewOf } from '../../lib/secrets/mask.ts';
import type { Damage, DamagedPlace, SyntaxApi } from '../../syntax/api.ts';
import { type FormatVerdict, jsonFaults, tomlFaults, yamlFaults } from './formats.ts';
import { makefileTabFaults, pythonTabFaults } from './indentation.ts';
import { markFaults } from './marks.ts';
import type { Fault, Validation, ValidationRequest } from './service.ts';

/** Faults of an answer. */
const MOST_FAULTS = 500;

/** JSON with comments, by its name. */
const LENIENT_JSON =
  /\.(?:jsonc|json5)$|(?:^|\/)(?:[tj]sconfig[\w.-]*\.json|\.(?:babelrc|eslintrc(?:\.json)?|prettierrc|swcrc))$|(?:^|\/)\.vscode\//;
const MAKEFILE = /(?:^|\/)(?:GNUmakefile|[Mm]akefile|[^/]+\.mk)$/;
/** Languages whose texts a grammar cannot always read, though they are right: macros, or parts of several languages. */
const LOOSE_LANGUAGES: ReadonlySet<string> = new Set([
  'c',
  'cpp',
  'php',
  'html',
  'bash',
  'css',
  'scala',
  'kotlin',
  'csharp',
]);

/** What is wrong with the text, in the order of its lines. No message has a secret of it. */
export async function validate(request: ValidationRequest, syntax: Pick<SyntaxApi, 'damage'>): Promise<Validation> {
  const { text, type, withSecrets } = request;
  if (text.trim() === '') return { faults: [EMPTY], language: 'text', omitted: [] };
  const path = request.path ?? (type === 'plan_output' ? 'plan.json' : '');
  const damage = await syntax.damage({ path, text });
  const { faults: structure, omitted } = structureFaults(path, text, damage);
  const faults = [
    ...structure,
    ...markFaults(text),
    ...(damage.language === 'python' ? pythonTabFaults(text) : []),
    ...(MAKEFILE.test(path) ? makefileTabFaults(text) : []),
    ...(type === 'generated_code' ? unfinished(text) : []),
    ...(withSecrets ? secretFaults(text) : []),
  ];
  faults.sort((left, right) => left.line - right.line || (left.column ?? 0) - (right.column ?? 0));
  const more = faults.length - MOST_FAULTS;
  return {
    faults: faults.slice(0, MOST_FAULTS),
    language: damage.language,
    omitted: more > 0 ? [...omitted, `${more} more faults`] : omitted,
  };
}

const EMPTY: Fault = {
  rule: 'T1-003',
  severity: 'warning',
  category: 'content',
  message: 'The text is empty or has only white space.',
  line: 1,
};

interface Structure {
  readonly faults: readonly Fault[];
  readonly omitted: readonly string[];
}

function structureFaults(path: string, text: string, damage: Damage): Structure {
  const unchecked = (why: string) => ({ faults: [], omitted: [`The syntax was not checked: ${why}.`] });
  const verdict = formatVerdict(path, text, damage);
  if (verdict?.kind === 'read') return { faults: verdict.faults.map(withoutSecrets), omitted: [] };
  if (verdict !== undefined) return unchecked(verdict.why);
  if (damage.language === 'text')
    return unchecked(path === '' ? 'no file_path tells its language' : `the language of ${path} is not parsed`);
  if (!damage.parsed) return unchecked('parsing takes too much work');
  if (damage.places.length === 0) return { faults: [], omitted: [] };
  const lines = maskSecrets(text).text.split('\n');
  return { faults: damage.places.map((place) => syntaxFault(place, damage.language, lines)), omitted: [] };
}

function formatVerdict(path: string, text: string, { language, places }: Damage): FormatVerdict | undefined {
  switch (language) {
    case 'json': {
      if (LENIENT_JSON.test(path)) return undefined;
      const [first] = places;
      return jsonFaults(text, first === undefined ? undefined : { line: first.lineStart, column: first.column });
    }
    case 'yaml':
      return yamlFaults(text);
    case 'toml':
      return tomlFaults(text);
    default:
      return undefined;
  }
}

function withoutSecrets(fault: Fault): Fault {
  return { ...fault, message: maskSecrets(fault.message).text };
}

/** `lines` are without secrets. */
function syntaxFault(
  { kind, what, lineStart, column }: DamagedPlace,
  language: string,
  lines: readonly string[],
): Fault {
  const isLoose = LOOSE_LANGUAGES.has(language);
  const text = (lines[lineStart - 1] ?? '').slice(column - 1, column - 1 + what.length).toWellFormed();
  const missing = what === '' ? 'A part is missing here' : `\`${what}\` is missing here`;
  const says = kind === 'missing' ? missing : `This belongs to nothing: \`${text}\``;
  return {
    rule: 'T1-001',
    severity: isLoose ? 'warning' : 'error',
    category: 'syntax',
    message: `${says} (${language}${isLoose ? ', whose grammar does not know all that is right' : ''}).`,
    line: lineStart,
    column,
  };
}

/** What whoever wrote the code left to do, or left out. */
function unfinished(text: string): readonly Fault[] {
  return text.split('\n').flatMap((line, index): readonly Fault[] => {
    const fault = { severity: 'warning', category: 'completeness', line: index + 1 } as const;
    const [mark] = /\b(?:TODO|FIXME|XXX|HACK)\b/.exec(line) ?? [];
    if (mark !== undefined) return [{ ...fault, rule: 'T2-001', message: `Not finished: ${mark}.` }];
    const isCut =
      /^\s*(?:\/\/|#|--|\/\*|<!--)\s*(?:\.{3}|…).{0,60}(?:existing|rest|remaining|unchanged|same as before|code here)/i.test(
        line,
      );
    return isCut ? [{ ...fault, rule: 'T2-005', message: 'A comment stands for code that was left out.' }] : [];
  });
}

function secretFaults(text: string): readonly Fault[] {
  return findSecrets(text).map((secret) => ({
    rule: `secret/${secret.kind}`,
    severity: secret.severity === 'MEDIUM' ? 'warning' : 'error',
    category: 'security',
    message: `Secret: ${secret.name}, ${previewOf(text, secret)}`,
    line: secret.line,
    column: secret.column,
    suggestion: 'Revoke it, and take it from the environment or a secret store.',
  }));
}

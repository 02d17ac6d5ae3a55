/** What a team says of its own files: `.lemma-review.yml`, or the same as an object. */
import { ToolFailure } from '../../lib/errors.ts';
import { pathPatterns } from '../../lib/path-patterns.ts';
import { type Entry, type Mistake, readYaml, type Value } from '../../lib/yaml.ts';

/** Where a workspace has them. */
export const RULES_PATH = '.lemma-review.yml';

/** Lists of patterns as in `.gitignore`, which count before the defaults; what `!pattern` matches is none of the list, in any order. */
const LISTS = ['tests', 'configuration', 'public', 'generated', 'hotspots'] as const;
type List = (typeof LISTS)[number];

/** What differs from the defaults. */
export type PreflightRules = { readonly [list in List]?: readonly string[] } & {
  /** Lists whose defaults do not count. */
  readonly replace?: readonly List[];
};

const ALLOWED = [...LISTS, 'replace'];

/**
 * Reads the text of {@link RULES_PATH}. Its only key is `preflight`, with the keys of {@link PreflightRules}. Throws `ToolFailure` that names
 * the line of each mistake: YAML that cannot be read, unknown keys, wrong types, patterns that cannot be used.
 */
export function readRules(text: string): PreflightRules {
  const mistakes: Mistake[] = [];
  const read = readYaml(text);
  const rules: { [list in List]?: readonly string[] } & { replace?: readonly List[] } = {};
  if ('mistakes' in read) mistakes.push(...read.mistakes);
  else {
    for (const { key, line, value } of entriesOf(read.value, 'the file', mistakes)) {
      if (key !== 'preflight') {
        mistakes.push({ line, message: `there is no key ${JSON.stringify(key)}; the only one is "preflight"` });
        continue;
      }
      for (const entry of entriesOf(value, 'preflight', mistakes)) readEntry(rules, entry, mistakes);
    }
  }
  const [first] = mistakes;
  if (first === undefined) return rules;
  throw new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: `${RULES_PATH} has ${mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`}: ${mistakes
      .slice(0, 10)
      .map(({ line, message }) => `line ${line}: ${message}`)
      .join('; ')}.`,
    advice: `Below "preflight" stand lists of patterns as in .gitignore under ${LISTS.join(', ')}, and the names of lists under replace.`,
    line: first.line,
  });
}

function readEntry(
  rules: { [list in List]?: readonly string[] } & { replace?: readonly List[] },
  { key, line, value }: Entry,
  mistakes: Mistake[],
): void {
  if (!ALLOWED.includes(key)) {
    mistakes.push({ line, message: `there is no key ${JSON.stringify(key)}; allowed are ${ALLOWED.join(', ')}` });
    return;
  }
  const texts = textsOf(value, key, mistakes);
  if (isList(key)) {
    const wrong = wrongPatterns(key, texts);
    if (wrong === undefined) rules[key] = texts;
    else mistakes.push({ line: value.line, message: wrong });
    return;
  }
  const unknown = texts.find((text) => !isList(text));
  if (unknown === undefined) rules.replace = texts.filter(isList);
  else mistakes.push({ line: value.line, message: `there is no list ${JSON.stringify(unknown)} to replace` });
}

function wrongPatterns(key: List, patterns: readonly string[]): string | undefined {
  try {
    pathPatterns(key, patterns);
    return undefined;
  } catch (error) {
    if (error instanceof ToolFailure) return error.failure.message.replace(/\.$/, '');
    throw error;
  }
}

function isList(name: string): name is List {
  return LISTS.some((list) => list === name);
}

function entriesOf(value: Value, what: string, mistakes: Mistake[]): readonly Entry[] {
  if (value.kind === 'map') return value.entries();
  mistakes.push({ line: value.line, message: `${what} must be a mapping` });
  return [];
}

function textsOf(value: Value, key: string, mistakes: Mistake[]): readonly string[] {
  if (value.kind !== 'list') {
    mistakes.push({ line: value.line, message: `${key} must be a list` });
    return [];
  }
  return value.items().flatMap((item) => {
    if (item.kind === 'scalar' && typeof item.value === 'string') return [item.value];
    mistakes.push({ line: item.line, message: `${key} must hold texts; quote patterns that begin with *, ! or &` });
    return [];
  });
}

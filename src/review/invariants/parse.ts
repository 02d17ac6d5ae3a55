/** A team's rules from the text of `.review-invariants.yml`. Every mistake in it is reported with its line; no rule is dropped. */
import { ToolFailure } from '../../lib/errors.ts';
import { type Mistake, readYaml, type Value } from '../../lib/yaml.ts';
import { SEVERITIES } from '../finding.ts';
import { faultOfFix } from './fix.ts';
import { faultOfGlob, globMatcher } from './glob.ts';
import { Keys, shown } from './reader.ts';
import { compileRegex } from './regex.ts';
import {
  ACTIONS,
  type Action,
  type Demand,
  IGNORABLE,
  type Ignorable,
  type Pattern,
  patternsOf,
  type Rule,
  SCOPES,
} from './rule.ts';

/** Rules of one text. */
export const MOST_RULES = 500;
/** Instructions of the regular expressions of all rules together. */
const LARGEST_PROGRAMS = 200_000;
/** Mistakes that a message spells out. */
const MOST_TOLD = 25;
const MOST_GLOBS = 100;
const LONGEST_TEXT = 1_000;
const LONGEST_AST = 2_000;
const RULE_KEYS = [
  ...['id', 'rule', 'paths', 'exclude_paths', 'severity', 'category', 'action', 'deny', 'require', 'when', 'warn'],
  ...['within', 'ignore', 'message', 'recommendation', 'fix'],
];

/** Which keys say what an action looks for. */
const FORMS: Readonly<Record<Action, readonly (readonly string[])[]>> = {
  deny: [['deny']],
  require: [['require']],
  when_require: [['when', 'require']],
  warn: [['warn'], ['deny'], ['when', 'require'], ['require']],
};
const PATTERN_KEYS = ['deny', 'warn', 'when', 'require'];

/**
 * The rules of a text, in its order. `name` is the file or parameter that it came from, for messages. Throws `ToolFailure` that lists
 * all mistakes with their lines; `details.mistakes` has them for programs.
 */
export function parseRules(text: string, name: string): readonly Rule[] {
  const mistakes: Mistake[] = [];
  const read = readYaml(text);
  const rules = 'mistakes' in read ? [] : readGroups(read.value, mistakes);
  if ('mistakes' in read) mistakes.push(...read.mistakes.slice(0, 1_000));
  if (mistakes.length > 0) throw failureOf(name, mistakes);
  return rules;
}

function failureOf(name: string, mistakes: readonly Mistake[]): ToolFailure {
  const ordered = mistakes.toSorted((left, right) => left.line - right.line);
  const told = ordered.slice(0, MOST_TOLD).map(({ line, message }) => `line ${line}: ${message}`);
  const more = ordered.length > MOST_TOLD ? [`and ${ordered.length - MOST_TOLD} more`] : [];
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: `${name} has ${ordered.length === 1 ? 'a mistake' : `${ordered.length} mistakes`}: ${[...told, ...more].join('; ')}.`,
    advice: 'Mend them: no rule was checked. docs/review.md says what a rule may have.',
    ...(ordered[0] !== undefined && { line: ordered[0].line }),
    details: { mistakes: ordered.slice(0, 100) },
  });
}

function readGroups(root: Value, mistakes: Mistake[]): readonly Rule[] {
  const wanted = 'a mapping from names of groups to lists of rules is wanted';
  if (root.kind !== 'map' || root.entries().length === 0) {
    mistakes.push({ line: root.line, message: `${wanted}, not ${root.kind === 'map' ? 'nothing' : shown(root)}` });
    return [];
  }
  const rules: Rule[] = [];
  const lines = new Map<string, number>();
  let instructions = 0;
  let count = 0;
  for (const { key: group, line, value } of root.entries()) {
    if (value.kind !== 'list' || value.items().length === 0) {
      mistakes.push({
        line,
        message: `the group ${JSON.stringify(group.slice(0, 60))} must be a list of rules, not ${shown(value)}`,
      });
      continue;
    }
    for (const item of value.items()) {
      count++;
      if (count > MOST_RULES) {
        mistakes.push({ line: item.line, message: `there are more than ${MOST_RULES} rules` });
        return rules;
      }
      const rule = readRule(item, group, mistakes);
      if (rule === undefined) continue;
      const first = lines.get(rule.id);
      if (first !== undefined) {
        mistakes.push({ line: rule.line, message: `the id ${rule.id} is that of the rule on line ${first}, too` });
      }
      lines.set(rule.id, first ?? rule.line);
      for (const pattern of patternsOf(rule))
        instructions += pattern.kind === 'regex' ? pattern.regex.programSize() : 0;
      if (instructions > LARGEST_PROGRAMS) {
        const message = `the patterns up to here compile to more than ${LARGEST_PROGRAMS} instructions together`;
        mistakes.push({ line: rule.line, message });
        return rules;
      }
      rules.push(rule);
    }
  }
  return rules;
}

function readRule(value: Value, group: string, mistakes: Mistake[]): Rule | undefined {
  const before = mistakes.length;
  if (value.kind !== 'map') {
    mistakes.push({ line: value.line, message: `a rule must be a mapping, not ${shown(value)}` });
    return undefined;
  }
  const entries = value.entries();
  const named = entries.find(({ key }) => key === 'id')?.value;
  const name = named?.kind === 'scalar' && typeof named.value === 'string' ? ` ${named.value.slice(0, 60)}` : '';
  const keys = new Keys(`the rule${name}`, value.line, entries, mistakes);
  keys.onlyAllow(RULE_KEYS);
  const id = keys.text('id', 'required', 60);
  if (id !== undefined && !/^[\w.-]+$/.test(id)) keys.wrong('id', 'id must be of letters, digits, _, - and . only');
  const rule = keys.text('rule', 'required', LONGEST_TEXT);
  const category = keys.text('category', 'required', 60);
  const action = keys.choice('action', ACTIONS, 'required');
  // A warning is LOW whatever the rule says.
  const severity = keys.choice('severity', SEVERITIES, action === 'warn' ? 'optional' : 'required');
  const applies = readPaths(keys);
  const ignore = readIgnored(keys);
  const message = keys.text('message', 'optional', LONGEST_TEXT);
  const recommendation = keys.text('recommendation', 'optional', LONGEST_TEXT);
  const demand = action === undefined ? undefined : readDemand(keys, action, mistakes);
  if (mistakes.length > before || id === undefined || rule === undefined || category === undefined) return undefined;
  if (action === undefined || demand === undefined || applies === undefined) return undefined;
  return {
    id,
    group,
    rule,
    applies,
    severity: action === 'warn' ? 'LOW' : (severity ?? 'LOW'),
    category,
    action,
    demand,
    ignore,
    ...(message !== undefined && { message }),
    ...(recommendation !== undefined && { recommendation }),
    line: value.line,
    source: JSON.stringify(plain(value)),
  };
}

function readPaths(keys: Keys): Rule['applies'] | undefined {
  const wanted = readGlobs(keys, 'paths', 'required');
  const unwanted = readGlobs(keys, 'exclude_paths', 'optional');
  if (wanted === undefined || unwanted === undefined) return undefined;
  return (path) => wanted(path) && !unwanted(path);
}

function readGlobs(keys: Keys, key: string, need: 'required' | 'optional'): Rule['applies'] | undefined {
  const globs = keys.texts(key, need, MOST_GLOBS);
  if (globs === undefined) return keys.has(key) || need === 'required' ? undefined : () => false;
  const faults = globs.flatMap((glob) => {
    const fault = faultOfGlob(glob);
    return fault === undefined ? [] : [`the glob ${JSON.stringify(glob.slice(0, 60))} of ${key} ${fault}`];
  });
  for (const fault of faults) keys.wrong(key, fault);
  if (faults.length > 0) return undefined;
  try {
    return globMatcher(globs);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    keys.wrong(key, `${key}: ${error.message}`);
    return undefined;
  }
}

function readIgnored(keys: Keys): readonly Ignorable[] {
  const names = keys.texts('ignore', 'optional', IGNORABLE.length) ?? [];
  return names.flatMap((name) => {
    const known = IGNORABLE.find((each) => each === name);
    if (known === undefined)
      keys.wrong(
        'ignore',
        `ignore cannot have ${JSON.stringify(name.slice(0, 60))}; allowed are ${IGNORABLE.join(', ')}`,
      );
    return known === undefined ? [] : [known];
  });
}

function readDemand(keys: Keys, action: Action, mistakes: Mistake[]): Demand | undefined {
  const given = PATTERN_KEYS.filter((key) => keys.has(key));
  const forms = FORMS[action];
  const form = forms.find((each) => each.length === given.length && each.every((key) => given.includes(key)));
  if (form === undefined) {
    const wanted = forms.map((each) => each.join(' and ')).join(', or ');
    const found = given.length === 0 ? 'none of them' : given.join(' and ');
    keys.wrong('action', `the action ${action} takes ${wanted}; the rule has ${found}`);
    return undefined;
  }
  if (keys.has('within') && !form.includes('when')) keys.wrong('within', 'within stands only beside when and require');
  const within = keys.choice('within', SCOPES, 'optional') ?? 'file';
  const [first, second] = form.map((key) => readPattern(keys, key, mistakes));
  const fix = readFix(keys, form, first);
  if (first === undefined) return undefined;
  if (form.includes('when')) {
    return second === undefined ? undefined : { kind: 'when_require', when: first, require: second, within };
  }
  if (form.includes('require')) return { kind: 'require', require: first };
  return { kind: 'deny', pattern: first, ...(fix !== undefined && { fix }) };
}

function readPattern(keys: Keys, key: string, mistakes: Mistake[]): Pattern | undefined {
  const value = keys.value(key);
  if (value?.kind !== 'map') {
    keys.wrong(key, `${key} must be a mapping with regex or ast`);
    return undefined;
  }
  const inner = new Keys(key, value.line, value.entries(), mistakes);
  const count = mistakes.length;
  inner.onlyAllow(['regex', 'ast']);
  if (mistakes.length > count) return undefined;
  if (inner.has('regex') === inner.has('ast')) {
    keys.wrong(key, `${key} must have ${inner.has('regex') ? 'one of regex and ast, not both' : 'regex or ast'}`);
    return undefined;
  }
  const kind = inner.has('regex') ? 'regex' : 'ast';
  const given = inner.value(kind);
  const settings =
    given?.kind === 'map'
      ? new Keys(`${key}.${kind}`, given.line, given.entries(), mistakes)
      : new Keys(
          `${key}.${kind}`,
          value.line,
          given === undefined ? [] : [{ key: 'pattern', line: given.line, value: given }],
          mistakes,
        );
  if (kind === 'ast') {
    settings.onlyAllow(['pattern']);
    const text = settings.text('pattern', 'required', LONGEST_AST);
    return text === undefined ? undefined : { kind, text };
  }
  settings.onlyAllow(['pattern', 'flags', 'multiline']);
  const multiline = settings.flag('multiline');
  const pattern = settings.text('pattern', 'required', LONGEST_TEXT * 2);
  const flags = settings.has('flags') ? settings.text('flags', 'optional', 10) : '';
  if (pattern === undefined || flags === undefined) return undefined;
  const compiled = compileRegex(pattern, flags);
  if ('regex' in compiled) return { kind, text: `/${pattern}/${flags}`, ...compiled, multiline };
  settings.wrong(compiled.about, compiled.fault);
  return undefined;
}

function readFix(keys: Keys, form: readonly string[], pattern: Pattern | undefined): string | undefined {
  const value = keys.value('fix');
  if (value === undefined) return undefined;
  if (value.kind !== 'scalar' || typeof value.value !== 'string' || value.value.length > LONGEST_TEXT) {
    keys.wrong('fix', `fix must be a text of at most ${LONGEST_TEXT} characters, not ${shown(value)}`);
    return undefined;
  }
  const denies = form.length === 1 && !form.includes('require');
  if (!denies || (pattern !== undefined && (pattern.kind !== 'regex' || pattern.multiline))) {
    keys.wrong('fix', 'fix stands only beside a deny or warn with a regex that is not multiline');
    return undefined;
  }
  const fault = pattern?.kind === 'regex' ? faultOfFix(value.value, pattern.regex) : undefined;
  if (fault !== undefined) keys.wrong('fix', fault);
  return value.value;
}

/** A value without its lines. Aliases repeat at most what a rule may hold, since rules are of two levels. */
function plain(value: Value, depth = 0): unknown {
  if (value.kind === 'scalar') return value.value;
  if (depth > 3) return null;
  return value.kind === 'list'
    ? value.items().map((item) => plain(item, depth + 1))
    : Object.fromEntries(value.entries().map(({ key, value: inner }) => [key, plain(inner, depth + 1)]));
}

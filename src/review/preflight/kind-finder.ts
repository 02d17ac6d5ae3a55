/** Of which kind a file is, by the defaults and by what a team says. */
import { pathPatterns } from '../../lib/path-patterns.ts';
import { defaultKinds, FILE_KINDS, type FileKind, type Matcher } from './kinds.ts';
import type { PreflightRules } from './rules.ts';

/** Says of paths of which kind they are. Throws `ToolFailure` for patterns that cannot be used. */
export function kindFinder(rules: PreflightRules = {}): (path: string) => FileKind {
  const { kinds } = defaultKinds();
  const matchers = {
    ...kinds,
    test: withOwn('tests', rules, kinds.test),
    generated: withOwn('generated', rules, kinds.generated),
    configuration: withOwn('configuration', rules, kinds.configuration),
  };
  const named = [
    ['generated', ownList('generated', rules)],
    ['test', ownList('tests', rules)],
    ['configuration', ownList('configuration', rules)],
  ] as const;
  return (path) =>
    // What a team says itself counts before all defaults, also those of other kinds.
    named.find(([, says]) => says(path) === 'yes')?.[0] ??
    FILE_KINDS.find((kind) => kind !== 'other' && matchers[kind](path)) ??
    'other';
}

/** What a team's list says of a path: nothing where no pattern matches. */
export type Guess = 'yes' | 'no' | undefined;

/** A list of a team; what follows `!` says no, whatever else matches. */
export function ownList(list: keyof Omit<PreflightRules, 'replace'>, rules: PreflightRules): (path: string) => Guess {
  const patterns = rules[list] ?? [];
  const isWanted = pathPatterns(
    list,
    patterns.filter((pattern) => !pattern.startsWith('!')),
  );
  const isUnwanted = pathPatterns(
    list,
    patterns.flatMap((pattern) => (pattern.startsWith('!') ? [pattern.slice(1)] : [])),
  );
  return (path) => (isUnwanted(path) ? 'no' : isWanted(path) ? 'yes' : undefined);
}

/** A list of the defaults with what a team says of it. */
export function withOwn(list: keyof Omit<PreflightRules, 'replace'>, rules: PreflightRules, usual: Matcher): Matcher {
  const says = ownList(list, rules);
  const isReplaced = rules.replace?.includes(list) ?? false;
  return (path) => {
    const verdict = says(path);
    return verdict === undefined ? !isReplaced && usual(path) : verdict === 'yes';
  };
}

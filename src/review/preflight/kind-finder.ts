/** Of which kind a file is, by the defaults and by what a team says. */
import { pathPatterns, type Verdict } from '../../lib/path-patterns.ts';
import { defaultKinds, FILE_KINDS, type FileKind, type Matcher } from './kinds.ts';
import type { PreflightRules } from './rules.ts';

/** Says of paths of which kind they are. Throws `ToolFailure` for patterns that cannot be used. */
export function kindFinder(rules: PreflightRules = {}): (path: string) => FileKind {
  const { kinds } = defaultKinds();
  const listed = {
    test: listMatcher('tests', rules, kinds.test),
    generated: listMatcher('generated', rules, kinds.generated),
    configuration: listMatcher('configuration', rules, kinds.configuration),
  };
  const named = (['generated', 'test', 'configuration'] as const).map((kind) => [kind, ownOf(rules, kind)] as const);
  const matchers = { ...kinds, ...listed };
  return (path) =>
    // What a team says itself counts before all defaults, also those of other kinds.
    named.find(([, says]) => says(path) === 'yes')?.[0] ??
    FILE_KINDS.find((kind) => kind !== 'other' && matchers[kind](path)) ??
    'other';
}

/** A list of the defaults with what a team says of it. */
export function listMatcher(
  list: 'tests' | 'generated' | 'configuration' | 'public',
  rules: PreflightRules,
  usual: Matcher,
): Matcher {
  const says = pathPatterns(list, rules[list] ?? []);
  const isReplaced = rules.replace?.includes(list) ?? false;
  return (path) => {
    const verdict = says(path);
    return verdict === undefined ? !isReplaced && usual(path) : verdict === 'yes';
  };
}

function ownOf(rules: PreflightRules, kind: 'generated' | 'test' | 'configuration'): (path: string) => Verdict {
  const list = kind === 'test' ? 'tests' : kind;
  return pathPatterns(list, rules[list] ?? []);
}

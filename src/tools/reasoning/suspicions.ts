/** Which findings a caller's suspicion is about, by its words. */
import type { IssueKind } from '../../reasoning/cost/read/service.ts';

const WORDS: readonly (readonly [words: RegExp, kinds: readonly IssueKind[]])[] = [
  [/\b(?:n ?\+ ?1|quer(?:y|ies)|sql|database|db|orm)\b/i, ['query in a loop']],
  [/\b(?:i\/?o|network|http|requests?|fetch|api|latency|round.?trips?)\b/i, ['I/O in a loop']],
  [
    /\b(?:regex(?:es|p)?|regular expressions?|backtrack\w*|redos)\b/i,
    ['regular expression that backtracks', 'repeated call'],
  ],
  [/\b(?:recurs\w*|exponential)\b/i, ['exponential recursion', 'copy in a loop']],
  [/\b(?:search\w*|lookups?|membership|contains|includes|index\w*)\b/i, ['search in a loop', 'loop in a loop']],
  [
    /\b(?:nested|quadratic|o\(n\^?[2²]\)|inner loops?)/i,
    ['loop in a loop', 'search in a loop', 'growing copy in a loop', 'shift in a loop', 'copy in a loop'],
  ],
  [/\b(?:concat\w*|strings?|append\w*|spread)\b/i, ['growing copy in a loop']],
  [/\b(?:shift|unshift|pop|insert|queue)\b/i, ['shift in a loop']],
  [/\bsort\w*/i, ['sort in a loop', 'repeated call']],
  [
    /\b(?:repeat\w*|redundant|recomput\w*|cache|caching|memoiz\w*|invariant)\b/i,
    ['repeated call', 'exponential recursion'],
  ],
  [/\b(?:memory|alloc\w*|cop(?:y|ies|ying)|gc|garbage)\b/i, ['allocation', 'growing copy in a loop', 'copy in a loop']],
];

/** The kinds that a suspicion is about; none for words that are not known. */
export function kindsOf(suspicion: string): readonly IssueKind[] {
  return [...new Set(WORDS.flatMap(([words, kinds]) => (words.test(suspicion) ? kinds : [])))];
}

/** The first suspicion that a finding belongs to. */
export function suspicionOf(kind: IssueKind, suspected: readonly string[]): string | undefined {
  return suspected.find((each) => kindsOf(each).includes(kind));
}

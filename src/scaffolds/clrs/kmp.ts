/** CLRS' string matching by Knuth, Morris and Pratt, with its hints. */
import type { Work } from '../work.ts';
import { chain, ended, type HintState, type Hints } from './machine.ts';
import { at, put, selves, type Vector } from './numbers.ts';
import { vectorOf } from './tables.ts';

interface Texts {
  /** What is searched. */
  readonly one: Vector;
  /** What is looked for. */
  readonly other: Vector;
}

/**
 * First the borders of the pattern, then the text. A length of a border is told as the index of its last character, and that there is none by
 * a reset beside index 0. Nodes are the characters of the text, then those of the pattern.
 */
export function kmpMatcher({ one: text, other: pattern }: Texts, work: Work): HintState {
  const from = text.length;
  const size = from + pattern.length;
  const pred_h = vectorOf(from, pattern.length);
  const steps: Hints[] = [];
  let [pi, isReset]: [Vector, Vector] = [
    selves(pattern.length),
    selves(pattern.length).map((index) => Number(index === 0)),
  ];
  let [border, q, s, i, phase] = [-1, Math.min(1, pattern.length - 1), 0, 0, 0];
  let matched = -1;
  const say = () => {
    work.spend(size);
    steps.push({
      pred_h,
      pi: [...selves(from), ...pi.map((to) => from + to)],
      is_reset: [...selves(from).map(() => 0), ...isReset],
      k: from + Math.max(border, 0),
      k_reset: Number(border < 0),
      q: from + (phase === 0 ? q : Math.max(matched, 0)),
      q_reset: Number(phase === 0 || matched < 0),
      s,
      i,
      phase,
    });
  };
  const shorter = (index: number) => (at(isReset, index) === 1 ? -1 : at(pi, index));
  say();
  for (q = 1; q < pattern.length; q++) {
    for (; border >= 0 && at(pattern, border + 1) !== at(pattern, q); say()) border = shorter(border);
    if (at(pattern, border + 1) === at(pattern, q)) border++;
    pi = put(pi, [q, Math.max(border, 0)]);
    if (border < 0) isReset = put(isReset, [q, 1]);
    say();
  }
  phase = 1;
  for (; i < from; i++) {
    if (i >= pattern.length) s++;
    say();
    for (; matched >= 0 && at(pattern, matched + 1) !== at(text, i); say()) matched = shorter(matched);
    if (at(pattern, matched + 1) === at(text, i)) matched++;
    if (matched === pattern.length - 1) break;
  }
  const output = { s: i < from ? s : from };
  return chain(steps, () => ended(output));
}

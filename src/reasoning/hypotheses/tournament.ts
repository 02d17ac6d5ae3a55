/** A bracket of hypotheses: for each pair, what tells the two apart. */
import { fingerprint } from '../../lib/fingerprint.ts';
import { proceed } from '../../lib/work.ts';
import type { CheckOf } from './checks.ts';
import type { CheckContext } from './context.ts';
import { tellApart } from './prove.ts';
import { toOutcome } from './run-check.ts';
import { runCall } from './run-python.ts';
import type { HypothesesRequest, Hypothesis, Match, Tested, Tournament } from './service.ts';
import { keyOf } from './test-hypotheses.ts';
import { judge } from './verdict.ts';

/** What a bracket comes to. */
export type Bracket = Omit<Tournament, 'commit'>;

/**
 * Plays the bracket. A pair that the checks leave alike is told apart by an input for which the functions differ that the two claim,
 * where there is one: what CPython does with it refutes one of them, or both. A tie lets the earlier one of the order go on, and decides
 * nothing.
 */
export async function playBracket(
  request: HypothesesRequest,
  tested: readonly Tested[],
  context: CheckContext,
): Promise<Bracket> {
  const seed = Number.parseInt(fingerprint(request.hypotheses).slice(0, 8), 16);
  const known = new Map(withoutShared(request.hypotheses, tested).map((one) => [one.id, one]));
  const matches: Match[] = [];
  let round = shuffled(request.hypotheses, seed);
  for (let number = 1; round.length > 1; number++) {
    const next: Hypothesis[] = [];
    for (let at = 0; at < round.length; at += 2) {
      const [one, other] = [round[at], round[at + 1]];
      if (one === undefined) continue;
      if (other === undefined) {
        next.push(one);
        continue;
      }
      const message = `round ${number}: ${one.id} against ${other.id}`;
      await proceed(context.onProgress, { done: request.hypotheses.length, message });
      const match = await play(one, other, known, context);
      matches.push({ round: number, one: one.id, other: other.id, ...match });
      next.push(match.winner === other.id ? other : one);
    }
    round = next;
  }
  const results = tested.map((one) => known.get(one.id) ?? one);
  const ranked = [...results].sort((one, other) => other.likelihood - one.likelihood);
  const [best, second] = ranked;
  const isWon = best?.verdict === 'confirmed' && best.likelihood > (second?.likelihood ?? 0);
  return { seed, tested: results, matches, ties: tiesOf(ranked), ...(isWon && { winner: best.id }) };
}

/** Judged again without the checks that would confirm several: what rivals have in common tells none of them from another. */
function withoutShared(hypotheses: readonly Hypothesis[], tested: readonly Tested[]): readonly Tested[] {
  const supported = new Map<string, string[]>();
  const keys = hypotheses.map(({ checks, predictions = [] }) => [...checks, ...predictions].map(keyOf));
  for (const [at, { id, outcomes }] of tested.entries())
    for (const [index, { says, weak }] of outcomes.entries()) {
      const key = keys[at]?.[index];
      if (key === undefined || says !== 'supports' || weak !== undefined) continue;
      supported.set(key, [...(supported.get(key) ?? []), id]);
    }
  return tested.map((one, at) => {
    const outcomes = one.outcomes.map((outcome, index) => {
      const rivals = (supported.get(keys[at]?.[index] ?? '') ?? []).filter((id) => id !== one.id);
      if (outcome.says !== 'supports' || outcome.weak !== undefined || rivals.length === 0) return outcome;
      return { ...outcome, weak: `It supports ${rivals.join(', ')} as well.` };
    });
    const isChanged = outcomes.some((outcome, index) => outcome !== one.outcomes[index]);
    const type = hypotheses[at]?.type;
    if (!isChanged || type === undefined) return one;
    const { id, seconds } = one;
    return { id, ...judge(type, outcomes), outcomes, seconds };
  });
}

type Played = Pick<Match, 'winner' | 'basis' | 'because'>;

async function play(
  one: Hypothesis,
  other: Hypothesis,
  known: Map<string, Tested>,
  context: CheckContext,
): Promise<Played> {
  const before = compared(known.get(one.id), known.get(other.id));
  if (before !== undefined) return before;
  const [left, right] = [modelOf(one, known), modelOf(other, known)];
  if (left === undefined || right === undefined || left.file !== right.file || left.function !== right.function)
    return { because: 'Their checks came out alike, and no functions are claimed that could be told apart.' };
  const answer = await tellApart(left, right, context);
  if (answer.call === undefined || answer.outcome === undefined || answer.other === undefined)
    return { because: `The functions that they claim were not told apart: ${answer.message}` };
  for (const [hypothesis, model, outcome] of [
    [one, left, answer.outcome],
    [other, right, answer.other],
  ] as const) {
    const said = outcome.kind === 'returned' ? { returns: outcome.value } : { raises: outcome.exception };
    const call = { kind: 'call', file: model.file, call: answer.call, ...said, expects: model.expects } as const;
    const found = await runCall(call, context);
    // that one input agrees does not show that all do
    if (found.outcome === 'fails') refine(hypothesis, model, found.evidence, answer.call, known);
  }
  const after = compared(known.get(one.id), known.get(other.id));
  return after ?? { because: `Told apart by ${answer.call}, and CPython does not decide between them.` };
}

/** Records that a claimed function was seen to differ from the real one. */
function refine(
  hypothesis: Hypothesis,
  model: CheckOf<'behaves_like'>,
  evidence: string,
  input: string,
  known: Map<string, Tested>,
): void {
  const tested = known.get(hypothesis.id);
  if (tested === undefined) return;
  const at = hypothesis.checks.indexOf(model);
  const seen = toOutcome(model, { outcome: 'fails', basis: 'executed', evidence, input });
  const outcomes = tested.outcomes.map((outcome, index) => (index === at ? seen : outcome));
  const { id, seconds } = tested;
  known.set(id, { id, ...judge(hypothesis.type, outcomes), outcomes, seconds });
}

function modelOf({ id, checks }: Hypothesis, known: ReadonlyMap<string, Tested>): CheckOf<'behaves_like'> | undefined {
  const outcomes = known.get(id)?.outcomes ?? [];
  return checks.find(
    (check, index): check is CheckOf<'behaves_like'> =>
      check.kind === 'behaves_like' && outcomes[index]?.outcome === 'undecided',
  );
}

/** Who is more likely, by what, or that both are refuted; undefined where they are alike. */
function compared(one: Tested | undefined, other: Tested | undefined): Played | undefined {
  if (one === undefined || other === undefined) return undefined;
  if (one.verdict === 'refuted' && other.verdict === 'refuted') {
    const basis = one.basis === 'read' || other.basis === 'read' ? 'read' : 'executed';
    return { basis, because: 'Both are refuted.' };
  }
  if (one.likelihood === other.likelihood) return undefined;
  const [winner, loser] = one.likelihood > other.likelihood ? [one, other] : [other, one];
  const deciding = winner.verdict === 'confirmed' ? winner : loser.verdict === 'refuted' ? loser : winner;
  const { basis, verdict, id, because } = deciding;
  return { winner: winner.id, ...(basis !== undefined && { basis }), because: `${id} is ${verdict}: ${because}` };
}

function tiesOf(ranked: readonly Tested[]): readonly (readonly string[])[] {
  const groups = new Map<number, string[]>();
  for (const { id, likelihood } of ranked) groups.set(likelihood, [...(groups.get(likelihood) ?? []), id]);
  return [...groups.values()].filter((group) => group.length > 1);
}

/** In an order that follows from the seed: sorted by numbers of a linear congruential generator (Numerical Recipes). */
function shuffled<Item>(items: readonly Item[], seed: number): readonly Item[] {
  let state = seed;
  return items
    .map((item) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return { item, key: state };
    })
    .sort((one, other) => one.key - other.key)
    .map(({ item }) => item);
}

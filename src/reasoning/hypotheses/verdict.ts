/** From outcomes of checks to a verdict, by rules: no words decide. `docs/reasoning.md` has them as tables. */
import type { Basis } from '../service.ts';
import type { CheckOutcome, HypothesisType, Tested, Verdict } from './service.ts';

type Judged = Pick<Tested, 'verdict' | 'because' | 'basis' | 'confidence' | 'likelihood' | 'open'>;

/**
 * What is proved or executed counts before what was read; where those that count contradict each other, nothing is decided. A bug or a
 * hole is confirmed only by what shows it: an input, a failing run, or a place.
 */
export function judge(type: HypothesisType, outcomes: readonly CheckOutcome[]): Judged {
  const strong = outcomes.filter(({ basis }) => basis === 'proved' || basis === 'executed');
  const counted = strong.some(speaks) ? strong : outcomes;
  const supporting = counted.filter(({ says }) => says === 'supports');
  const refuting = counted.filter(({ says }) => says === 'refutes');
  const open = outcomes.flatMap(wouldDecide);
  const [support] = [...supporting].sort(byStrength);
  const [refutation] = [...refuting].sort(byStrength);
  if (support !== undefined && refutation !== undefined) {
    const because = `Checks contradict each other: ${support.evidence} But: ${refutation.evidence}`;
    const advice = 'State again what the outcomes of the contradicting checks say, or split the hypothesis.';
    return { verdict: 'undecided', because, confidence: 2, likelihood: 50, open: [advice, ...open] };
  }
  if (refutation !== undefined) return decided('refuted', refutation);
  if (support === undefined) {
    const because = 'No check that ran says anything of it.';
    const least = open.length > 0 ? open : ['A check whose outcomes say something of the hypothesis.'];
    return { verdict: 'undecided', because, confidence: 1, likelihood: 50, open: least };
  }
  const needsSight = type === 'bug' || type === 'security';
  const shown = needsSight ? supporting.filter(isShown).sort(byStrength)[0] : support;
  if (shown !== undefined) return decided('confirmed', shown);
  return {
    verdict: 'undecided',
    because: `What supports it shows no fault: ${support.evidence}`,
    confidence: 2,
    likelihood: 60,
    open: ['A check that shows the fault: a contract or test that fails, a call with its result, or a place.', ...open],
  };
}

/** How likely a decided hypothesis is. */
const LIKELIHOOD: Readonly<Record<Exclude<Verdict, 'undecided'>, Readonly<Record<Basis, number>>>> = {
  confirmed: { proved: 99, executed: 95, read: 75 },
  refuted: { proved: 1, executed: 5, read: 25 },
};
const CONFIDENCE: Readonly<Record<Basis, number>> = { proved: 5, executed: 4, read: 3 };

function decided(verdict: Exclude<Verdict, 'undecided'>, { evidence, basis = 'read', input }: CheckOutcome): Judged {
  // an input that was replayed shows as much as a proof
  const confidence = input === undefined ? CONFIDENCE[basis] : 5;
  return { verdict, because: evidence, basis, confidence, likelihood: LIKELIHOOD[verdict][basis], open: [] };
}

function speaks({ says }: CheckOutcome): boolean {
  return says !== 'nothing';
}

function isShown({ kind, outcome, input, place }: CheckOutcome): boolean {
  // a test that passes with edits, which has the place of the first one, failed without them
  if (kind === 'python_test') return outcome === 'fails' || place !== undefined;
  return input !== undefined || (place !== undefined && (kind === 'pattern' || kind === 'search'));
}

function byStrength(one: CheckOutcome, other: CheckOutcome): number {
  return ORDER.indexOf(one.basis ?? 'read') - ORDER.indexOf(other.basis ?? 'read');
}

const ORDER: readonly Basis[] = ['proved', 'executed', 'read'];

function wouldDecide({ check, outcome, says, evidence }: CheckOutcome): readonly string[] {
  if (outcome === 'undecided' || outcome === 'not_run') return [`${check}: ${evidence}`];
  return says === 'nothing' ? [`${check}: it ${outcome}, which by its expects says nothing.`] : [];
}

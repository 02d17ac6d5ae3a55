/** From outcomes of checks to a verdict, by rules: no words decide. `docs/reasoning.md` has them as tables. */
import type { Basis } from '../service.ts';
import type { CheckOutcome, HypothesisType, Tested, Verdict } from './service.ts';

type Judged = Pick<Tested, 'verdict' | 'because' | 'basis' | 'confidence' | 'likelihood' | 'open'>;

/**
 * A proof, an input that was replayed, and a run that a mutant of the code changes decide; where they contradict each other, nothing is
 * decided. What was read, and what a run came to that no mutant changes, only supports. A bug or a hole is confirmed only by what shows it:
 * an input or a failing run.
 */
export function judge(type: HypothesisType, outcomes: readonly CheckOutcome[]): Judged {
  const speaking = outcomes.filter(({ says }) => says !== 'nothing');
  const open = outcomes.flatMap(wouldDecide);
  const deciding = speaking.filter(isDecisive);
  if (deciding.length === 0) return lean(speaking, open);
  const supporting = deciding.filter(({ says }) => says === 'supports').sort(byStrength);
  const [refutation] = deciding.filter(({ says }) => says === 'refutes').sort(byStrength);
  const [support] = supporting;
  if (support !== undefined && refutation !== undefined) {
    const because = `Checks contradict each other: ${support.evidence} But: ${refutation.evidence}`;
    const advice = 'State again what the outcomes of the contradicting checks say, or split the hypothesis.';
    return { verdict: 'undecided', because, confidence: 2, likelihood: 50, open: [advice, ...open] };
  }
  if (refutation !== undefined) return decided('refuted', refutation);
  const needsSight = type === 'bug' || type === 'security';
  const shown = needsSight ? supporting.find(isShown) : support;
  if (shown !== undefined) return decided('confirmed', shown);
  return {
    verdict: 'undecided',
    because: `What supports it shows no fault: ${support?.evidence}`,
    confidence: 2,
    likelihood: 60,
    open: ['A check that shows the fault: a contract or test that fails, or a call with its result.', ...open],
  };
}

/** What is said where nothing decides: checks that passed or failed, and only support. */
function lean(speaking: readonly CheckOutcome[], open: readonly string[]): Judged {
  const [first] = [...speaking].sort((one, other) => leaningOf(other) - leaningOf(one));
  if (first === undefined) {
    const because = 'No check that ran says anything of it.';
    const least = open.length > 0 ? open : ['A check whose outcomes say something of the hypothesis.'];
    return { verdict: 'undecided', because, confidence: 1, likelihood: 50, open: least };
  }
  const sides = new Set(speaking.map(({ says }) => says));
  const share = leaningOf(first);
  const likelihood = sides.size > 1 ? 50 : first.says === 'supports' ? share : 100 - share;
  const why = first.weak ?? 'It was read, and nothing ran.';
  return {
    verdict: 'undecided',
    because: `The check ${first.outcome === 'holds' ? 'passed' : 'failed'}: ${first.evidence} That decides nothing. ${why}`,
    confidence: 2,
    likelihood,
    open: ['A contract, a call or a test that runs that code, and that another result of it would change.', ...open],
  };
}

/** How likely a hypothesis is that a check supports which decides nothing. */
function leaningOf({ basis, telling }: CheckOutcome): number {
  return basis === 'read' || telling !== undefined ? 70 : 55;
}

function isDecisive({ basis, weak }: CheckOutcome): boolean {
  return (basis === 'proved' || basis === 'executed') && weak === undefined;
}

/** How likely a decided hypothesis is. */
const LIKELIHOOD = { confirmed: { proved: 99, executed: 95 }, refuted: { proved: 1, executed: 5 } } as const;
const CONFIDENCE = { proved: 5, executed: 4 } as const;

function decided(verdict: Exclude<Verdict, 'undecided'>, { evidence, basis: known, input }: CheckOutcome): Judged {
  const basis = known === 'proved' ? 'proved' : 'executed';
  // an input that was replayed shows as much as a proof
  const confidence = input === undefined ? CONFIDENCE[basis] : 5;
  return { verdict, because: evidence, basis, confidence, likelihood: LIKELIHOOD[verdict][basis], open: [] };
}

function isShown({ kind, outcome, input, place }: CheckOutcome): boolean {
  // a test that passes with edits, which has the place of the first one, failed without them
  if (kind === 'python_test') return outcome === 'fails' || place !== undefined;
  return input !== undefined;
}

function byStrength(one: CheckOutcome, other: CheckOutcome): number {
  return ORDER.indexOf(one.basis ?? 'read') - ORDER.indexOf(other.basis ?? 'read');
}

const ORDER: readonly Basis[] = ['proved', 'executed', 'read'];

function wouldDecide({ check, outcome, says, evidence }: CheckOutcome): readonly string[] {
  if (outcome === 'undecided' || outcome === 'not_run') return [`${check}: ${evidence}`];
  return says === 'nothing' ? [`${check}: it ${outcome}, which by its expects says nothing.`] : [];
}

/** Settles the sides that an exploration can speak of: an input that takes the side, or a proof that none does. */
import type { Input } from '../replay/trial.ts';
import type { Reason } from '../service.ts';
import type { BoolTerm } from '../terms/term.ts';
import { limitReached } from '../verify/engine-limits.ts';
import type { Exploration } from '../verify/exploration.ts';

import type { Run } from '../verify/run.ts';
import { assignment, CANDIDATES, decide, inputOf, unknownText } from '../verify/settle.ts';
import { atEnd } from '../verify/verdict.ts';
import type { ClosedSides } from './closed-sides.ts';
import type { Decision } from './decisions.ts';
import { observe } from './observe.ts';
import type { OpenSide, Sides } from './sides.ts';
import type { TakenStates } from './taken-states.ts';

/** Sides whose candidates are first run together; the number doubles, so that one input may settle many sides. */
const FIRST_BATCH = 4;

/** Open sides that the solver is asked about. */
const MOST_SIDES = 1000;

/** States of one side that are asked about. */
const MOST_STATES = 100;

/** A side with the conditions under which the exploration took it. */
interface Question {
  readonly open: OpenSide;
  readonly conjunctions: (readonly BoolTerm[])[];
  /** Denials of the candidates that did not take the side. */
  readonly excluded: BoolTerm[];
  /** Why it is not proved that no input takes the side. */
  doubt: string | undefined;
}

/**
 * Asks the solver for inputs of the open sides and runs them; adds to `closed` the sides that are proved to be taken by none.
 * @param isExplored whether the exploration has followed every path that may come to a decision
 * @returns why sides are still open
 */
export async function settleSides(
  run: Run,
  exploration: Exploration,
  taken: TakenStates,
  isExplored: (decision: Decision) => boolean,
  sides: Sides,
  closed: ClosedSides,
): Promise<readonly Reason[]> {
  const questions = sides.open.map((open) => questionAbout(open, taken));
  for (const question of questions.slice(MOST_SIDES)) question.doubt = `more than ${MOST_SIDES} sides are open`;
  let waiting: readonly Question[] = questions.slice(0, MOST_SIDES);
  for (let size = FIRST_BATCH; waiting.length > 0; size *= 2) {
    const [batch, later] = [waiting.slice(0, size), waiting.slice(size)];
    const candidates: Input[] = [];
    const asked: Question[] = [];
    for (const [index, question] of batch.entries()) {
      const share = waiting.length - index;
      const input = await candidateFor(run, exploration, question, Math.floor(run.solver.budget.fuel / share));
      if (input === undefined) continue;
      candidates.push(input);
      asked.push(question);
    }
    await observe(run, sides, candidates, 'solver');
    const isOpen = ({ open }: Question): boolean => !sides.isSeen(open.index, open.side);
    waiting = [...later, ...asked.filter(({ excluded }) => excluded.length < CANDIDATES)].filter(isOpen);
  }
  const unsettled = questions.filter(({ open }) => !sides.isSeen(open.index, open.side));
  for (const { open, doubt } of unsettled) {
    if (doubt === undefined && isExplored(open.decision)) closed.add(open.decision.node, open.side);
  }
  return unsettled.flatMap(({ open, doubt }) => (doubt === undefined ? [] : [reasonAbout(open, doubt)]));
}

function questionAbout(open: OpenSide, taken: TakenStates): Question {
  const states = taken.of(open.decision.node, open.side);
  return {
    open,
    conjunctions: states.slice(0, MOST_STATES).map((state) => atEnd(state)),
    excluded: [],
    doubt: states.length > MOST_STATES ? `it is reached in more than ${MOST_STATES} ways` : undefined,
  };
}

/** The next input that may take the side; undefined when there is none, or none that the engine finds. */
async function candidateFor(
  run: Run,
  exploration: Exploration,
  question: Question,
  fuel: number,
): Promise<Input | undefined> {
  try {
    return await solvedCandidate(run, exploration, question, fuel);
  } catch (error) {
    const limit = limitReached(error);
    if (limit === undefined) throw error;
    question.doubt = limit.message;
    return undefined;
  }
}

async function solvedCandidate(
  run: Run,
  { args }: Exploration,
  question: Question,
  fuel: number,
): Promise<Input | undefined> {
  const { terms, solver, pace } = run;
  await pace.begin(`Looking for an input for ${question.open.decision.condition}`);
  const court = { solver, pace, fuelPerSecond: run.host.rate.fuelPerSecond };
  for (;;) {
    const [conjunction] = question.conjunctions;
    if (conjunction === undefined) return undefined;
    const verdict = await decide(court, [...conjunction, ...question.excluded], fuel);
    if (verdict.status === 'sat') {
      question.excluded.push(terms.not(assignment(terms, verdict.model)));
      question.doubt = 'the candidates of the solver did not take it on CPython';
      return inputOf(args, verdict.model);
    }
    if (verdict.status === 'unknown') question.doubt = unknownText(verdict);
    question.conjunctions.shift();
  }
}

function reasonAbout({ decision, side }: OpenSide, doubt: string): Reason {
  const { line, kind, condition } = decision;
  const message = `${side ? 'the true' : 'the false'} side of ${condition}: ${doubt}`;
  return { line, construct: kind, message };
}

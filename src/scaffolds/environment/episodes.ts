/** Scaffolds as an environment: an episode is a test case, and an attempt at it is graded. It holds nothing. */
import type { Steps, WorkBudget } from '../../lib/sliced-work.ts';
import { SCAFFOLDS, scaffoldsIn } from '../catalog.ts';
import { checkAttempt } from '../certification/judge.ts';
import { bareQuestionOf, partsOf, questionOf } from '../certification/prompt.ts';
import { describeScaffold, solveInSteps } from '../engine.ts';
import { caseId } from '../instances.ts';
import { CATEGORIES } from '../scaffold.ts';
import type { CheckedTrace } from '../service.ts';
import type { Attempt, Episode, EpisodeWish, Grade } from './service.ts';

/** Seeds of test cases have nine digits. */
const SEEDS = 1_000_000_000;

/** The episode that is wished for; the seed chooses the scaffold, too, where several will do. Throws `ToolFailure`. */
export function* openEpisode(wish: EpisodeWish, slices: WorkBudget): Steps<Episode> {
  const id = 'id' in wish ? wish.id : idOf(wish);
  const { scaffold, task, input, answer } = yield* solveInSteps({ kind: 'case', id }, slices);
  const { system, messages } = questionOf({ scaffold, task, input });
  const question = bareQuestionOf(task, answer);
  return { id, scaffold, question, prompt: [system, ...messages.map(({ text }) => text)].join('\n\n') };
}

function idOf({ scaffold: wished, tier, seed, level }: Exclude<EpisodeWish, { readonly id: string }>): string {
  const category = CATEGORIES.find((each) => each === wished);
  const names =
    category === undefined && wished !== undefined
      ? [describeScaffold(wished).name]
      : (category === undefined ? SCAFFOLDS : scaffoldsIn(category)).map(({ name }) => name);
  const scaffold = names[seed % names.length];
  if (scaffold === undefined) throw new Error('A category has no scaffolds.');
  return caseId({ scaffold, tier, index: 0, seed: seed % SEEDS, level });
}

/** What an attempt at a test case is worth. Throws `ToolFailure`. */
export function* gradeAttempt(id: string, attempt: Attempt, slices: WorkBudget): Steps<Grade> {
  const { answer, steps } = yield* checkAttempt(id, 'text' in attempt ? partsOf(attempt.text) : attempt, slices);
  const { scaffold, score: answerScore, readAs, message } = answer;
  const about = { id, scaffold, answerScore, readAs, message };
  switch (steps.kind) {
    case 'none':
      return { ...about, stepScore: 0, stepScores: [], stepMessage: 'There is no trace.' };
    case 'unchecked':
      return { ...about, stepScores: [], stepMessage: steps.why };
    case 'checked': {
      const { verdict } = steps;
      return { ...about, stepScore: verdict.score, stepScores: scoresOf(verdict), stepMessage: verdict.message };
    }
  }
}

/** 1 for each right step before the first wrong one, 0 for it and those after it. */
function scoresOf({ rightSteps, givenSteps }: CheckedTrace): readonly number[] {
  return Array.from({ length: givenSteps }, (_, at) => Number(at < rightSteps));
}

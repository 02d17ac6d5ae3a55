/** Subset sum by backtracking, as steps of a trace. Horowitz and Sahni, Fundamentals of Computer Algorithms, section 7.3. */
import { stepsWithin, type TraceState } from '../trace.ts';
import { MOST_SEARCHED_STEPS } from './search-steps.ts';

/** When steps are written. */
export const subsetSays =
  'A step for each number that is taken, any that is not yet taken, and for each one that is removed. One that was removed does not come back until a number that was taken before it is ' +
  'removed, too. Only the number that was taken last may be removed, and only when no number that may be taken leads to the target: the target lies beyond what the sum with it and any others ' +
  'of them can be, or it is equal to one that does not come back. It ends when the sum is the target (at once when that is 0). When nothing is left to remove and no number leads to the ' +
  `target, there is no solution: it may end there, or go on while a number may be taken. A search that takes more than ${MOST_SEARCHED_STEPS} steps with large numbers first is refused.`;

interface SubsetStep {
  readonly action: 'take' | 'remove';
  readonly index: number;
  readonly taken: readonly number[];
  readonly sum: number;
}

interface SubsetSum {
  readonly numbers: readonly number[];
  readonly target: number;
}

/** What a number was taken from. */
interface Level {
  readonly index: number;
  /** Indices that were removed before it was taken. */
  readonly removed: readonly number[];
}

/** The machine of the search. Throws `TooMuchWork` when it takes too many steps. */
export function subsetState(instance: SubsetSum): TraceState<SubsetStep> {
  return stepsWithin(MOST_SEARCHED_STEPS, levelState(instance, [], []));
}

/** `removed` were removed since the last number was taken, and before. */
function levelState(instance: SubsetSum, levels: readonly Level[], removed: readonly number[]): TraceState<SubsetStep> {
  const { numbers, target } = instance;
  const numberAt = (index: number) => numbers[index] ?? 0;
  const taken = levels.map(({ index }) => index);
  const stepOf = (action: 'take' | 'remove', index: number, after: readonly number[]): SubsetStep => {
    const values = after.map(numberAt);
    return { action, index, taken: values, sum: sumOf(values) };
  };
  const take = (index: number) => ({
    step: stepOf('take', index, [...taken, index]),
    next: () => levelState(instance, [...levels, { index, removed }], removed),
  });
  const remove = (last: Level) => ({
    step: stepOf('remove', last.index, taken.slice(0, -1)),
    next: () => levelState(instance, levels.slice(0, -1), [...last.removed, last.index]),
  });
  return {
    options(work, given) {
      work.spend(numbers.length * (1 + levels.length));
      const needed = target - sumOf(taken.map(numberAt));
      if (needed === 0) return [];
      const gone = new Set([...taken, ...removed]);
      const free = [...numbers.keys()].filter((index) => !gone.has(index));
      const [most, least] = [1, -1].map((sign) => sumOf(free.map(numberAt).filter((each) => sign * each > 0)));
      const failed = new Set(removed.map(numberAt));
      const canLead = (index: number) => {
        const number = numberAt(index);
        const isInReach = needed <= (most ?? 0) + Math.min(0, number) && needed >= (least ?? 0) + Math.max(0, number);
        return isInReach && !failed.has(number);
      };
      // Those that can lead to the target come first, large ones before others: this keeps the reference short.
      const rank = (index: number) => (canLead(index) ? Math.abs(numberAt(index)) : -1);
      free.sort((one, other) => rank(other) - rank(one));
      const isStuck = free[0] === undefined || !canLead(free[0]);
      const last = levels.at(-1);
      // The search has ended, but who does not look ahead does not know yet.
      if (isStuck && last === undefined && given?.['action'] !== 'take') return [];
      const further = free.map(take);
      return isStuck && last !== undefined ? [remove(last), ...further] : further;
    },
  };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

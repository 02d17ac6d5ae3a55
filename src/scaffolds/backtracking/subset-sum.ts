/** Subset sum: numbers that sum up to a target, by meeting in the middle. Horowitz and Sahni, 1974; CLRS, section 34.5.5. */
import { z } from 'zod';
import type { Random } from '../../lib/random.ts';
import { defineScaffold, type Judgement, right, type Tier, wrong } from '../scaffold.ts';
import type { Work } from '../work.ts';
import { subsetSays, subsetState } from './subset-steps.ts';

/** Numbers of an instance: the work doubles with every second one. */
const MOST_NUMBERS = 36;

const whole = z.int().min(-1e9).max(1e9);
const input = z.strictObject({
  numbers: z.array(whole).max(MOST_NUMBERS).describe('Whole numbers; one that stands there twice can be taken twice.'),
  target: z.int().min(-1e11).max(1e11).describe('What the chosen numbers sum up to.'),
});
type SubsetSum = z.infer<typeof input>;

export default defineScaffold({
  name: 'subset_sum',
  title: 'Subset sum',
  category: 'backtracking',
  aliases: ['subset-sum', 'subsetsum'],
  purpose: 'Chooses numbers that sum up to a target, each at most as often as it is there, or says that none do.',
  checks:
    'The chosen numbers are among the given ones, each at most as often, and sum up to the target; any such choice will do. The empty choice sums up to 0. ' +
    'Indices, where they are given, are those of the chosen numbers. `found: false` is right exactly when there is no choice.',
  input,
  answer: {
    subset: {
      kind: 'numbers',
      says: 'the chosen numbers, in any order; left out when there is no choice',
      aliases: ['chosen numbers', 'selected numbers', 'selected', 'elements'],
      optional: true,
    },
    indices: {
      kind: 'numbers',
      says: 'their indices from 0, in any order',
      aliases: ['selected indices', 'chosen indices'],
      optional: true,
    },
    found: {
      kind: 'boolean',
      says: 'whether there is a choice',
      aliases: ['exists', 'possible', 'has subset', 'subset exists'],
      optional: true,
      falseWhen: /\bno (?:such |valid )?(?:subset|choice|combination)\b|\bno (?:such )?numbers sum\b/i,
    },
  },
  task: ({ numbers, target }) =>
    `The numbers are [${numbers.join(', ')}]. Choose some of them that sum up to ${target}, each at most as often as it is there, or say that there is no such choice.`,
  generate: subsetInstance,
  solve({ numbers, target }, work) {
    const indices = choose(numbers, target, work);
    return indices === undefined
      ? { found: false }
      : { subset: indices.map((index) => numbers[index] ?? 0), indices, found: true };
  },
  judge(instance, { subset, indices, found }, work) {
    const { numbers, target } = instance;
    const byIndex = indices && valuesAt(indices, numbers);
    if (byIndex !== undefined && 'correct' in byIndex) return byIndex;
    const chosen = subset ?? byIndex;
    if (chosen === undefined || (chosen.length === 0 && target !== 0)) {
      const exists = choose(numbers, target, work) !== undefined;
      if (found === true) return wrong(exists ? 'The chosen numbers are missing.' : 'No choice sums up to the target.');
      return exists
        ? wrong(`There is a choice that sums up to ${target}.`)
        : right('No choice sums up to the target, and the answer says so.');
    }
    return (
      judgeChoice(chosen, byIndex, instance) ??
      (found === false
        ? wrong('There is a choice: the answer has it, and says that there is none.', 'found')
        : right(`The chosen numbers sum up to ${target}.`))
    );
  },
  trace: {
    says: subsetSays,
    step: {
      action: {
        kind: 'text',
        says: '"take" or "remove": whether the number comes or goes',
        aliases: ['operation', 'type', 'move'],
      },
      index: { kind: 'number', says: 'its index, from 0', aliases: ['i', 'position'] },
      taken: {
        kind: 'numbers',
        says: 'the numbers that are taken after the step, in any order',
        aliases: ['subset', 'chosen', 'numbers', 'state'],
        anyOrder: true,
      },
      sum: { kind: 'number', says: 'their sum', aliases: ['total', 'current sum'] },
    },
    start: subsetState,
  },
});

/** The numbers at the indices, or what is wrong with an index. */
function valuesAt(indices: readonly number[], numbers: readonly number[]): Judgement | readonly number[] {
  const values: number[] = [];
  for (const [at, index] of indices.entries()) {
    const value = numbers[index];
    if (value === undefined) return wrong(`There is no number at index ${index}.`, `index ${index}`);
    if (indices.indexOf(index) < at) return wrong(`Index ${index} is there twice.`, `index ${index}`);
    values.push(value);
  }
  return values;
}

function judgeChoice(
  chosen: readonly number[],
  byIndex: readonly number[] | undefined,
  { numbers, target }: SubsetSum,
): Judgement | undefined {
  const left = [...numbers];
  for (const number of chosen) {
    const at = left.indexOf(number);
    if (at === -1)
      return wrong(
        `${number} is ${numbers.includes(number) ? 'taken too often' : 'not among the numbers'}.`,
        String(number),
      );
    left.splice(at, 1);
  }
  const sum = sumOf(chosen);
  if (sum !== target) return wrong(`The chosen numbers sum up to ${sum}, not to ${target}.`);
  const ordered = (values: readonly number[]) => values.toSorted((one, other) => one - other).join();
  if (byIndex !== undefined && ordered(byIndex) !== ordered(chosen))
    return wrong('The numbers at the indices are not the chosen ones.', 'indices');
  return undefined;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** Indices of numbers that sum up to the target; undefined when there are none. */
function choose(numbers: readonly number[], target: number, work: Work): readonly number[] | undefined {
  const middle = numbers.length >> 1;
  const left = new Map<number, number>();
  for (const [choice, sum] of sumsOf(numbers.slice(0, middle), work).entries()) left.set(sum, choice);
  for (const [choice, sum] of sumsOf(numbers.slice(middle), work).entries()) {
    const other = left.get(target - sum);
    if (other === undefined) continue;
    const isTaken = (index: number) =>
      index < middle ? (other & (1 << index)) !== 0 : (choice & (1 << (index - middle))) !== 0;
    return [...numbers.keys()].filter(isTaken);
  }
  return undefined;
}

/** The sum of every choice of the numbers; a choice is bits. */
function sumsOf(numbers: readonly number[], work: Work): Float64Array {
  const sums = new Float64Array(1 << numbers.length);
  work.spend(2 * sums.length);
  for (let choice = 1; choice < sums.length; choice++)
    sums[choice] = (sums[choice & (choice - 1)] ?? 0) + (numbers[31 - Math.clz32(choice & -choice)] ?? 0);
  return sums;
}

/**
 * Edge cases: nothing to choose for 0, numbers below 0, even numbers and an odd target, no numbers, one number many times. Never all numbers:
 * their echo would be an answer.
 */
function subsetInstance(random: Random, tier: Tier, level: number, index: number): SubsetSum {
  const count = tier === 'simple' ? 3 + level + random.below(2) : 6 + 2 * level + random.below(3);
  const most = tier === 'simple' ? 15 : 40 + 20 * level;
  const length = Math.min(count, MOST_NUMBERS - 1);
  const draw = (least: number) => Array.from({ length }, () => least + random.below(most - least + 1));
  const numbers = draw(tier === 'edge' && index % 5 === 1 ? -most : 1);
  const someSum = sumOf(numbers.slice(1).filter((_, at) => at === 0 || random.below(2) === 0));
  if (tier !== 'edge')
    return withoutEcho({ numbers, target: random.below(4) === 0 ? 1 + random.below(sumOf(numbers)) : someSum });
  switch (index % 5) {
    case 0:
      return { numbers, target: 0 };
    case 1:
      return withoutEcho({ numbers, target: someSum });
    case 2:
      return { numbers: numbers.map((number) => 2 * number), target: 2 * random.below(length * most) + 1 };
    case 3:
      return { numbers: [], target: random.below(1000 * level) };
    default: {
      const [number = 1] = numbers;
      return withoutEcho({
        numbers: numbers.map(() => number),
        target: number * (1 + random.below(length + 2)) + random.below(2),
      });
    }
  }
}

/** The numbers do not sum up to the target all together. */
function withoutEcho({ numbers, target }: SubsetSum): SubsetSum {
  return { numbers: sumOf(numbers) === target ? [...numbers, 1 + Math.abs(target)] : numbers, target };
}

/** The order in which a chain of matrices costs the least to multiply. CLRS, section 14.2. */
import { z } from 'zod';
import type { Random } from '../../lib/random.ts';
import { defineScaffold, firstFault, type Judgement, right, type Tier, wrong } from '../scaffold.ts';
import type { Work } from '../work.ts';
import { bestSplits, chainState, costsOf } from './chain.ts';
import { type Product, parseProduct } from './product.ts';

/** Matrices of a chain: the work grows with their third power, and a check solves twice. */
const MOST_MATRICES = 250;

const input = z.strictObject({
  dimensions: z
    .array(z.int().min(1).max(10_000))
    .min(2)
    .max(MOST_MATRICES + 1)
    .describe('Matrix i, from 1 on, has dimensions[i - 1] rows and dimensions[i] columns.'),
});

export default defineScaffold({
  name: 'matrix_chain',
  title: 'Matrix chain multiplication',
  category: 'dynamic_programming',
  aliases: ['matrix_chain_multiplication', 'matrix chain order'],
  purpose:
    'Finds the least number of scalar multiplications that a product of matrices takes, and where to put parentheses.',
  checks:
    'The cost is the least number of scalar multiplications: a p×q matrix times a q×r matrix takes p·q·r. ' +
    'Parentheses, where they are given, leave no product of three without an order, and cost this least; any that do will do.',
  input,
  answer: {
    min_cost: {
      kind: 'number',
      says: 'the least number of scalar multiplications',
      aliases: [
        'minimum cost',
        'cost',
        'optimal cost',
        'total cost',
        'minimum multiplications',
        'min multiplications',
        'minimum scalar multiplications',
        'minimum number of multiplications',
        'minimum number of scalar multiplications',
      ],
    },
    parenthesization: {
      kind: 'product',
      says: 'the product with parentheses, such as ((A1A2)A3) or (A x B) x C',
      aliases: ['parenthesisation', 'optimal parenthesization', 'optimal parenthesisation', 'optimal order'],
      optional: true,
    },
  },
  task: ({ dimensions }) =>
    `A chain of matrices ${dimensions
      .slice(1)
      .map((columns, at) => `A${at + 1} (${dimensions[at]}×${columns})`)
      .join(
        ', ',
      )}. Find the least number of scalar multiplications that their product takes, and parentheses that take it.`,
  generate: chainInstance,
  solve({ dimensions }, work) {
    const { cost, product } = cheapest(dimensions, work);
    return { min_cost: cost, parenthesization: product };
  },
  judge({ dimensions }, { min_cost, parenthesization }, work) {
    const { cost } = cheapest(dimensions, work);
    return (
      firstFault(
        min_cost === cost ? undefined : wrong(`The least cost is ${cost}, not ${min_cost}.`, 'min_cost'),
        parenthesization === undefined ? undefined : judgeProduct(parenthesization, dimensions, cost),
      ) ?? right(`The least cost is ${cost}.`)
    );
  },
  trace: {
    says:
      'A step for each chain Ai…Aj of two or more matrices, when its least cost is found: by rising length as in the book, or in any other order in which Ai…Aj comes after Ai…Aj-1 and ' +
      'Ai+1…Aj. It ends with the whole chain.',
    step: {
      first: { kind: 'number', says: 'i, the number of its first matrix, from 1', aliases: ['i', 'from'] },
      last: { kind: 'number', says: 'j, the number of its last matrix', aliases: ['j', 'to'] },
      cost: { kind: 'number', says: 'its least cost', aliases: ['m', 'min cost'] },
      split: {
        kind: 'number',
        says: 'k from i to j-1, for which (Ai…Ak)(Ak+1…Aj) has this cost; any of several',
        aliases: ['k', 's'],
      },
    },
    start: ({ dimensions }, work) =>
      chainState(
        costsOf(dimensions, work),
        dimensions.slice(1).map((_, from) => from + 1),
      ),
  },
});

function judgeProduct(text: string, dimensions: readonly number[], least: number): Judgement | undefined {
  const product = parseProduct(text, dimensions.length - 1);
  if (typeof product === 'string') return wrong(product, 'parenthesization');
  const cost = costOf(product, dimensions);
  return cost === least
    ? undefined
    : wrong(`The parentheses cost ${cost}; the best ones cost ${least}.`, 'parenthesization');
}

function costOf(product: Product, dimensions: readonly number[]): number {
  if ('matrix' in product) return 0;
  const { first, split, last } = product;
  return (
    costOf(product.left, dimensions) +
    costOf(product.right, dimensions) +
    (dimensions[first] ?? 0) * (dimensions[split] ?? 0) * (dimensions[last] ?? 0)
  );
}

function cheapest(dimensions: readonly number[], work: Work): { readonly cost: number; readonly product: string } {
  const count = dimensions.length - 1;
  const costs = costsOf(dimensions, work);
  const write = (from: number, to: number): string => {
    const [split = 0] = bestSplits(costs, from, to);
    return to - from === 1 ? `A${to}` : `(${write(from, split)} x ${write(split, to)})`;
  };
  return { cost: costs.at(0, count), product: write(0, count) };
}

/** Edge cases: one matrix, two, square ones of one size, rising dimensions, vectors among them. */
function chainInstance(random: Random, tier: Tier, level: number, index: number): { dimensions: number[] } {
  const count = tier === 'simple' ? 2 + level + random.below(2) : 4 + level + random.below(2);
  const most = tier === 'simple' ? 12 : 40;
  const draw = (length: number) => Array.from({ length }, () => 2 + random.below(most));
  if (tier !== 'edge') return { dimensions: draw(count + 1) };
  switch (index % 5) {
    case 0:
      return { dimensions: draw(2) };
    case 1:
      return { dimensions: draw(3) };
    case 2:
      return { dimensions: Array(count + 1).fill(2 + random.below(most)) };
    case 3:
      return { dimensions: draw(count + 1).sort((one, other) => one - other) };
    default:
      return { dimensions: draw(count + 1).map((each, at) => (at % 2 === 0 ? 1 : each)) };
  }
}

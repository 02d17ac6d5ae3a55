/** Huffman codes: a binary prefix code of the least cost. Huffman, 1952; CLRS, section 15.3; with two queues, van Leeuwen, 1976. */
import { z } from 'zod';
import type { Random } from '../../lib/random.ts';
import { letters } from '../graph/graph.ts';
import { defineScaffold, type Judgement, right, type Tier, wrong } from '../scaffold.ts';
import { inOrder, type TraceState } from '../trace.ts';
import type { Work } from '../work.ts';
import { sizeOf, spendOnSorting } from './items.ts';

/** Symbols of an instance. */
const MOST_SYMBOLS = 10_000;
/** Of a symbol; the sum of all bits is a whole number that is exact. */
const MOST_FREQUENCY = 1e9;

const input = z
  .strictObject({
    frequencies: z
      .record(
        z
          .string()
          .max(100)
          .regex(/^\S(?:.*\S)?$/su, 'a symbol is not empty and has no spaces at its ends'),
        z.int().min(1).max(MOST_FREQUENCY),
      )
      .describe('How often each symbol occurs, in whole numbers.'),
  })
  .superRefine(({ frequencies }, context) => {
    const count = Object.keys(frequencies).length;
    if (count === 0 || count > MOST_SYMBOLS)
      context.addIssue({
        code: 'custom',
        path: ['frequencies'],
        message: `there are ${count} symbols, and have to be 1 to ${MOST_SYMBOLS}`,
      });
  });

export default defineScaffold({
  name: 'huffman',
  title: 'Huffman coding',
  category: 'greedy',
  aliases: ['huffman_coding', 'huffman codes', 'huffman code'],
  purpose: 'Finds a binary prefix code with the least number of bits.',
  checks:
    'Every symbol has a code of 0 and 1, no code is the beginning of another, and the bits of all occurrences are as few as possible; any such code will do. ' +
    'A single symbol has a code of one bit. The number of bits, where it is given, is that of the code.',
  input,
  answer: {
    codes: {
      kind: 'textOf',
      says: 'the code of each symbol, a text of 0 and 1; a single symbol has a code of one bit',
      aliases: ['code', 'huffman codes', 'code table', 'encoding', 'encodings'],
    },
    total_bits: {
      kind: 'number',
      says: 'frequency times length of the code, summed up over all symbols',
      aliases: ['total cost', 'cost', 'total length', 'encoded length', 'weighted path length', 'bits'],
      optional: true,
    },
  },
  task: ({ frequencies }) =>
    `Symbols with their frequencies: ${Object.entries(frequencies)
      .map(([symbol, frequency]) => `${symbol} ${frequency}`)
      .join(', ')}. ` +
    'Find a binary prefix code with the least total number of bits; a single symbol has a code of one bit.',
  generate: (random, tier, level, index) => ({ frequencies: frequenciesOf(random, tier, level, index) }),
  solve({ frequencies }, work) {
    const codes = codesOf(frequencies, work);
    return { codes, total_bits: bitsOf(frequencies, codes) };
  },
  judge({ frequencies }, { codes, total_bits }, work) {
    const fault = judgeCode(frequencies, codes, work);
    if (fault !== undefined) return fault;
    const [least, bits] = [bitsOf(frequencies, codesOf(frequencies, work)), bitsOf(frequencies, codes)];
    if (bits !== least) return wrong(`The code takes ${bits} bits; the best one takes ${least}.`);
    if (total_bits !== undefined && total_bits !== least) return wrong(`It takes ${least} bits, not ${total_bits}.`);
    return right(`It is a prefix code, and its ${least} bits are as few as possible.`);
  },
  trace: {
    says:
      'A step for each merge of two trees, at first of single symbols: the lightest one and the lightest of the others. Of trees that weigh the same any may be next. One tree is left in the end; ' +
      'a single symbol needs no step.',
    step: {
      trees: {
        kind: 'rows',
        says: 'the two trees that are merged, each as a list of its symbols, such as [["A"], ["B", "C"]], in any order',
        aliases: ['merged', 'merged trees', 'nodes'],
        anyOrder: true,
      },
      weight: { kind: 'number', says: 'weight of both together', aliases: ['frequency', 'sum', 'merged weight'] },
      weights: {
        kind: 'numbers',
        says: 'weights of all trees after the merge, in any order',
        aliases: ['queue', 'frequencies', 'remaining weights', 'heap'],
        anyOrder: true,
      },
    },
    start: ({ frequencies }, work) => {
      const symbols = Object.entries(frequencies);
      spendOnSorting(symbols.length, work);
      return forestState(
        symbols
          .map(([symbol, weight]): Part => ({ weight, symbols: [symbol] }))
          .sort((one, other) => one.weight - other.weight),
      );
    },
  },
});

/** A tree of a trace. */
interface Part {
  readonly weight: number;
  readonly symbols: readonly string[];
}

/** Trees of the same weight of which each pair is listed when the step that is judged has none of the pairs. */
const MOST_LISTED = 20;

interface MergeStep {
  readonly trees: readonly (readonly string[])[];
  readonly weight: number;
  readonly weights: readonly number[];
}

/** The lightest tree comes first. */
function forestState(trees: readonly Part[]): TraceState<MergeStep> {
  return {
    options(work, given) {
      const [first, second] = trees;
      if (first === undefined || second === undefined) return [];
      work.spend(trees.length);
      const lightest = trees.filter((tree) => tree === first || tree.weight === second.weight);
      const rows: unknown = given?.['trees'];
      const chosen = new Set(Array.isArray(rows) ? rows.map((row) => nameOf(row)) : []);
      const made = lightest.filter(({ symbols }) => chosen.has(nameOf(symbols)));
      const legal = made.length === 2 ? pairsOf(made, first, second) : [];
      return (legal.length > 0 ? legal : pairsOf(lightest.slice(0, MOST_LISTED), first, second)).map((pair) => {
        const [one, other] = pair;
        const weight = one.weight + other.weight;
        const merged = () => {
          work.spend(trees.length);
          const others = trees.filter((tree) => !pair.includes(tree));
          const behind = others.findIndex((tree) => tree.weight > weight);
          return others.toSpliced(behind === -1 ? others.length : behind, 0, {
            weight,
            symbols: [...one.symbols, ...other.symbols],
          });
        };
        return {
          get step() {
            return { trees: [one.symbols, other.symbols], weight, weights: merged().map((tree) => tree.weight) };
          },
          next: () => forestState(merged()),
        };
      });
    },
  };
}

/** A tree by its symbols, whatever their order. */
function nameOf(symbols: unknown): string {
  return JSON.stringify(inOrder(symbols));
}

/** Pairs that may be merged next: with the lightest tree, unless others weigh as little. */
function pairsOf(trees: readonly Part[], first: Part, second: Part): readonly (readonly [Part, Part])[] {
  return trees.flatMap((one, at) =>
    one === first || first.weight === second.weight
      ? trees.slice(at + 1).map((other): readonly [Part, Part] => [one, other])
      : [],
  );
}

type Frequencies = Readonly<Record<string, number>>;
type Codes = Readonly<Record<string, string>>;

/** Whether it is a prefix code of the symbols; undefined when it is. */
function judgeCode(frequencies: Frequencies, codes: Codes, work: Work): Judgement | undefined {
  const stray = Object.keys(codes).find((symbol) => !Object.hasOwn(frequencies, symbol));
  if (stray !== undefined) return wrong(`${stray} is no symbol.`, stray);
  for (const symbol of Object.keys(frequencies)) {
    if (!Object.hasOwn(codes, symbol)) return wrong(`The code of ${symbol} is missing.`, symbol);
    if (!/^[01]+$/.test(codes[symbol] ?? '')) return wrong(`The code of ${symbol} is no text of 0 and 1.`, symbol);
  }
  spendOnSorting(Object.keys(codes).length, work);
  // What begins with a code stands right behind it.
  const order = Object.entries(codes).sort(([, one], [, other]) => (one < other ? -1 : Number(one > other)));
  for (const [at, [symbol, code]] of order.entries()) {
    const [before, beginning] = order[at - 1] ?? [];
    if (before !== undefined && beginning !== undefined && code.startsWith(beginning))
      return wrong(`The code of ${symbol}, ${code}, begins with that of ${before}, ${beginning}.`, symbol);
  }
  return undefined;
}

function bitsOf(frequencies: Frequencies, codes: Codes): number {
  return Object.entries(frequencies).reduce(
    (sum, [symbol, frequency]) => sum + frequency * (codes[symbol]?.length ?? 0),
    0,
  );
}

type Tree = { readonly weight: number } & ({ readonly symbol: string } | { readonly zero: Tree; readonly one: Tree });

/** The lightest two trees become one, until one is left; trees that are made wait in the order of their weights. */
function codesOf(frequencies: Frequencies, work: Work): Codes {
  const leaves = Object.entries(frequencies)
    .map(([symbol, weight]): Tree => ({ weight, symbol }))
    .sort((one, other) => one.weight - other.weight);
  spendOnSorting(leaves.length, work);
  const made: Tree[] = [];
  let [nextLeaf, nextMade] = [0, 0];
  const lightest = (): Tree | undefined => {
    const [leaf, tree] = [leaves[nextLeaf], made[nextMade]];
    const takesLeaf = tree === undefined || (leaf !== undefined && leaf.weight <= tree.weight);
    if (takesLeaf) nextLeaf += 1;
    else nextMade += 1;
    return takesLeaf ? leaf : tree;
  };
  for (;;) {
    work.spend();
    const [zero, one] = [lightest(), lightest()];
    if (zero === undefined) return {};
    if (one === undefined)
      return Object.fromEntries('symbol' in zero ? [[zero.symbol, '0']] : codesBelow(zero, '', work));
    made.push({ weight: zero.weight + one.weight, zero, one });
  }
}

function codesBelow(tree: Tree, code: string, work: Work): readonly (readonly [string, string])[] {
  const leaves: [string, string][] = [];
  const waiting: [Tree, string][] = [[tree, code]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    work.spend();
    const [below, prefix] = next;
    if ('symbol' in below) leaves.push([below.symbol, prefix]);
    else waiting.push([below.one, `${prefix}1`], [below.zero, `${prefix}0`]);
  }
  return leaves;
}

/** No frequency reads as a code. Edge cases: one symbol, equal frequencies, codes as long as they get, powers of two, two values. */
function frequenciesOf(random: Random, tier: Tier, level: number, index: number): Record<string, number> {
  const count = sizeOf(random, tier, level);
  const factor = 2 + random.below(100);
  const named = (numbers: readonly number[]) =>
    Object.fromEntries(
      letters(numbers.length).map((symbol, at) => {
        const number = numbers[at] ?? 2;
        return [symbol, /^[01]+$/.test(String(number)) ? number + 2 : number];
      }),
    );
  const symbols = Array.from({ length: count });
  if (tier !== 'edge') return named(symbols.map(() => 1 + random.below(tier === 'simple' ? 20 : 60)));
  switch (index % 5) {
    case 0:
      return named([factor + random.below(1000 * level)]);
    case 1:
      return named(symbols.map(() => factor));
    case 2:
      return named(symbols.map((_, at) => factor * 2 ** Math.min(20, at >> 1) + at));
    case 3:
      return named(symbols.map((_, at) => factor * 2 ** Math.min(20, at)));
    default:
      return named(symbols.map(() => random.pick([factor, factor + 1])));
  }
}

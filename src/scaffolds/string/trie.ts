/** Tries: words by their beginnings. Fredkin, 1960; Knuth, The Art of Computer Programming, volume 3, section 6.3. */
import { z } from 'zod';
import type { Random } from '../../lib/random.ts';
import { defineScaffold, right, type Tier, wrong } from '../scaffold.ts';
import { onlySteps } from '../trace.ts';
import type { Work } from '../work.ts';

/** Operations of an instance. */
const MOST_OPERATIONS = 10_000;
/** Of all words together. */
const MOST_CHARACTERS = 100_000;

const name = z.enum(['insert', 'search', 'starts_with', 'delete']);
type Name = z.infer<typeof name>;
type Operation = [Name, string];

const input = z
  .strictObject({
    operations: z
      .array(z.tuple([name, z.string().min(1)]))
      .max(MOST_OPERATIONS)
      .describe('[insert, search, starts_with or delete, word], in their order, on a trie that is empty at first.'),
  })
  .superRefine(({ operations }, context) => {
    const characters = operations.reduce((sum, [, word]) => sum + word.length, 0);
    if (characters > MOST_CHARACTERS)
      context.addIssue({
        code: 'custom',
        path: ['operations'],
        message: `the words have ${characters} characters together, and may have ${MOST_CHARACTERS}`,
      });
  });

export default defineScaffold({
  name: 'trie',
  title: 'Trie',
  category: 'string',
  aliases: ['prefix_tree', 'trie_operations', 'prefix tree'],
  purpose: 'Keeps words so that they are found by what they begin with.',
  checks:
    'There is one result for each operation, in their order: null for insert; true or false for search (the word is there), starts_with (a word that is there begins so, or is it) ' +
    'and delete (the word was there until now). A word is there once, however often it is inserted.',
  input,
  answer: {
    results: {
      kind: 'truths',
      says: 'one result for each operation: null for insert, true or false for search, starts_with and delete',
      aliases: ['operation results', 'outputs', 'answers'],
    },
  },
  task: ({ operations }) =>
    `On an empty trie: ${operations.length === 0 ? 'no operations' : operations.map(inWords).join(', ')}. ` +
    'Give one result for each operation, in their order: null for insert; true or false for search (the word is there), ' +
    'for starts_with (a word that is there begins so, or is it) and for delete (the word was there, and is not any more). ' +
    'A word is there once, however often it is inserted.',
  generate: (random, tier, level, index) => ({ operations: operationsOf(random, tier, level, index) }),
  solve: ({ operations }, work) => ({ results: resultsOf(operations, work) }),
  judge({ operations }, { results }, work) {
    const expected = resultsOf(operations, work);
    for (const [at, operation] of operations.entries()) {
      const [has, is] = [expected[at] ?? null, results[at]];
      if (is !== has)
        return wrong(
          `Operation ${at}, counted from 0, ${inWords(operation)}, gives ${has}, not ${is ?? (at < results.length ? 'null' : 'nothing')}.`,
          `${at}`,
        );
    }
    if (results.length > operations.length)
      return wrong(`There are ${results.length} results, and ${operations.length} operations.`, `${operations.length}`);
    return right(`All ${operations.length} results are right.`);
  },
  trace: {
    says:
      'A step for each operation, in their order. There is a node for each beginning of the words that are there, one character long up to the whole word; beginnings that words share are one ' +
      'node. The root is not counted. delete takes away the nodes that no other word has.',
    step: {
      index: { kind: 'number', says: 'of the operation, counted from 0', aliases: ['operation index', 'number'] },
      depth: {
        kind: 'number',
        says: 'how many characters of its word, from the first on, have nodes before the operation',
        aliases: ['matched', 'prefix length'],
      },
      found: {
        kind: 'boolean',
        says: 'for insert, search and delete whether the word is there before the operation; for starts_with whether a word that is there begins so, or is it',
        aliases: ['exists', 'present', 'is there'],
      },
      nodes: { kind: 'number', says: 'how many there are after the operation', aliases: ['node count'] },
    },
    start: ({ operations }, work) => onlySteps(stepsOf(operations, work)),
  },
});

function inWords([operation, word]: Operation): string {
  return `${operation} ${JSON.stringify(word)}`;
}

/** A beginning of words. */
class Node {
  readonly next = new Map<string, Node>();
  /** Words that begin so, the word itself included. */
  words = 0;
  isWord = false;
}

function resultsOf(operations: readonly Operation[], work: Work): readonly (boolean | null)[] {
  const root = new Node();
  return operations.map((operation) => perform(root, operation, work));
}

function perform(root: Node, [operation, word]: Operation, work: Work): boolean | null {
  work.spend(word.length);
  const node = nodeOf(root, word);
  const isThere = node?.isWord === true;
  switch (operation) {
    case 'insert':
      if (!isThere) count(root, word, 1);
      return null;
    case 'search':
      return isThere;
    case 'starts_with':
      return node !== undefined && node.words > 0;
    case 'delete':
      if (isThere) count(root, word, -1);
      return isThere;
  }
}

function nodeOf(root: Node, word: string): Node | undefined {
  let node: Node | undefined = root;
  for (const letter of word) node = node?.next.get(letter);
  return node;
}

function stepsOf(operations: readonly Operation[], work: Work) {
  const root = new Node();
  let nodes = 0;
  return operations.map((operation, index) => {
    const [name, word] = operation;
    const [length, path] = [[...word].length, pathOf(root, word)];
    const depth = path.length;
    const found = depth === length && (name === 'starts_with' || path.at(-1)?.isWord === true);
    if (name === 'insert') nodes += length - depth;
    if (name === 'delete' && found) nodes -= path.filter(({ words }) => words === 1).length;
    perform(root, operation, work);
    return { index, depth, found, nodes };
  });
}

/** The nodes of the beginnings of a word with which a word that is there begins. */
function pathOf(root: Node, word: string): readonly Node[] {
  const path: Node[] = [];
  let node: Node | undefined = root;
  for (const letter of word) {
    node = node.next.get(letter);
    if (node === undefined || node.words === 0) break;
    path.push(node);
  }
  return path;
}

/** Takes a word in, which is not there, or out, which is there. */
function count(root: Node, word: string, by: 1 | -1): void {
  let node = root;
  for (const letter of word) {
    const next = node.next.get(letter) ?? new Node();
    node.next.set(letter, next);
    next.words += by;
    node = next;
  }
  node.isWord = by === 1;
}

const STEMS = ['car', 'cat', 'do', 'in', 'tea', 'to', 'be', 'an', 'so', 'pre'];
const ENDINGS = ['', 's', 't', 'e', 'ed', 'en', 'n', 'tion', 'set', 'x'];

/** Words share beginnings. Edge cases: none, a word out of a longer one, twice in and once out, an empty trie, what was taken out. */
function operationsOf(random: Random, tier: Tier, level: number, index: number): Operation[] {
  const count = tier === 'simple' ? 4 + level + random.below(3) : 7 + 3 * level + random.below(4);
  const stems = [random.pick(STEMS), random.pick(STEMS)];
  const word = () => random.pick(stems) + random.pick(ENDINGS);
  const names: readonly Name[] = [
    'insert',
    'insert',
    'search',
    'starts_with',
    ...(tier === 'simple' ? [] : (['delete'] as const)),
  ];
  const some = (length: number): Operation[] =>
    Array.from({ length }, (_, at): Operation => {
      const asks = random.pick(['search', 'starts_with'] as const);
      const operation = at < 2 ? 'insert' : at < length - 2 ? random.pick(names) : asks;
      const whole = word();
      const isPart = operation === 'starts_with' || (operation === 'search' && random.below(3) === 0);
      return [operation, isPart ? whole.slice(0, 1 + random.below(whole.length)) : whole];
    });
  if (tier !== 'edge') return some(count);
  if (index === 0) return [];
  const [short, long] = [word(), `${word()}${random.pick(['able', 'ing', 'ment'])}`];
  switch (index % 5) {
    case 0:
      return [...some(3), ['search', long], ['starts_with', long], ['starts_with', long.slice(0, 2)]];
    case 1: {
      const longer = `${short}${random.pick(['able', 'ing', 'ment'])}`;
      const both: Operation[] = [
        ['insert', short],
        ['insert', longer],
        ['delete', short],
      ];
      return [...both, ['search', short], ['starts_with', short], ['search', longer], ...some(level)];
    }
    case 2: {
      const twice: Operation[] = [
        ['insert', long],
        ['insert', long],
        ['delete', long],
        ['search', long],
      ];
      return [...twice, ['starts_with', long.slice(0, 1)], ['delete', long], ...some(level)];
    }
    case 3:
      return some(count).map(([operation, each]): Operation => [operation === 'insert' ? 'delete' : operation, each]);
    default:
      return [
        ...some(count),
        ['insert', long],
        ['delete', long],
        ['starts_with', long],
        ['insert', long],
        ['search', long],
      ];
  }
}

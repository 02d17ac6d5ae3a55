/** References and checkers of texts against the definitions, on random short texts. */
import { expect, test } from 'vitest';
import { amount, seedOf } from '../../../test/generated.ts';
import { Random } from '../../lib/random.ts';
import { checkAnswer, solveInstance } from '../engine.ts';

const check = (scaffold: string, input: object, answer: unknown) =>
  checkAnswer({ kind: 'input', scaffold, input }, answer);
const solve = (scaffold: string, input: object) => solveInstance({ kind: 'input', scaffold, input }).answer;

const ROUNDS = amount(4000, 300);
function* randoms(): Generator<Random> {
  for (let index = 0; index < ROUNDS; index++) yield new Random(seedOf(index));
}

/** Every part of the items. */
function subsets<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const [first, ...rest] = items;
  if (first === undefined) return [[]];
  return subsets(rest).flatMap((subset) => [subset, [first, ...subset]]);
}

/** Some characters are written as two halves. */
const word = (random: Random, length: number) =>
  Array.from({ length }, () => random.pick(['a', 'a', 'b', '🙂', '🙃'])).join('');

/** Where the pattern begins, by comparing at each position. */
function begins(text: string, pattern: string): readonly number[] {
  const [letters, length] = [[...text], [...pattern].length];
  return letters.flatMap((_, at) => (letters.slice(at, at + length).join('') === pattern ? [at] : []));
}

test.each(['kmp', 'rabin_karp'])('%s: exactly all positions, each once, are right in any order', (scaffold) => {
  let overlaps = 0;
  for (const random of randoms()) {
    const text = word(random, random.below(7));
    const pattern = word(random, 1 + random.below(3));
    const expected = begins(text, pattern);
    overlaps += Number(expected.length > 1);
    expect(solve(scaffold, { text, pattern })).toMatchObject({ positions: expected });
    for (const subset of subsets([...text].map((_, at) => at))) {
      const positions = random.below(2) === 0 ? subset : subset.toReversed();
      const isRight = subset.join() === expected.join();
      expect(check(scaffold, { text, pattern }, { positions }).correct, `${text} ${pattern} ${positions}`).toBe(
        isRight,
      );
      if (!isRight) continue;
      for (const more of [-1, 0.5, 7, ...positions])
        expect(check(scaffold, { text, pattern }, { positions: [...positions, more] }).correct).toBe(false);
    }
  }
  expect(overlaps).toBeGreaterThan(ROUNDS / 20);
});

test('positions in longer texts are those of comparing at each one', () => {
  for (const random of randoms()) {
    const text = word(random, 60).replaceAll('🙂', random.pick(['a', 'b', 'ab']));
    const start = random.below(30);
    const pattern = [...text].slice(start, start + 1 + random.below(6)).join('');
    for (const scaffold of ['kmp', 'rabin_karp'])
      expect(solve(scaffold, { text, pattern })).toMatchObject({ positions: begins(text, pattern) });
  }
});

test('rabin_karp: hashes and spurious hits are those of the definition', () => {
  let spurious = 0;
  for (const random of randoms()) {
    const [text, pattern] = [word(random, random.below(15)), word(random, 1 + random.below(4))];
    const [base, modulus] = [
      2 + random.below(random.pick([9, 300, 999_999])),
      2 + random.below(random.pick([9, 99, 999_999])),
    ];
    const hash = (part: string) =>
      Number(
        [...part].reduce((sum, letter) => sum * BigInt(base) + BigInt(letter.codePointAt(0) ?? 0), 0n) %
          BigInt(modulus),
      );
    const length = [...pattern].length;
    const parts = [...text].map((_, at) => [...text].slice(at, at + length)).filter((part) => part.length === length);
    const positions = begins(text, pattern);
    const hits = parts.filter((part) => part.join('') !== pattern && hash(part.join('')) === hash(pattern)).length;
    spurious += Number(hits > 0);
    const instance = { text, pattern, base, modulus };
    const answer = { positions, pattern_hash: hash(pattern), spurious_hits: hits };
    expect(solve('rabin_karp', instance)).toEqual(answer);
    for (const [more, isRight] of [
      [{}, true],
      [{ pattern_hash: hash(pattern) + 1 }, false],
      [{ pattern_hash: hash(pattern) - 1 }, false],
      [{ spurious_hits: hits + 1 }, false],
      [{ pattern_hash: undefined }, true],
      [{ spurious_hits: undefined }, true],
    ] as const)
      expect(check('rabin_karp', instance, { ...answer, ...more }).correct).toBe(isRight);
  }
  expect(spurious).toBeGreaterThan(ROUNDS / 20);
});

/** Every list of `length` of the choices. */
function* lists<Choice>(choices: readonly Choice[], length: number): Generator<readonly Choice[]> {
  if (length === 0) yield [];
  else for (const rest of lists(choices, length - 1)) for (const choice of choices) yield [...rest, choice];
}

/** The results by a list of the words that are there. */
function resultsOf(operations: readonly (readonly [string, string])[]): readonly (boolean | null)[] {
  let words: readonly string[] = [];
  return operations.map(([operation, text]) => {
    const isThere = words.includes(text);
    if (operation === 'insert') words = isThere ? words : [...words, text];
    if (operation === 'delete') words = words.filter((each) => each !== text);
    if (operation === 'starts_with') return words.some((each) => each.startsWith(text));
    return operation === 'insert' ? null : isThere;
  });
}

const OPERATIONS = ['insert', 'insert', 'search', 'starts_with', 'delete'];
const operation = (random: Random) => [random.pick(OPERATIONS), word(random, 1 + random.below(3))] as const;

test('trie: exactly the results of a list of words are right', () => {
  for (const random of randoms()) {
    const operations = Array.from({ length: random.below(5) }, () => operation(random));
    const expected = resultsOf(operations);
    expect(solve('trie', { operations })).toEqual({ results: expected });
    for (const results of lists([true, false, null], operations.length))
      expect(check('trie', { operations }, { results }).correct).toBe(results.join() === expected.join());
    for (const results of [expected.slice(1), [...expected, null], [...expected, true]])
      if (results.length !== expected.length) expect(check('trie', { operations }, { results }).correct).toBe(false);
  }
});

test('trie: results of many operations are those of a list of words', () => {
  let [yes, no] = [0, 0];
  for (const random of randoms()) {
    const operations = Array.from({ length: 40 }, () => operation(random));
    const expected = resultsOf(operations);
    expect(solve('trie', { operations })).toEqual({ results: expected });
    yes += expected.filter((each) => each === true).length;
    no += expected.filter((each) => each === false).length;
    const at = random.below(40);
    const other = random.pick([true, false, null].filter((each) => each !== expected[at]));
    expect(check('trie', { operations }, { results: expected.with(at, other) })).toMatchObject({
      correct: false,
      at: `${at}`,
    });
  }
  expect(Math.min(yes, no)).toBeGreaterThan(ROUNDS);
});

test('the first fault is named with its place', () => {
  const instance = { text: 'AABAACAADAABAAABAA', pattern: 'AABA' };
  expect(check('kmp', instance, { positions: [0, 9, 13] }).correct).toBe(true);
  expect(check('kmp', instance, { positions: [0, 13] })).toMatchObject({
    message: 'The pattern begins at 9, too.',
    at: '9',
  });
  expect(check('rabin_karp', instance, { positions: [1, 0, 13] })).toMatchObject({
    message: 'The pattern does not begin at 1.',
    at: '1',
  });
  const operations = [
    ['insert', 'cat'],
    ['search', 'ca'],
    ['starts_with', 'ca'],
  ];
  expect(check('trie', { operations }, { results: [null, true, true] })).toMatchObject({
    message: 'Operation 1, counted from 0, search "ca", gives false, not true.',
    at: '1',
  });
  expect(check('trie', { operations }, { results: [null, false] })).toMatchObject({
    message: 'Operation 2, counted from 0, starts_with "ca", gives true, not nothing.',
  });
});

test.each([
  ['kmp', { text: 'AABAA', pattern: 'AA' }, 'Positions: 0, 3', true],
  ['kmp', { text: 'AABAA', pattern: 'AA' }, 'The pattern AA is found at positions 0 and 3.', true],
  ['kmp', { text: 'AABAA', pattern: 'C' }, '{"positions": []}', true],
  ['kmp', { text: 'AABAA', pattern: 'C' }, '[]', false],
  [
    'trie',
    {
      operations: [
        ['insert', 'a'],
        ['search', 'a'],
      ],
    },
    'Results: null, true',
    true,
  ],
])('%s of %j takes %j', (scaffold, input, answer, isRight) => {
  expect(check(scaffold, input, answer)).toMatchObject({ correct: isRight });
});

test.each([
  ['kmp', { text: 'a', pattern: '' }, 'pattern: '],
  ['kmp', { text: 'a'.repeat(100_001), pattern: 'a' }, 'text: '],
  ['rabin_karp', { text: 'a', pattern: 'a', modulus: 1 }, 'modulus: '],
  ['trie', { operations: [['insert', '']] }, 'operations.0.1: '],
  ['trie', { operations: [['remove', 'a']] }, 'operations.0.0: '],
  ['trie', { operations: [['insert', 'a'.repeat(100_001)]] }, 'operations: the words have 100001 characters'],
])('%s refuses what is no instance', (scaffold, input, says) => {
  expect(() => solve(scaffold, input)).toThrow(says);
});

test('the largest instances are within the work of a call', () => {
  const text = 'a'.repeat(100_000);
  const instances: readonly (readonly [string, object])[] = [
    ['kmp', { text, pattern: 'a'.repeat(50_000) }],
    ['kmp', { text: `${'a'.repeat(999)}b`.repeat(100), pattern: 'a'.repeat(1000) }],
    ['rabin_karp', { text, pattern: 'a'.repeat(50_000) }],
    ['trie', { operations: [['insert', text]] }],
    ['trie', { operations: Array.from({ length: 10_000 }, (_, at) => [at % 2 === 0 ? 'insert' : 'search', `${at}`]) }],
  ];
  for (const [scaffold, input] of instances)
    expect(check(scaffold, input, solve(scaffold, input)).correct, scaffold).toBe(true);
});

/** Traces on texts: they agree with the right answer and the definition, and so do those of the book, written by hand. */
import { expect, test } from 'vitest';
import { amount, seedOf } from '../../../test/generated.ts';
import { wayThrough } from '../../../test/ways-through.ts';
import { Random } from '../../lib/random.ts';
import { checkTrace, solveInstance } from '../engine.ts';

const check = (scaffold: string, input: object, trace: unknown) =>
  checkTrace({ kind: 'input', scaffold, input }, trace);
const solve = (scaffold: string, input: object) => solveInstance({ kind: 'input', scaffold, input }).answer;

function* randoms(): Generator<Random> {
  for (let index = 0; index < amount(3000, 300); index++) yield new Random(seedOf(index));
}

const word = (random: Random, length: number) => Array.from({ length }, () => random.pick(['a', 'b', '🙂'])).join('');

/** The longest beginning of the pattern, of at most `most` characters, with which a text ends. */
function borderOf(text: readonly string[], pattern: readonly string[], most: number): number {
  for (let length = Math.min(most, text.length, pattern.length); length > 0; length--)
    if (text.slice(-length).join() === pattern.slice(0, length).join()) return length;
  return 0;
}

test('kmp: lengths are those of the definition, and whole patterns are at the positions', () => {
  for (const random of randoms()) {
    const instance = { text: word(random, random.below(12)), pattern: word(random, 1 + random.below(5)) };
    const [text, pattern] = [[...instance.text], [...instance.pattern]];
    const steps = wayThrough('kmp', instance, random);
    expect(steps).toEqual([
      ...pattern.map((_, at) => ({
        phase: 'prefix',
        position: at,
        matched: borderOf(pattern.slice(0, at + 1), pattern, at),
      })),
      ...text.map((_, at) => ({
        phase: 'search',
        position: at,
        matched: borderOf(text.slice(0, at + 1), pattern, pattern.length),
      })),
    ]);
    const whole = steps.filter(({ phase, matched }) => phase === 'search' && matched === pattern.length);
    expect(whole.map(({ position }) => Number(position) + 1 - pattern.length)).toEqual(
      solve('kmp', instance)['positions'],
    );
  }
});

test('rabin_karp: matches are at the positions, and other hits are spurious', () => {
  for (const random of randoms()) {
    const instance = {
      text: word(random, random.below(12)),
      pattern: word(random, 1 + random.below(4)),
      base: 2 + random.below(300),
      modulus: 2 + random.below(20),
    };
    const { positions, pattern_hash, spurious_hits } = solve('rabin_karp', instance);
    const steps = wayThrough('rabin_karp', instance, random);
    expect(steps).toHaveLength(Math.max(0, [...instance.text].length - [...instance.pattern].length + 1));
    expect(steps.filter(({ match }) => match).map(({ position }) => position)).toEqual(positions);
    expect(steps.filter(({ hit, match }) => hit === true && match === false)).toHaveLength(Number(spurious_hits));
    for (const { position, hash, hit } of steps) {
      const part = [...instance.text]
        .slice(Number(position))
        .slice(0, [...instance.pattern].length)
        .join('');
      const alone = solve('rabin_karp', { ...instance, text: '', pattern: part })['pattern_hash'];
      expect([hash, hit]).toEqual([alone, alone === pattern_hash]);
    }
  }
});

test('trie: what is found is the result, and nodes are the beginnings of the words', () => {
  for (const random of randoms()) {
    const operations = Array.from({ length: random.below(14) }, () => [
      random.pick(['insert', 'insert', 'search', 'starts_with', 'delete']),
      word(random, 1 + random.below(4)),
    ]);
    const steps = wayThrough('trie', { operations }, random);
    const results = operations.map(([name], at) => (name === 'insert' ? null : steps[at]?.['found']));
    expect(solve('trie', { operations })).toEqual({ results });
    const words = new Set<string>();
    const beginnings = () =>
      new Set([...words].flatMap((each) => [...each].map((_, at) => [...each].slice(0, at + 1).join(''))));
    for (const [index, [name, text = '']] of operations.entries()) {
      const before = beginnings();
      const depth = [...text].filter((_, at) => before.has([...text].slice(0, at + 1).join(''))).length;
      const found = name === 'starts_with' ? before.has(text) : words.has(text);
      if (name === 'insert') words.add(text);
      if (name === 'delete') words.delete(text);
      expect(steps[index]).toEqual({ index, depth, found, nodes: beginnings().size });
    }
  }
});

const MATCHING = { text: 'abaabab', pattern: 'aba' };
const DIGITS = { text: '23141', pattern: '31', base: 10, modulus: 13 };
const WORDS = {
  operations: [
    ['insert', 'car'],
    ['insert', 'cat'],
    ['search', 'ca'],
    ['starts_with', 'ca'],
    ['delete', 'car'],
    ['insert', 'cat'],
  ],
};
const PREFIX = [0, 0, 1].map((matched, position) => ({ phase: 'prefix', position, matched }));

test.each([
  [
    'kmp',
    MATCHING,
    [...PREFIX, ...[1, 2, 3, 1, 2, 3, 2].map((matched, position) => ({ phase: 'search', position, matched }))],
    { correct: true },
  ],
  [
    'kmp',
    MATCHING,
    '| phase | i | q |\n|---|---|---|\n| prefix | 0 | 0 |\n| prefix | 1 | 0 |\n| prefix | 2 | 1 |\n| search | 0 | 1 |\n| search | 1 | 2 |\n| search | 2 | 1 |',
    { correct: false, rightSteps: 5, neededSteps: 10, message: 'Step 6 is wrong: matched is 3, not 1.' },
  ],
  [
    'kmp',
    MATCHING,
    PREFIX,
    { correct: false, rightSteps: 3, message: 'The trace ends after 3 right steps; 7 more are needed.' },
  ],
  [
    'rabin_karp',
    DIGITS,
    // Code points of the digits: 50, 51, 49, 52, 49; the pattern has 559 mod 13 = 0.
    [
      { position: 0, hash: 5, hit: false, match: false },
      { position: 1, hash: 0, hit: true, match: true },
      { position: 2, hash: 9, hit: false, match: false },
      { position: 3, hash: 10, hit: false, match: false },
    ],
    { correct: true },
  ],
  [
    'rabin_karp',
    DIGITS,
    [{ position: 0, hash: 10, hit: false, match: false }],
    { correct: false, rightSteps: 0, neededSteps: 4, message: 'Step 1 is wrong: hash is 5, not 10.' },
  ],
  [
    'trie',
    WORDS,
    [
      { index: 0, depth: 0, found: false, nodes: 3 },
      { index: 1, depth: 2, found: false, nodes: 4 },
      { index: 2, depth: 2, found: false, nodes: 4 },
      { index: 3, depth: 2, found: true, nodes: 4 },
      { index: 4, depth: 3, found: true, nodes: 3 },
      { index: 5, depth: 3, found: true, nodes: 3 },
    ],
    { correct: true },
  ],
  [
    'trie',
    WORDS,
    [
      { index: 0, depth: 0, found: false, nodes: 3 },
      { index: 1, depth: 2, found: false, nodes: 6 },
    ],
    { correct: false, rightSteps: 1, message: 'Step 2 is wrong: nodes is 4, not 6.' },
  ],
])('%s of %j: %j', (scaffold, input, trace, verdict) => {
  expect(check(scaffold, input, trace)).toMatchObject(verdict);
});

test('the largest instances are within the work of a call', () => {
  const text = 'a'.repeat(100_000);
  const pattern = 'a'.repeat(50_000);
  expect(check('kmp', { text, pattern }, PREFIX)).toMatchObject({ rightSteps: 1, neededSteps: 150_000 });
  expect(check('rabin_karp', { text, pattern }, PREFIX)).toMatchObject({ rightSteps: 0, neededSteps: 50_001 });
  expect(
    check('trie', { operations: [['insert', text]] }, [{ index: 0, depth: 0, found: false, nodes: 100_000 }]),
  ).toMatchObject({ correct: true });
});

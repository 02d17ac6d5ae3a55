/** Merges of texts: what both sides changed apart from each other is there, and what they changed alike is never lost. */
import { expect, test } from 'vitest';
import { amount, seedOf } from '../../../test/generated.ts';
import { Random } from '../../lib/random.ts';
import { mergeTexts } from './three-way.ts';

const text = (...lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

test.each([
  ['only one side changed', text('a', 'b'), text('a', 'b'), text('a', 'x'), text('a', 'x')],
  ['both changed the same', text('a', 'b'), text('x', 'b'), text('x', 'b'), text('x', 'b')],
  [
    'each changed another end',
    text('a', 'b', 'c', 'd'),
    text('x', 'b', 'c', 'd'),
    text('a', 'b', 'c', 'y'),
    text('x', 'b', 'c', 'y'),
  ],
  ['no line end at the end', 'a\nb\nc', 'x\nb\nc', 'a\nb\ny', 'x\nb\ny'],
  ['carriage returns', 'a\r\nb\r\nc\r\n', 'x\r\nb\r\nc\r\n', 'a\r\nb\r\ny\r\n', 'x\r\nb\r\ny\r\n'],
])('%s', (_, base, ours, theirs, expected) => {
  expect(mergeTexts(base, ours, theirs)).toEqual({ kind: 'merged', text: expected });
});

test('what both changed otherwise is shown with its line', () => {
  expect(mergeTexts(text('a', 'b', 'c'), text('a', 'x', 'c'), text('a', 'y', 'c'))).toEqual({
    kind: 'conflicts',
    regions: [{ line: 2, base: 'b\n', ours: 'x\n', theirs: 'y\n' }],
  });
});

test('edits of random texts that are apart are all there, whatever they are', () => {
  const random = new Random(seedOf(31));
  for (let round = 0; round < amount(2_000, 200); round++) {
    const count = 9 + random.below(30);
    const base = Array.from({ length: count }, () => `line ${random.below(5)}`);
    // At least one unchanged line of its own stands between the two.
    const middle = 3 + random.below(count - 6);
    base[middle] = 'the middle';
    const edit = (from: number, to: number) => {
      const at = from + random.below(to - from);
      const removed = random.below(Math.min(2, to - at) + 1);
      const added = Array.from({ length: random.below(3) }, (_, index) => `new ${random.below(1000)} ${index}`);
      return { at, removed, added };
    };
    const [first, second] = [edit(0, middle), edit(middle + 1, count)];
    const applied = (edits: readonly { at: number; removed: number; added: readonly string[] }[]) => {
      const lines = [...base];
      for (const { at, removed, added } of edits.toSorted((left, right) => right.at - left.at))
        lines.splice(at, removed, ...added);
      return text(...lines);
    };
    const merged = mergeTexts(text(...base), applied([first]), applied([second]));
    expect(merged, JSON.stringify({ base, first, second })).toEqual({ kind: 'merged', text: applied([first, second]) });
  }
});

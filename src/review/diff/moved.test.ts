import { expect, it } from 'vitest';
import { growth } from '../../../test/growth.ts';
import { movedLines } from './moved.ts';
import { parseDiff } from './parse.ts';

const BLOCK = [
  'function total(items) {',
  '  let sum = 0;',
  '',
  '  for (const item of items) sum += item.price;',
  '  return sum;',
  '}',
];

function change(path: string, removed: readonly string[], added: readonly string[]): string {
  return [
    `--- a/${path}`,
    `+++ b/${path}`,
    `@@ -10,${removed.length} +20,${added.length} @@`,
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
    '',
  ].join('\n');
}

function movedIn(...changes: readonly string[]): Readonly<Record<string, readonly number[]>> {
  const moved = movedLines(parseDiff(changes.join('')));
  return Object.fromEntries(Array.from(moved, ([path, lines]) => [path, [...lines.keys()]]));
}

it('finds code that went to another file, with another indent and other blank lines', () => {
  const added = ['// here it is', ...BLOCK.filter((line) => line !== '').map((line) => `    ${line}`), 'more();'];
  expect(movedIn(change('a.ts', BLOCK, []), change('b.ts', [], added))).toEqual({ 'b.ts': [21, 22, 23, 24, 25] });
  const moved = movedLines(parseDiff(change('a.ts', BLOCK, []) + change('b.ts', [], added)));
  expect(moved.get('b.ts')?.get(23)).toEqual({ file: 'a.ts', line: 13 });
});

it('takes a block for moved once', () => {
  expect(movedIn(change('a.ts', BLOCK, []), change('b.ts', [], BLOCK), change('c.ts', [], BLOCK))).toEqual({
    'b.ts': [20, 21, 23, 24, 25],
  });
});

it.each([
  ['short blocks', BLOCK.slice(3)],
  ['braces', ['{', '}', '{', '}', ')', '];']],
  ['changed lines', ['function total(items) {', '  let sum = 1;', '  for (const item of items) sum += item.price;']],
])('does not take %s for moved', (_, lines) => {
  const removed = lines[0] === '{' ? lines : BLOCK;
  expect(movedIn(change('a.ts', removed, []), change('b.ts', [], lines))).toEqual({});
});

it('takes time in proportion to the change', () => {
  const grown = growth(60_000, (length) => {
    const same = Array.from({ length }, (_, index) => (index % 50 === 0 ? 'the same line' : '}'));
    movedIn(change('a.ts', same, []), change('b.ts', [], same.toReversed()));
  });
  expect(grown).toBeLessThan(9);
});

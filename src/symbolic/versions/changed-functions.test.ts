/** Which functions a change of a file concerns. */
import { beforeAll, expect, test } from 'vitest';
import { loadPythonParser } from '../../../scripts/lib/node-engine.ts';
import type { TreeParser } from '../syntax/parse.ts';
import { changedFunctions } from './changed-functions.ts';

let parser: TreeParser;
beforeAll(async () => {
  parser = await loadPythonParser();
});

const BEFORE = `
class Base:
    def run(self): return 1

class Box(Base):
    LIMIT = 3
    other = 4
    def full(self, n): return n >= self.LIMIT
    def free(self, n): return n
    class Inner:
        class Deep:
            def deep(self): return 1
        SIZE = 2
        def size(self): return self.SIZE
`;

const changes = (after: string): readonly string[] =>
  changedFunctions(BEFORE, after, parser).map(({ kind, name }) => `${kind} ${name}`);

test.each([
  ['a variable of a class', 'LIMIT = 3', 'LIMIT = 4', ['uses-changed Box.full']],
  ['a variable that nothing reads', 'other = 4', 'other = 5', []],
  ['a method of a nested class', 'return self.SIZE', 'return 2', ['changed Box.Inner.size']],
  ['a class within that', 'def deep(self): return 1', 'def deep(self): return 2', ['changed Box.Inner.Deep.deep']],
  ['a variable of a nested class', 'SIZE = 2', 'SIZE = 3', ['uses-changed Box.Inner.size']],
  ['the head of a class', 'class Box(Base)', 'class Box', ['uses-changed Box.full', 'uses-changed Box.free']],
  ['the head of a nested class', 'class Inner:', '@marked\n    class Inner:', ['uses-changed Box.Inner.size']],
] as const)('%s', (_, old, now, expected) => {
  expect(changes(BEFORE.replace(old, now))).toEqual(expected);
});

test.each([
  [
    'an effect on a variable',
    'T = {}\nT.update(a=1)\ndef f(): return T\ndef g(): return 1\n',
    'a=1',
    'a=2',
    ['uses-changed f'],
  ],
  ['a function that is bound again', 'def g(): return 1\ndef f(): return 2\n', '2\n', '2\nf = g\n', ['changed f']],
] as const)('%s', (_, before, old, now, expected) => {
  const found = changedFunctions(before, before.replace(old, now), parser);
  expect(found.map(({ kind, name }) => `${kind} ${name}`)).toEqual(expected);
});

import { expect, test } from 'vitest';
import { loadTreeSitter } from '../../scripts/lib/node-syntax.ts';
import { analyze } from '../../src/syntax/analyze.ts';

test('a file of many windows gives all its definitions, once', async () => {
  const names = Array.from({ length: 20_000 }, (_, index) => `function_${index}`);
  const text = names.map((name) => `def ${name}(): pass # ü\n`).join('');
  const { symbols } = await analyze({ path: 'long.py', text }, await loadTreeSitter());
  expect(symbols.map(({ name }) => name)).toEqual(names);
});

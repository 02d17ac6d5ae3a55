/** What no source may do: hang, crash, or change what is said of the next. */
import { expect, test } from 'vitest';
import { loadTreeSitter } from '../../scripts/lib/node-syntax.ts';
import { analyze } from '../../src/syntax/analyze.ts';
import { amount, seedOf } from '../../test/generated.ts';

const UNITS = 1_500_000;
/** Bytes of tree-sitter's memory beyond which nothing goes. */
const MOST_HEAP = 64 << 20;

const HOSTILE: readonly (readonly [name: string, text: string])[] = [
  ['open brackets', '['.repeat(UNITS)],
  ['open braces on lines', '{\n'.repeat(UNITS / 2)],
  ['nested brackets', '('.repeat(UNITS / 2) + ')'.repeat(UNITS / 2)],
  ['quotes', '"a",'.repeat(UNITS / 4)],
  ['open comments', '/* '.repeat(UNITS / 3)],
  ['open tags', '<a>'.repeat(UNITS / 3)],
  ['one expression', 'a+'.repeat(UNITS / 2)],
  ['one line of calls', 'f(1, a.b); '.repeat(UNITS / 11)],
  ['signs', '@#$%^&*()!'.repeat(UNITS / 10)],
];

const grammars = await loadTreeSitter();

const PATHS = ['a.py', 'a.ts', 'a.cs'];

test.each(HOSTILE.map(([name, text], index) => [name, text, index] as const))(
  '1.5 MB of %s',
  async (_, text, index) => {
    // in the small size another one every day
    const first = amount(0, seedOf(index) % PATHS.length);
    for (const path of PATHS.slice(first, first + amount(PATHS.length, 1))) {
      const { chunks, damaged, lines } = await analyze({ path, text }, grammars);
      expect(damaged).toBe(true);
      expect(chunks[0]?.lineStart).toBe(1);
      expect(chunks.at(-1)?.lineEnd).toBe(lines);
      expect(grammars.heapBytes).toBeLessThanOrEqual(MOST_HEAP);
    }
    const { symbols, damaged } = await analyze({ path: 'a.py', text: 'def f(): pass\n' }, grammars);
    expect({ names: symbols.map(({ name }) => name), damaged }).toEqual({ names: ['f'], damaged: false });
  },
);

test('calls that run at once do not disturb each other', async () => {
  const files = Array.from({ length: amount(30, 9) }, (_, index) =>
    index % 3 === 0
      ? { path: 'a.ts', text: '['.repeat(UNITS) }
      : {
          path: index % 3 === 1 ? 'a.py' : 'a.go',
          text: index % 3 === 1 ? `def f${index}(): pass\n` : `package f${index}\n`,
        },
  );
  const facts = await Promise.all(files.map((file) => analyze(file, grammars)));
  expect(facts.map(({ damaged }) => damaged)).toEqual(files.map((_, index) => index % 3 === 0));
});

test('memory is given back after a large file', async () => {
  const line = (index: number) => `const value_${index} = call(first.second, [${index}, 'text']);\n`;
  await analyze({ path: 'a.ts', text: Array.from({ length: 20_000 }, (_, index) => line(index)).join('') }, grammars);
  await analyze({ path: 'a.ts', text: 'f();\n' }, grammars);
  expect(grammars.heapBytes).toBeLessThan(16 << 20);
});

import { describe, expect, test } from 'vitest';
import { loadTreeSitter } from '../../scripts/lib/node-syntax.ts';
import { analyze } from './analyze.ts';

const grammars = await loadTreeSitter();

/** `3-5 method Shop/add` for each definition. */
async function definitions(path: string, text: string): Promise<readonly string[]> {
  const { symbols, damaged } = await analyze({ path, text }, grammars);
  expect(damaged).toBe(true);
  return symbols.map(({ lineStart, lineEnd, kind, scope, name }) => `${lineStart}-${lineEnd} ${kind} ${scope}/${name}`);
}

describe('goes on behind damage', () => {
  test('between call signatures without semicolons', async () => {
    const text =
      'interface F {\n  <A>(a: A): Made\n  <B>(b: B): Made\n  <C>(c: C): Made\n  run(): void\n  size: number\n}\n\nexport function f(): void {}\n';
    expect(await definitions('a.ts', text)).toEqual([
      '1-7 interface /F',
      '5-5 method F/run',
      '6-6 field F/size',
      '9-9 function /f',
    ]);
  });

  test.each([
    ['a brace that is missing', 'class A {\n  m() {\n    f();\n\n  n() {\n    g();\n  }\n}\n\nfunction z() {}\n'],
    ['a brace too many', 'class A {\n  m()\n    f();\n  }\n  n() {\n    g();\n  }\n}\n\nfunction z() {}\n'],
    [
      'a parenthesis that is missing',
      'class A {\n  m() {\n    f(;\n  }\n  n() {\n    g();\n  }\n}\n\nfunction z() {}\n',
    ],
    ['a quote that is missing', "class A {\n  m() {\n    f(');\n  }\n  n() {\n    g();\n  }\n}\n\nfunction z() {}\n"],
  ])('%s', async (_, text) => {
    const found = await definitions('a.js', text);
    expect(found).toContain('1-8 class /A');
    expect(found).toContain('5-7 method A/n');
    expect(found).toContain('10-10 function /z');
  });

  test('a docstring without its end', async () => {
    const text =
      'class A:\n    def m(self):\n        """Does.\n        return 1\n\n    def n(self):\n        """More."""\n        return 2\n\n\ndef z():\n    """Last."""\n';
    const found = await definitions('a.py', text);
    expect(found).toContain('1-8 class /A');
    expect(found).toContain('6-8 method A/n');
    expect(found).toContain('11-12 function /z');
  });

  test('the rest of a namespace, behind a tag', async () => {
    const text =
      '<?php\n\nnamespace Shop\\Cart;\n\nclass A\n{\n    public function m()\n    {\n        f(;\n    }\n\n    public function n()\n    {\n    }\n}\n';
    const found = await definitions('a.php', text);
    expect(found).toContain('5-15 class Shop.Cart/A');
    expect(found).toContain('12-14 method Shop.Cart.A/n');
  });

  test('both sides of a conflict', async () => {
    const text =
      'class A {\n<<<<<<< HEAD\n  m() {\n    f();\n  }\n=======\n  other() {\n    g();\n  }\n>>>>>>> branch\n  n() {}\n}\n';
    const found = await definitions('a.js', text);
    expect(found).toContain('1-12 class /A');
    expect(found).toContain('3-5 method A/m');
    expect(found).toContain('7-9 method A/other');
    expect(found).toContain('11-11 method A/n');
  });

  test('texts of several lines at the start of lines are no blocks', async () => {
    const text = 'fn f( {\n}\n\nmod tests {\n    const A: &str = "\\\nFor the text\nand more\n";\n\n    fn g() {}\n}\n';
    const found = await definitions('a.rs', text);
    expect(found).toContain('4-11 module /tests');
    expect(found).toContain('10-10 function tests/g');
  });

  test('keeps in C what the grammar read around macros', async () => {
    const text = 'FOO(x\n\nstatic int\nadd(int a)\n{\n  int b = a;\n  return b;\n}\n';
    const { symbols } = await analyze({ path: 'a.c', text }, grammars);
    expect(symbols.map(({ name }) => name)).not.toContain('b');
  });
});

test('the work on a file that is all damage is bounded', async () => {
  const text = 'export function a() {\n  b(;\n}\n'.repeat(2000);
  let units = 0;
  const counted: typeof grammars = Object.create(grammars);
  counted.read = (language, source, use) =>
    grammars.read(language, source, (parsed) =>
      use({
        ...parsed,
        part: (spans, useOf) => {
          units += spans.reduce((sum, { start, end }) => sum + end - start, 0);
          return parsed.part(spans, useOf);
        },
      }),
    );
  await analyze({ path: 'a.ts', text }, counted);
  expect(units).toBeGreaterThan(text.length);
  expect(units).toBeLessThan(20 * text.length);
});

import { describe, expect, test } from 'vitest';
import { loadTreeSitter } from '../../../scripts/lib/node-syntax.ts';
import type { TextRange } from './service.ts';
import { textFacts } from './text-facts.ts';

const grammars = await loadTreeSitter();

async function textsOf(path: string, text: string) {
  const { comments, strings, damaged } = await textFacts({ path, text }, grammars);
  const texts = (ranges: readonly TextRange[]) => ranges.map(({ start, end }) => text.slice(start, end).trim());
  return { comments: texts(comments), strings: texts(strings), damaged };
}

describe('comments and strings', () => {
  test.each([
    ['a.py', 'x = f"a{b("c")}"  # d "e"\n"""doc"""\n', ['# d "e"'], ['f"a', '"c"', '"', '"""doc"""']],
    ['a.js', '/* a */ f(\'b // c\', `d "e"`); // g\n', ['/* a */', '// g'], ["'b // c'", '`d "e"`']],
    ['a.tsx', 'const a = <b c="d">e</b>; // f\n', ['// f'], ['"d"']],
    ['a.go', 'package a // b\nvar c = `d` + "e"\n', ['// b'], ['`d`', '"e"']],
    ['a.rs', '/// a\nfn f() { g("b", \'c\'); }\n', ['/// a'], ['"b"', "'c'"]],
    ['A.java', 'class A { /** a */ String b = "c"; char d = \'e\'; }\n', ['/** a */'], ['"c"', "'e'"]],
    ['a.c', '#include <a.h>\nchar *b = "c"; /* d */\n', ['/* d */'], ['<a.h>', '"c"']],
    ['a.cpp', 'auto a = R"(b)"; // c\n', ['// c'], ['R"(b)"']],
    ['a.cs', 'var a = $"b{c}"; var d = @"e"; // f\n', ['// f'], ['$"b', '"', '@"e"']],
    ['a.rb', 'a = "b#{c}" # d\n', ['# d'], ['"b', '"']],
    ['a.php', '<?php $a = "b$c"; // d\n', ['// d'], ['"b$c"']],
    ['a.kt', 'val a = "b" // c\n', ['// c'], ['"b"']],
    ['a.scala', 'val a = "b" // c\n', ['// c'], ['"b"']],
    ['a.sh', 'a="b$c" # d\n', ['# d'], ['"b$c"']],
    ['b.ts', 'f(`a ${g("b") /* c */} d`);\n', ['/* c */'], ['`a', '"b"', 'd`']],
    ['b.kt', 'val a = "b${c()}d"\n', [], ['"b', 'd"']],
    ['b.sh', 'a="b$(c)d"\n', [], ['"b', 'd"']],
    ['a.yaml', 'a: "b" # c\n', ['# c'], ['"b"']],
  ])('of %s', async (path, text, comments, strings) => {
    expect(await textsOf(path, text)).toEqual({ comments, strings, damaged: [] });
  });

  test('lines and columns count UTF-16 units from 1', async () => {
    const { strings } = await textFacts({ path: 'a.py', text: 'a = "🐍"\n\nf("""b\nc""")\n' }, grammars);
    expect(strings).toEqual([
      { start: 4, end: 8, lineStart: 1, columnStart: 5, lineEnd: 1, columnEnd: 9 },
      { start: 12, end: 21, lineStart: 3, columnStart: 3, lineEnd: 4, columnEnd: 5 },
    ]);
  });
});

test('says which lines are of no language that it knows', async () => {
  expect((await textsOf('a.py', 'a = 1\nb = = ) 2\nc = "d"\n')).damaged).toEqual([2]);
  expect((await textsOf('a.xyz', '# "a"\n')).comments).toEqual([]);
});

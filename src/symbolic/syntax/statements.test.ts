import { beforeAll, describe, expect, test } from 'vitest';
import { loadPythonParser } from '../../../scripts/lib/node-engine.ts';
import type { Statement } from './ast.ts';
import { parseModule, type TreeParser } from './parse.ts';

let parser: TreeParser;
beforeAll(async () => {
  parser = await loadPythonParser();
});

function read(source: string): readonly Statement[] {
  return parseModule(source, parser).body;
}

/** The statements of a function body, where `return`, `await` and their like may stand. */
function readBody(...lines: string[]): readonly Statement[] {
  const [definition] = read(['async def f():', ...lines.map((line) => `    ${line}`)].join('\n'));
  return definition?.kind === 'function' ? definition.body : [];
}

const name = (id: string) => ({ kind: 'name', id });

describe('simple statements', () => {
  test.each<[string, object]>([
    ['a = b = c', { kind: 'assign', targets: [name('a'), name('b')], value: name('c') }],
    ['(a) = b', { kind: 'assign', targets: [name('a')] }],
    [
      'a, *b.c = d, e',
      { targets: [{ kind: 'tuple', items: [name('a'), { kind: 'starred' }] }], value: { kind: 'tuple' } },
    ],
    ['[a, (b,)] = c', { targets: [{ kind: 'list', items: [name('a'), { kind: 'tuple' }] }] }],
    ['a = *range(3), 4', { value: { kind: 'tuple', items: [{ kind: 'starred', value: { kind: 'call' } }, {}] } }],
    ['a //= b', { kind: 'augassign', operator: '//', target: name('a') }],
    ['a.b: int = 1', { kind: 'annassign', target: { kind: 'attribute' }, annotation: name('int'), value: {} }],
    ['a: dict[str, list[int]] | None', { kind: 'annassign', annotation: { kind: 'binary', operator: '|' } }],
    ['del a, (b.c, d[0])', { kind: 'delete', targets: [name('a'), { kind: 'tuple' }] }],
    ['raise E(1) from e', { kind: 'raise', exception: { kind: 'call' }, cause: name('e') }],
    ['raise', { kind: 'raise' }],
    ['assert a, b', { kind: 'assert', test: name('a'), message: name('b') }],
    ['import a.b as c, d', { kind: 'import', names: [{ name: 'a.b', alias: 'c' }, { name: 'd' }] }],
    ['from ..a.b import (c as d, e,)', { module: '..a.b', names: [{ name: 'c', alias: 'd' }, { name: 'e' }] }],
    ['from . import *', { kind: 'importfrom', module: '.', names: '*' }],
    [
      'from __future__ import annotations',
      { kind: 'importfrom', module: '__future__', names: [{ name: 'annotations' }] },
    ],
    ['global a, b', { kind: 'global', names: ['a', 'b'] }],
    ['type A = int', { kind: 'typealias', name: 'A', value: name('int') }],
    ['type = match = print', { kind: 'assign', targets: [name('type'), name('match')], value: name('print') }],
    ['print(a, file=b)', { kind: 'expression', value: { kind: 'call', callee: name('print') } }],
    ['a,', { kind: 'expression', value: { kind: 'tuple', items: [name('a')] } }],
    ['print >> f, a', { kind: 'unsupported', construct: 'print >> file' }],
    ['type(a).b = c', { kind: 'unsupported', construct: 'assignment to what type(...) returns' }],
    ['type A[T] = list[T]', { kind: 'unsupported', construct: 'type alias with type parameters' }],
  ])('%s', (source, expected) => {
    expect(read(source)).toMatchObject([expected]);
  });

  test('within functions', () => {
    const lines = ['nonlocal x', 'return', 'return a, *b', 'x = yield', 'x = yield a, b', 'await a'];
    expect(readBody(...lines)).toMatchObject([
      { kind: 'nonlocal', names: ['x'] },
      { kind: 'return' },
      { kind: 'return', value: { kind: 'tuple' } },
      { kind: 'assign', value: { kind: 'yield' } },
      { kind: 'assign', value: { kind: 'yield', value: { kind: 'tuple' } } },
      { kind: 'expression', value: { kind: 'await' } },
    ]);
    expect(read('def f():\n    yield from a')).toMatchObject([{ body: [{ value: { kind: 'yieldfrom' } }] }]);
  });
});

describe('compound statements', () => {
  test('elif nests in else', () => {
    expect(read('if a:\n    b\nelif c: d; e\nelse:\n    f')).toMatchObject([
      {
        kind: 'if',
        body: [{}],
        orelse: [{ kind: 'if', test: name('c'), body: [{}, {}], orelse: [{ kind: 'expression' }] }],
      },
    ]);
  });

  test('loops', () => {
    expect(readBody('async for a, in b, c:', '    break', 'else:', '    pass')).toMatchObject([
      {
        kind: 'for',
        isAsync: true,
        target: { kind: 'tuple' },
        iterable: { kind: 'tuple' },
        orelse: [{ kind: 'pass' }],
      },
    ]);
    expect(read('while (n := f()):\n    continue')).toMatchObject([
      { kind: 'while', test: { kind: 'named' }, body: [{ kind: 'continue' }], orelse: [] },
    ]);
  });

  test.each([
    ['with a, b as c: pass', [{ context: name('a') }, { context: name('b'), target: name('c') }]],
    ['with (a as b, c as (d, e),): pass', [{ target: name('b') }, { target: { kind: 'tuple' } }]],
    ['with (a, b) as c: pass', [{ context: { kind: 'tuple' }, target: name('c') }]],
  ])('%s', (source, items) => {
    expect(read(source)).toMatchObject([{ kind: 'with', items }]);
  });

  test('try', () => {
    const source = 'try: a\nexcept (B, C) as d: e\nexcept F: g\nexcept: h\nelse: i\nfinally: j';
    expect(read(source)).toMatchObject([
      {
        kind: 'try',
        handlers: [
          { type: { kind: 'tuple' }, name: 'd', isGroup: false },
          { type: name('F'), isGroup: false },
          { body: [{}], isGroup: false },
        ],
        orelse: [{}],
        finalbody: [{}],
      },
    ]);
    expect(read('try: a\nexcept* B: c')).toMatchObject([{ handlers: [{ isGroup: true }] }]);
    expect(read('try: a\nexcept B, C: d')).toMatchObject([{ handlers: [{ type: { kind: 'tuple' } }] }]);
  });

  test('functions', () => {
    const source =
      '@a.b(1)\n@c\nasync def f[T: int, *U, **V](x: T, /, y=1, *z: *U, k: "int" = 2, **w) -> a[b, c]:\n    "d"\n';
    expect(read(source)).toMatchObject([
      {
        kind: 'function',
        name: 'f',
        isAsync: true,
        decorators: [{ kind: 'call' }, name('c')],
        typeParameters: [
          { kind: 'type', name: 'T', bound: name('int') },
          { kind: 'tuple', name: 'U' },
          { kind: 'params', name: 'V' },
        ],
        parameters: [
          { name: 'x', kind: 'positional-only', annotation: name('T') },
          { name: 'y', kind: 'positional', default: {} },
          { name: 'z', kind: 'vararg', annotation: { kind: 'starred' } },
          { name: 'k', kind: 'keyword-only', annotation: { kind: 'constant' }, default: {} },
          { name: 'w', kind: 'kwarg' },
        ],
        returns: { kind: 'subscript', index: { kind: 'tuple' } },
        docstring: { text: 'd', line: 4 },
        span: { line: 3, column: 0, endLine: 4, endColumn: 7 },
      },
    ]);
  });

  test('classes', () => {
    expect(read('class A(B, metaclass=C):\n    """d"""\n    x: int')).toMatchObject([
      {
        kind: 'class',
        bases: [name('B')],
        keywords: [{ name: 'metaclass' }],
        docstring: { text: 'd', line: 2 },
        body: [{}, { kind: 'annassign' }],
      },
    ]);
  });
});

describe('layout', () => {
  test('line ends, byte order mark, tabs, form feeds, continuations and comments', () => {
    const source = '\uFEFFif a: # one\r\n\tb = (1, # two\r\n\t 2)\r\n\t# three\r\n\tc = 1 + \\\r\n 2\r\n\f\r\nd';
    const module = parseModule(source, parser);
    expect(module.source.includes('\r')).toBe(false);
    expect(module.body).toMatchObject([
      {
        kind: 'if',
        body: [{ span: { line: 2, column: 1, endLine: 3, endColumn: 4 } }, { span: { line: 5, endLine: 6 } }],
      },
      { kind: 'expression', span: { line: 8, column: 0 } },
    ]);
  });

  test('names are compared in normal form', () => {
    expect(read('ﬁ = 1')).toMatchObject([{ targets: [name('fi')] }]);
  });

  test('an empty module has no statements', () => {
    expect(read('')).toEqual([]);
    expect(read('# nothing\n')).toEqual([]);
  });
});

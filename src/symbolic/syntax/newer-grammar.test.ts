import { beforeAll, describe, expect, test } from 'vitest';
import { loadPythonParser } from '../../../scripts/lib/node-engine.ts';
import { PythonSyntaxError } from './errors.ts';
import { inOlderGrammar } from './newer-grammar.ts';
import { parseModule, type TreeParser } from './parse.ts';
import { unparse } from './unparse.ts';

let parser: TreeParser;
beforeAll(async () => {
  parser = await loadPythonParser();
});

function body(source: string) {
  const [definition] = parseModule(`def f():\n    ${source}\n`, parser).body;
  return definition?.kind === 'function' ? definition.body : [];
}

function writtenValue(source: string): string {
  const [statement] = body(source);
  if (statement?.kind === 'for') return unparse(statement.iterable);
  return statement !== undefined && 'value' in statement && statement.value !== undefined
    ? unparse(statement.value)
    : '';
}

describe('starred items', () => {
  test.each([
    ['return x, *[1]', '(x, *[1])'],
    ['a = x, *[1], 3', '(x, *[1], 3)'],
    ['a = *[1], x', '(*[1], x)'],
    ['a = b = x, *(1,)', '(x, *(1,))'],
    ['a: int = x, *{1}', '(x, *{1})'],
    ['a += x, *"a"', "(x, *'a')"],
    ['a = yield x, *[1]', 'yield (x, *[1])'],
    ['for i in x, *[1]: pass', '(x, *[1])'],
    ['a = x, *[1] + [2] * 3', '(x, *[1] + [2] * 3)'],
    ['a = x, *-y | z', '(x, *-y | z)'],
    ['return x, *[1], "*[", *[i for i in b] # *[1', "(x, *[1], '*[', *[i for i in b])"],
    ['return d[x, *[1]]', 'd[x, *[1]]'],
    ['return d[*[1]]', 'd[*[1],]'],
    ['return d[0][x, *[1], *y], *f(*[1], **{})', '(d[0][x, *[1], *y], *f(*[1], **{}))'],
  ])('%s', (source, expected) => {
    expect(writtenValue(source)).toBe(expected);
  });

  test('their spans are those of the source', () => {
    expect(body('return x, *[1]')).toMatchObject([
      {
        value: {
          items: [{}, { kind: 'starred', span: { column: 14, endColumn: 18 }, value: { span: { column: 15 } } }],
        },
      },
    ]);
  });

  test.each(['return *[1]', 'a = *[1]', 'a == *[1], 1', 'a = 1, *[1] or [2]', 'a = 1, *not x', 'a = lambda x=*[1]: 0'])(
    '%s is refused',
    (source) => {
      expect(() => body(source)).toThrow(PythonSyntaxError);
    },
  );
});

const name = (id: string) => ({ kind: 'name', id });

test('defaults of type parameters', () => {
  const source =
    'class A[T = int, U: (a, b) = a, V: int | None = None, *W = *tuple[int, ...], **P = [x]]: pass\n' +
    'def f[T: int](x: T = [1], *, y=2): return x, *[1]\n';
  expect(parseModule(source, parser).body).toMatchObject([
    {
      typeParameters: [
        { kind: 'type', name: 'T', defaultType: name('int') },
        { kind: 'type', name: 'U', bound: { kind: 'tuple' }, defaultType: name('a') },
        { kind: 'type', name: 'V', bound: { kind: 'binary' }, defaultType: { kind: 'constant' } },
        { kind: 'tuple', name: 'W', defaultType: { kind: 'starred' } },
        { kind: 'params', name: 'P', defaultType: { kind: 'list' } },
      ],
    },
    { typeParameters: [{ name: 'T', bound: name('int') }], parameters: [{}, {}] },
  ]);
  expect(() => parseModule('class A[T = int = str]: pass', parser)).toThrow(PythonSyntaxError);
  expect(() => parseModule('class A[*T: int]: pass', parser)).toThrow(PythonSyntaxError);
  expect(() => parseModule('x[T = int]', parser)).toThrow(PythonSyntaxError);
});

test('what tree-sitter reads as it is stays as it is', () => {
  for (const source of ['f(x, *[1])', '[x, *[1]]', 'x * [1]', 'a[x * [1]]', 'f(**{})', 'x = a[1:2] == [*b]']) {
    expect(inOlderGrammar(source)).toBe(source);
  }
});

import { beforeAll, describe, expect, test } from 'vitest';
import { loadPythonParser } from '../../../scripts/lib/node-engine.ts';
import type { Expression } from './ast.ts';
import { parseExpression, type TreeParser } from './parse.ts';

let parser: TreeParser;
beforeAll(async () => {
  parser = await loadPythonParser();
});

function read(source: string): Expression {
  return parseExpression(source, parser, 1);
}

/** Fully parenthesised text of operators, so that a test shows how they bind. */
function bound(expression: Expression): string {
  switch (expression.kind) {
    case 'name':
      return expression.id;
    case 'binary':
      return `(${bound(expression.left)} ${expression.operator} ${bound(expression.right)})`;
    case 'unary':
      return `(${expression.operator} ${bound(expression.operand)})`;
    case 'await':
      return `(await ${bound(expression.value)})`;
    case 'boolean':
      return `(${expression.operands.map(bound).join(` ${expression.operator} `)})`;
    case 'compare':
      return `(${bound(expression.left)}${expression.rest.map((one) => ` ${one.operator} ${bound(one.operand)}`).join('')})`;
    case 'conditional':
      return `(${bound(expression.body)} if ${bound(expression.test)} else ${bound(expression.orelse)})`;
    case 'lambda':
      return `(lambda: ${bound(expression.body)})`;
    case 'starred':
      return `*${bound(expression.value)}`;
    case 'call':
      return `${bound(expression.callee)}(${expression.args.map(bound).join(', ')})`;
    case 'attribute':
      return `${bound(expression.object)}.${expression.name}`;
    default:
      return expression.kind;
  }
}

describe('operators bind as in Python', () => {
  test.each([
    ['a + b * c - d', '((a + (b * c)) - d)'],
    ['a & b ^ c | d', '(((a & b) ^ c) | d)'],
    ['a | b ^ c & d', '(a | (b ^ (c & d)))'],
    ['a << b + c', '(a << (b + c))'],
    ['a ** b ** c', '(a ** (b ** c))'],
    ['-a ** -b', '(- (a ** (- b)))'],
    ['a // b % c @ d / e', '((((a // b) % c) @ d) / e)'],
    ['(a + b) * c', '((a + b) * c)'],
    ['a - (b - c)', '(a - (b - c))'],
    ['not a == b', '(not (a == b))'],
    ['~a.b', '(~ a.b)'],
    ['a or b and not c or d', '(a or (b and (not c)) or d)'],
    ['a or (b or c)', '(a or (b or c))'],
    ['a < b <= c != d', '(a < b <= c != d)'],
    ['a not  in b is\\\n not c', '(a not in b is not c)'],
    ['a if b else c if d else e', '(a if b else (c if d else e))'],
    ['lambda: a if b else c', '(lambda: (a if b else c))'],
    ['f(*a or b, *c.d(e))', 'f(*(a or b), *c.d(e))'],
  ])('%s', (source, expected) => {
    expect(bound(read(source))).toBe(expected);
  });

  test('await binds tighter than a power', () => {
    expect(bound(read('await a ** b'))).toBe('((await a) ** b)');
    expect(bound(read('-await a ** b ** c'))).toBe('(- ((await a) ** (b ** c)))');
  });
});

describe('forms', () => {
  test('calls', () => {
    expect(read('f(a, *b, k=c, **d)')).toMatchObject({
      kind: 'call',
      args: [{ id: 'a' }, { kind: 'starred' }],
      keywords: [{ name: 'k' }, { value: { id: 'd' } }],
    });
    expect(read('f(x for x in y)')).toMatchObject({ args: [{ kind: 'generator' }], keywords: [] });
    expect(read('f(n := 1)')).toMatchObject({ args: [{ kind: 'named', target: 'n' }] });
  });

  test('subscripts and slices', () => {
    expect(read('a[b]')).toMatchObject({ index: { kind: 'name' } });
    expect(read('a[b,]')).toMatchObject({ index: { kind: 'tuple', items: [{ id: 'b' }] } });
    expect(read('a[1:, ::c]')).toMatchObject({
      index: {
        kind: 'tuple',
        items: [
          { kind: 'slice', lower: {} },
          { kind: 'slice', step: { id: 'c' } },
        ],
      },
    });
    const all = read('a[:]');
    expect(all.kind === 'subscript' && Object.keys(all.index).sort()).toEqual(['kind', 'span']);
  });

  test('displays', () => {
    expect(read('()')).toMatchObject({ kind: 'tuple', items: [] });
    expect(read('(a)')).toMatchObject({ kind: 'name' });
    expect(read('a, *b')).toMatchObject({ kind: 'tuple', items: [{ kind: 'name' }, { kind: 'starred' }] });
    expect(read('[*a, b]')).toMatchObject({ kind: 'list', items: [{ kind: 'starred' }, { id: 'b' }] });
    expect(read('{a, b}')).toMatchObject({ kind: 'set' });
    const dict = read('{a: b, **c}');
    expect(dict).toMatchObject({ kind: 'dict', entries: [{ key: { id: 'a' } }, { value: { id: 'c' } }] });
  });

  test('comprehensions', () => {
    expect(read('[x async for x, in y if a if b for z in w]')).toMatchObject({
      kind: 'listcomp',
      generators: [
        { isAsync: true, target: { kind: 'tuple' }, conditions: [{ id: 'a' }, { id: 'b' }] },
        { isAsync: false, target: { id: 'z' }, conditions: [] },
      ],
    });
    expect(read('{k: v for k, v in y}')).toMatchObject({ kind: 'dictcomp', key: { id: 'k' }, value: { id: 'v' } });
    expect(read('{x for x in y}')).toMatchObject({ kind: 'setcomp' });
  });

  test('lambda parameters', () => {
    const lambda = read('lambda a, /, b=1, *c, d, e=2, **f: a');
    expect(lambda.kind === 'lambda' && lambda.parameters.map(({ name, kind }) => `${kind} ${name}`)).toEqual([
      'positional-only a',
      'positional b',
      'vararg c',
      'keyword-only d',
      'keyword-only e',
      'kwarg f',
    ]);
  });
});

describe('spans', () => {
  test('columns count code points, and lines those of the module', () => {
    const sum = parseExpression("'𝔸é' + (x\n + y)", parser, 7, 4);
    expect(sum.span).toEqual({ line: 7, column: 4, endLine: 8, endColumn: 5 });
    expect(sum).toMatchObject({
      left: { span: { line: 7, column: 4, endLine: 7, endColumn: 8 } },
      right: { span: { line: 7, column: 12, endLine: 8, endColumn: 4 } },
    });
  });
});

describe('what is not one expression is refused', () => {
  test.each([
    ['', 'found nothing'],
    ['x = 1', 'found an assignment'],
    ['x; y', 'found more'],
    ['pass', 'found a statement'],
    ['yield x', 'found yield'],
    ['x :=', 'Invalid syntax'],
    ['x := 1', 'parentheses'],
    ['x <> y', 'write !='],
    ['f(a=1, b)', 'follows keyword'],
    ['f(a=1, a=2)', 'repeated'],
    ['[*a or b]', 'parentheses'],
    ['(*a)', 'starred'],
    ['[x for x in 1, 2]', 'parentheses'],
    ['[x for x in a if lambda: b]', 'parentheses'],
    ['[*a for a in b]', 'starred'],
    ['lambda a, a: 1', 'Duplicate parameter a'],
    ['lambda a=1, b: 1', 'default'],
    ['`x`', 'repr'],
    ['await', 'await is a keyword'],
  ])('%s', (source, message) => {
    expect(() => read(source)).toThrow(message);
  });
});

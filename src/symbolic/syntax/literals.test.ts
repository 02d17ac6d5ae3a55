import { beforeAll, describe, expect, test } from 'vitest';
import { loadPythonParser } from '../../../scripts/lib/node-engine.ts';
import { parseExpression, type TreeParser } from './parse.ts';

let parser: TreeParser;
beforeAll(async () => {
  parser = await loadPythonParser();
});

function value(source: string): unknown {
  const expression = parseExpression(source, parser, 1);
  if (expression.kind !== 'constant') return expression.kind;
  return 'value' in expression.value ? expression.value.value : expression.value;
}

describe('numbers', () => {
  test.each([
    ['0', 0n],
    ['00_0', 0n],
    ['1_000_000', 1_000_000n],
    ['0xFF_ff', 0xffffn],
    ['0o17', 15n],
    ['0b1_01', 5n],
    ['123456789012345678901234567890', 123456789012345678901234567890n],
    ['1.5', 1.5],
    ['1.', 1],
    ['.5e-3', 0.0005],
    ['1_0e1_0', 1e11],
    ['1e999', Number.POSITIVE_INFINITY],
    ['2j', { type: 'complex', imaginary: 2 }],
    ['07.5J', { type: 'complex', imaginary: 7.5 }],
    ['True', true],
    ['None', { type: 'none' }],
    ['...', { type: 'ellipsis' }],
  ])('%s', (source, expected) => {
    expect(value(source)).toEqual(expected);
  });

  test('floats and integers are told apart', () => {
    expect(parseExpression('1.0', parser, 1)).toMatchObject({ value: { type: 'float', value: 1 } });
    expect(parseExpression('1', parser, 1)).toMatchObject({ value: { type: 'int', value: 1n } });
  });

  test.each([
    ['0777', 'Leading zeros'],
    ['10L', 'Invalid number'],
    ['1_', 'Invalid number'],
    ['9'.repeat(4301), '4300 digits'],
  ])('%s is refused', (source, message) => {
    expect(() => value(source)).toThrow(message);
  });
});

describe('strings', () => {
  test.each([
    [String.raw`'a\tb\x41\u00e9\U0001F600\101\'\q'`, "a\tbA\u00e9\u{1F600}A'\\q"],
    ["'a\\\nb'", 'ab'],
    ['"""a\nb"""', 'a\nb'],
    ['"""a\r\nb"""', 'a\nb'],
    [String.raw`r'\n\''`, String.raw`\n\'`],
    [String.raw`r'\\'`, String.raw`\\`],
    ["u'x'", 'x'],
    ["'a' \"b\" '''c'''", 'abc'],
    ["('a'\n 'b')", 'ab'],
    ["'𝔸'", '𝔸'],
    ["''", ''],
  ])('%s', (source, expected) => {
    expect(value(source)).toBe(expected);
  });

  test.each([
    [String.raw`b'\x00\xff\101\u0041'`, [0, 255, 65, ...Buffer.from('\\u0041')]],
    [String.raw`rb'\x00'`, [...Buffer.from('\\x00')]],
    ["b'a' b'b'", [97, 98]],
  ])('%s', (source, expected) => {
    expect(value(source)).toEqual(Uint8Array.from(expected));
  });

  test.each([
    [String.raw`'\x4'`, 'truncated \\x'],
    [String.raw`'\U00110000'`, 'illegal Unicode'],
    [String.raw`b'\x4'`, 'invalid \\x'],
    ["b'é'", 'ASCII'],
    ["b'a' 'b'", 'Cannot mix'],
    ["ur'a'", 'Invalid string prefix ur'],
  ])('%s is refused', (source, message) => {
    expect(() => value(source)).toThrow(message);
  });

  test.each([
    [String.raw`'\N{BULLET}'`, 'named character \\N{BULLET}'],
    [String.raw`'\ud800'`, 'half of a surrogate pair'],
    ["t'{x}'", 'template string'],
  ])('%s is unsupported', (source, construct) => {
    expect(parseExpression(source, parser, 1)).toMatchObject({
      kind: 'unsupported',
      construct: expect.stringContaining(construct),
    });
  });
});

describe('f-strings', () => {
  function parts(source: string): unknown {
    const expression = parseExpression(source, parser, 1);
    return expression.kind === 'fstring' ? expression.parts : expression;
  }
  const text = (content: string) => ({ kind: 'text', text: content });
  const field = (id: string, rest: object = {}) => ({
    kind: 'field',
    value: { kind: 'name', id, span: expect.anything() },
    format: [],
    ...rest,
  });

  test.each([
    ["f'a{{b}}{x}\\n'", [text('a{b}'), field('x'), text('\n')]],
    ["'a' f'{x}' 'b'", [text('a'), field('x'), text('b')]],
    ["f'{x!r:>10}'", [field('x', { conversion: 'r', format: [text('>10')] })]],
    ["f'{x:{w}.{p}f}'", [field('x', { format: [field('w'), text('.'), field('p'), text('f')] })]],
    ["f'{x = }'", [field('x', { conversion: 'r', label: 'x = ' })]],
    ["f'{x=!s:5}'", [field('x', { conversion: 's', label: 'x=', format: [text('5')] })]],
    ["f'{x=:5}'", [field('x', { label: 'x=', format: [text('5')] })]],
    ["f'{x:=5}'", [field('x', { format: [text('=5')] })]],
    ["f'{x:%H:%M}'", [field('x', { format: [text('%H:%M')] })]],
    [String.raw`rf'\{x}\d'`, [text('\\'), field('x'), text('\\d')]],
    [String.raw`f'{x:\x41}'`, [field('x', { format: [text('A')] })]],
    ['f"""{\nx # why\n}"""', [field('x')]],
    ["f''", []],
  ])('%s', (source, expected) => {
    expect(parts(source)).toEqual(expected);
  });

  test('fields hold any expression, with the same quotes as well', () => {
    expect(parts('f"{d["k"]}{a != b}{(n := 1)}{*a, b}"')).toMatchObject([
      { value: { kind: 'subscript' } },
      { value: { kind: 'compare' } },
      { value: { kind: 'named' } },
      { value: { kind: 'tuple' } },
    ]);
  });

  test('a conversion must be one of three', () => {
    expect(() => parts("f'{x!z}'")).toThrow('expected !s, !r or !a');
  });
});

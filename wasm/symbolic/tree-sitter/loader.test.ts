import { describe, expect, test } from 'vitest';
import { loadPythonParser } from '../../../scripts/lib/node-engine.ts';

const parser = await loadPythonParser();

/** The tree of a source as an s-expression. */
function parsed(source: string): string {
  const tree = parser.parse(source);
  try {
    return tree.rootNode.toString();
  } finally {
    tree.delete();
  }
}

describe('Python', () => {
  test('a function', () => {
    expect(parsed('def f(x: int) -> int:\n  return x + 1\n')).toBe(
      '(module (function_definition name: (identifier) ' +
        'parameters: (parameters (typed_parameter (identifier) type: (type (identifier)))) ' +
        'return_type: (type (identifier)) ' +
        'body: (block (return_statement (binary_operator left: (identifier) right: (integer))))))',
    );
  });

  test('an empty source', () => {
    expect(parsed('')).toBe('(module)');
  });

  test('a syntax error is in the tree', () => {
    const tree = parser.parse('def f(:\n');
    expect(tree.rootNode.hasError).toBe(true);
    tree.delete();
  });

  test('positions count UTF-16 units', () => {
    const tree = parser.parse('s = "🐍"; x = 1\n');
    const last = tree.rootNode.lastNamedChild;
    expect(last?.text).toBe('x = 1');
    expect(last?.startIndex).toBe(10);
    tree.delete();
  });

  test('10,000 nested parentheses', () => {
    const tree = parser.parse(`x = ${'('.repeat(10_000)}1${')'.repeat(10_000)}\n`);
    expect(tree.rootNode.hasError).toBe(false);
    tree.delete();
    expect(parsed('x')).toBe('(module (expression_statement (identifier)))');
  });
});

test('a source that is too large is a syntax error, and the next one is parsed', async () => {
  const large = Array.from({ length: 60_000 }, (_, at) => `x${at} = ${at}\n`).join('');
  expect(() => parser.parse(large)).toThrow('too large, or nests too deep');
  expect(() => parser.parse('x')).toThrow('ran out of memory over the source of another call');
  await loadPythonParser();
  expect(parsed('x')).toBe('(module (expression_statement (identifier)))');
});

import { beforeAll, expect, test } from 'vitest';
import { loadPythonParser } from '../../../scripts/lib/node-engine.ts';
import { parseModule, type TreeParser } from './parse.ts';

let parser: TreeParser;
beforeAll(async () => {
  parser = await loadPythonParser();
});

function read(pattern: string): unknown {
  const [statement] = parseModule(`match s:\n    case ${pattern}:\n        pass`, parser).body;
  return statement?.kind === 'match' ? statement.cases[0]?.pattern : undefined;
}

const value = (kind: string) => ({ kind: 'value', value: { kind } });
const capture = (name: string) => ({ kind: 'capture', name });

test.each<[string, object]>([
  ['1', value('constant')],
  ['-1', value('unary')],
  ['-1 + 2j', { kind: 'value', value: { kind: 'binary', operator: '+', left: { kind: 'unary' } } }],
  ['"a" "b"', { kind: 'value', value: { value: { value: 'ab' } } }],
  ['None', value('constant')],
  ['a.b.c', value('attribute')],
  ['x', capture('x')],
  ['(x)', capture('x')],
  ['1 | -2 | x', { kind: 'or', patterns: [value('constant'), value('unary'), capture('x')] }],
  ['(1 | 2) as x', { kind: 'capture', name: 'x', pattern: { kind: 'or' } }],
  ['x, *_', { kind: 'sequence', patterns: [capture('x'), { kind: 'star' }] }],
  ['(x,)', { kind: 'sequence', patterns: [capture('x')] }],
  ['()', { kind: 'sequence', patterns: [] }],
  ['[x, *rest]', { kind: 'sequence', patterns: [capture('x'), { kind: 'star', name: 'rest' }] }],
  [
    '{"a": 1, -1: x, b.c: _, **rest}',
    {
      kind: 'mapping',
      entries: [{ pattern: value('constant') }, { key: { kind: 'unary' } }, { key: { kind: 'attribute' } }],
      rest: 'rest',
    },
  ],
  [
    'a.B(x, y=-1, z=_)',
    {
      kind: 'instance',
      type: { kind: 'attribute' },
      positional: [capture('x')],
      named: [
        { name: 'y', pattern: value('unary') },
        { name: 'z', pattern: { kind: 'capture' } },
      ],
    },
  ],
])('%s', (source, expected) => {
  expect(read(source)).toMatchObject(expected);
});

test('a wildcard captures no name', () => {
  expect(read('_')).not.toHaveProperty('name');
});

test('guards and subjects', () => {
  expect(parseModule('match a, *b:\n    case x if (y := x): pass\n    case _: pass', parser).body).toMatchObject([
    { kind: 'match', subject: { kind: 'tuple' }, cases: [{ guard: { kind: 'named' } }, {}] },
  ]);
});

test.each([
  ['*x', 'outside a sequence'],
  ['*x, *y', 'Multiple starred'],
  ['{**rest, "a": 1}', 'last'],
  ['{x: 1}', 'literals'],
  ['A(x=1, 2)', 'follow keyword'],
  ['A(x=1, x=2)', 'repeated'],
  ['x as _', '_ as a target'],
  ['1 + 2', 'imaginary'],
  ['f"{x}"', 'literals'],
])('%s is refused', (source, message) => {
  expect(() => read(source)).toThrow(message);
});

/** What inspection tells, and the list of variables. */
import { beforeAll, describe, expect, test } from 'vitest';
import { loadArtifacts } from '../../../../scripts/lib/node-kernel.ts';
import { Kernel } from '../kernel.ts';
import type { ObjectFacts } from '../types.ts';
import { inspect } from './asking.ts';

const SESSION = `import collections, enum, functools, math
answer = 42
text = "héllo"
class Thing:
    """A thing.

    With details.
    """
    def __init__(self, first, second=2, *, third: int = 3):
        self.first = first
    @property
    def prop(self) -> int:
        """A property."""
        raise RuntimeError
    def method(self, one: "int", /, two=None) -> "Thing":
        """Does it."""
        return self
thing = Thing([1])
def func(aa, *args, cc: list[int] = None, **rest) -> str:
    "Doc."
    return ""
@functools.wraps(func)
def wrapper(*args): ...
partial = functools.partial(func, 1, cc=[5])
Point = collections.namedtuple("Point", "x y")
point = Point(1, "b")
class Color(enum.Enum):
    RED = 1
red = Color.RED
`;

let kernel: Kernel;
beforeAll(async () => {
  kernel = await Kernel.boot(await loadArtifacts());
  const { outcome } = await kernel.run({ code: SESSION, timeoutSeconds: 20 });
  expect(outcome).toMatchObject({ status: 'ok' });
});

describe('an object', () => {
  test.each<[string, Partial<ObjectFacts>]>([
    ['answer|', { name: 'answer', type: 'int', value: '42' }],
    ['ans|wer', { name: 'answer' }],
    ['|answer + 1', { name: 'answer' }],
    ['1 + answer|', { name: 'answer' }],
    [
      'func|',
      { type: 'function', signature: 'func(aa, *args, cc: list[int] = None, **rest) -> str', docstring: 'Doc.' },
    ],
    ['func|', { file: '<cell 1>', line: 19 }],
    ['func(|', { name: 'func' }],
    ['func(1, |', { name: 'func' }],
    ['func(1, 2|)', { name: 'func' }],
    ['func(1)|', { name: 'func' }],
    ['func(len|', { name: 'len' }],
    ['wrapper|', { signature: 'wrapper(aa, *args, cc: list[int] = None, **rest) -> str' }],
    ['partial|', { signature: 'partial(*args, cc: list[int] = [5], **rest) -> str' }],
    ['Thing|', { type: 'type', signature: 'Thing(first, second=2, *, third: int = 3)', file: '<cell 1>', line: 4 }],
    ['Thing|', { docstring: 'A thing.\n\nWith details.' }],
    ['thing|', { type: 'Thing', value: '<Thing object: first=[1]>', docstring: 'A thing.\n\nWith details.' }],
    ['thing.meth|od(1)', { name: 'thing.method', type: 'method', docstring: 'Does it.' }],
    ['thing.method|', { signature: 'method(one: int, /, two=None) -> Thing' }],
    ['thing.first|', { type: 'list', value: '[1]' }],
    ['thing.prop|', { type: 'int' }],
    ['point|', { type: 'Point', value: "Point(x=1, y='b')" }],
    ['Point|', { signature: 'Point(x, y)' }],
    ['red|', { value: '<Color.RED: 1>' }],
    ['len|', { signature: 'len(obj, /)' }],
    ['math.sin|', { signature: 'sin(x, /)', docstring: 'Return the sine of x (measured in radians).' }],
    ['"a".upper|', { signature: 'upper()' }],
    ['math|', { type: 'module' }],
    ['import json|', { name: 'json', type: 'module' }],
    ['from json import dum|ps', { name: 'dumps', type: 'function' }],
    ['import json\njson.dumps|', { type: 'function', docstring: expect.stringContaining('Serialize') }],
    [
      'def g(a, *, b=1) -> int:\n    "Doc of g."\ng|',
      { signature: 'g(a, *, b=1) -> int', docstring: 'Doc of g.', file: '<code>', line: 1 },
    ],
    [
      'class K:\n    "Doc of K."\n    def __init__(self, a): ...\nK|',
      { type: 'type', signature: 'K(a)', docstring: 'Doc of K.' },
    ],
    ['x = [1, 2]\nx|', { type: 'list', value: '[1, 2]' }],
    ['x = 5\nx|', { type: 'int', value: '5' }],
    ['5|', { type: 'int' }],
  ])('%s', async (marked, expected) => {
    expect((await inspect(kernel, marked)).object).toMatchObject(expected);
  });

  test.each([
    ['missing|', 'Nothing is known of `missing`.'],
    ['for|', '`for` is a keyword.'],
    ['|', 'There is no name at the cursor.'],
    ['# answer|', 'There is no name at the cursor.'],
    ['thing.missing|', 'Nothing is known of `thing.missing`.'],
  ])('is not found at %s', async (marked, notice) => {
    expect(await inspect(kernel, marked)).toEqual({ notices: [notice] });
  });
});

describe('the source', () => {
  test.each([
    ['func|', 'def func(aa, *args, cc: list[int] = None, **rest) -> str:\n    "Doc."\n    return ""\n'],
    [
      'thing.method|',
      '    def method(self, one: "int", /, two=None) -> "Thing":\n        """Does it."""\n        return self\n',
    ],
    ['Color|', 'class Color(enum.Enum):\n    RED = 1\n'],
    ['def g():\n    return 1\ng|', 'def g():\n    return 1'],
  ])('of %s', async (marked, source) => {
    expect((await inspect(kernel, marked, true)).object?.source).toBe(source);
    expect((await inspect(kernel, marked)).object).not.toHaveProperty('source');
  });

  test('of a function in a file of the session', async () => {
    await kernel.run({
      code: 'open("m.py", "w").write("\\ndef f(x):\\n    return x\\n")\nimport m',
      timeoutSeconds: 20,
    });
    const { object } = await inspect(kernel, 'm.f|', true);
    expect(object).toMatchObject({ file: '/workspace/m.py', line: 2, source: 'def f(x):\n    return x\n' });
  });
});

describe('variables', () => {
  test('are listed by name, without those of the interpreter', async () => {
    await kernel.run({ code: '_private = 1\n5', timeoutSeconds: 20 });
    const { variables } = await kernel.variables();
    const names = variables.map(({ name }) => name);
    expect(names).toEqual([...names].sort());
    expect(names).toContain('_private');
    expect(names).not.toContain('_');
    expect(names.filter((name) => name.startsWith('__'))).toEqual([]);
  });

  test.each<[string, object]>([
    ['None', { type: 'NoneType', value: 'None' }],
    ['"x" * 1000', { type: 'str', length: 1000, value: expect.stringMatching(/^'x{60}'…$/) }],
    ['list(range(100))', { type: 'list', length: 100, value: '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, …]' }],
    ['{"a": {1, 2}, "b": (1,)}', { type: 'dict', length: 2, value: "{'a': {1, 2}, 'b': (1,)}" }],
    ['set()', { value: 'set()', length: 0 }],
    ['[[[[[1]]]]]', { value: '[[[[…]]]]' }],
    ['10 ** 5000', { type: 'int', value: '<int of 16610 bits>' }],
    ['b"ab"', { type: 'bytes', value: "b'ab'", length: 2 }],
    ['collections.Counter("aab")', { type: 'collections.Counter', value: "Counter({'a': 2, 'b': 1})", length: 2 }],
    ['collections.deque([1])', { value: 'deque([1])', length: 1 }],
    ['lambda a, b=1: 0', { type: 'function', kind: 'function', value: 'def v(a, b=1)' }],
    ['Thing', { type: 'type', kind: 'class', value: "<class 'Thing'>" }],
    ['math', { type: 'module', kind: 'module', value: "<module 'math'>" }],
    ['memoryview(bytes(6)).cast("B", [2, 3])', { type: 'memoryview', shape: [2, 3] }],
    ['__import__("datetime").date(2024, 1, 2)', { value: 'datetime.date(2024, 1, 2)' }],
    ['type("L", (list,), {})([1])', { type: 'L', value: 'L([1])', length: 1 }],
    ['type("I", (int,), {})(7)', { type: 'I', value: 'I(7)' }],
    ['type("S", (str,), {})("ab")', { type: 'S', value: "S('ab')", length: 2 }],
  ])('%s', async (expression, expected) => {
    await kernel.run({ code: `v = ${expression}`, timeoutSeconds: 20 });
    const { variables } = await kernel.variables();
    expect(variables.find(({ name }) => name === 'v')).toMatchObject({ name: 'v', ...expected });
  });

  test('a list that holds itself', async () => {
    await kernel.run({ code: 'v = []\nv.append(v)', timeoutSeconds: 20 });
    const { variables } = await kernel.variables();
    expect(variables.find(({ name }) => name === 'v')?.value).toBe('[[[[…]]]]');
  });

  test('more than the cap are counted', async () => {
    await kernel.run({ code: 'globals().update({f"many{i}": i for i in range(1100)})', timeoutSeconds: 20 });
    const { variables, notices } = await kernel.variables();
    expect(variables).toHaveLength(1000);
    expect(notices).toEqual([expect.stringMatching(/^The first 1000 of 11\d\d variables are given\.$/)]);
  });
});

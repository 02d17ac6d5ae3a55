/** `compare_behaviour`: does a function behave otherwise after a change? */
import type { AuditedTool, ClaimCase } from '../claim.ts';
import { type Files, twoCommits } from '../two-commits.ts';

/** Files, or the text of `a.py`. */
type Side = string | Files;
type Row = readonly [name: string, truth: ClaimCase['truth'], before: Side, after: Side, asked?: string];

/** A function of a body, below what stands before it. */
const f = (body: string, parameters = 'x: int', above = ''): string =>
  `${above}def f(${parameters}):\n${body.replace(/^/gm, '    ')}\n`;
/** Two versions of the same parameters. */
const both = (one: string, other: string, parameters?: string, above?: string): readonly [string, string] => [
  f(one, parameters, above),
  f(other, parameters, above),
];
const padded = (body: string): string => `${'# of what it does\n'.repeat(30)}${f(body)}`;
const inClass = (body: string, above = ''): string => `${above}class A:\n${body.replace(/^(?=.)/gm, '    ')}\n`;

const PLAIN: readonly Row[] = [
  ['another sum', 'yes', ...both('return x + 1', 'return x + 2')],
  ['a commuted sum', 'no', ...both('return x + 1', 'return 1 + x')],
  ['a boundary', 'yes', ...both('return x > 3', 'return x >= 3')],
  ['a negated boundary', 'no', ...both('return x > 3', 'return not x <= 3')],
  ['an early return', 'no', ...both('return x if x > 0 else 0', 'if x <= 0:\n    return 0\nreturn x')],
  ['a loop for a sum', 'no', ...both('t = 0\nfor y in x:\n    t += y\nreturn t', 'return sum(x)', 'x: list[int]')],
  ['a loop that leaves out', 'yes', ...both('return sum(x)', 'return sum(x[1:])', 'x: list[int]')],
  ['an exception that is new', 'yes', ...both('return x // 2', 'return 2 // x')],
  ['another exception', 'yes', ...both('raise ValueError(x)', 'raise KeyError(x)')],
  ['another suffix', 'yes', ...both('return str(x) + "a"', 'return str(x) + "b"')],
  ['a local name', 'no', ...both('y = x * 2\nreturn y', 'z = x * 2\nreturn z')],
  ['a constant', 'yes', f('return x + K', 'x: int', 'K = 1\n'), f('return x + K', 'x: int', 'K = 2\n')],
  [
    'a constant of the same value',
    'no',
    f('return x + K', 'x: int', 'K = 2\n'),
    f('return x + K', 'x: int', 'K = 1 + 1\n'),
  ],
  [
    'a helper',
    'yes',
    f('return g(x)', 'x: int', 'def g(x: int):\n    return x\n'),
    f('return g(x)', 'x: int', 'def g(x: int):\n    return -x\n'),
  ],
  [
    'a helper that does the same',
    'no',
    f('return g(x)', 'x: int', 'def g(x: int):\n    return x + x\n'),
    f('return g(x)', 'x: int', 'def g(x: int):\n    return 2 * x\n'),
  ],
  [
    'a helper that is inlined',
    'no',
    f('return g(x)', 'x: int', 'def g(x: int):\n    return x + x\n'),
    f('return x * 2'),
  ],
  ['a default', 'yes', f('return x + y', 'x: int, y: int = 1'), f('return x + y', 'x: int, y: int = 2')],
  ['a rare input', 'yes', ...both('return x', 'return x if x != 123456789 else 0')],
  ['a text', 'no', ...both('return x + "!"', 'return f"{x}!"', 'x: str')],
  ['a text in capitals', 'yes', ...both('return x.upper()', 'return x.title()', 'x: str')],
  [
    'a method',
    'yes',
    inClass('def f(self, x: int):\n    return x'),
    inClass('def f(self, x: int):\n    return x + 1'),
    'A.f',
  ],
  [
    'a method that does the same',
    'no',
    inClass('def f(self, x: int):\n    return x - -1'),
    inClass('def f(self, x: int):\n    return x + 1'),
    'A.f',
  ],
  [
    'a static method',
    'yes',
    inClass('@staticmethod\ndef f(x: int):\n    return x'),
    inClass('@staticmethod\ndef f(x: int):\n    return x * 3'),
    'A.f',
  ],
  ['a dictionary', 'no', ...both('return x["k"] if "k" in x else 0', 'return x.get("k", 0)', 'x: dict[str, int]')],
  ['a dictionary without a default', 'yes', ...both('return x.get("k", 0)', 'return x["k"]', 'x: dict[str, int]')],
  ['de Morgan', 'no', ...both('return not (x and y)', 'return not x or not y', 'x: bool, y: bool')],
  ['de Morgan gone wrong', 'yes', ...both('return not (x and y)', 'return not x and not y', 'x: bool, y: bool')],
  [
    'a function of another file',
    'no',
    { 'a.py': f('return x + x'), 'b.py': f('return x') },
    { 'a.py': f('return 2 * x'), 'b.py': f('return x') },
  ],
  [
    'a function that is picked',
    'yes',
    f('return pick([x, 1])', 'x: int', 'pick = min\n'),
    f('return pick([x, 1])', 'x: int', 'pick = max\n'),
  ],
  ['an argument that is sorted', 'yes', ...both('x.sort()\nreturn len(x)', 'return len(x)', 'x: list[int]')],
  ['nothing and None', 'no', ...both('return None', 'pass')],
  ['a generator', 'yes', ...both('for y in x:\n    yield y', 'for y in x:\n    yield -y', 'x: list[int]')],
  ['a generator that delegates', 'no', ...both('for y in x:\n    yield y', 'yield from x', 'x: list[int]')],
  ['an integer and a float', 'yes', ...both('return x * 2', 'return x * 2.0')],
];

const POINT = (fields: string): string =>
  `from dataclasses import dataclass\n@dataclass\nclass P:\n${fields.replace(/^/gm, '    ')}\n`;
const MARK = 'def mark(g):\n    return g\n';

const DECEIVING: readonly Row[] = [
  ['the clock', 'no', ...both('t = time.time()\nreturn t', 'return time.time()', 'x: int', 'import time\n')],
  [
    'the clock in another unit',
    'yes',
    ...both('return time.time()', 'return time.time() * 1000', 'x: int', 'import time\n'),
  ],
  [
    'a random number',
    'no',
    ...both('y = random.random()\nreturn y', 'return random.random()', 'x: int', 'import random\n'),
  ],
  ['an address', 'unknowable', ...both('return id([x])', 'return id([x, x])')],
  ['the text of an object', 'no', ...both('return repr(object())', 'y = object()\nreturn repr(y)')],
  ['its own name', 'no', ...both('y = f.__name__\nreturn y', 'return f.__name__')],
  [
    'the name of a changed class',
    'no',
    inClass('n = 1', '') + f('return type(A()).__name__'),
    inClass('n = 2', '') + f('return type(A()).__name__'),
  ],
  [
    'the text of a changed class',
    'yes',
    POINT('x: int') + f('return repr(P(x))'),
    POINT('x: int\ny: int = 0') + f('return repr(P(x))'),
  ],
  ['the name of the module', 'no', ...both('y = __name__\nreturn y', 'return __name__')],
  [
    'the line of an error',
    'yes',
    ...both(
      'try:\n    x[0]\nexcept TypeError as e:\n    return e.__traceback__.tb_lineno - f.__code__.co_firstlineno',
      'try:\n    y = x\n    y[0]\nexcept TypeError as e:\n    return e.__traceback__.tb_lineno - f.__code__.co_firstlineno',
    ),
  ],
  [
    'state of the module',
    'yes',
    f('T.append(x)\nreturn T[0]', 'x: int', 'T = []\n'),
    f('T.insert(0, x)\nreturn T[0]', 'x: int', 'T = []\n'),
  ],
  [
    'a count of calls',
    'yes',
    f('global N\nN += 1\nreturn N', 'x: int', 'N = 0\n'),
    f('global N\nN = 1\nreturn N', 'x: int', 'N = 0\n'),
  ],
  [
    'a default that is kept',
    'yes',
    f('y.append(x)\nreturn len(y)', 'x: int, y: list[int] = []'),
    f('y = [] if y is None else y\ny.append(x)\nreturn len(y)', 'x: int, y: list[int] | None = None'),
  ],
  ['a memory', 'yes', f('return [x]', 'x: int', 'from functools import cache\n@cache\n'), f('return [x]')],
  ['a state of its attributes', 'yes', f('f.n = getattr(f, "n", 0) + 1\nreturn f.n'), f('f.n = 1\nreturn f.n')],
  ['a file that is renamed', 'no', { 'a.py': padded('return x + x') }, { 'b.py': padded('return 2 * x') }],
  [
    'a file that is renamed and otherwise',
    'yes',
    { 'a.py': padded('return x + x') },
    { 'b.py': padded('return x * x') },
  ],
  [
    'a function that moves',
    'no',
    `def g():\n    return 1\n${f('return x + x')}`,
    `${f('return 2 * x')}def g():\n    return 1\n`,
  ],
  ['a function that is bound again', 'yes', `${f('return x')}`, `${f('return x')}${f('return x + 1')}`],
  ['a function that is bound before', 'no', `${f('return x')}`, `${f('return x + 1')}${f('return x')}`],
  [
    'a function that another replaces',
    'yes',
    `def g(x: int):\n    return -x\n${f('return x')}`,
    `def g(x: int):\n    return -x\n${f('return x')}f = g\n`,
  ],
  [
    'a helper of another file',
    'yes',
    { 'a.py': f('return g(x)', 'x: int', 'from b import g\n'), 'b.py': 'def g(x: int):\n    return x\n' },
    { 'a.py': f('y = g(x)\nreturn y', 'x: int', 'from b import g\n'), 'b.py': 'def g(x: int):\n    return x + 1\n' },
  ],
  [
    'only a helper of another file',
    'yes',
    { 'a.py': f('return g(x)', 'x: int', 'from b import g\n'), 'b.py': 'def g(x: int):\n    return x\n' },
    { 'a.py': f('return g(x)', 'x: int', 'from b import g\n'), 'b.py': 'def g(x: int):\n    return x + 1\n' },
  ],
  [
    'a package that is not there',
    'unknowable',
    ...both('return numpy.abs(x)', 'return abs(numpy.abs(x))', 'x: int', 'import numpy\n'),
  ],
  [
    'a package for which there is another way',
    'unknowable',
    ...both(
      'return h(x)',
      'return abs(x)',
      'x: int',
      'try:\n    from numpy import abs as h\nexcept ImportError:\n    h = abs\n',
    ),
  ],
  [
    'a variable of a class',
    'yes',
    inClass('K = 1\ndef f(self, x: int):\n    return x + self.K'),
    inClass('K = 2\ndef f(self, x: int):\n    return x + self.K'),
    'A.f',
  ],
  [
    'a base of a class',
    'yes',
    `class B:\n    K = 1\nclass C:\n    K = 2\nclass A(B):\n    def f(self, x: int):\n        return x + self.K\n`,
    `class B:\n    K = 1\nclass C:\n    K = 2\nclass A(C):\n    def f(self, x: int):\n        return x + self.K\n`,
    'A.f',
  ],
  [
    'a decorator',
    'yes',
    f('return x + 1', 'x: int', 'def twice(g):\n    return lambda x: g(g(x))\n@twice\n'),
    f('return x + 1', 'x: int', 'def twice(g):\n    return lambda x: g(g(x))\n'),
  ],
  [
    'a decorator that does nothing',
    'no',
    f('return x + 1', 'x: int', `${MARK}@mark\n`),
    f('return x + 1', 'x: int', MARK),
  ],
  ['a docstring that is read', 'yes', f('"""one"""\nreturn f.__doc__ + "a"'), f('"""two"""\nreturn f.__doc__ + "a"')],
  [
    'a docstring that a decorator reads',
    'yes',
    f('"""one"""\nreturn x', 'x: int', 'def told(g):\n    d = g.__doc__\n    return lambda x: d\n@told\n'),
    f('"""two"""\nreturn x', 'x: int', 'def told(g):\n    d = g.__doc__\n    return lambda x: d\n@told\n'),
  ],
  [
    'annotations that a decorator reads',
    'yes',
    f(
      'return x',
      'x: int',
      'def deprecated(g):\n    t = g.__annotations__["x"]\n    return lambda x: t(x)\n@deprecated\n',
    ),
    f(
      'return x + 0',
      'x: str',
      'def deprecated(g):\n    t = g.__annotations__["x"]\n    return lambda x: t(x)\n@deprecated\n',
    ),
  ],
  ['only annotations', 'no', f('return x + 1'), f('return x + 1', 'x: "int"')],
  ['only comments', 'no', f('return x + 1'), f('# one more\nreturn x + 1')],
  ['dead code', 'no', f('return x + 1'), f('return x + 1\nreturn x + 2')],
  ['a condition that never holds', 'no', ...both('return x * x', 'if x * x < 0:\n    return 7\nreturn x * x')],
  ['inputs that are excluded', 'no', ...both('"""pre: x > 0"""\nreturn x', '"""pre: x > 0"""\nreturn abs(x)')],
  ['a print', 'yes', ...both('print(x)\nreturn x', 'return x')],
  ['a list that is another', 'yes', ...both('x.append(1)\nreturn x', 'return x + [1]', 'x: list[int]')],
  ['the order of floats', 'yes', ...both('return x + y + z', 'return x + (y + z)', 'x: float, y: float, z: float')],
  ['the order of a set', 'yes', ...both('return list(dict.fromkeys(x))', 'return sorted(set(x))', 'x: list[int]')],
  ['a parameter that is renamed', 'yes', f('return x'), f('return y', 'y: int')],
  [
    'a parameter by name only',
    'yes',
    f('return x + y', 'x: int, y: int = 0'),
    f('return x + y', 'x: int, *, y: int = 0'),
  ],
  [
    'a method of a nested class',
    'yes',
    inClass(inClass('def f(self, x: int):\n    return x').replace('class A', 'class B')),
    inClass(inClass('def f(self, x: int):\n    return -x').replace('class A', 'class B')),
    'A.B.f',
  ],
  [
    'a property',
    'yes',
    inClass('@property\ndef f(self):\n    return 1'),
    inClass('@property\ndef f(self):\n    return 2'),
    'A.f',
  ],
  [
    'a property that is none',
    'yes',
    inClass('@property\ndef f(self):\n    return 1'),
    inClass('def f(self):\n    return 1'),
    'A.f',
  ],
  ['an async function', 'yes', `async ${f('return x')}`, `async ${f('return x + 1')}`],
  ['a function that becomes async', 'yes', f('return x'), `async ${f('return x')}`],
  ['a function within', 'yes', ...both('def g():\n    return x\nreturn g()', 'def g():\n    return -x\nreturn g()')],
  ['an exception of a subclass', 'yes', ...both('raise ValueError', 'raise UnicodeError')],
  [
    'an exception of a class with a docstring',
    'no',
    f('raise E', 'x: int', 'class E(Exception):\n    pass\n'),
    f('e = E()\nraise e', 'x: int', 'class E(Exception):\n    "told"\n'),
  ],
  [
    'an effect on import',
    'yes',
    f('return T["a"]', 'x: int', 'T = {}\nT.update(a=1)\n'),
    f('return T["a"]', 'x: int', 'T = {}\nT.update(a=2)\n'),
  ],
  ['a name of the built-ins', 'yes', f('return abs(x)'), f('return abs(x)', 'x: int', 'def abs(x):\n    return x\n')],
  [
    'the environment',
    'no',
    ...both('return os.environ.get("HOME")', 'y = os.environ.get("HOME")\nreturn y', 'x: int', 'import os\n'),
  ],
  [
    'another variable of the environment',
    'yes',
    ...both('return os.environ.get("LEMMA_A")', 'return os.environ.get("LEMMA_B")', 'x: int', 'import os\n'),
  ],
  [
    'an operator of a class',
    'yes',
    inClass('def __init__(self, n):\n    self.n = n\ndef __eq__(self, o):\n    return self.n == o.n') +
      f('return A(x) == A(1)'),
    inClass('def __init__(self, n):\n    self.n = n') + f('return A(x) == A(1)'),
  ],
];

function sideOf(side: Side): Files {
  return typeof side === 'string' ? { 'a.py': side } : side;
}

function caseOf(deceives: boolean, [name, truth, before, after, asked = 'f']: Row): ClaimCase {
  return {
    name,
    truth,
    deceives,
    async ask(user) {
      const commits = await twoCommits(user, 'behaviour', [sideOf(before), sideOf(after)]);
      const { changes } = await user.call('compare_behaviour', {
        workspace: 'behaviour',
        functions: [asked],
        ...commits,
      });
      const statuses = Array.isArray(changes) ? changes.map((each: { readonly status?: unknown }) => each.status) : [];
      if (statuses.includes('different')) return 'yes';
      return statuses.includes('equivalent') || statuses.includes('unchanged') ? 'no' : 'open';
    },
  };
}

export const behaviour: AuditedTool = {
  tool: 'compare_behaviour',
  statement:
    'The function behaves otherwise after the change, for inputs that its annotations and preconditions allow.',
  cases: [...PLAIN.map((row) => caseOf(false, row)), ...DECEIVING.map((row) => caseOf(true, row))],
};

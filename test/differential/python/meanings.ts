/** Pieces of Python whose meaning is easily got wrong; each leaves what it comes to in `r`. */

export interface Meaning {
  readonly name: string;
  readonly prelude?: readonly string[];
  /** Statements; `x` is a large integer. */
  readonly body: readonly string[];
  /** Whether the engine decides it; what it does not decide has to stay open. */
  readonly isModelled: boolean;
}

const FROZEN = ['from dataclasses import dataclass', '@dataclass(frozen=True)', 'class A:', '    v: object'];
const GROWING = ['def gen():', '    xs = []', '    for i in range(3):', '        xs.append(i)', '        yield xs'];

export const MEANINGS: readonly Meaning[] = [
  {
    name: 'a shift of two objects of one class',
    prelude: ['class A:', '    def __rshift__(self, other): return 3'],
    body: ['r = A() >> A()'],
    isModelled: true,
  },
  {
    name: 'an inherited reflected method goes second',
    prelude: [
      'class A:',
      '    def __add__(self, o): return 1',
      '    def __radd__(self, o): return 2',
      'class B(A): pass',
    ],
    body: ['r = A() + B()'],
    isModelled: true,
  },
  {
    name: 'a frozen dataclass with a field that cannot be hashed',
    prelude: FROZEN,
    body: ['r = len({A([1])})'],
    isModelled: true,
  },
  {
    name: 'frozen dataclasses as keys',
    prelude: FROZEN,
    body: ["d = {A(1): 5, A('y'): 6}", "r = d[A(1)] + d[A('y')]"],
    isModelled: true,
  },
  {
    name: 'a subclass of a frozen dataclass has attributes of its own',
    prelude: [...FROZEN, 'class B(A): pass'],
    body: ['b = B(1)', 'b.w = 5', 'r = b.w'],
    isModelled: true,
  },
  {
    name: 'fields stay frozen in a subclass',
    prelude: [...FROZEN, 'class B(A): pass'],
    body: ['b = B(1)', 'b.v = 5', 'r = b.v'],
    isModelled: true,
  },
  {
    name: 'attributes of a frozen dataclass are not deleted',
    prelude: FROZEN,
    body: ['a = A(1)', 'del a.v', 'r = 1'],
    isModelled: true,
  },
  {
    name: 'a property that raises AttributeError beside __getattr__',
    prelude: [
      'class A:',
      '    def __getattr__(self, name): return name',
      '    @property',
      "    def p(self): raise AttributeError('x')",
    ],
    body: ['r = A().p'],
    isModelled: false,
  },
  {
    name: 'a function that map calls changes a variable around it',
    body: [
      'n = 0',
      'def g(y):',
      '    nonlocal n',
      '    n += 1',
      '    return y',
      'ys = list(map(g, range(x)))',
      'r = n',
    ],
    isModelled: false,
  },
  {
    name: 'enumerate uses up its iterator',
    body: ['it = iter(range(x))', 'a = list(enumerate(it))', 'r = len(list(it))'],
    isModelled: false,
  },
  {
    name: 'a sum over enumerate uses up its iterator',
    body: ['it = iter(range(x))', 'a = sum(1 for y in enumerate(it))', 'r = len([y for y in it])'],
    isModelled: false,
  },
  {
    name: 'zip of one iterator with itself',
    body: ['it = iter(range(x))', 'a = list(zip(it, it))', 'r = a[0][1]'],
    isModelled: false,
  },
  {
    name: 'an inner loop over an iterator from outside',
    body: [
      'it = iter(range(x))',
      'r = all(y < x for a in range(x) for y in it) and any(y == 0 for a in range(x) for y in it)',
    ],
    isModelled: false,
  },
  {
    name: 'a generator that changes the list it has yielded',
    prelude: GROWING,
    body: ['g = gen()', 'a = next(g)', 'r = len(a)'],
    isModelled: false,
  },
  {
    name: 'a list that a generator has yielded and its consumer changes',
    prelude: [...GROWING, '        xs.append(len(xs))'],
    body: ['g = gen()', 'next(g).append(7)', 'r = len(next(g))'],
    isModelled: false,
  },
  {
    name: 'an iterator that a generator yields and goes on with',
    prelude: ['def gen():', '    it = iter([1, 2])', '    yield it', '    next(it)', '    yield it'],
    body: ['a = next(gen())', 'r = next(a)'],
    isModelled: false,
  },
  {
    name: 'a generator yields new lists',
    prelude: ['def gen(n):', '    for i in range(3):', '        yield [i, n]'],
    body: ['g = gen(x)', 'a = next(g)', 'r = a + next(g)'],
    isModelled: true,
  },
  {
    name: 'field, ClassVar and KW_ONLY under other names',
    prelude: [
      'from dataclasses import KW_ONLY as K, dataclass, field as described',
      'from typing import ClassVar as C',
      '@dataclass',
      'class A:',
      '    a: int',
      '    c: C[int] = 5',
      '    _: K',
      '    b: list = described(default_factory=list)',
    ],
    body: ['r = repr(A(1)) + repr(A(1, b=[2]))'],
    isModelled: true,
  },
  {
    name: 'a function of the module that is called field',
    prelude: [
      'from dataclasses import dataclass',
      'def field(**options): return 7',
      '@dataclass',
      'class A:',
      '    a: int = field(default=3)',
    ],
    body: ['r = A().a'],
    isModelled: true,
  },
  {
    name: 'fields by keyword keep their place in texts and comparisons',
    prelude: [
      'from dataclasses import dataclass, field',
      '@dataclass(order=True)',
      'class A:',
      '    a: int = field(kw_only=True)',
      '    b: int',
    ],
    body: ['r = (repr(A(2, a=1)), A(1, a=5) < A(2, a=3))'],
    isModelled: true,
  },
  {
    name: 'dataclasses compare field by field, by equality alone',
    prelude: ['from dataclasses import dataclass', '@dataclass', 'class A:', '    a: float'],
    body: ["n = float('nan')", 'a = A(n)', 'r = (a == a, A(n) == A(n), A(1.0) == A(1.0))'],
    isModelled: true,
  },
  {
    name: 'a subclass that is no dataclass has its own class attributes',
    prelude: [
      'from dataclasses import dataclass',
      '@dataclass',
      'class A:',
      '    v: int = 4',
      'class B(A):',
      '    v = 9',
    ],
    body: ['r = (B.v, B().v, A.v)'],
    isModelled: true,
  },
  {
    name: 'the text of an object of a nested dataclass',
    prelude: ['from dataclasses import dataclass', 'class A:', '    @dataclass', '    class B:', '        v: int'],
    body: ['r = repr(A.B(1))'],
    isModelled: false,
  },
  {
    name: 'a text that becomes bytes in a loop',
    body: ["v = 'a'", 'for i in range(x):', "    v = b'a'", 'r = v'],
    isModelled: false,
  },
];

import { beforeAll, expect, it } from 'vitest';
import { loadSymbolic, type NodeSymbolic } from '../../../scripts/lib/node-symbolic.ts';

let symbolic: NodeSymbolic;
beforeAll(async () => {
  symbolic = await loadSymbolic();
});

/** Programs whose assertions all hold for every `n`. */
const PROGRAMS: readonly (readonly [string, string])[] = [
  [
    'inheritance, super and overriding',
    `
class Account:
    fee = 1
    def __init__(self, balance):
        self.balance = balance
    def withdraw(self, amount):
        self.balance -= amount + self.fee
        return self.balance
class Premium(Account):
    fee = 0
    def __init__(self, balance):
        super().__init__(balance + 100)
    def withdraw(self, amount):
        return super().withdraw(amount) + 1
def f(n: int):
    account, premium = Account(n), Premium(n)
    assert account.withdraw(3) == n - 4
    assert premium.withdraw(3) == n + 98
    assert isinstance(premium, Account) and not isinstance(account, Premium)
    assert type(premium).__name__ == 'Premium'
`,
  ],
  [
    'the method resolution order of a diamond',
    `
class A:
    def who(self): return ['A']
class B(A):
    def who(self): return ['B'] + super().who()
class C(A):
    def who(self): return ['C'] + super().who()
class D(B, C):
    def who(self): return ['D'] + super().who()
def f(n: int):
    assert D().who() == ['D', 'B', 'C', 'A']
`,
  ],
  [
    'operators by special methods',
    `
class V:
    def __init__(self, x): self.x = x
    def __add__(self, other): return V(self.x + other.x) if isinstance(other, V) else NotImplemented
    def __radd__(self, other): return V(self.x + other)
    def __iadd__(self, other):
        self.x += other
        return self
    def __eq__(self, other): return isinstance(other, V) and self.x == other.x
    def __lt__(self, other): return self.x < other.x
    def __neg__(self): return V(-self.x)
    def __bool__(self): return self.x != 0
    def __len__(self): return 7
    def __getitem__(self, key): return self.x + key
    def __contains__(self, key): return key == self.x
    def __call__(self, y): return self.x * y
def f(n: int):
    v = V(n)
    assert v + V(1) == V(n + 1) and 5 + v == V(n + 5) and v != V(n + 1)
    assert (v < V(n + 1)) and V(n + 1) > v and (-v).x == -n
    assert len(v) == 7 and v[2] == n + 2 and n in v and v(3) == 3 * n
    if v:
        assert n != 0
    else:
        assert n == 0
    same = v
    v += 2
    assert same is v and same.x == n + 2
    try:
        v + 'a'
        assert False
    except TypeError:
        pass
`,
  ],
  [
    'properties, class methods and static methods',
    `
class T:
    made = 0
    def __init__(self, c):
        self._c = c
        T.made += 1
    @property
    def f(self): return self._c * 9 // 5 + 32
    @f.setter
    def f(self, value): self._c = (value - 32) * 5 // 9
    @classmethod
    def zero(cls): return cls(0)
    @staticmethod
    def double(x): return 2 * x
def f(n: int):
    before = T.made
    t = T(n)
    t.f = 212
    assert t._c == 100 and t.f == 212
    assert T.zero()._c == 0 and T.double(n) == 2 * n and t.double(1) == 2
    assert T.made == before + 2
`,
  ],
  [
    'dataclasses',
    `
from dataclasses import dataclass, field
@dataclass(order=True)
class P:
    x: int
    y: int = 2
    tags: list = field(default_factory=list, compare=False)
    def __post_init__(self): self.x += 1
@dataclass(frozen=True)
class Q:
    a: int
def f(n: int):
    p = P(n)
    p.tags.append(1)
    assert p.x == n + 1 and P(n) == p and P(n) < P(n, 3) and P(n).tags == []
    assert Q(n) == Q(n) and {Q(1): n}[Q(1)] == n
    try:
        Q(n).a = 1
        assert False
    except AttributeError:
        pass
    assert repr(Q(3)) == 'Q(a=3)'
`,
  ],
  [
    'enumerations',
    `
from enum import Enum, IntEnum, auto
class Color(Enum):
    RED = 1
    GREEN = auto()
    CRIMSON = 1
    def next(self): return Color.GREEN if self is Color.RED else Color.RED
class Level(IntEnum):
    LOW = 1
    HIGH = 10
def f(n: int):
    assert Color(1) is Color.RED is Color.CRIMSON and Color['GREEN'].value == 2
    assert [c.name for c in Color] == ['RED', 'GREEN'] and Color.RED.next().next() is Color.RED
    assert Level.LOW < Level.HIGH and Level.HIGH + n == n + 10 and Level.LOW == 1
    try:
        Color(n)
        assert n == 1 or n == 2
    except ValueError:
        assert n != 1 and n != 2
`,
  ],
  [
    'named tuples',
    `
from typing import NamedTuple
class N(NamedTuple):
    a: int
    b: int = 5
    def total(self): return self.a + self.b
def f(n: int):
    t = N(n)
    a, b = t
    assert t == (n, 5) and (a, b) == (n, 5) and t.total() == n + 5 and t[0] == t.a
`,
  ],
  [
    'context managers',
    `
class Lock:
    def __init__(self): self.log = []
    def __enter__(self):
        self.log.append('in')
        return self
    def __exit__(self, kind, error, trace):
        self.log.append('out' if kind is None else kind.__name__)
        return kind is KeyError
def g(lock):
    with lock:
        return 1
def f(n: int):
    lock = Lock()
    with lock as same:
        assert same is lock
    with lock:
        raise KeyError(n)
    assert g(lock) == 1
    assert lock.log == ['in', 'out', 'in', 'KeyError', 'in', 'out']
    try:
        with lock:
            raise ValueError
        assert False
    except ValueError:
        pass
`,
  ],
  [
    'exceptions with attributes, private names, deleted attributes',
    `
class Failure(ValueError):
    def __init__(self, code):
        super().__init__('failed', code)
        self.code = code
class Box:
    def __init__(self, v): self.__v = v
    def get(self): return self.__v
def f(n: int):
    try:
        raise Failure(n)
    except ValueError as error:
        assert error.code == n and error.args == ('failed', n)
    box = Box(n)
    assert box.get() == n and box._Box__v == n and not hasattr(box, '__v')
    box.w = 1
    del box.w
    assert getattr(box, 'w', 9) == 9
`,
  ],
  [
    'class patterns, star patterns and mapping patterns',
    `
from dataclasses import dataclass
@dataclass
class P:
    x: int
    y: int
def kind(v):
    match v:
        case P(0, 0): return 'origin'
        case P(x=0): return 'axis'
        case P(a, b) if a == b: return 'diagonal'
        case [first, *rest]: return ('list', first, len(rest))
        case {'k': value}: return ('dict', value)
        case int() | str(): return 'scalar'
    return 'other'
def f(n: int):
    assert kind(P(0, 0)) == 'origin' and kind(P(0, 3)) == 'axis' and kind(P(n, n)) in ('origin', 'diagonal')
    assert kind([n, 1, 2]) == ('list', n, 2) and kind({'k': n, 'j': 1}) == ('dict', n)
    assert kind(n) == 'scalar' and kind(1.5) == 'other'
`,
  ],
  [
    'abstract classes and decorators',
    `
from abc import ABC, abstractmethod
import functools
class Shape(ABC):
    @abstractmethod
    def area(self): ...
class Square(Shape):
    def __init__(self, side): self.side = side
    def area(self): return self.side * self.side
def plus_one(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs): return function(*args, **kwargs) + 1
    return wrapper
@plus_one
def g(a, *, b): return a * b
def f(n: int):
    assert Square(n).area() == n * n
    assert g(n, b=2) == 2 * n + 1 and g.__name__ == 'g'
    try:
        Shape()
        assert False
    except TypeError:
        pass
`,
  ],
];

it.each(PROGRAMS)('proves the assertions: %s', async (_name, code) => {
  const result = await symbolic.find(code, 'f', 'Exception');
  expect(result).toMatchObject({ status: 'unreachable', reasons: [] });
});

it.each(PROGRAMS)('finds the assertion that is wrong: %s', async (_name, code) => {
  const result = await symbolic.find(`${code}    assert n != 41\n`, 'f', 'AssertionError');
  expect(result).toMatchObject({ status: 'found', triggeringInputs: [{ args: { n: 41 } }] });
});

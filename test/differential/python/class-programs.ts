/** Random modules of classes, and functions that use their objects: inheritance, special methods, records and enumerations. */

import type { Random } from '../../../src/lib/random.ts';
import { intSource, strSource } from '../../../src/symbolic/replay/scalars.ts';
import type { Case } from './cases.ts';
import type { Sample } from './samples.ts';

/** Calls of each function. */
const ROWS = 4;

/** Members of a class; `OWN` is the class, `BASE` calls the same method of the next class in line. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  get: [
    'def get(self):\n    return self.v',
    'def get(self):\n    return BASE.get() + 1 if isinstance(self.v, int) else -1',
    'def get(self, more=2):\n    self.v += more\n    return self.v',
    '@staticmethod\ndef get():\n    return 7',
    '@classmethod\ndef get(cls):\n    return cls.k, cls.__name__',
    '@property\ndef get(self):\n    return lambda: self.v',
  ],
  k: ['k = 1', 'k = 2', 'k: int = 3', 'k = [1]', "k = 'x'"],
  double: [
    '@property\ndef double(self):\n    return self.v * 2',
    '@property\ndef double(self):\n    return self.v * 2\n@double.setter\ndef double(self, to):\n    self.v = to - 1',
    'double = 5',
    'def double(self):\n    return self.k',
    'double = property(lambda self: self.v - 1)',
  ],
  name: [
    'name = property(lambda self: type(self).__name__)',
    "def name(self):\n    return 'OWN' + BASE.name()",
    "def name(self):\n    return 'OWN'",
  ],
  __eq__: [
    'def __eq__(self, other):\n    return isinstance(other, OWN) and self.v == other.v',
    'def __eq__(self, other):\n    if not isinstance(other, OWN):\n        return NotImplemented\n    return self.v % 2 == other.v % 2',
    'def __eq__(self, other):\n    return self.v == other',
    '__eq__ = object.__eq__',
  ],
  __hash__: ['def __hash__(self):\n    return 3', '__hash__ = None', 'def __hash__(self):\n    return hash(self.v)'],
  __lt__: [
    'def __lt__(self, other):\n    return self.v < other.v',
    'def __lt__(self, other):\n    return NotImplemented',
    'def __lt__(self, other):\n    return BASE.__lt__(other)',
    'def __gt__(self, other):\n    return self.v > 2',
  ],
  __len__: [
    'def __len__(self):\n    return self.v',
    'def __len__(self):\n    return 2',
    'def __bool__(self):\n    return self.v > 1',
    'def __bool__(self):\n    return self.v',
  ],
  __getitem__: [
    'def __getitem__(self, at):\n    if at > 3:\n        raise IndexError(at)\n    return at * 2',
    'def __getitem__(self, at):\n    return (self.v, at)[at]',
    'def __getitem__(self, at):\n    return [1, 2, 3][at]\ndef __setitem__(self, at, to):\n    self.v = (at, to)',
  ],
  __iter__: [
    'def __iter__(self):\n    return iter([self.v, 1])',
    'def __iter__(self):\n    yield self.v\n    yield 2',
    'def __iter__(self):\n    self.at = 0\n    return self\ndef __next__(self):\n    self.at += 1\n    if self.at > 2:\n        raise StopIteration\n    return self.at',
  ],
  __contains__: [
    'def __contains__(self, one):\n    return one == self.v',
    'def __contains__(self, one):\n    return 2',
  ],
  __call__: [
    'def __call__(self, by=1):\n    return self.v + by',
    'def __call__(self, *args, **named):\n    return (args, sorted(named))',
  ],
  __add__: [
    'def __add__(self, other):\n    return self.v + (other.v if isinstance(other, A) else other)',
    'def __add__(self, other):\n    return NotImplemented',
    'def __radd__(self, other):\n    return (other, self.v)',
    'def __iadd__(self, other):\n    self.v = other\n    return self',
    'def __add__(self, other):\n    return type(self)(9)',
  ],
  __neg__: [
    'def __neg__(self):\n    return -self.v',
    'def __abs__(self):\n    return 4\ndef __int__(self):\n    return 5',
  ],
  __repr__: [
    "def __repr__(self):\n    return f'OWN({self.v})'",
    "def __str__(self):\n    return 'text of OWN'",
    'def __repr__(self):\n    return BASE.__repr__()[:3]',
  ],
  __enter__: [
    'def __enter__(self):\n    return self\ndef __exit__(self, kind, error, trace):\n    self.v = kind is None\n    return True',
    'def __enter__(self):\n    return 4\ndef __exit__(self, kind, error, trace):\n    return kind is not None and issubclass(kind, LookupError)',
    'def __enter__(self):\n    raise ValueError\ndef __exit__(self, *args):\n    return True',
    'def __enter__(self):\n    return self.v\ndef __exit__(self, kind, error, trace):\n    raise KeyError(1)',
  ],
  __getattr__: [
    "def __getattr__(self, name):\n    if name == 'other':\n        return 8\n    raise AttributeError(name)",
  ],
  __match_args__: ["__match_args__ = ('v',)", "__match_args__ = ('v', 'k')", '__match_args__ = ()'],
  add: [
    "def add(self, n):\n    self.items = getattr(self, 'items', []) + [n]\n    return len(self.items)",
    'def add(self, n):\n    self.__hidden = n\n    return self.__hidden',
  ],
};

const INITIALISERS = [
  'def __init__(self, v=1):\n    self.v = v',
  'def __init__(self, v=1):\n    BASE.__init__(v)\n    self.w = v',
  'def __init__(self, v=1):\n    self.v = v\n    self.w = [v]',
  "def __init__(self, v=1, *, w='w'):\n    self.v, self.w = v, w",
];

const RECORDS = [
  '@dataclass\nclass P:\n    x: int\n    y: int = 2',
  '@dataclass(order=True)\nclass P:\n    x: int = 0\n    y: int = field(default=2)',
  '@dataclass(frozen=True)\nclass P:\n    x: int\n    y: list = field(default_factory=list)',
  '@dataclass(eq=False)\nclass P:\n    x: int\n    y: int = 1\n    def __post_init__(self):\n        self.z = self.x',
  '@dataclass(slots=True)\nclass P:\n    x: int\n    y: int = field(default=3, compare=False)',
  '@dataclass(kw_only=True)\nclass P:\n    x: int = 1\n    y: int = 2',
  'class P(NamedTuple):\n    x: int\n    y: int = 5\n    def total(self):\n        return self.x + self.y',
  '@dataclass(frozen=True, order=True)\nclass P:\n    x: int\n    y: int = 0\n    @property\n    def z(self):\n        return self.x + self.y',
];

const ENUMERATIONS = [
  'class E(Enum):\n    ONE = 1\n    TWO = 2\n    ALSO = 1',
  'class E(IntEnum):\n    ONE = 1\n    TWO = 2',
  "class E(Enum):\n    ONE = 'a'\n    TWO = 'b'\n    def low(self):\n        return self.value + '!'",
  'class E(Enum):\n    ONE = auto()\n    TWO = auto()',
  'class E(StrEnum):\n    ONE = auto()\n    TWO = "2"',
];

const OBJECTS = ['a', 'b', 'c', 'd'];
const INTEGERS = ['n', 'm', '0', '1', '2', '-1'];

/** Expressions that depend on the classes; `OBJ` is an object, `INT` an integer, `CLS` a class. */
const EXPRESSIONS = [
  'OBJ.get()',
  'OBJ.get(INT)',
  'OBJ.k',
  'CLS.k',
  'OBJ.double',
  'OBJ.double()',
  'OBJ.name()',
  'OBJ.name',
  'OBJ.v',
  'OBJ.w',
  'OBJ.other',
  'OBJ.add(INT)',
  'OBJ == OBJ',
  'OBJ != OBJ',
  'OBJ == INT',
  'OBJ < OBJ',
  'OBJ > OBJ',
  'OBJ >= OBJ',
  'OBJ is OBJ',
  'len(OBJ)',
  'bool(OBJ)',
  'not OBJ',
  'OBJ[INT]',
  'list(OBJ)',
  'sum(OBJ)',
  'INT in OBJ',
  'OBJ in [OBJ, OBJ]',
  '[OBJ, INT].index(OBJ)',
  'OBJ(INT)',
  'OBJ(INT, by=INT)',
  'OBJ()',
  'OBJ + OBJ',
  'OBJ + INT',
  'INT + OBJ',
  '-OBJ',
  'abs(OBJ)',
  'int(OBJ)',
  '[1, 2, 3][OBJ]',
  'str(OBJ)',
  'f"{OBJ}|{OBJ!r}"',
  'repr(OBJ)[:3]',
  'isinstance(OBJ, CLS)',
  'issubclass(CLS, CLS)',
  'isinstance(OBJ, (CLS, int))',
  'type(OBJ) is CLS',
  'type(OBJ).__name__',
  'CLS(INT).v',
  'CLS.get(OBJ)',
  'CLS.get()',
  'hasattr(OBJ, "w")',
  'getattr(OBJ, "w", INT)',
  'getattr(OBJ, "other", 0)',
  'callable(OBJ)',
  '{OBJ: 1, OBJ: 2}[OBJ]',
  'len({OBJ, OBJ})',
  'max(OBJ, OBJ) is OBJ',
  'P(INT)',
  'P(INT, INT) == P(INT, INT)',
  'P(INT) < P(INT)',
  'P(x=INT, y=INT).y',
  'str(P(INT))',
  'repr(P(INT, INT))',
  'hash(P(INT)) == hash(P(INT))',
  'P(INT).z',
  'P(INT).total()',
  'P(INT)[0]',
  'len(P(INT, INT))',
  'P(INT, INT, INT)',
  'P()',
  'replace(P(INT), y=INT).y',
  'asdict(P(INT))',
  'P(INT)._replace(y=INT)',
  'P(INT)._asdict()',
  'tuple(P(INT))',
  'E(INT).name',
  'E.ONE.value',
  'E.ONE == E.TWO',
  'E.ONE < E.TWO',
  'E.ONE is E(1)',
  'E["TWO"].value',
  'E["NONE"]',
  '[e.name for e in E]',
  'len(E)',
  'E.ONE.low()',
  'E.ALSO.name',
  'E.ONE in E',
  'INT in E',
  'E.ONE + 1',
  'str(E.ONE)',
  'repr(E.TWO)',
  'f"{E.ONE}"',
  'isinstance(E.ONE, int)',
  '(E.ONE | E.TWO).value',
  'E.ONE == 1',
  '{E.ONE: INT}[E.ONE]',
  's + OBJ.name()',
];

const MATCHES = [
  'match SUBJECT:\n    case CLS(v=0):\n        out.append("zero")\n    case CLS(v=x) if x == INT:\n        out.append(x)\n    case CLS():\n        out.append("CLS")\n    case _:\n        out.append("none")',
  'match SUBJECT:\n    case CLS(x):\n        out.append(x)\n    case CLS():\n        out.append(3)',
  'match SUBJECT:\n    case CLS(1, k):\n        out.append(k)\n    case CLS(v=int(y)) | CLS(v=y):\n        out.append(y)',
  'match P(INT):\n    case P(x=0):\n        out.append(0)\n    case P(x, y):\n        out.append((x, y))',
  'match E.ONE:\n    case E.TWO:\n        out.append("two")\n    case E.ONE:\n        out.append("one")',
  'match {"k": OBJ, "n": INT}:\n    case {"k": CLS() as z, **rest}:\n        out.append(len(rest))\n    case {"n": 1}:\n        out.append("n")',
  'match [INT, OBJ, INT]:\n    case [1, *_]:\n        out.append("first")\n    case [x, CLS(), *rest]:\n        out.append((x, rest))\n    case _:\n        out.append("no")',
];

const CHANGES = [
  'OBJ.v = INT',
  'OBJ.v += INT',
  'OBJ.double = INT',
  'OBJ.k = INT',
  'CLS.k = INT',
  'del OBJ.v',
  'OBJ[INT] = INT',
  'OBJ += INT',
  'OBJ = OBJ',
  'OBJ.new = OBJ.v',
  'CLS.get = lambda self: 11',
  'p = P(INT); p.x = INT; out.append(p.x)',
  'p = P(INT); p.q = INT; out.append(p.q)',
  'E.ONE.value = INT',
  'OBJ = CLS(INT)',
];

/** A function that reports what the objects of its module's classes do. */
export function randomClassProgram(random: Random): Pick<Case, 'code' | 'samples'> {
  const writer = new Writer(random);
  const body = Array.from({ length: 4 + random.below(5) }, () => writer.statement()).flat();
  const lines = [
    'from dataclasses import asdict, dataclass, field, replace',
    'from enum import auto, Enum, IntEnum, StrEnum',
    'from collections import namedtuple',
    'from typing import NamedTuple',
    '',
    ...writer.classes(),
    random.pick(RECORDS),
    random.pick(ENUMERATIONS),
    '',
    'def f(n: int, m: int, s: str):',
    '    out = []',
    '    a, b, c, d = A(n), B(m), C(1), D(n)',
    ...body.map((line) => `    ${line}`),
    '    return out',
    '',
  ];
  return { code: lines.join('\n'), samples: Array.from({ length: ROWS }, () => randomSample(random)) };
}

class Writer {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** A diamond, the sides of which differ from the top in some members. */
  classes(): readonly string[] {
    const sides = this.#random.pick([
      ['B(A)', 'C(A)', 'D(B, C)'],
      ['B(A)', 'C(B)', 'D(C)'],
      ['B(A)', 'C', 'D(C, B)'],
      ['B', 'C(A)', 'D(B, C)'],
    ]);
    return ['A', ...sides].map((header) => {
      const [own = 'A'] = header;
      const isPlain = !header.includes('(');
      const members = this.#members(own, isPlain);
      return `class ${header}:\n${members.map((member) => member.replace(/^/gm, '    ')).join('\n')}\n`;
    });
  }

  #members(own: string, isPlain: boolean): readonly string[] {
    const random = this.#random;
    const count = isPlain ? 6 : 1 + random.below(4);
    const names = Array.from({ length: count }, () => random.pick(Object.keys(MEMBERS)));
    const bodies = [...new Set(names)].map((name) => random.pick(MEMBERS[name] ?? []));
    const hasOwnStart = isPlain || random.below(2) === 0;
    const start = hasOwnStart ? [isPlain ? (INITIALISERS[0] ?? '') : random.pick(INITIALISERS)] : [];
    return [...start, ...bodies].map((text) =>
      text.replaceAll('BASE', random.pick(['super()', 'super()', `super(${own}, self)`])).replaceAll('OWN', own),
    );
  }

  /** A statement, most of them within a `try`, so that others come behind it. */
  statement(): readonly string[] {
    const random = this.#random;
    const inner = this.#simple();
    if (random.below(5) === 0) return inner;
    return [
      'try:',
      ...inner.map((line) => `    ${line}`),
      ...random.pick([
        ['except (AttributeError, TypeError) as error:', '    out.append(type(error).__name__)'],
        ['except Exception as error:', '    out.append(type(error).__name__)'],
        ['except LookupError:', '    out.append(0)', 'finally:', '    out.append(9)'],
      ]),
    ];
  }

  #simple(): readonly string[] {
    const random = this.#random;
    const kind = random.below(10);
    if (kind < 6) return [`out.append(${this.#filled(random.pick(EXPRESSIONS))})`];
    if (kind === 6) {
      const target = random.pick([' as q', '']);
      return [
        `with ${random.pick(OBJECTS)}${target}:`,
        `    out.append(${target === '' ? '1' : 'q'} ${random.pick(['', 'is None', `== ${random.pick(INTEGERS)}`])})`,
        `    ${this.#filled(random.pick(['raise IndexError', 'OBJ.v', '1 // INT', 'raise CLS', 'pass']))}`,
      ];
    }
    if (kind === 7) return this.#filled(random.pick(MATCHES)).replaceAll('SUBJECT', random.pick(OBJECTS)).split('\n');
    if (kind === 8)
      return [
        `if n > ${random.pick(INTEGERS)}:`,
        `    ${this.#filled(random.pick(CHANGES))}`,
        `out.append(${this.#filled('OBJ.v')})`,
      ];
    return [this.#filled(random.pick(CHANGES))];
  }

  #filled(text: string): string {
    const random = this.#random;
    return text
      .replace(/OBJ/g, () => random.pick(OBJECTS))
      .replace(/INT\b/g, () => random.pick(INTEGERS))
      .replace(/CLS/g, () => random.pick(['A', 'B', 'C', 'D']));
  }
}

function randomSample(random: Random): Sample {
  const [n, m] = [BigInt(random.below(6) - 2), BigInt(random.below(6) - 2)];
  const s = random.pick(['', 'a', 'xyz']);
  const model = new Map<string, bigint | string>([
    ['n', n],
    ['m', m],
    ['s', s],
  ]);
  return { sources: [intSource(n), intSource(m), strSource(s)], model };
}

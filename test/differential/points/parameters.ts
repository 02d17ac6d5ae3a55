/** Parameters of every kind of annotation, and arguments for them. */

/** An annotation with arguments as Python source; the first ones are of its first alternatives. */
export interface Kind {
  readonly annotation: string;
  readonly sources: readonly string[];
}

/** Classes that programs use, each with what it needs; a program has those that it names. */
const DEFINITIONS: Readonly<Record<string, string>> = {
  Oops: 'class Oops(ValueError): pass',
  Worse: 'class Oops(ValueError): pass\nclass Worse(Oops, KeyError): pass',
  Color: "from enum import Enum\nclass Color(Enum):\n    RED = 1\n    BLUE = 'b'\n    def low(self): return self.value",
  Level: 'from enum import IntEnum\nclass Level(IntEnum):\n    LOW = 1\n    HIGH = 2',
  D: 'from dataclasses import dataclass\n@dataclass\nclass D:\n    a: int\n    b: int = 2\n    def total(self): return self.a + self.b',
  Z: '@dataclass(order=True)\nclass Z(D):\n    c: int | None = None',
  T: 'from typing import TypedDict\nclass T(TypedDict):\n    k: int\n    j: int | str | None',
  R: "from typing import NamedTuple\nclass R(NamedTuple):\n    a: int\n    b: str = 'b'",
  Base: 'class Base:\n    n = 3\n    def __init__(self, a: int): self.a = a\n    def total(self): return self.a',
  Child: 'class Child(Base):\n    def total(self): return super().total() + self.n',
  M: 'class M:\n    def __init__(self, v): self.v = v\n    def __enter__(self): return self.v\n    def __exit__(self, kind, error, trace): return kind is not None and self.v > 1',
  Alias: 'Alias = int | str | None',
  global_count: 'def global_count(n):\n    global G\n    G += n\n    return G',
  yield_all: 'def yield_all(items): return [*items]',
  gen: 'def gen(n=1):\n    yield n\n    yield 2',
  g: 'def g(x=1, y=2): return x',
  h: 'def h(x=1, *y): return (x, y)',
};

/** The module that a function, and expressions beside it, need around them. */
export function moduleOf(code: string, expressions: readonly string[]): string {
  const uses = (name: string, text: string): boolean => new RegExp(`\\b${name}\\b`).test(text);
  const needed = new Set(Object.keys(DEFINITIONS).filter((name) => uses(name, [code, ...expressions].join('\n'))));
  if (needed.has('Z')) needed.add('D');
  if (needed.has('Child')) needed.add('Base');
  if (needed.has('Worse')) needed.delete('Oops');
  const typing = ['Literal', 'Optional', 'Union'].filter((name) => uses(name, code));
  return [
    ...(typing.length > 0 ? [`from typing import ${typing.join(', ')}`] : []),
    ...Object.entries(DEFINITIONS).flatMap(([name, text]) => (needed.has(name) ? [text] : [])),
    'G = 3',
    'H = [1, 2]',
    code,
  ].join('\n');
}

const INTS = ['0', '1', '-1', '2', '3', '5', '-7', '64', '9223372036854775808', '-100000000000000000003'];
const TEXTS = ["''", "'a'", "'ab'", "'-5'", "'b,a'"];

export const KINDS: readonly Kind[] = [
  { annotation: 'int', sources: INTS },
  { annotation: 'int', sources: INTS },
  { annotation: 'int', sources: INTS },
  { annotation: 'bool', sources: ['True', 'False'] },
  { annotation: 'float', sources: ['0.0', '-0.0', '0.5', '-2.5', '3.0', '1e300', '0.1'] },
  { annotation: 'str', sources: TEXTS },
  { annotation: 'bytes', sources: ["b''", "b'ab'"] },
  { annotation: 'int | None', sources: ['None', ...INTS] },
  { annotation: 'int | str | None', sources: ['1', "'a'", 'None', '-3', "'-5'"] },
  { annotation: 'Optional[int]', sources: ['None', '4'] },
  { annotation: 'Union[int, str, None]', sources: ['2', "'ab'", 'None'] },
  { annotation: 'Optional[Union[int, str]]', sources: ["'b'", '3', 'None'] },
  { annotation: 'int | str | list[int] | None', sources: ['2', "'ab'", '[1, 2]', 'None'] },
  { annotation: 'Alias', sources: ['1', "'a'", 'None'] },
  { annotation: 'Optional[Alias]', sources: ['1', "'a'", 'None'] },
  { annotation: 'float | int', sources: ['1.5', '2', '-3'] },
  { annotation: 'bool | int', sources: ['True', '2', '0'] },
  { annotation: "Literal[1, 'a', None]", sources: ['1', "'a'", 'None'] },
  { annotation: 'Literal[1, 2] | None', sources: ['1', '2', 'None'] },
  { annotation: "Optional[Literal['a', 'b', 3]]", sources: ["'a'", "'b'", '3', 'None'] },
  { annotation: 'Color', sources: ['Color.RED', 'Color.BLUE'] },
  { annotation: 'Color | int | None', sources: ['Color.RED', '3', 'None', 'Color.BLUE'] },
  { annotation: 'Optional[Level]', sources: ['Level.LOW', 'None', 'Level.HIGH'] },
  { annotation: 'D', sources: ['D(1, 2)', 'D(0)', 'D(-3, 4)'] },
  { annotation: 'D | int | None', sources: ['D(1, 2)', '7', 'None'] },
  { annotation: 'Optional[D]', sources: ['Z(1, 2, 3)', 'D(1)', 'None'] },
  { annotation: 'R', sources: ["R(1, 'x')", 'R(0)'] },
  { annotation: 'Optional[Base]', sources: ['Child(2)', 'Base(1)', 'None'] },
  { annotation: 'T', sources: ["{'k': 1, 'j': 2}", "{'k': 0, 'j': 'a'}", "{'k': 5, 'j': None}"] },
  { annotation: 'T | int | None', sources: ["{'k': 1, 'j': 'b'}", '3', 'None'] },
  { annotation: 'list[int]', sources: ['[]', '[1]', '[3, -1, 2]', '[0, 0]'] },
  { annotation: 'list[int] | None', sources: ['None', '[2]', '[]'] },
  { annotation: 'list[int | str | None]', sources: ["[1, 'a', None]", '[None]', '[]'] },
  { annotation: 'list[str]', sources: ["['a', 'b']", '[]', "['']"] },
  { annotation: 'tuple[int, str]', sources: ["(1, 'a')", "(0, '')"] },
  { annotation: 'tuple[int, ...]', sources: ['()', '(1,)', '(2, 3, 4)'] },
  { annotation: 'dict[str, int]', sources: ['{}', "{'k': 1}", "{'k': 2, 'j': 0}"] },
  { annotation: 'dict[str, int | None]', sources: ["{'k': None}", "{'a': 1}"] },
  { annotation: 'set[int]', sources: ['{1}', '{1, 2}'] },
];

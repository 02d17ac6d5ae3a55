/** Arguments of several types: every alternative is tried by the solver, however the annotation nests them. */
import { expect, test } from 'vitest';
import { loadSymbolic } from '../../../scripts/lib/node-symbolic.ts';

const symbolic = await loadSymbolic();

const PRELUDE = `
from dataclasses import dataclass
from enum import Enum
from typing import Literal, NotRequired, Optional, TypedDict, TypeVar, Union
class Color(Enum):
    RED = 1
    GREEN = 2
    BLUE = 3
class Base:
    def number(self): return 0
class First(Base):
    def number(self): return 1
class Second(Base):
    def number(self): return 2
class Options(TypedDict, total=False):
    a: int
    b: int
Key = int | str
type Other = Key | None
T = TypeVar('T', int, str, bytes)
@dataclass
class Box:
    content: Optional[Union[int, str]] = None
@dataclass
class Paint:
    color: Optional[Color] = None
class Row(TypedDict):
    cell: int | str | None
`;

// trials do not come upon such a number, so that the answer is the solver's
const RARE = 'n % 1000003 == 77777 and n > 10**9';

test.each([
  ['int | str | None', 'isinstance(x, str)', "''"],
  ['int | None | str', 'x is None', 'None'],
  ['int | str | None | float | bool', 'isinstance(x, float)', '0.0'],
  ['Optional[First | Second]', 'isinstance(x, Second)', 'Second()'],
  ['Literal["a", "b", "c"] | None', 'x == "b"', "'b'"],
  ['Optional[Base]', 'x is not None and x.number() == 1', 'First()'],
  ['Optional[Color]', 'x is Color.GREEN', 'Color.GREEN'],
  ['Color | Literal[5] | None', 'x is Color.BLUE', 'Color.BLUE'],
  ['Optional[Options]', 'x is not None and "a" in x and "b" not in x', "{'a': 0}"],
  ['Key | None', 'isinstance(x, str)', "''"],
  ['Other', 'isinstance(x, str)', "''"],
  ['Union[Key, Other, bool]', 'x is None', 'None'],
  ['Optional[T]', 'isinstance(x, str)', "''"],
  ['list[int | str | None]', 'len(x) == 1 and isinstance(x[0], str)', "['']"],
  ['tuple[int | str | None, int]', 'isinstance(x[0], str)', "('', 0)"],
  ['Box', 'isinstance(x.content, str)', "Box(content='')"],
  ['Paint', 'x.color is Color.GREEN', 'Paint(color=Color.GREEN)'],
  ['Row', 'isinstance(x["cell"], str)', "{'cell': ''}"],
  ['list[Optional[Color]]', 'len(x) == 1 and x[0] is Color.GREEN', '[Color.GREEN]'],
])('%s can be what %s asks for', async (annotation, condition, argument) => {
  const code = `${PRELUDE}
def f(x: ${annotation}, n: int) -> int:
    "post: True"
    if ${RARE}:
        if ${condition}:
            raise ValueError
    return n
`;
  const { status, counterexamples } = Object(await symbolic.check(code, 'f'));
  expect(status).toBe('counterexample');
  expect(counterexamples[0]).toMatchObject({ call: `f(${argument}, 1000080777)`, foundBy: 'solver' });
});

test('what no alternative does is proved', async () => {
  const code = `${PRELUDE}
def f(x: Union[Key, Other, Color]) -> int:
    "post: 0 <= _ <= 3"
    match x:
        case int():
            return 0
        case str():
            return 1
        case None:
            return 2
        case Color():
            return 3
    return 4
`;
  expect(await symbolic.check(code, 'f')).toMatchObject({ status: 'verified' });
});

test('arguments of several types may be one object', async () => {
  const code = `
def f(x: list[int] | None, y: list[int] | None, n: int) -> None:
    "post: True"
    if x is not None and y is not None and ${RARE}:
        y.append(1)
        if x is y:
            raise ValueError
`;
  expect(await symbolic.check(code, 'f')).not.toMatchObject({ status: 'verified' });
});

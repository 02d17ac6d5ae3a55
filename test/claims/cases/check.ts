/** `symbolic_check`: does a contract hold for all inputs? */
import type { AuditedTool, ClaimCase } from '../claim.ts';
import { written } from './functions.ts';

type Row = readonly [
  name: string,
  truth: 'yes' | 'no',
  parameters: string,
  body: string,
  post: string,
  more?: Parameters<typeof written>[2],
];

const PLAIN: readonly Row[] = [
  ['absolute value', 'yes', 'x: int', 'return x if x >= 0 else -x', '__return__ >= 0'],
  ['absolute value, strictly', 'no', 'x: int', 'return x if x >= 0 else -x', '__return__ > 0'],
  ['larger of two', 'yes', 'a: int, b: int', 'return a if a > b else b', '__return__ >= a and __return__ >= b'],
  [
    'larger of two, the wrong way',
    'no',
    'a: int, b: int',
    'return a if a < b else b',
    '__return__ >= a and __return__ >= b',
  ],
  ['clamp', 'yes', 'x: int', 'return max(0, min(x, 10))', '0 <= __return__ <= 10'],
  ['clamp, one beyond', 'no', 'x: int', 'return max(0, min(x, 11))', '0 <= __return__ <= 10'],
  ['square', 'yes', 'x: int', 'return x * x', '__return__ >= 0'],
  ['cube', 'no', 'x: int', 'return x * x * x', '__return__ >= 0'],
  ['parity', 'yes', 'x: int', 'return x % 2', '__return__ in (0, 1)'],
  ['sum of a pair', 'yes', 'a: int, b: int', 'return a + b', '__return__ - b == a'],
  ['product divides', 'yes', 'a: int, b: int', 'return a * b // b', '__return__ == a', { pre: 'b != 0' }],
  ['division by what may be zero', 'no', 'a: int, b: int', 'return a * b // b', '__return__ == a'],
  ['length of doubled text', 'yes', 's: str', 'return s + s', 'len(__return__) == 2 * len(s)'],
  ['stripped text is shorter', 'no', 's: str', 'return s.strip()', 'len(__return__) < len(s)'],
  ['stripped text is not longer', 'yes', 's: str', 'return s.strip()', 'len(__return__) <= len(s)'],
  ['first of a list', 'no', 'xs: list[int]', 'return xs[0]', '__return__ == xs[0]'],
  [
    'first of a list that is there',
    'yes',
    'xs: list[int]',
    'return xs[0]',
    '__return__ == xs[0]',
    { pre: 'len(xs) > 0' },
  ],
  ['list grows', 'yes', 'xs: list[int]', 'return xs + [1]', 'len(__return__) == len(xs) + 1'],
  ['reversed twice', 'yes', 'xs: list[int]', 'return xs[::-1][::-1]', '__return__ == xs'],
  ['bool of an int', 'yes', 'x: int', 'return bool(x)', '__return__ == (x != 0)'],
  ['linear equation', 'no', 'x: int', 'return 3 * x + 7', '__return__ != 1000003'],
  ['linear equation without solution', 'yes', 'x: int', 'return 3 * x + 7', '__return__ != 1000001'],
  [
    'two conditions meet',
    'no',
    'x: int, y: int',
    'if x == 12345 and y == 7 * x + 3:\n    return -1\nreturn 1',
    '__return__ == 1',
  ],
  [
    'two conditions never meet',
    'yes',
    'x: int, y: int',
    'if x > y and y > x:\n    return -1\nreturn 1',
    '__return__ == 1',
  ],
  [
    'exception is caught',
    'yes',
    'x: int',
    'try:\n    return 1 // x\nexcept ZeroDivisionError:\n    return 0',
    '__return__ in (-1, 0, 1)',
  ],
  ['tuple of both', 'yes', 'a: int, b: int', 'return (a, b)', '__return__[0] == a and __return__[1] == b'],
  ['maximum with a default', 'yes', 'x: int | None', 'return x or 0', '__return__ is not None'],
  ['a value that is none', 'no', 'x: int | None', 'return x', '__return__ is not None'],
  [
    'sum of three',
    'yes',
    'xs: list[int]',
    'return sum(xs)',
    '__return__ == xs[0] + xs[1] + xs[2]',
    { pre: 'len(xs) == 3' },
  ],
  ['shift is a product', 'yes', 'x: int', 'return x << 3', '__return__ == 8 * x'],
];

/** What looks otherwise than it is. */
const DECEIVING: readonly Row[] = [
  [
    'a middle alternative',
    'no',
    'x: int | str | None',
    'if isinstance(x, str):\n    return -1\nreturn 1',
    '__return__ == 1',
  ],
  [
    'a nested alternative',
    'no',
    'x: "Optional[int | str]"',
    'if isinstance(x, str):\n    return -1\nreturn 1',
    '__return__ == 1',
    { before: 'from typing import Optional\n' },
  ],
  [
    'a literal or none',
    'no',
    'x: "Literal[1, 2] | None"',
    'if x is None:\n    return -1\nreturn 1',
    '__return__ == 1',
    { before: 'from typing import Literal\n' },
  ],
  ['a name that no round binds', 'no', 'xs: list[int]', 'for x in xs:\n    y = 1\nreturn y', '__return__ == 1'],
  [
    'a name that no round of while binds',
    'no',
    'n: int',
    'while n > 0:\n    y = 1\n    n = n - 1\nreturn y',
    '__return__ == 1',
  ],
  [
    'a name that each path binds',
    'yes',
    'n: int',
    'y = 0\nwhile n > 0:\n    y = 1\n    n = n - 1\nreturn y',
    '__return__ in (0, 1)',
  ],
  [
    'a comprehension in a class body',
    'no',
    'x: int',
    'y = 1\nclass A:\n    y = 2\n    z = [y for _ in (1,)][0]\nreturn A.z',
    '__return__ == 2',
  ],
  [
    'a class body that reads itself',
    'no',
    'x: int',
    'y = x\nclass A:\n    y = y + 1\nreturn A.y',
    '__return__ == x + 1',
  ],
  [
    'state that calls leave',
    'no',
    'x: int',
    'T[0] = not T[0]\nif T[0]:\n    raise ValueError\nreturn 1',
    '__return__ == 1',
    { before: 'T = [True]\n' },
  ],
  ['a counter of calls', 'no', 'x: int', 'global n\nn += 1\nreturn n', '__return__ < 3', { before: 'n = 0\n' }],
  [
    'a default that is kept',
    'no',
    'x: int, seen: list[int] = []',
    'seen.append(x)\nreturn len(seen)',
    '__return__ == 1',
  ],
  ['finally that returns', 'yes', 'x: int', 'try:\n    return 1 // x\nfinally:\n    return 5', '__return__ == 5'],
  ['a late binding closure', 'no', 'x: int', 'fs = [lambda: i for i in range(3)]\nreturn fs[0]()', '__return__ == 0'],
  ['not a number', 'no', 'x: float', 'return x', '__return__ == x'],
  ['negative zero', 'no', 'x: float', 'return 1.0 if str(x) == "-0.0" else 0.0', '__return__ == 0.0'],
  [
    'addition of floats',
    'no',
    'a: float, b: float, c: float',
    'return (a + b) + c',
    '__return__ == a + (b + c)',
    { pre: 'a == a and b == b and c == c and abs(a) < 1e9 and abs(b) < 1e9 and abs(c) < 1e9' },
  ],
  ['a large int as a float', 'no', 'x: int', 'return int(float(x))', '__return__ == x', { pre: '0 <= x < 10**17' }],
  ['half to even', 'no', 'x: int', 'return round(x + 0.5)', '__return__ == x + 1', { pre: '0 <= x < 100' }],
  ['floor of a negative', 'no', 'x: int', 'return x // 2', 'abs(__return__) * 2 <= abs(x)'],
  ['modulo has the sign of the divisor', 'yes', 'x: int', 'return x % -5', '-5 < __return__ <= 0'],
  ['upper case grows', 'no', 's: str', 'return s.upper()', 'len(__return__) == len(s)'],
  ['lower of upper', 'no', 's: str', 'return s.upper().lower()', '__return__ == s.lower()'],
  [
    'digits are more than ten',
    'no',
    's: str',
    'return all(c in "0123456789" for c in s)',
    '__return__ == s.isdigit()',
    { pre: 'len(s) > 0' },
  ],
  ['true is an int', 'no', 'x: bool', 'return x + x', '__return__ in (0, 1)'],
  ['a chained comparison', 'no', 'a: int, b: int, c: int', 'return a < b > c', '__return__ == (a < c)'],
  ['identity of lists', 'yes', 'xs: list[int]', 'ys = xs\nys.append(1)\nreturn len(xs) - len(ys)', '__return__ == 0'],
  [
    'a copy is another',
    'no',
    'xs: list[int]',
    'ys = list(xs)\nys.append(1)\nreturn len(xs)',
    '__return__ == len(ys)',
    { before: 'ys = []\n' },
  ],
  [
    'an exception of a subclass',
    'yes',
    'x: int',
    'try:\n    [][x]\nexcept LookupError:\n    return 1\nreturn 0',
    '__return__ == 1',
  ],
  ['a generator is true', 'yes', 'xs: list[int]', 'return bool(x for x in xs)', '__return__ is True'],
  [
    'all of nothing',
    'no',
    'xs: list[int]',
    'return all(x > 0 for x in xs)',
    '__return__ == (len(xs) > 0 and min(xs) > 0)',
  ],
  ['deep within a range', 'no', 'x: int', 'return 0 if x * x == 15241578750190521 else 1', '__return__ == 1'],
  ['a square that is none', 'yes', 'x: int', 'return 0 if x * x == 15241578750190522 else 1', '__return__ == 1'],
];

function caseOf(deceives: boolean, [name, truth, parameters, body, post, more]: Row): ClaimCase {
  const code = written(parameters, body, { ...more, post });
  return {
    name,
    truth,
    deceives,
    async ask(user) {
      const { fields } = await user.tell('symbolic_check', { code, function_name: 'f', timeout_seconds: 5 });
      return fields['status'] === 'verified' ? 'yes' : fields['status'] === 'counterexample' ? 'no' : 'open';
    },
  };
}

export const check: AuditedTool = {
  tool: 'symbolic_check',
  statement: 'The contract holds for all inputs.',
  cases: [...PLAIN.map((row) => caseOf(false, row)), ...DECEIVING.map((row) => caseOf(true, row))],
};

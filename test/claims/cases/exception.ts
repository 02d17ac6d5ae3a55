/** `find_path_to_exception`: can an exception of a class escape? */
import type { AuditedTool, ClaimCase } from '../claim.ts';
import { written } from './functions.ts';

type Row = readonly [
  name: string,
  truth: 'yes' | 'no',
  exception: string,
  parameters: string,
  body: string,
  more?: Parameters<typeof written>[2],
];

const PLAIN: readonly Row[] = [
  ['division by a parameter', 'yes', 'ZeroDivisionError', 'x: int', 'return 1 // x'],
  ['division that is guarded', 'no', 'ZeroDivisionError', 'x: int', 'return 1 // x if x else 0'],
  ['division with a precondition', 'no', 'ZeroDivisionError', 'x: int', 'return 1 // x', { pre: 'x > 0' }],
  ['remainder of a difference', 'yes', 'ZeroDivisionError', 'a: int, b: int', 'return 1 % (a - 2 * b)'],
  ['remainder of an odd number', 'no', 'ZeroDivisionError', 'a: int', 'return 1 % (2 * a + 1)'],
  ['index of a list', 'yes', 'IndexError', 'xs: list[int]', 'return xs[2]'],
  ['index below the length', 'no', 'IndexError', 'xs: list[int]', 'return xs[2] if len(xs) > 2 else 0'],
  ['index by one beyond', 'yes', 'IndexError', 'xs: list[int], i: int', 'return xs[i]', { pre: '0 <= i <= len(xs)' }],
  ['index in bounds', 'no', 'IndexError', 'xs: list[int], i: int', 'return xs[i]', { pre: '0 <= i < len(xs)' }],
  ['key of a dictionary', 'yes', 'KeyError', 'd: dict[str, int], k: str', 'return d[k]'],
  ['key that is asked for', 'no', 'KeyError', 'd: dict[str, int], k: str', 'return d[k] if k in d else 0'],
  ['get of a dictionary', 'no', 'KeyError', 'd: dict[str, int], k: str', 'return d.get(k, 0)'],
  ['a raise', 'yes', 'ValueError', 'x: int', 'if x == 424242:\n    raise ValueError(x)\nreturn x'],
  [
    'a raise that is never reached',
    'no',
    'ValueError',
    'x: int',
    'if x > 5 and x < 6:\n    raise ValueError(x)\nreturn x',
  ],
  [
    'a raise that is caught',
    'no',
    'ValueError',
    'x: int',
    'try:\n    if x == 3:\n        raise ValueError\nexcept ValueError:\n    return 0\nreturn x',
  ],
  [
    'a raise in the handler',
    'yes',
    'ValueError',
    'x: int',
    'try:\n    1 // x\nexcept ZeroDivisionError:\n    raise ValueError\nreturn x',
  ],
  ['attribute of none', 'yes', 'AttributeError', 'x: str | None', 'return x.strip()'],
  ['attribute that is guarded', 'no', 'AttributeError', 'x: str | None', 'return x.strip() if x is not None else ""'],
  ['an assertion', 'yes', 'AssertionError', 'x: int', 'y = x * 2\nassert y != 84\nreturn y'],
  ['an assertion that holds', 'no', 'AssertionError', 'x: int', 'y = x * 2\nassert y != 85\nreturn y'],
  ['a text that is no number', 'yes', 'ValueError', 's: str', 'return int(s)'],
  ['unpacking', 'yes', 'ValueError', 'xs: list[int]', 'a, b = xs\nreturn a'],
  ['unpacking of two', 'no', 'ValueError', 'xs: list[int]', 'a, b = xs\nreturn a', { pre: 'len(xs) == 2' }],
  ['maximum of nothing', 'yes', 'ValueError', 'xs: list[int]', 'return max(xs)'],
  ['maximum with a default', 'no', 'ValueError', 'xs: list[int]', 'return max(xs, default=0)'],
  ['a negative shift', 'yes', 'ValueError', 'x: int', 'return 1 << x', { pre: '-5 < x < 5' }],
  ['pop of a list', 'yes', 'IndexError', 'xs: list[int]', 'return xs.pop()'],
  ['pop after append', 'no', 'IndexError', 'xs: list[int]', 'xs.append(1)\nreturn xs.pop()'],
  ['index of a text', 'yes', 'ValueError', 's: str', 'return s.index("a")'],
  ['find in a text', 'no', 'ValueError', 's: str', 'return s.find("a")'],
];

const DECEIVING: readonly Row[] = [
  ['a name that no round binds', 'yes', 'UnboundLocalError', 'xs: list[int]', 'for x in xs:\n    y = x\nreturn y'],
  [
    'a name that a while may bind',
    'yes',
    'UnboundLocalError',
    'n: int',
    'while n > 3:\n    y = n\n    n -= 1\nreturn y',
  ],
  [
    'a name that zip may bind',
    'yes',
    'UnboundLocalError',
    'xs: list[int], ys: list[int]',
    'for a, b in zip(xs, ys):\n    c = a\nreturn c',
  ],
  ['a name over a text', 'yes', 'UnboundLocalError', 's: str', 'for c in s:\n    last = c\nreturn last'],
  [
    'a name with an else',
    'no',
    'UnboundLocalError',
    'xs: list[int]',
    'for x in xs:\n    y = x\nelse:\n    y = 0\nreturn y',
  ],
  ['a deleted name', 'yes', 'UnboundLocalError', 'x: int', 'y = 1\nif x > 100000:\n    del y\nreturn y'],
  [
    'the name of a handler',
    'yes',
    'UnboundLocalError',
    'x: int',
    'e = 1\ntry:\n    1 // x\nexcept ZeroDivisionError as e:\n    pass\nreturn e',
  ],
  ['finally that swallows', 'no', 'ZeroDivisionError', 'x: int', 'try:\n    return 1 // x\nfinally:\n    return 0'],
  [
    'a subclass that is caught',
    'no',
    'KeyError',
    'd: dict[str, int]',
    'try:\n    return d["x"]\nexcept LookupError:\n    return 0',
  ],
  [
    'a sibling that is caught',
    'yes',
    'KeyError',
    'd: dict[str, int]',
    'try:\n    return d["x"]\nexcept IndexError:\n    return 0',
  ],
  [
    'a class of its own',
    'yes',
    'ValueError',
    'x: int',
    'if x == -77777:\n    raise Own\nreturn x',
    { before: 'class Own(ValueError): pass\n' },
  ],
  [
    'a class that is none of it',
    'no',
    'ValueError',
    'x: int',
    'if x == 3:\n    raise Own\nreturn x',
    { before: 'class Own(Exception): pass\n' },
  ],
  [
    'the second call only',
    'yes',
    'ValueError',
    'x: int',
    'T[0] += 1\nif T[0] > 1:\n    raise ValueError\nreturn x',
    { before: 'T = [0]\n' },
  ],
  ['a middle alternative', 'yes', 'TypeError', 'x: int | str | None', 'return 0 if x is None else x + 1'],
  [
    'every alternative guarded',
    'no',
    'TypeError',
    'x: int | str | None',
    'return 0 if x is None or isinstance(x, str) else x + 1',
  ],
  [
    'an optional alternative',
    'yes',
    'AttributeError',
    'x: "Optional[int | str]"',
    'return x.upper() if x is not None else ""',
    { before: 'from typing import Optional\n' },
  ],
  ['true is a number', 'no', 'TypeError', 'x: bool', 'return x + 1'],
  ['a generator that nobody asks', 'no', 'ZeroDivisionError', 'x: int', 'g = (1 // x for _ in [1])\nreturn 1'],
  ['a generator that somebody asks', 'yes', 'ZeroDivisionError', 'x: int', 'g = (1 // x for _ in [1])\nreturn next(g)'],
  ['a short circuit', 'no', 'ZeroDivisionError', 'x: int', 'return x == 0 or 1 // x'],
  ['a short circuit the other way', 'yes', 'ZeroDivisionError', 'x: int', 'return x == 0 and 1 // x'],
  ['a float that is infinite', 'yes', 'OverflowError', 'x: float', 'return int(x)'],
  ['a float division', 'yes', 'ZeroDivisionError', 'x: float', 'return 1.0 / x'],
  ['a large int as a float', 'yes', 'OverflowError', 'x: int', 'return float(x)'],
  ['iteration that ends', 'no', 'StopIteration', 'xs: list[int]', 'for x in iter(xs):\n    pass\nreturn 0'],
  ['next that ends', 'yes', 'StopIteration', 'xs: list[int]', 'return next(iter(xs))'],
  ['a class body that reads', 'yes', 'NameError', 'x: int', 'class A:\n    y = 1\n    z = [y for _ in (1,)]\nreturn 1'],
  [
    'a class body that reads outside',
    'no',
    'NameError',
    'x: int',
    'y = 1\nclass A:\n    z = [y for _ in (1,)]\nreturn 1',
  ],
  ['an empty sequence in a loop', 'yes', 'IndexError', 'xs: list[list[int]]', 'return sum(x[0] for x in xs)'],
  ['a dictionary in a loop', 'yes', 'KeyError', 'xs: list[str]', 'd = {}\nfor x in xs:\n    d[x] = 1\nreturn d["zz"]'],
];

function caseOf(deceives: boolean, [name, truth, exception_type, parameters, body, more]: Row): ClaimCase {
  const code = written(parameters, body, more);
  return {
    name,
    truth,
    deceives,
    async ask(user) {
      const args = { code, function_name: 'f', exception_type, timeout_seconds: 5 };
      const { fields } = await user.tell('find_path_to_exception', args);
      return fields['status'] === 'found' ? 'yes' : fields['status'] === 'unreachable' ? 'no' : 'open';
    },
  };
}

export const exception: AuditedTool = {
  tool: 'find_path_to_exception',
  statement: 'The exception can escape.',
  cases: [...PLAIN.map((row) => caseOf(false, row)), ...DECEIVING.map((row) => caseOf(true, row))],
};

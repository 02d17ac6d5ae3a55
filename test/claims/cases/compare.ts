/** `compare_functions`: do two functions behave the same for all inputs? */
import type { AuditedTool, ClaimCase } from '../claim.ts';
import { written } from './functions.ts';

type Row = readonly [
  name: string,
  truth: ClaimCase['truth'],
  parameters: string,
  one: string,
  other: string,
  before?: string,
];

const PLAIN: readonly Row[] = [
  ['commuted sum', 'yes', 'a: int, b: int', 'return a + b', 'return b + a'],
  ['commuted difference', 'no', 'a: int, b: int', 'return a - b', 'return b - a'],
  ['an off by one', 'no', 'x: int', 'return x > 10', 'return x >= 10'],
  ['negated comparison', 'yes', 'x: int', 'return not x > 10', 'return x <= 10'],
  ['swapped branches', 'yes', 'x: int', 'return 1 if x > 0 else 2', 'return 2 if not x > 0 else 1'],
  ['early return', 'yes', 'x: int', 'if x < 0:\n    return -x\nreturn x', 'return -x if x < 0 else x'],
  ['built-in absolute value', 'yes', 'x: int', 'return x if x >= 0 else -x', 'return abs(x)'],
  ['double', 'yes', 'x: int', 'return x + x', 'return 2 * x'],
  ['triple', 'no', 'x: int', 'return x + x + x', 'return 2 * x'],
  ['rare difference', 'no', 'x: int', 'return x', 'return x if x != 987654321 else 0'],
  ['empty list', 'yes', 'xs: list[int]', 'return len(xs) == 0', 'return not xs'],
  ['sum by a loop', 'yes', 'xs: list[int]', 't = 0\nfor x in xs:\n    t += x\nreturn t', 'return sum(xs)'],
  ['sum that leaves out the first', 'no', 'xs: list[int]', 'return sum(xs)', 'return sum(xs[1:])'],
  ['copy of a list', 'yes', 'xs: list[int]', 'return xs[:]', 'return list(xs)'],
  ['any and all', 'no', 'xs: list[int]', 'return any(x > 0 for x in xs)', 'return all(x > 0 for x in xs)'],
  ['two exceptions', 'no', 'x: int', 'raise ValueError', 'raise TypeError'],
  [
    'one exception',
    'yes',
    'x: int',
    'if x:\n    raise ValueError(1)\nreturn 0',
    'if x != 0:\n    raise ValueError(2)\nreturn 0',
  ],
  ['text by format', 'yes', 's: str', 'return s + "!"', 'return f"{s}!"'],
  ['prefix', 'yes', 's: str', 'return s[:1] == "a"', 'return s.startswith("a")'],
  ['prefix and suffix', 'no', 's: str', 'return s.startswith("a")', 'return s.endswith("a")'],
  ['default of a dictionary', 'yes', 'd: dict[str, int]', 'return d["k"] if "k" in d else 0', 'return d.get("k", 0)'],
  ['minimum', 'yes', 'a: int, b: int', 'return a if a < b else b', 'return min(a, b)'],
  ['minimum and maximum', 'no', 'a: int, b: int', 'return min(a, b)', 'return max(a, b)'],
  ['de Morgan', 'yes', 'a: bool, b: bool', 'return not (a and b)', 'return not a or not b'],
  ['de Morgan gone wrong', 'no', 'a: bool, b: bool', 'return not (a and b)', 'return not a and not b'],
  ['swap', 'yes', 'a: int, b: int', 'a, b = b, a\nreturn (a, b)', 'return (b, a)'],
  [
    'nested conditions',
    'yes',
    'a: int, b: int',
    'if a > 0:\n    if b > 0:\n        return 1\nreturn 0',
    'return 1 if a > 0 and b > 0 else 0',
  ],
  ['power of two', 'yes', 'x: int', 'return x * x', 'return x ** 2'],
  ['reversed list', 'yes', 'xs: list[int]', 'return xs[::-1]', 'return list(reversed(xs))'],
  ['sorted list', 'no', 'xs: list[int]', 'return sorted(xs)', 'return sorted(xs, reverse=True)'],
];

const DECEIVING: readonly Row[] = [
  [
    'floor and shift',
    'yes',
    'xs: list[int]',
    't = 0\nfor x in xs:\n    t += x // 2\nreturn t',
    't = 0\nfor x in xs:\n    t += x >> 1\nreturn t',
  ],
  ['floor and truncation', 'no', 'x: int', 'return x // 2', 'return int(x / 2)'],
  ['remainders of negatives', 'no', 'x: int', 'return x % 3', 'return x - 3 * int(x / 3)'],
  ['a reference and a copy', 'yes', 'xs: list[int]', 'return xs', 'xs.append(0)\nxs.pop()\nreturn xs + []'],
  ['an argument that is changed', 'no', 'xs: list[int]', 'xs.sort()\nreturn len(xs)', 'return len(sorted(xs))'],
  ['bool and int', 'no', 'x: int', 'return x > 0', 'return 1 if x > 0 else 0'],
  ['int and float', 'no', 'x: int', 'return x * 2', 'return x * 2.0'],
  ['none and nothing', 'yes', 'x: int', 'return None', 'pass'],
  ['addition of floats', 'no', 'a: float, b: float, c: float', 'return a + b + c', 'return c + b + a'],
  ['product of floats', 'yes', 'a: float', 'return a * 3.0', 'return a + a + a'],
  ['doubled float', 'yes', 'a: float', 'return a * 2.0', 'return a + a'],
  ['zero of a float', 'no', 'a: float', 'return a', 'return a + 0.0'],
  ['not a number is not itself', 'no', 'a: float', 'return a == a', 'return True'],
  ['case folding', 'no', 's: str', 'return s.lower()', 'return s.casefold()'],
  ['digits', 'no', 's: str', 'return s.isdigit()', 'return s.isdecimal()'],
  ['split by blanks', 'no', 's: str', 'return s.split()', 'return s.split(" ")'],
  ['truth of a value', 'no', 'x: int | None', 'return x or 1', 'return 1 if x is None else x'],
  [
    'a middle alternative',
    'no',
    'x: int | str | None',
    'return 1 if x is None else 2',
    'return 1 if x is None or x == "middle" else 2',
  ],
  [
    'the clock',
    'yes',
    'now: "datetime | None" = None',
    'now = datetime.now() if now is None else now\nreturn now.year',
    'if now is None:\n    now = datetime.now()\nreturn now.year',
    'from datetime import datetime\n',
  ],
  [
    'the clock twice',
    'yes',
    'x: int',
    'return time.perf_counter()',
    'return time.perf_counter() + 0.0',
    'import time\n',
  ],
  ['an address', 'unknowable', 'x: int', 'return id([x])', 'return id([x, 0])'],
  ['the text of an object', 'yes', 'x: int', 'return repr(object())', 'y = object()\nreturn repr(y)'],
  [
    'a random identity',
    'yes',
    'x: int',
    'return str(uuid.uuid4())',
    'y = uuid.uuid4()\nreturn str(y)',
    'import uuid\n',
  ],
  ['evaluation order', 'yes', 'xs: list[int]', 'return xs.pop(0) - xs.pop()', 'b = xs.pop()\nreturn xs.pop(0) - b'],
  ['short circuit', 'no', 'a: int, b: int', 'return a == 0 or b // a > 0', 'return b // a > 0 or a == 0'],
  ['dictionary with equal keys', 'no', 'x: int', 'return {1: x, True: 0}[1]', 'return x'],
  ['unique items keep an order', 'no', 'xs: list[str]', 'return list(dict.fromkeys(xs))', 'return sorted(set(xs))'],
  ['stable sort', 'no', 'xs: list[tuple[int, int]]', 'return sorted(xs, key=lambda p: p[0])', 'return sorted(xs)'],
  [
    'finally',
    'no',
    'x: int',
    'try:\n    return 1 // x\nfinally:\n    pass',
    'try:\n    return 1 // x\nfinally:\n    return 0',
  ],
  ['state of the module', 'no', 'x: int', 'return len(T)', 'T.append(x)\nreturn len(T) - 1', 'T = []\n'],
];

function caseOf(deceives: boolean, [name, truth, parameters, one, other, before = '']: Row): ClaimCase {
  const code = `${before}${written(parameters, one)}${written(parameters, other).replace('def f(', 'def g(')}`;
  return {
    name,
    truth,
    deceives,
    async ask(user) {
      const args = { code, function_a: 'f', function_b: 'g', timeout_seconds: 5 };
      const { fields } = await user.tell('compare_functions', args);
      return fields['status'] === 'equivalent' ? 'yes' : fields['status'] === 'different' ? 'no' : 'open';
    },
  };
}

export const compare: AuditedTool = {
  tool: 'compare_functions',
  statement: 'The functions behave the same for all inputs.',
  cases: [...PLAIN.map((row) => caseOf(false, row)), ...DECEIVING.map((row) => caseOf(true, row))],
};

import { beforeAll, describe, expect, it } from 'vitest';
import { loadSymbolic, type NodeSymbolic } from '../../../scripts/lib/node-symbolic.ts';
import type { CheckResult } from '../service.ts';

let symbolic: NodeSymbolic;
beforeAll(async () => {
  symbolic = await loadSymbolic();
});

/** Checks a function of one integer, so that running all inputs decides nothing. */
async function check(lines: string, preamble = ''): Promise<CheckResult> {
  const body = lines.split('\n').map((line) => `    ${line}`);
  const code = `${preamble}\ndef f(x: int):\n    """post: _"""\n${body.join('\n')}\n`;
  const result = await symbolic.check(code, 'f');
  if (result.status === 'error') throw new Error(result.message);
  return result;
}

describe('operations of known values are what CPython says they are', () => {
  it.each([
    ['floats', '', 'return 7.5 // 2 == 3.0 and 2.0 ** 0.5 == 1.4142135623730951 and round(2.675, 2) == 2.67'],
    ['complex numbers', '', 'return (1+2j) * (1-2j) == 5 and abs(3+4j) == 5.0 and (1j).imag == 1'],
    ['formatting', '', 'return f"{3.14159:8.2e}|{0.1!r}" == "3.14e+00|0.1" and "%05.1f" % 2.25 == "002.2"'],
    ['dates', 'import datetime as dt', 'd = dt.date(2000, 1, 31) + dt.timedelta(30)\nreturn d == dt.date(2000, 3, 1)'],
    ['parts of dates', 'from datetime import date', 'return date(2000, 1, 2).month + x == x + 1'],
    ['decimals', 'from decimal import Decimal', 'return sum([Decimal("0.1")] * 10) == 1 and 0.1 * 10 == 1.0'],
    ['classmethods', 'from datetime import datetime', 'return datetime.fromisoformat("2020-01-02T03:04").hour == 3'],
    ['methods of types', '', 'return list(map(str.upper, ["a", "b"])) == ["A", "B"]'],
    ['mappings by date', 'from datetime import date', 'return {date(2000, 1, 1): x}[date.fromordinal(730120)] == x'],
    ['equal keys of several types', 'from decimal import Decimal', 'return len({Decimal(1), 1, Decimal("1.0")}) == 1'],
    [
      'keyword arguments',
      'import json',
      'return json.dumps({"b": [1, None], "a": 2.5}, sort_keys=True)[:9] == \'{"a": 2.5\'',
    ],
    ['constants', 'import string', 'return string.digits + string.hexdigits[-1] == "0123456789F"'],
    [
      'errors of the library',
      'import json',
      'try:\n    json.loads("{")\nexcept ValueError as error:\n    return "line 1" in str(error)',
    ],
    [
      'classes of errors',
      'import decimal',
      'try:\n    return decimal.Decimal(x - x) / decimal.Decimal(0) == x\nexcept ArithmeticError:\n    return True',
    ],
  ])('%s', async (_, preamble, lines) => {
    expect(await check(lines, preamble)).toMatchObject({ status: 'verified', reasons: [] });
  });

  it('tells the class of an object of the library', async () => {
    const lines = 'd = datetime(2000, 1, 1)\nreturn isinstance(d, date) and not isinstance(date.max, datetime)';
    expect(await check(lines, 'from datetime import date, datetime')).toMatchObject({ status: 'verified' });
  });
});

describe('nothing is told that might be different in the program', () => {
  it.each([
    ['an argument that depends on the inputs', 'from decimal import Decimal', 'return Decimal(x) == x'],
    ['the clock', 'from datetime import datetime', 'return datetime.now().year > 1990 or x == 5'],
    ['settings', 'import decimal', 'decimal.getcontext().prec = 3\nreturn decimal.Decimal(1) / 3 < 1'],
    ['a patched module', 'import math as m\nm.cbrt = abs', 'return m.cbrt(-8) == 8'],
    ['the order of texts in a set', '', 'return "".join({"a", "b"}) in ("ab", "ba")'],
    ['identity', 'import re', 'm = re.match("a", "a")\nn = re.match("a", "a")\nreturn (m != n) or x == 77'],
  ])('%s', async (_, preamble, lines) => {
    const { status } = await check(lines, preamble);
    expect(['unknown', 'counterexample']).toContain(status);
  });

  it('names the value that is in the way', async () => {
    const { reasons } = await check('return Decimal(1) + x != Decimal("NaN")', 'from decimal import Decimal');
    expect(reasons).toMatchObject([
      { line: 4, construct: 'decimal.Decimal', message: expect.stringContaining('type int') },
    ]);
  });

  it('uses what the module defines under the name of a built-in function', async () => {
    expect(await check('return len("abc") == 5', 'def len(value):\n    return 5')).toMatchObject({
      status: 'verified',
    });
  });
});

describe('type expressions', () => {
  it('leave the rest of the module as it is', async () => {
    const preamble = `from typing import *
numbers = [1, 2]
T = TypeVar("T")
UserId = NewType("UserId", int)
Alias = Union[int, List[str]] | None
Table = dict[str, int | None]
`;
    const lines = 'return numbers == [1, 2] and UserId(x) == cast(int, x) == x and not TYPE_CHECKING';
    expect(await check(lines, preamble)).toMatchObject({ status: 'verified' });
  });
});

describe('random numbers', () => {
  it.each([
    ['randint', 'return 1 <= randint(1, 6) <= 6'],
    ['randrange', 'return randrange(10, 20, 5) in (10, 15)'],
    ['random', 'return 0 <= random() < 1'],
    ['choice', 'return choice([1, 2, x]) in [x, 2, 1]'],
    ['getrandbits', 'return getrandbits(3) < 8'],
  ])('%s gives any value of its range', async (_, line) => {
    expect(
      await check(line, 'from random import *\nfrom random import choice, getrandbits, randint, random, randrange'),
    ).toMatchObject({ status: 'verified' });
  });

  it('are not equal to each other', async () => {
    const { status } = await check('return randint(0, 1) == randint(0, 1)', 'from random import randint');
    expect(status).not.toBe('verified');
  });

  it('raise for ranges without a value', async () => {
    const lines =
      'if x > 6:\n    try:\n        randint(x, 6)\n    except ValueError:\n        return True\n    return False\nreturn True';
    expect(await check(lines, 'from random import randint')).toMatchObject({ status: 'verified' });
  });
});

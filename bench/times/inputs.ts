/** Functions that take more time than others: many loops in C, many paths, many parameters, much to shrink. */

/** A question to the engine. */
export type TimedInput = { readonly name: string; readonly code: string } & (
  | { readonly tool: 'check'; readonly functionName: string }
  | { readonly tool: 'find'; readonly functionName: string; readonly exceptionType: string }
  | { readonly tool: 'compare'; readonly functionName: string; readonly other: string }
);

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;
const PARAMETERS = Array.from({ length: 500 }, (_, index) => `p${index}`);

const VAULT = lines(
  'from threading import Lock',
  'class Vault:',
  '    def __init__(self) -> None:',
  '        self.lock, self.held = Lock(), {}',
  '    def put(self, who: str, coins: int) -> int:',
  '        """post: __return__ >= coins"""',
  '        with self.lock:',
  '            self.held[who] = self.held.get(who, 0) + coins',
  '            return self.held[who]',
);

const SORT = lines(
  'def merged(items: list[int]) -> list[int]:',
  '    """post: all(__return__[i] <= __return__[i + 1] for i in range(len(__return__) - 1))"""',
  '    if len(items) < 2:',
  '        return items',
  '    half = len(items) // 2',
  '    left, right, out = merged(items[:half]), merged(items[half:]), []',
  '    while left and right:',
  '        out.append(left.pop(0) if left[0] <= right[0] else right.pop(0))',
  '    return out + left + right',
);

const GCD = lines(
  'def common(a: int, b: int) -> int:',
  '    """',
  '    pre: a > 0 and b > 0',
  '    post: a % __return__ == 0 and b % __return__ == 0',
  '    """',
  '    while b:',
  '        a, b = b, a % b',
  '    return a',
);

const TEXTS = lines(
  'def clean(text: str) -> str:',
  '    """post: len(__return__) <= len(text) + 2"""',
  "    parts = text.replace('\\\\', '/').split('/')",
  "    return '/'.join(part.strip().lower() for part in parts if part not in ('.', ''))",
);

const IFS = lines(
  'def grade(a: int, b: int, c: int) -> int:',
  '    """post: __return__ < 1000"""',
  '    total = 0',
  ...Array.from({ length: 40 }, (_, i) => `    if (a * ${i + 2} + b) % ${i + 3} < c:\n        total += ${i}`),
  '    return total',
);

/** All that is timed. */
export const INPUTS: readonly TimedInput[] = [
  { name: 'lock and dict', tool: 'check', functionName: 'Vault.put', code: VAULT },
  { name: 'lock and dict, KeyError', tool: 'find', functionName: 'Vault.put', exceptionType: 'KeyError', code: VAULT },
  { name: 'gcd', tool: 'check', functionName: 'common', code: GCD },
  {
    name: 'gcd, ZeroDivisionError',
    tool: 'find',
    functionName: 'common',
    exceptionType: 'ZeroDivisionError',
    code: GCD,
  },
  {
    name: 'str.count',
    tool: 'check',
    functionName: 'times',
    code: lines(
      'def times(text: str, part: str) -> int:',
      '    """post: 0 <= __return__ <= len(text) + 1"""',
      '    return text.count(part)',
    ),
  },
  {
    name: 'time.sleep',
    tool: 'check',
    functionName: 'wait',
    code: lines(
      'import time',
      'def wait(x: int) -> int:',
      '    """post: __return__ == x"""',
      '    time.sleep(1)',
      '    return x',
    ),
  },
  {
    name: 'time.sleep of its input',
    tool: 'find',
    functionName: 'wait',
    exceptionType: 'ValueError',
    code: lines('from time import sleep', 'def wait(x: float) -> float:', '    sleep(x)', '    return x'),
  },
  {
    name: '500 parameters',
    tool: 'check',
    functionName: 'many',
    code: lines(
      `def many(${PARAMETERS.map((name) => `${name}: int`).join(', ')}) -> int:`,
      '    """post: __return__ != 7"""',
      `    return ${PARAMETERS.join(' + ')}`,
    ),
  },
  {
    name: 'tower of powers',
    tool: 'check',
    functionName: 'tower',
    code: lines('def tower(x: int) -> int:', '    """post: __return__ > x"""', '    return 9**9**9**9 + x'),
  },
  {
    name: 'power of its input',
    tool: 'check',
    functionName: 'power',
    code: lines(
      'def power(x: int) -> int:',
      '    """post: __return__ >= 0"""',
      '    return (x * x) ** 300_000 % 1_000_003',
    ),
  },
  {
    name: 'factorial of a constant',
    tool: 'check',
    functionName: 'big',
    code: lines(
      'import math',
      'def big(x: int) -> int:',
      '    """post: __return__ > x"""',
      '    return math.factorial(20_000) + x',
    ),
  },
  { name: 'merge sort', tool: 'check', functionName: 'merged', code: SORT },
  { name: 'merge sort, IndexError', tool: 'find', functionName: 'merged', exceptionType: 'IndexError', code: SORT },
  {
    name: 'digits of a big constant',
    tool: 'check',
    functionName: 'digits',
    code: lines(
      `BIG = ${'7'.repeat(4000)}`,
      'def digits(x: int) -> int:',
      '    """post: __return__ >= 1"""',
      '    return len(str(abs(x * BIG) % BIG))',
    ),
  },
  {
    name: 'nested comprehensions',
    tool: 'check',
    functionName: 'table',
    code: lines(
      'def table(rows: list[list[int]], n: int) -> list[list[int]]:',
      '    """post: len(__return__) == len(rows)"""',
      '    return [[a * b for a in row for b in range(n) if a % 2 == b % 2] for row in rows]',
    ),
  },
  {
    name: 'ranges of its input',
    tool: 'check',
    functionName: 'pairs',
    code: lines(
      'def pairs(n: int) -> int:',
      '    """post: __return__ >= 0"""',
      '    return sum(1 for a in range(n) for b in range(a) if a % (b + 1) == 0)',
    ),
  },
  {
    name: 'long texts',
    tool: 'check',
    functionName: 'long',
    code: lines(
      'def long(text: str, n: int) -> int:',
      '    """post: __return__ >= 0"""',
      "    wide = text * 100_000 + 'x' * (n % 1_000_000)",
      "    return wide.count('xy') + wide.find('zz' + text) + len(wide) + 1",
    ),
  },
  { name: 'texts split and joined', tool: 'check', functionName: 'clean', code: TEXTS },
  { name: '40 ifs', tool: 'check', functionName: 'grade', code: IFS },
  {
    name: 'deep recursion',
    tool: 'check',
    functionName: 'deep',
    code: lines(
      'def deep(n: int, k: int) -> int:',
      '    """post: __return__ >= 0"""',
      '    if n <= 0:',
      '        return 0',
      '    return deep(n - 1, k + 1) + deep(n - 2, k * 2)',
    ),
  },
  {
    name: 'regular expression that backtracks',
    tool: 'check',
    functionName: 'isWord',
    code: lines(
      'import re',
      'def isWord(text: str) -> bool:',
      '    """post: __return__ in (True, False)"""',
      "    return re.fullmatch(r'(\\w+\\s?)+!', text * 9) is not None",
    ),
  },
  {
    name: 'sorting by a key',
    tool: 'check',
    functionName: 'ordered',
    code: lines(
      'def ordered(words: list[str]) -> list[str]:',
      '    """post: len(__return__) == len(words)"""',
      '    return sorted(sorted(set(words), key=len) + words[:0], key=lambda w: (w.lower(), len(w)))',
    ),
  },
  {
    name: 'float loop',
    tool: 'check',
    functionName: 'root',
    code: lines(
      'def root(x: float) -> float:',
      '    """',
      '    pre: 0 < x < 1e9',
      '    post: abs(__return__ * __return__ - x) < 1',
      '    """',
      '    guess = x',
      '    while abs(guess * guess - x) > 0.5:',
      '        guess = (guess + x / guess) / 2',
      '    return guess',
    ),
  },
  {
    name: 'dict of dicts',
    tool: 'check',
    functionName: 'total',
    code: lines(
      'def total(stock: dict[str, dict[str, int]], key: str) -> int:',
      '    """post: __return__ >= 0"""',
      '    return sum(abs(row.get(key, 0)) for row in stock.values()) + len(stock.get(key, {}))',
    ),
  },
  {
    name: 'two loops',
    tool: 'compare',
    functionName: 'up',
    other: 'down',
    code: lines(
      'def up(n: int, k: int) -> int:',
      '    total = 0',
      '    for i in range(n):',
      '        total += i * k',
      '    return total',
      'def down(n: int, k: int) -> int:',
      '    total = 0',
      '    while n > 0:',
      '        n -= 1',
      '        total += n * k',
      '    return total',
    ),
  },
  {
    name: 'two sorts',
    tool: 'compare',
    functionName: 'bubble',
    other: 'merged',
    code: lines(
      SORT,
      'def bubble(items: list[int]) -> list[int]:',
      '    items = list(items)',
      '    for i in range(len(items)):',
      '        for j in range(len(items) - 1 - i):',
      '            if items[j] > items[j + 1]:',
      '                items[j], items[j + 1] = items[j + 1], items[j]',
      '    return items',
    ),
  },
  {
    name: 'endless loop',
    tool: 'check',
    functionName: 'spin',
    code: lines(
      'def spin(n: int) -> int:',
      '    """post: True"""',
      '    while n != 1:',
      '        n = n // 2 if n % 2 == 0 else 3 * n + 1',
      '    return n',
    ),
  },
  {
    name: 'fails late, much to shrink',
    tool: 'check',
    functionName: 'slow',
    code: lines(
      'def slow(items: list[int], n: int) -> int:',
      '    """post: __return__ < 40"""',
      '    total = len(items) * 20 + abs(n)',
      '    for _ in range(3000):',
      '        total += sum(range(1000)) * 0',
      '    return total',
    ),
  },
];

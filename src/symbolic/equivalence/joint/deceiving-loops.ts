/** For `joint.test.ts`: pairs that deceive by their loops: starts, items, ends, exceptions. No pair may be proved the same. */
import { type Deceiving, pairOf } from './deceiving-pair.ts';

const CLAMPED = `total = 0
for x in xs:
    total += x
    if total < 0:
        total = 0
return total`;
const LONGEST = `run = 0
best = 0
for x in xs:
    if x == 0:
        run += 1
    else:
        run = 0
    best = max(best, run)
return best`;
const LARGEST = `n = 0
for x in xs:
    n = max(n, x)
return n`;
const GROWING = `n = 0
for x in xs:
    if n > x:
        n += 1
return n`;

export const DECEIVING_LOOPS: readonly Deceiving[] = [
  // values and starts
  pairOf('a value that takes many rounds', LONGEST, LONGEST.replace('return best', 'return min(best, 40)')),
  pairOf('another start', CLAMPED, CLAMPED.replace('total = 0\nfor', 'total = -1\nfor')),
  pairOf('another order of steps', CLAMPED, `n = 0\nfor v in xs:\n    n = max(0, n) + v\nreturn n`),
  pairOf('a bound that is one off', CLAMPED, CLAMPED.replace('total < 0', 'total <= 1')),
  pairOf('a strict and a loose comparison', GROWING, GROWING.replace('n > x', 'n >= x')),
  pairOf('a last value and a largest one', LARGEST, `n = 0\nfor x in xs:\n    n = x if x > 0 else n\nreturn n`),
  pairOf(
    'a cap that only large sums meet',
    CLAMPED,
    CLAMPED.replace('return total', 'return total if total < 10 ** 12 else 0'),
  ),
  pairOf(
    'a sum that differs at one value',
    `s = 0\nt = 0\nfor x in xs:\n    s += x\n    t = s - x\nreturn s`,
    `s = 0\nt = 0\nfor x in xs:\n    t = s\n    s = t + x\nreturn s + (1 if t == 123457 else 0)`,
  ),
  pairOf(
    'a constant sum of two variables',
    `a = 0\nb = 10\nfor x in xs:\n    if x > 3:\n        a += 1\n        b -= 1\nreturn a + b`,
    `a = 0\nb = 10\nfor x in xs:\n    if x > 3:\n        a += 1\n        b -= 1\n    elif x == -98765:\n        b -= 1\nreturn a + b`,
  ),
  pairOf(
    'a flag that stays',
    `up = True\ns = 0\nfor x in xs:\n    s += x if up else -x\n    up = not up\nreturn s`,
    `sign = 1\ns = 0\nfor x in xs:\n    s += sign * x\n    sign = -sign if x != 31337 else sign\nreturn s`,
  ),
  // items and lengths
  pairOf('one item less', CLAMPED, CLAMPED.replace('in xs', 'in xs[1:]')),
  pairOf(
    'a positions that starts at 1',
    LARGEST,
    `n = 0\nfor i in range(1, len(xs)):\n    n = max(n, xs[i])\nreturn n`,
  ),
  pairOf('every other position', LARGEST, `n = 0\nfor i in range(0, len(xs), 2):\n    n = max(n, xs[i])\nreturn n`),
  pairOf(
    'enumerate that starts at 1',
    `n = 0\nfor i, x in enumerate(xs):\n    n = max(n, i * x)\nreturn n`,
    `n = 0\nfor i, x in enumerate(xs, 1):\n    n = max(n, i * x)\nreturn n`,
  ),
  pairOf(
    'items in another order',
    `n = 0\nfor x in xs:\n    n = x - n\nreturn n`,
    `n = 0\nfor x in reversed(xs):\n    n = x - n\nreturn n`,
  ),
  pairOf(
    'items that are sorted',
    `n = 0\nfor x in xs:\n    n = x - n\nreturn n`,
    `n = 0\nfor x in sorted(xs):\n    n = x - n\nreturn n`,
  ),
  pairOf(
    'lists of other lengths',
    `n = 0\nfor x in xs:\n    n = max(n, x)\nfor y in ys:\n    n = max(n, y)\nreturn n`,
    `n = 0\nfor x, y in zip(xs, ys):\n    n = max(n, x, y)\nreturn n`,
    'xs: list[int], ys: list[int]',
  ),
  pairOf(
    'positions of another list',
    `n = 0\nfor i in range(len(xs)):\n    n = max(n, i)\nreturn n`,
    `n = 0\nfor i in range(len(ys)):\n    n = max(n, i)\nreturn n`,
    'xs: list[int], ys: list[int]',
  ),
  pairOf(
    'arguments that change places',
    `n = 0\nfor x in xs:\n    n = max(n, x)\nfor y in ys:\n    n = n - y\nreturn n`,
    `n = 0\nfor x in ys:\n    n = max(n, x)\nfor y in xs:\n    n = n - y\nreturn n`,
    'xs: list[int], ys: list[int]',
  ),
  pairOf('an argument that is another one', LARGEST, `xs = xs[:60]\n${LARGEST}`),
  pairOf(
    'a range that is one longer',
    `s = 0\nfor i in range(n):\n    s = max(s, i % 7)\nreturn s`,
    `s = 0\nfor i in range(n + 1):\n    s = max(s, i % 7)\nreturn s`,
    'n: int',
  ),
  // ends of loops
  pairOf(
    'a return in a later round',
    `for x in xs:\n    if x > 50:\n        return x\nreturn 0`,
    `last = 0\nfor x in xs:\n    if x > 50:\n        last = x\nreturn last`,
  ),
  pairOf(
    'a break where the other goes on',
    `n = 0\nfor x in xs:\n    if x == 4711:\n        break\n    n = max(n, x)\nreturn n`,
    `n = 0\nfor x in xs:\n    if x == 4711:\n        continue\n    n = max(n, x)\nreturn n`,
  ),
  pairOf(
    'a break before and behind a step',
    `n = 0\nfor x in xs:\n    n = max(n, x)\n    if x == 4711:\n        break\nreturn n`,
    `n = 0\nfor x in xs:\n    if x == 4711:\n        break\n    n = max(n, x)\nreturn n`,
  ),
  pairOf(
    'a break from the else of an inner loop',
    `n = 0\nfor x in xs:\n    i = 0\n    while i < 3:\n        i += 1\n        if i == 3 and x == 4711:\n            break\n    else:\n        break\n    return 0\nreturn 0`,
    `n = 0\nfor x in xs:\n    if x == 4711:\n        return 0\n    n = max(n, x)\nreturn n`,
  ),
  pairOf(
    'a continue from the else of an inner loop',
    `n = 0\nfor x in xs:\n    i = 0\n    while i < 3:\n        i += 1\n        if i == 3 and x == 4711:\n            break\n    else:\n        continue\n    return 0\nreturn 0`,
    `n = 0\nfor x in xs:\n    if x == 4711:\n        return 0\n    n = max(n, x)\nreturn n`,
  ),
  pairOf(
    'an else of the loop itself',
    `n = 0\nfor x in xs:\n    if x == 4711:\n        break\n    n = max(n, x)\nelse:\n    n += 0\nreturn n`,
    `n = 0\nfor x in xs:\n    if x == 4711:\n        break\n    n = max(n, x)\nelse:\n    n -= 1\nreturn n`,
  ),
  pairOf(
    'a return from an inner loop',
    `n = 0\nfor x in xs:\n    for y in xs:\n        if y == 4711:\n            return n\n    n = max(n, x)\nreturn n`,
    `n = 0\nfor x in xs:\n    for y in xs:\n        if y == 4711:\n            return n\n    n = max(n, x + 1)\nreturn n`,
  ),
  pairOf(
    'a break of an inner loop',
    `n = 0\nfor x in xs:\n    for y in xs:\n        if y == 4711:\n            break\n    n = max(n, x)\nreturn n`,
    `n = 0\nfor x in xs:\n    if x == 4711:\n        break\n    n = max(n, x)\nreturn n`,
  ),
  pairOf('a return before the loop', `if len(xs) == 77:\n    return 0\n${LARGEST}`, LARGEST),
  pairOf(
    'a return of nothing',
    `for x in xs:\n    if x == 4711:\n        return None\nreturn 0`,
    `for x in xs:\n    if x == 4711:\n        return 0\nreturn 0`,
  ),
  pairOf(
    'no return at the end',
    `for x in xs:\n    if x == 4711:\n        return 1`,
    `for x in xs:\n    if x == 4711:\n        return 1\nreturn False`,
  ),
  pairOf(
    'a variable that the last round leaves',
    `x = 0\nn = 0\nfor x in xs:\n    n = max(n, x)\nreturn x`,
    `x = 0\nn = 0\nfor y in xs:\n    n = max(n, y)\nreturn x if n < 4711 else n`,
  ),
  pairOf(
    'a loop that ends, and one that may not',
    `n = 5\nfor x in xs:\n    n = max(n, x)\nreturn 0`,
    `n = 5\nfor x in xs:\n    n = max(n, x)\nwhile n == 4711:\n    n = 4711\nreturn 0`,
  ),
  // exceptions
  pairOf('an exception', LARGEST, LARGEST.replace('return n', 'return n * (n - 71) // (n - 71)')),
  pairOf('an exception in a round', LARGEST, LARGEST.replace('    n =', '    1 // (x - 4711)\n    n =')),
  pairOf('an index that is not there', LARGEST, LARGEST.replace('return n', 'return n if n < 4711 else xs[len(xs)]')),
  pairOf('an empty list', LARGEST, 'return max(xs)'),
  pairOf(
    'an item that is not evaluated',
    `for x in xs:\n    if x > 9:\n        return True\nreturn False`,
    'return any(x > 9 or 1 // (x - 5) > 9 for x in xs)',
  ),
  pairOf(
    'a variable without a value',
    `n = 0\ny = 0\nfor x in xs:\n    if x == 4711:\n        y = x\n    n = max(n, x)\nreturn y`,
    `n = 0\nfor x in xs:\n    if x == 4711:\n        y = x\n    n = max(n, x)\nreturn y`,
  ),
];

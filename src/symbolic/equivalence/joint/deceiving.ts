/** For `joint.test.ts`: pairs of functions that look the same and are not, each by what deceives. No pair may be proved the same. */

/** The parameters of both functions, and their bodies. */
export interface Deceiving {
  readonly what: string;
  readonly parameters: string;
  readonly left: string;
  readonly right: string;
}

const INTS = 'xs: list[int]';

function pairOf(what: string, left: string, right: string, parameters: string = INTS): Deceiving {
  return { what, parameters, left, right };
}

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
const BUILT = `out = []
for x in xs:
    if x > 0:
        out.append(x)
    else:
        out.append(-x)
return out`;
const FLOATS = 'xs: list[float]';

export const DECEIVING: readonly Deceiving[] = [
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
  // types
  pairOf(
    'a bool and an int',
    `${LARGEST.replace('return n', 'return n > 9')}`,
    `${LARGEST.replace('return n', 'return 1 if n > 9 else 0')}`,
  ),
  pairOf('an int and a float', LARGEST, LARGEST.replace('return n', 'return n if n != 4711 else 4711.0')),
  pairOf(
    'a start that is a float',
    `n = 0\nfor x in xs:\n    n += x * 0\nreturn n`,
    `n = 0.0\nfor x in xs:\n    n += x * 0\nreturn n`,
  ),
  pairOf(
    'a start that is a bool',
    `n = 1\nfor x in xs:\n    n = n and x\nreturn n`,
    `n = True\nfor x in xs:\n    n = n and x\nreturn n`,
  ),
  pairOf('a list and a tuple', BUILT, `${BUILT.replace('return out', 'return tuple(out)')}`),
  pairOf('any of integers', `for x in xs:\n    if x:\n        return x\nreturn False`, 'return any(x for x in xs)'),
  // floats
  pairOf(
    'a zero with a sign',
    `s = 0.0\nfor x in xs:\n    s = x\nreturn s`,
    `s = 0.0\nfor x in xs:\n    s = x + 0.0\nreturn s`,
    FLOATS,
  ),
  pairOf(
    'a start with a sign',
    `s = 0.0\nfor x in xs:\n    s = s * x\nreturn s`,
    `s = -0.0\nfor x in xs:\n    s = s * x\nreturn s`,
    FLOATS,
  ),
  pairOf(
    'what is no number',
    `s = 0.0\nfor x in xs:\n    if x == x:\n        s = x\nreturn s`,
    `s = 0.0\nfor x in xs:\n    s = x\nreturn s`,
    FLOATS,
  ),
  pairOf(
    'a comparison with what is no number',
    `s = 0.0\nfor x in xs:\n    if not x <= s:\n        s = x\nreturn s`,
    `s = 0.0\nfor x in xs:\n    if x > s:\n        s = x\nreturn s`,
    FLOATS,
  ),
  pairOf(
    'max() with what is no number',
    `s = 0.0\nfor x in xs:\n    s = max(s, x)\nreturn s`,
    `s = 0.0\nfor x in xs:\n    s = max(x, s)\nreturn s`,
    FLOATS,
  ),
  pairOf(
    'a sum of floats that is rounded less',
    `s = 0.0\nfor x in xs:\n    s += x\nreturn s`,
    'return sum(xs, 0.0)',
    FLOATS,
  ),
  pairOf(
    'sums in another order',
    `s = 0.0\nt = 1.0\nfor x in xs:\n    s = (s + x) + t\nreturn s`,
    `s = 0.0\nt = 1.0\nfor x in xs:\n    s = s + (x + t)\nreturn s`,
    FLOATS,
  ),
  pairOf(
    'a half that is rounded',
    `n = 0\nfor x in xs:\n    n = n + x // 2\nreturn n`,
    `n = 0\nfor x in xs:\n    n = n + int(x / 2)\nreturn n`,
  ),
  // lists that are built
  pairOf('an item that is another one', BUILT, BUILT.replace('(-x)', '(-x if x != -4711 else x)')),
  pairOf(
    'an item that is left out',
    BUILT,
    BUILT.replace('x > 0', 'x >= 0').replace('    else:', '    elif x != -4711:'),
  ),
  pairOf('an item at the other end', BUILT, BUILT.replace('out.append(-x)', 'out.insert(0, -x)')),
  pairOf(
    'a list with one item more',
    BUILT,
    BUILT.replace('return out', 'if len(out) == 77:\n    out.append(0)\nreturn out'),
  ),
  pairOf(
    'a comprehension with another condition',
    `out = []\nfor x in xs:\n    if x > 3:\n        out.append(x)\nreturn out`,
    'return [x for x in xs if x > 3 and x != 4711]',
  ),
  pairOf(
    'a list of pairs',
    `out = []\nfor x in xs:\n    out.append((x, 1))\nreturn out`,
    `out = []\nfor x in xs:\n    out.append((x, True))\nreturn out`,
  ),
  pairOf(
    'a list that two names have',
    `a = []\nb = []\nfor x in xs:\n    a.append(x)\nreturn b`,
    `a = b = []\nfor x in xs:\n    a.append(x)\nreturn b`,
  ),
  pairOf(
    'a list that is made anew',
    `out = []\nfor x in xs:\n    out.append(x)\nreturn out`,
    `out = []\nfor x in xs:\n    if x == 4711:\n        out = []\n    out.append(x)\nreturn out`,
  ),
  // arguments that change
  pairOf(
    'what a function does to its argument',
    LARGEST,
    LARGEST.replace('return n', 'if n == 77:\n    xs.append(1)\nreturn n'),
  ),
  pairOf(
    'an alias of the argument that is changed',
    `ys = xs\n${LARGEST.replace('return n', 'if n > 60:\n    ys.append(0)\nreturn n')}`,
    LARGEST,
  ),
  pairOf(
    'a list that holds an argument',
    `ys = [xs]\n${LARGEST.replace('return n', 'if n > 60:\n    ys[0].append(0)\nreturn n')}`,
    LARGEST,
  ),
  pairOf(
    'an item that is changed in place',
    `ys = list(rows)\nn = 0\nfor row in rows:\n    n = max(n, len(row))\nif n > 60:\n    ys[0] += [1]\nreturn n`,
    `n = 0\nfor row in rows:\n    n = max(n, len(row))\nreturn n`,
    'rows: list[list[int]]',
  ),
  pairOf(
    'an argument that a comprehension sets',
    `ys = [0 for xs[0] in xs]\n${LARGEST}`,
    `ys = [0 for x in xs]\n${LARGEST}`,
  ),
  pairOf(
    'a change that only a later loop sees',
    `n = 0\nfor x in xs:\n    n = max(n, x)\nxs.clear()\nreturn n`,
    `n = 0\nfor x in xs:\n    n = max(n, x)\nreturn n`,
  ),
  pairOf(
    'a list that grows while it is walked',
    `n = 0\nfor x in xs:\n    n = max(n, x)\n    if x == 4711:\n        xs.append(1)\nreturn n`,
    LARGEST,
  ),
  pairOf(
    'one list for two arguments',
    `n = 0\nfor x in xs:\n    n = max(n, x)\nif xs is ys:\n    n = -1\nreturn n`,
    LARGEST,
    'xs: list[int], ys: list[int]',
  ),
  pairOf('a default that is kept', `seen.append(1)\n${LARGEST}`, LARGEST, 'xs: list[int], seen: list[int] = []'),
  // other kinds of items
  pairOf(
    'characters of a text',
    `n = 0\nfor c in s:\n    n = n + 1 if c == "a" else 0\nreturn n`,
    `n = 0\nfor c in s:\n    n = n + 1 if c in "a\\u0430" else 0\nreturn n`,
    's: str',
  ),
  pairOf(
    'letters that are no ASCII',
    `n = 0\nfor c in s:\n    if "0" <= c <= "9":\n        n += 1\nreturn n`,
    `n = 0\nfor c in s:\n    if c.isdigit():\n        n += 1\nreturn n`,
    's: str',
  ),
  pairOf(
    'texts that are joined',
    `t = ""\nfor c in s:\n    t = t + c\nreturn t`,
    `t = ""\nfor c in s:\n    t = c + t\nreturn t`,
    's: str',
  ),
  pairOf(
    'the keys and the values of a dict',
    `n = 0\nfor k in d:\n    n = max(n, k)\nreturn n`,
    `n = 0\nfor k in d.values():\n    n = max(n, k)\nreturn n`,
    'd: dict[int, int]',
  ),
  pairOf(
    'the order of a dict',
    `n = 0\nfor k in d:\n    n = k - n\nreturn n`,
    `n = 0\nfor k in sorted(d):\n    n = k - n\nreturn n`,
    'd: dict[int, int]',
  ),
  pairOf(
    'the order of a set',
    `n = 0\nfor k in s:\n    n = k - n\nreturn n`,
    `n = 0\nfor k in sorted(s):\n    n = k - n\nreturn n`,
    's: set[int]',
  ),
  pairOf(
    'a set that drops what is twice there',
    `n = 0\nfor x in xs:\n    n = n + 1 if x > 0 else n\nreturn n`,
    `n = 0\nfor x in set(xs):\n    n = n + 1 if x > 0 else n\nreturn n`,
  ),
  pairOf(
    'equal sums of bools and ints',
    'return sum(x > 3 for x in xs)',
    `n = 0\nfor x in xs:\n    if x > 3 and x != 4711:\n        n += 1\nreturn n`,
  ),
  // what callers and scopes tell apart
  pairOf(
    'an argument and a copy of it',
    'for x in xs:\n    pass\nreturn xs',
    'out = []\nfor x in xs:\n    out.append(x)\nreturn out',
  ),
  pairOf(
    'an argument within a pair, and a copy',
    'return (xs, sum(x for x in xs))',
    'return ([x for x in xs], sum(xs))',
  ),
  pairOf(
    'a variable that a comprehension does not bind',
    'x = 5\nys = [x * 2 for x in xs]\nt = 0\nfor y in ys:\n    t += y\nreturn x + t',
    'x = 5\nt = 0\nfor y in xs:\n    x = y\n    t += 2 * y\nreturn x + t',
  ),
  pairOf(
    'another variable of a comprehension',
    't = 0\nfor x in xs:\n    t += n\nreturn t',
    't = 0\nfor n in xs:\n    t += n\nreturn t',
    'xs: list[int], n: int',
  ),
  pairOf(
    'a zero and a float',
    't = 0\nfor x in xs:\n    t += x\nreturn t',
    't = 0.0\nfor x in xs:\n    t += x\nreturn t',
    'xs: list[float]',
  ),
  pairOf(
    'a loop that never ends',
    't = 0\nfor x in xs:\n    t += 1\nreturn t',
    't = 0\nfor x in xs:\n    while x == 4711:\n        pass\n    t += 1\nreturn t',
  ),
];

/** For `joint.test.ts`: pairs that deceive by their values: types, floats, lists, arguments, and what callers tell apart. No pair may be proved the same. */
import { type Deceiving, pairOf } from './deceiving-pair.ts';

const LARGEST = `n = 0
for x in xs:
    n = max(n, x)
return n`;
const BUILT = `out = []
for x in xs:
    if x > 0:
        out.append(x)
    else:
        out.append(-x)
return out`;
const FLOATS = 'xs: list[float]';

export const DECEIVING_VALUES: readonly Deceiving[] = [
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
  {
    ...pairOf(
      'an argument and a copy of it',
      'for x in xs:\n    pass\nreturn xs',
      'out = []\nfor x in xs:\n    out.append(x)\nreturn out',
    ),
    isSharing: true,
  },
  {
    ...pairOf(
      'an argument within a pair, and a copy',
      'return (xs, sum(x for x in xs))',
      'return ([x for x in xs], sum(xs))',
    ),
    isSharing: true,
  },
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

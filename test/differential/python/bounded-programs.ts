/** Random functions that loop and recurse further than is unrolled, with conditions that mostly hold: what is claimed within bounds. */
import type { Random } from '../../../src/lib/random.ts';

/** Helpers that a body may use: loops, recursion, generators that are run ahead or left, and operations that call back. */
const HELPERS = [
  'def h(k: int) -> int:\n    r = 0\n    while k > r:\n        r += STEP\n    return r',
  'def h(k: int) -> int:\n    return 0 if k <= 0 else h(k - STEP) + 1',
  'def odd(k: int) -> int:\n    return 0 if k <= 0 else h(k - 1)\ndef h(k: int) -> int:\n    return 1 if k <= 0 else odd(k - STEP)',
  'def h(k: int) -> int:\n    return sum(1 for i in range(k) if i % STEP == 0)',
  'def h(k: int) -> int:\n    return len([i for i in range(0, k, STEP)])',
  'class K:\n    def __init__(self, v: int):\n        self.v = v\n    def __eq__(self, other):\n        i = 0\n        while i < self.v:\n            i += STEP\n        return self.v == other.v\n    def __hash__(self):\n        return 1\ndef h(k: int) -> int:\n    return len({K(k), K(2), K(3)})',
  'def each(k: int):\n    i = 0\n    while i < k:\n        yield i\n        i += STEP\ndef h(k: int) -> int:\n    for i in each(k):\n        if i > 1:\n            return i\n    return 0',
  'def slow(k: int) -> int:\n    i = 0\n    while i < k:\n        i += STEP\n    return i\ndef each(k: int):\n    yield k\n    yield slow(k)\n    yield 7\ndef h(k: int) -> int:\n    g = each(k)\n    a = next(g)\n    return a if k > 3 else next(g)',
  'def slow(k: int) -> int:\n    return sum([1 for i in range(k)])\ndef h(k: int) -> int:\n    return next(map(slow, [k % STEP, k]))',
  'def slow(k: int) -> int:\n    i = 0\n    while i < k:\n        i += STEP\n    return i\ndef h(k: int) -> int:\n    return min([k, 2, 1], key=slow)',
  'def slow(k: int) -> bool:\n    i = 0\n    while i < k:\n        i += STEP\n    return i > 0\ndef h(k: int) -> int:\n    return int(any(slow(i) for i in (1, k, 2)))',
  'def h(k: int) -> int:\n    r = 0\n    for i in range(k):\n        for j in range(i):\n            r += STEP\n            if r > 9:\n                break\n        else:\n            continue\n        break\n    return r',
  'def h(k: int) -> int:\n    try:\n        i = 0\n        while True:\n            if i >= k:\n                raise ValueError(i)\n            i += STEP\n    except ValueError:\n        return i',
];

const BODIES = [
  '    return h(x)',
  '    return h(x) + h(y)',
  '    r = h(x)\n    for v in xs:\n        r += abs(v)\n    return r',
  '    r = 0\n    for v in xs:\n        r = max(r, h(v))\n    return r',
  '    if x > y:\n        return h(x - y)\n    return len(xs)',
  '    ys = sorted(xs)\n    return h(x) if not ys else max(0, ys[-1])',
  '    i = 0\n    while i < x:\n        i += h(i) + 1\n    return i',
  '    seen = set(xs)\n    return h(len(seen) + x)',
  '    xs.append(x)\n    return h(xs[0])',
  '    d = {v: h(v) for v in xs}\n    return sum(d.values())',
];

/** Conditions, some of which fail only for runs that are a little longer, or for lists that have one item more. */
const POSTCONDITIONS = [
  '__return__ >= 0',
  '__return__ >= -1',
  '__return__ != 5',
  '__return__ < 8',
  '__return__ < 7',
  '__return__ <= 9',
  '__return__ < 9 * max(1, STEP)',
  '__return__ != 12',
  'len(xs) < 4',
  'len(xs) < 5',
  'implies(x < 3, __return__ < 20)',
];

/** Arguments: every small number, and lists around the sizes that are modelled. */
const ROWS = (() => {
  const lists = ['[]', '[1]', '[2, 2]', '[-1, 9]', '[1, 2, 3]', '[0, 0, 0, 0]', '[3, 1, 4, 2]', '[1, 2, 3, 4, 5]'];
  const numbers = Array.from({ length: 20 }, (_, index) => index - 2);
  return numbers.flatMap((x) => [-1, 0, 2, 5, 8].flatMap((y) => lists.map((list) => `(${x}, ${y}, ${list})`)));
})();

/** The module of a seed, and arguments that look for a violation. */
export function randomBoundedProgram(random: Random): { readonly code: string; readonly rows: readonly string[] } {
  const helper = random.pick(HELPERS);
  const header = [
    'def f(x: int, y: int, xs: list[int]) -> int:',
    "    '''",
    `    post: ${random.pick(POSTCONDITIONS)}`,
    "    '''",
  ];
  const code = `${[helper, ...header, random.pick(BODIES)].join('\n')}\n`;
  return { code: code.replaceAll('STEP', random.pick(['1', '2', '3'])), rows: ROWS };
}

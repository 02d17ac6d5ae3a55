/** Random small modules whose functions, constants and classes use each other, with one change somewhere in them. */
import type { Random } from '../../../src/lib/random.ts';

/** What an argument is; `box` is an object of the module's class. */
export type LinkedType = 'int' | 'list[int]' | 'str' | 'dict[str, int]' | 'bool' | 'box';

export interface LinkedFunction {
  /** `f`, or `Box.m`. */
  readonly name: string;
  readonly parameters: readonly LinkedType[];
}

/** Two versions of a module `a` and of a module `b` that it may import from. */
export interface LinkedChange {
  readonly before: { readonly a: string; readonly b: string };
  readonly after: { readonly a: string; readonly b: string };
  /** Functions of `a`. */
  readonly functions: readonly LinkedFunction[];
}

/** Functions from int to int: `H` calls another of them, `K` is a constant of the module, `T` a table. */
const HELPERS: readonly string[] = [
  'def N(x: int) -> int:\n    return E',
  'def N(x: int, k: int = 3) -> int:\n    return E + k',
  'def N(x: int, *, twice: bool = False) -> int:\n    y = E\n    return y * 2 if twice else y',
  'def N(x: int) -> int:\n    if C:\n        return E\n    return E',
  'def N(x: int) -> int:\n    if C:\n        raise ValueError(x)\n    return E',
  'def N(x: int) -> int:\n    def inner(y):\n        return E + y\n    return inner(x + 1)',
  'def N(x: int) -> int:\n    g = lambda y: y + E\n    return g(2)',
  'def N(x: int) -> int:\n    total = 0\n    for i in range(3):\n        total += i * H(x)\n    return total',
  'def N(x: int) -> int:\n    try:\n        return 100 // (E)\n    except ZeroDivisionError:\n        return E',
  'def N(x: int) -> int:\n    return T[x % 3] + E',
  'def N(x: int) -> int:\n    return D.get(x, K) + E',
  'def N(x: int) -> int:\n    y = E\n    assert y != 7\n    return y',
  'def N(x: int) -> int:\n    return Box(x).m(2)',
  'def N(x: int) -> int:\n    return Box.make(x).n + E',
  'def N(x: int) -> int:\n    return R["h"](x) + K',
  'def N(x: int) -> int:\n    y, z = x, E\n    if y > z:\n        y, z = z, y\n    return z - y',
  'def N(x: int) -> int:\n    return max(E, E)',
  '@decorated\ndef N(x: int) -> int:\n    return E',
  'N = lambda x: E',
  'N = H',
  'N = partial(pick, K)',
];

/** Functions with other arguments, or other results. */
const USERS: readonly (readonly [string, readonly LinkedType[]])[] = [
  ['def N(xs: list[int]) -> int:\n    return sum(H(x) for x in xs)', ['list[int]']],
  ['def N(xs: list[int]):\n    return sum([H(x) for x in xs if C], K)', ['list[int]']],
  ['def N(xs):\n    return sum(H(x) for x in xs)', ['list[int]']],
  ['def N(xs: list[int]):\n    return max((H(x) for x in xs), default=K)', ['list[int]']],
  ['def N(xs: list[int]):\n    return min(xs, key=H, default=None)', ['list[int]']],
  ['def N(xs: list[int]):\n    return max(xs, key=lambda x: E) if xs else 0', ['list[int]']],
  ['def N(xs: list[int]):\n    return any(C for x in xs)', ['list[int]']],
  ['def N(xs: list[int]):\n    return all(H(x) > K for x in xs)', ['list[int]']],
  ['def N(xs: list[int]):\n    return sorted(xs, key=H)', ['list[int]']],
  ['def N(xs: list[int]):\n    return sorted((E for x in xs), reverse=True)', ['list[int]']],
  ['def N(xs: list[int]):\n    return [E for x in xs if C]', ['list[int]']],
  ['def N(xs: list[int]):\n    return {x: H(x) for x in xs}', ['list[int]']],
  ['def N(xs: list[int]):\n    return len({H(x) for x in xs})', ['list[int]']],
  ['def N(xs: list[int]):\n    return list(map(H, xs))', ['list[int]']],
  ['def N(xs: list[int]):\n    return [x for x in filter(lambda x: C, xs)]', ['list[int]']],
  ['def N(xs: list[int], k: int = 2):\n    return [H(x) + i * k for i, x in enumerate(xs)]', ['list[int]', 'int']],
  ['def N(xs: list[int]):\n    return next((x for x in xs if C), K)', ['list[int]']],
  ['def N(xs: list[int]):\n    for x in xs:\n        if C:\n            return H(x)\n    return K', ['list[int]']],
  [
    'def N(xs: list[int]):\n    total = K\n    for x in xs:\n        if C:\n            continue\n        total += H(x)\n    return total',
    ['list[int]'],
  ],
  ['def N(xs: list[int]):\n    out = []\n    for x in xs:\n        out.append(E)\n    return out', ['list[int]']],
  ['def N(xs: list[int]):\n    for i in range(len(xs)):\n        xs[i] = H(xs[i])', ['list[int]']],
  ['def N(xs: list[int], x: int):\n    xs.append(E)\n    return len(xs)', ['list[int]', 'int']],
  [
    'def N(xs: list[int]):\n    def g():\n        for x in xs:\n            yield H(x)\n    return list(g())',
    ['list[int]'],
  ],
  ['def N(xs: list[int]):\n    for x in xs:\n        yield E', ['list[int]']],
  ['def N(xs: list[int]):\n    fs = [lambda y, x=x: E + y for x in xs]\n    return [f(1) for f in fs]', ['list[int]']],
  ['def N(xs: list[int]):\n    fs = [lambda: H(x) for x in xs]\n    return [f() for f in fs]', ['list[int]']],
  ['def N(xs: list[int]):\n    while xs and H(xs[-1]) > K:\n        xs.pop()\n    return xs', ['list[int]']],
  ['def N(xs: list[int]):\n    return reduce(lambda y, x: y + E, xs, 0)', ['list[int]']],
  ['def N(xs: list[int]):\n    return [H(y) - H(x) for x, y in zip(xs, xs[1:])]', ['list[int]']],
  ['def N(xs: list[int]):\n    return [Box(x).m(K) for x in xs]', ['list[int]']],
  ['def N(xs: list[int]):\n    return sum(b.n for b in map(Box, xs))', ['list[int]']],
  ['def N(*xs: int):\n    return sum(map(H, xs))', ['int', 'int']],
  ['def N(x: int, y: int):\n    return H(x) < H(y) or C', ['int', 'int']],
  ['def N(x: int):\n    return (x, E, H(x))', ['int']],
  ['def N(x: int, flag: bool):\n    return H(x) if flag else E', ['int', 'bool']],
  ['def N(x: int):\n    return f"{E}:{H(x)}"', ['int']],
  ['def N(x: int):\n    return {"a": E, "b": K}', ['int']],
  ['def N(x: int):\n    return H(x=x)', ['int']],
  ['def N(x):\n    return E if C else None', ['int']],
  ['def N(d: dict[str, int]):\n    return {k: H(x) for k, x in d.items()}', ['dict[str, int]']],
  ['def N(d: dict[str, int], s: str):\n    x = d.get(s, K)\n    d[s] = E\n    return x', ['dict[str, int]', 'str']],
  ['def N(d: dict[str, int]):\n    return sum(H(x) for x in d.values())', ['dict[str, int]']],
  ['def N(s: str):\n    return "".join(c for c in s if H(ord(c)) > K)', ['str']],
  ['def N(s: str):\n    x = len(s)\n    return s[:E] + s.upper()', ['str']],
  ['def N(s: str, x: int):\n    return s * (x % 3) if C else s', ['str', 'int']],
  ['def N(s: str) -> int:\n    x = int(s)\n    return E', ['str']],
];

const CLASS = [
  'class Box:',
  '    base = 2',
  '    def __init__(self, n: int):',
  '        self.n = n',
  '    def m(self, x: int) -> int:',
  '        return M',
  '    def p(self, x: int = 1) -> int:',
  '        return M',
  '    def grow(self, x: int) -> None:',
  '        self.n += M',
  '    @property',
  '    def size(self) -> int:',
  '        return self.n * 2',
  '    @staticmethod',
  '    def half(x: int) -> int:',
  '        return x // 2',
  '    @classmethod',
  '    def make(cls, x: int):',
  '        return cls(x + 1)',
].join('\n');
const METHODS: readonly LinkedFunction[] = ['m', 'p', 'grow'].map((name) => ({
  name: `Box.${name}`,
  parameters: ['box', 'int'],
}));
const METHOD_VALUES = [
  'self.n + x',
  'x - self.n',
  'self.n * x + 1',
  'max(self.n, x)',
  'self.base + x',
  'Box.base * x',
  'Box.half(x) + self.n',
  'self.half(x)',
  'self.size - x',
  'x % 5',
  'H(x) + self.n',
  'H(self.n)',
];
const VALUES = [
  'x',
  'x + 1',
  'x - 1',
  'x * 2',
  'x // 2',
  'x % 3',
  'K',
  'x + K',
  'x - x * K // 100',
  'abs(x)',
  'min(x, K)',
  'H(x)',
  'H(x + 1)',
  'H(H(x))',
  'H(x) + 1',
  'H(K)',
  '-x',
  'x & 7',
  '10',
  'len(T)',
  'T[1]',
];
const CONDITIONS = [
  'x > 0',
  'x >= K',
  'x % 2 == 0',
  'x == K',
  'not x',
  'x < 5 and x != 2',
  'H(x) > 3',
  'x in T',
  'x in D',
  '0 < x <= 9',
  'x is None',
  'isinstance(x, int)',
];

/** A module and a change of it; which of the functions the change concerns is left open. */
export function linkedChange(random: Random): LinkedChange {
  const names = ['h0', 'h1', 'h2'].slice(0, 1 + random.below(3));
  const helpers = names.map((name, index) => filled(random, random.pick(HELPERS), name, names.slice(0, index)));
  const users = ['f1', 'f2'].slice(random.below(2)).map((name) => {
    const [text, parameters] = random.pick(USERS);
    return { name, parameters, text: filled(random, text, name, names) };
  });
  const [here, there]: [string[], string[]] = [[], []];
  const isSplit = random.below(3) === 0;
  const boxed = filled(random, CLASS, '', names);
  const texts = [...helpers, ...users.map(({ text }) => text)].join('\n');
  const needed = [...PRELUDE, [/\bR\b/, `R = {"h": ${names[0]}}`] as const, [/\bBox\b/, boxed] as const];
  const used = needed.filter(([name]) => name.test(texts) || random.below(8) === 0).map(([, text]) => text);
  const constants = ['T', 'D'].map((name) => `${name} = ${random.pick(TABLES[name] ?? [])}`);
  const classes = used.filter((text) => text.startsWith('class') || text.startsWith('R'));
  const others = used.filter((text) => !classes.includes(text));
  (isSplit ? there : here).push(
    LIBRARY,
    `K = ${random.pick(['1', '2', '10', '100', '-3', '0'])}`,
    ...constants,
    ...others,
    ...helpers,
    ...classes,
  );
  if (isSplit) {
    const bound = there.flatMap((text) => text.match(/^(?:def |class )?(\w+)(?=[ (:])/)?.[1] ?? []);
    here.push(LIBRARY, importOf(random, [...bound.filter((name) => name !== 'from'), ...names]));
  }
  here.push(...users.map(({ text }) => text));
  const joined = (lines: readonly string[]): string => (lines.length === 0 ? '' : `${lines.join('\n\n')}\n`);
  const before = { a: joined(here), b: joined(there) };
  const inB = isSplit && random.below(4) > 0;
  const changed = changedOnce(random, inB ? before.b : before.a);
  const own = names.filter((_, index) => !isSplit && helpers[index]?.startsWith('def '));
  const methods = !isSplit && used.includes(boxed) ? METHODS : [];
  return {
    before,
    after: inB ? { ...before, b: changed } : { ...before, a: changed },
    functions: [...users, ...own.map((name): LinkedFunction => ({ name, parameters: ['int'] })), ...methods],
  };
}

/** The template with its holes filled: `callable` are the helpers that may be called. */
function filled(random: Random, template: string, name: string, callable: readonly string[]): string {
  let text = template.replace(/\bN\b/, name);
  for (let depth = 0; depth < 4; depth++) {
    text = text
      .replace(/\bM\b/g, () => random.pick(METHOD_VALUES))
      .replace(/\bE\b/g, () => (depth > 2 ? 'x' : random.pick(VALUES)))
      .replace(/\bC\b/g, () => random.pick(CONDITIONS))
      .replace(/\bH\b/g, () => (callable.length === 0 ? 'abs' : random.pick(callable)));
  }
  return text;
}

const LIBRARY = 'from functools import partial, reduce';
const TABLES: Readonly<Record<string, readonly string[]>> = {
  T: ['(1, 2, 3)', '[4, 0, 2]', '(0, 5, 10)'],
  D: ['{1: 2, 3: 4}', '{0: 1}', 'dict(zip(T, T))'],
};
/** What stands before the helpers, where it is needed. */
const PRELUDE: readonly (readonly [RegExp, string])[] = [
  [/\bdecorated\b/, 'def decorated(f):\n    def g(x):\n        return f(x) + K\n    return g'],
  [/\bpick\b/, 'def pick(k, x):\n    return x if x > k else k'],
];

function importOf(random: Random, names: readonly string[]): string {
  return random.below(3) === 0
    ? `import b\n\n${names.map((name) => `${name} = b.${name}`).join('\n')}`
    : `from b import ${names.join(', ')}`;
}

/** Changes of a line: some change nothing that can be seen. */
const CHANGES: readonly (readonly [RegExp, string])[] = [
  [/ < /, ' > '],
  [/ < /, ' <= '],
  [/ > /, ' >= '],
  [/ >= /, ' > '],
  [/ == /, ' != '],
  [/ \+ /, ' - '],
  [/ - /, ' + '],
  [/ \* /, ' + '],
  [/ \/\/ /, ' % '],
  [/ \/\/ /, ' / '],
  [/ and /, ' or '],
  [/ or /, ' and '],
  [/\bnot /, ''],
  [/\b0\b/, '1'],
  [/\b1\b/, '2'],
  [/\b2\b/, '3'],
  [/\b3\b/, '1'],
  [/\b100\b/, '10'],
  [/\b10\b/, '9'],
  [/\bmax\b/, 'min'],
  [/\bmin\b/, 'max'],
  [/\bany\b/, 'all'],
  [/\bsorted\b/, 'list'],
  [/\bFalse\b/, 'True'],
  [/\bTrue\b/, 'False'],
  [/\babs\b/, 'int'],
  [/\bh0\b(?=\()/, 'abs'],
  [/\bh1\b(?=\()/, 'h0'],
  [/\bself\.n\b/, 'self.base'],
  [/\bValueError\b/, 'TypeError'],
  [/\bValueError\(x\)/, 'ValueError(x, 1)'],
  [/\bZeroDivisionError\b/, 'ArithmeticError'],
  [/\bcontinue\b/, 'break'],
  [/\[x\]/, '[x or 0]'],
  [/\((\w+) for /, '([$1 for '],
  [/return \[(.*)\]$/, 'return list($1)'],
  [/return \[(.*)\]$/, 'return tuple([$1])'],
  [/return (.*)$/, 'result = $1; return result'],
  [/return (.*)$/, 'return ($1) + 0'],
  [/return (.*)$/, 'return ($1) or 0'],
  [/return (.*)$/, 'return 0 + ($1)'],
  [/(\w+) \+ (\w+)/, '$2 + $1'],
  [/(\w+) > (\w+)/, '$2 < $1'],
  [/(\w+) == (\w+)/, '$2 == $1'],
  [/\bx \* 2\b/, 'x + x'],
  [/\bx - 1\b/, '-1 + x'],
  [/\bx % 2 == 0/, 'not x % 2'],
  [/\bx % 3/, '(x + 3) % 3'],
  [/ if (.*) else (.*)$/, ' if not ($1) else $2'],
  [/key=(\w+)/, 'key=lambda y: $1(y)'],
  [/key=(\w+)/, 'key=lambda y: -$1(y)'],
  [/\bmap\((\w+), (\w+)\)/, '[$1(y) for y in $2]'],
  [/\bmap\((\w+), (\w+)\)/, '[$1(y) for y in $2[::-1]]'],
  [/: int = (\d)/, ': int = $1 + 1'],
  [/^(\s+)(return )/, '$1if x == 5: return 5\n$1$2'],
  [/^(\s+)(return )/, '$1x = x\n$1$2'],
  [/^(\s+)(return )/, '$1xs = list(xs)\n$1$2'],
  [/^(\s*)def (\w+)\((\w+):? ?[\w[\], ]*\)(.*)$/, '$1def $2($3, extra=0)$4'],
  [/=> int:$/, ':'],
  [/\(1, 2, 3\)/, '(1, 2, 4)'],
  [/\(1, 2, 3\)/, '[1, 2, 3]'],
  [/^K = (.*)$/, 'K = $1 + 1'],
  [/^K = (.*)$/, 'K = $1\nK += 1'],
  [/^T = (.*)$/, 'T = $1[::-1]'],
  [/^D = (.*)$/, 'D = $1\nD[5] = 6'],
  [/^D = (.*)$/, 'D = $1\nD.update({1: 3})'],
  [/^R = (.*)$/, 'R = $1\nR["h"] = lambda x: x + 1'],
  [/^R = (.*)$/, 'R = $1\nh0 = abs'],
  [/^class Box:$/, 'class Base:\n    base = 3\nclass Box(Base):'],
  [/^( {4})(def grow.*)$/, '$1def __len__(self): return self.n\n$1$2'],
  [/^( {4})(def grow.*)$/, '$1def half(self, x=0): return 1\n$1$2'],
  [/self\.n = n$/, 'self.n = n + 1'],
  [/self\.n = n$/, 'self.n = n; self.k = 1'],
  [/base = 2/, 'base = 3'],
  [/cls\(x \+ 1\)/, 'Box(x + 1)'],
  [/^\s*@property$/, '    # a method'],
  [/^def (\w+)\((xs|x)\b/, 'def $1($2'],
];

/** The text with one of the changes; with a line of its own at the end where none fits. */
function changedOnce(random: Random, text: string): string {
  for (let attempts = 0; attempts < 60; attempts++) {
    const [pattern, replacement] = random.pick(CHANGES);
    const lines = text.split('\n');
    const fitting = lines.flatMap((line, index) =>
      pattern.test(line) && !/^(from|import) /.test(line) ? [index] : [],
    );
    if (fitting.length === 0) continue;
    const index = random.pick(fitting);
    const line = lines[index] ?? '';
    const places = [...line.matchAll(new RegExp(pattern, 'g'))];
    const { index: place } = random.pick(places);
    lines[index] = line.slice(0, place) + line.slice(place).replace(pattern, replacement);
    const changed = lines.join('\n');
    if (changed !== text) return changed;
  }
  return `${text}\nK = 7\n`;
}

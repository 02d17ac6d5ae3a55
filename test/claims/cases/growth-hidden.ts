/** Functions whose work is done in C. */
import type { GrowthRow } from './growth.ts';

const xs = 'xs: list[int]';
/** What is done for each item. */
export const rounds = (body: string, after = 'return 0', before = ''): string =>
  `${before}for x in xs:\n    ${body}\n${after}`;
const ONES = { inputs: '[1] * n' } as const;
const TWO = { inputs: '([1] * n, [1] * n)' } as const;
/** With an import. */
export const using = (module: string, inputs?: string) => ({
  before: `import ${module}\n\n\n`,
  ...(inputs !== undefined && { inputs }),
});

export const HIDDEN: readonly GrowthRow[] = [
  ['lists that are summed', 'yes', 'n²', xs, 'return sum([[x] for x in xs], [])'],
  ['an insertion at the front', 'yes', 'n²', xs, rounds('ys.insert(0, x)', 'return ys', 'ys = []\n')],
  ['a pop from the front', 'yes', 'n²', xs, 'xs = list(xs)\nwhile xs:\n    xs.pop(0)'],
  [
    'a pop from the front of a deque',
    'yes',
    'n',
    xs,
    'd = deque(xs)\nwhile d:\n    d.popleft()',
    { before: 'from collections import deque\n\n\n' },
  ],
  [
    'the middle of a deque',
    'yes',
    'n²',
    xs,
    'd = deque(xs)\nt = 0\nfor _ in xs:\n    t += d[len(d) // 2]\nreturn t',
    { before: 'from collections import deque\n\n\n' },
  ],
  ['a text that grows', 'yes', 'n²', xs, rounds('s += "ab"', 'return s', 's = ""\n')],
  ['a text that grows by a format', 'yes', 'n²', xs, rounds('s = f"{s}a"', 'return s', 's = ""\n')],
  ['a text that grows by a percent', 'yes', 'n²', xs, rounds('s = "%sa" % s', 'return s', 's = ""\n')],
  ['a text that grows by its method', 'yes', 'n²', xs, rounds('s = "{}a".format(s)', 'return s', 's = ""\n')],
  ['a text that grows by a join', 'yes', 'n²', xs, rounds('s = "".join([s, "a"])', 'return s', 's = ""\n')],
  ['a list that grows by a display', 'yes', 'n²', xs, rounds('ys = [*ys, x]', 'return ys', 'ys = []\n')],
  [
    'a dictionary that grows by a display',
    'yes',
    'n²',
    xs,
    rounds('d = {**d, x: 1}', 'return d', 'd = {}\n'),
    { inputs: 'list(range(n))' },
  ],
  ['a call with all items', 'yes', 'n²', xs, rounds('g(*xs)'), { before: 'def g(*args):\n    return 0\n\n\n' }],
  ['a rest that is unpacked', 'yes', 'n²', xs, rounds('a, *rest = xs')],
  ['a rest that is matched', 'yes', 'n²', xs, rounds('match xs:\n        case [a, *rest]:\n            pass')],
  [
    'sets that are compared',
    'yes',
    'n²',
    'xs: list[int], ys: list[int]',
    rounds('t = a == b', 'return 0', 'a, b = set(xs), set(ys)\n'),
    { inputs: '(list(range(n)), list(range(n)))' },
  ],
  [
    'dictionaries that are compared',
    'yes',
    'n²',
    'xs: list[int], ys: list[int]',
    rounds('t = a == b', 'return 0', 'a, b = dict.fromkeys(xs), dict.fromkeys(ys)\n'),
    { inputs: '(list(range(n)), list(range(n)))' },
  ],
  ['lists that are ordered', 'yes', 'n²', 'xs: list[int], ys: list[int]', rounds('t = xs < ys'), TWO],
  [
    'lists in tuples that are compared',
    'yes',
    'n²',
    'xs: list[int], ys: list[int]',
    rounds('t = (xs, 1) == (ys, 1)'),
    TWO,
  ],
  ['a list that is looked for', 'yes', 'n²', 'xs: list[int], ys: list[int]', rounds('t = xs in [ys]'), TWO],
  [
    'subsets that are compared',
    'yes',
    'n²',
    xs,
    rounds('t = a <= b', 'return 0', 'a, b = set(xs), set(xs)\n'),
    { inputs: 'list(range(n))' },
  ],
  ['a slice that is put in front', 'yes', 'n²', xs, rounds('ys[0:0] = [x]', 'return ys', 'ys = []\n')],
  ['a text of a list', 'yes', 'n²', xs, rounds('t = str(xs)'), ONES],
  ['pairs that are used up', 'yes', 'n²', xs, 'return len(list(itertools.combinations(xs, 2)))', using('itertools')],
  [
    'pairs that a deque drops',
    'yes',
    'n²',
    xs,
    'collections.deque(itertools.product(xs, xs), maxlen=0)',
    { before: 'import collections\nimport itertools\n\n\n' },
  ],
  ['pairs that are keys', 'yes', 'n²', xs, 'return dict.fromkeys(itertools.product(xs, xs))', using('itertools')],
  [
    'a slice of an iterator',
    'yes',
    'n²',
    xs,
    'for i in range(len(xs)):\n    next(itertools.islice(xs, i, None))',
    using('itertools'),
  ],
  ['a count as a key', 'yes', 'n²', xs, 'return max(xs, key=xs.count)'],
  ['a count that is mapped', 'yes', 'n²', xs, 'return sum(map(xs.count, xs))'],
  [
    'lists that are reduced',
    'yes',
    'n²',
    xs,
    'return functools.reduce(operator.add, [[x] for x in xs])',
    { before: 'import functools\nimport operator\n\n\n' },
  ],
  ['a deep copy', 'yes', 'n', xs, 'return copy.deepcopy(xs)', using('copy')],
  ['deep copies', 'yes', 'n²', xs, rounds('copy.deepcopy(xs)'), using('copy')],
  [
    'an insertion that is sorted',
    'yes',
    'n²',
    xs,
    rounds('bisect.insort(ys, x)', 'return ys', 'ys = []\n'),
    using('bisect', 'list(range(n, 0, -1))'),
  ],
  [
    'a place that is looked up',
    'yes',
    'n log n',
    xs,
    rounds('bisect.bisect(xs, x)'),
    using('bisect', 'list(range(n))'),
  ],
  ['an expression that backtracks', 'yes', '2^n', 's: str', 'return re.match(r"(a+)+b", s)', using('re', '"a" * n')],
  [
    'a search in a range',
    'yes',
    'n',
    'n: int',
    'c = 0\nfor i in range(n):\n    if i in range(n):\n        c += 1\nreturn c',
  ],
  ['a list that doubles', 'yes', '2^n', 'n: int', 'ys = [1]\nfor _ in range(n):\n    ys = ys + ys\nreturn ys'],
];

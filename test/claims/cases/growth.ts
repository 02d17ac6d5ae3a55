/**
 * `performance_bottleneck`: how do the steps of this function grow? Steps are what docs/reasoning.md calls so: lines, jumps,
 * calls, elements that built-in operations go over. It claims a class where its confidence is 4 or 5.
 */
import { z } from 'zod';
import type { AuditedTool, ClaimCase } from '../claim.ts';
import { written } from './functions.ts';
import { DECEIVING } from './growth-deceiving.ts';

type Growth = 'constant' | 'log n' | '√n' | 'n' | 'n log n' | 'n²' | 'n³' | '2^n';

/** The class that the statement says, of the worst of the inputs that are made, or of `inputs`. */
export type GrowthRow = readonly [
  name: string,
  truth: ClaimCase['truth'],
  said: Growth,
  parameters: string,
  body: string,
  more?: { readonly before?: string; readonly inputs?: string },
];

const PLAIN: readonly GrowthRow[] = [
  ['the first item', 'yes', 'constant', 'xs: list[int]', 'return xs[0]'],
  ['the first item, as a loop', 'no', 'n', 'xs: list[int]', 'return xs[0]'],
  ['a sum', 'yes', 'n', 'xs: list[int]', 'total = 0\nfor x in xs:\n    total += x\nreturn total'],
  ['a sum, as pairs', 'no', 'n²', 'xs: list[int]', 'total = 0\nfor x in xs:\n    total += x\nreturn total'],
  [
    'all pairs',
    'yes',
    'n²',
    'xs: list[int]',
    'n = 0\nfor x in xs:\n    for y in xs:\n        if x < y:\n            n += 1\nreturn n',
  ],
  [
    'later pairs',
    'yes',
    'n²',
    'xs: list[int]',
    'n = 0\nfor i in range(len(xs)):\n    for j in range(i):\n        if xs[i] == xs[j]:\n            n += 1\nreturn n',
  ],
  [
    'later pairs, as one loop',
    'no',
    'n',
    'xs: list[int]',
    'n = 0\nfor i in range(len(xs)):\n    for j in range(i):\n        if xs[i] == xs[j]:\n            n += 1\nreturn n',
  ],
  [
    'all triples',
    'yes',
    'n³',
    'n: int',
    'c = 0\nfor i in range(n):\n    for j in range(n):\n        for k in range(n):\n            c += 1\nreturn c',
  ],
  ['a halving', 'yes', 'log n', 'n: int', 'c = 0\nwhile n > 1:\n    n //= 2\n    c += 1\nreturn c'],
  ['a halving, as a loop', 'no', 'n', 'n: int', 'c = 0\nwhile n > 1:\n    n //= 2\n    c += 1\nreturn c'],
  [
    'a binary search',
    'yes',
    'log n',
    'xs: list[int], target: int',
    'lo, hi = 0, len(xs)\nwhile lo < hi:\n    mid = (lo + hi) // 2\n    if xs[mid] < target:\n        lo = mid + 1\n    else:\n        hi = mid\nreturn lo',
    { inputs: '(list(range(n)), -1)' },
  ],
  ['a square root', 'yes', '√n', 'n: int', 'i = 0\nwhile i * i < n:\n    i += 1\nreturn i'],
  ['a square root, as a logarithm', 'no', 'log n', 'n: int', 'i = 0\nwhile i * i < n:\n    i += 1\nreturn i'],
  ['sorted', 'yes', 'n log n', 'xs: list[int]', 'return sorted(xs)'],
  [
    'a loop that halves',
    'yes',
    'n log n',
    'n: int',
    'c = 0\nfor i in range(n):\n    j = n\n    while j > 1:\n        j //= 2\n        c += 1\nreturn c',
  ],
  ['subsets', 'yes', '2^n', 'n: int', 'if n == 0:\n    return 1\nreturn f(n - 1) + f(n - 1)'],
  ['subsets, as a power', 'no', 'n³', 'n: int', 'if n == 0:\n    return 1\nreturn f(n - 1) + f(n - 1)'],
  ['a recursion', 'yes', 'n', 'n: int', 'if n == 0:\n    return 0\nreturn 1 + f(n - 1)', { inputs: 'n // 8' }],
  ['a power by squares', 'yes', 'log n', 'n: int', 'if n == 0:\n    return 1\nreturn f(n // 2)'],
  [
    'a count of words',
    'yes',
    'n',
    'words: list[str]',
    'd: dict[str, int] = {}\nfor w in words:\n    d[w] = d.get(w, 0) + 1\nreturn d',
  ],
  [
    'items of a list in a list',
    'yes',
    'n²',
    'xs: list[int], ys: list[int]',
    'return [x for x in xs if x in ys]',
    { inputs: '(list(range(n)), list(range(n, 2 * n)))' },
  ],
  [
    'items of a list in a set',
    'yes',
    'n',
    'xs: list[int], ys: list[int]',
    'seen = set(ys)\nreturn [x for x in xs if x in seen]',
    { inputs: '(list(range(n)), list(range(n, 2 * n)))' },
  ],
  [
    'items of a list in a set, as a list',
    'no',
    'n²',
    'xs: list[int], ys: list[int]',
    'seen = set(ys)\nreturn [x for x in xs if x in seen]',
    { inputs: '(list(range(n)), list(range(n, 2 * n)))' },
  ],
  [
    'a bubble sort',
    'yes',
    'n²',
    'xs: list[int]',
    'xs = list(xs)\nfor i in range(len(xs)):\n    for j in range(len(xs) - 1 - i):\n        if xs[j] > xs[j + 1]:\n            xs[j], xs[j + 1] = xs[j + 1], xs[j]\nreturn xs',
  ],
  [
    'a stack',
    'yes',
    'n',
    'xs: list[int]',
    'stack: list[int] = []\nfor x in xs:\n    while stack and stack[-1] < x:\n        stack.pop()\n    stack.append(x)\nreturn stack',
  ],
  [
    'a stack, as pairs',
    'no',
    'n²',
    'xs: list[int]',
    'stack: list[int] = []\nfor x in xs:\n    while stack and stack[-1] < x:\n        stack.pop()\n    stack.append(x)\nreturn stack',
  ],
  ['a join', 'yes', 'n', 'words: list[str]', 'return ",".join(words)'],
  [
    'a matrix product',
    'yes',
    'n³',
    'n: int',
    'rows = [[1] * n for _ in range(n)]\nreturn [[sum(rows[i][k] * rows[k][j] for k in range(n)) for j in range(n)] for i in range(n)]',
  ],
  [
    'two loops one after the other',
    'yes',
    'n',
    'xs: list[int]',
    'a = 0\nfor x in xs:\n    a += x\nfor x in xs:\n    a -= x\nreturn a',
  ],
  [
    'a heap',
    'yes',
    'n log n',
    'xs: list[int]',
    'h: list[int] = []\nfor x in xs:\n    heapq.heappush(h, x)\nreturn h',
    { before: 'import heapq\n\n\n' },
  ],
  ['a reversed text', 'yes', 'n', 's: str', 'return s[::-1]'],
  ['a palindrome', 'yes', 'n', 's: str', 'return s == s[::-1]'],
  ['ten rounds', 'yes', 'constant', 'n: int', 'c = 0\nfor i in range(10):\n    c += i * n\nreturn c'],
  ['ten rounds, as n', 'no', 'n', 'n: int', 'c = 0\nfor i in range(10):\n    c += i * n\nreturn c'],
];

const answerSchema = z.object({
  cost_class: z.object({ measured: z.string().optional() }),
  findings: z.object({ confidence_level: z.int() }),
});

function caseOf(deceives: boolean, [name, truth, said, parameters, body, more]: GrowthRow): ClaimCase {
  const content = written(parameters, body, { before: more?.before ?? '' });
  return {
    name,
    truth,
    deceives,
    async ask(user) {
      await user.put('growth', { 'growth.py': content });
      const { cost_class, findings } = answerSchema.parse(
        await user.call('performance_bottleneck', {
          workspace: 'growth',
          code_path: { entry_point: { file: 'growth.py', line: 1, function_name: 'f' } },
          include_memory_analysis: false,
          ...(more?.inputs !== undefined && { inputs: more.inputs }),
        }),
      );
      if (cost_class.measured === undefined || findings.confidence_level < 4) return 'open';
      return cost_class.measured === said ? 'yes' : 'no';
    },
  };
}

export const growth: AuditedTool = {
  tool: 'performance_bottleneck',
  statement: 'The steps of the function grow as this class.',
  cases: [...PLAIN.map((row) => caseOf(false, row)), ...DECEIVING.map((row) => caseOf(true, row))],
};

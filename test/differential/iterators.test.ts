/** Iterators that run code: what uses their elements does so before it asks for the next, and asks for no more than CPython does. */
import { beforeAll, describe, expect, test } from 'vitest';
import { loadPythonParser } from '../../scripts/lib/node-engine.ts';
import { bootNodeKernel, type NodeKernel } from '../../scripts/lib/node-kernel.ts';
import type { TreeParser } from '../../src/symbolic/syntax/parse.ts';
import { observe } from './python/oracle.ts';
import { exploreFor, predict, subjectOf } from './python/prediction.ts';

let parser: TreeParser;
let kernel: NodeKernel;
beforeAll(async () => {
  [parser, kernel] = await Promise.all([loadPythonParser(), bootNodeKernel()]);
});

/** Bodies of a generator: they raise, leave traces, or give what cannot be used. */
const GENERATORS: Readonly<Record<string, string>> = {
  'raises behind a text': 'yield "a"; yield unknown',
  'raises behind numbers': 'yield 1; yield 2; raise KeyError',
  'raises behind a list': 'yield []; raise KeyError',
  'gives numbers and a text': 'yield 1; log.append(7); yield "a"; log.append(8); yield 2; log.append(9)',
  'gives pairs and a number': 'yield 1, 2; log.append(7); yield 3; log.append(8); yield 3, 4',
  'gives numbers': 'yield 1; log.append(7); yield 3; log.append(8); yield 4; log.append(9)',
  'gives numbers of both kinds': 'yield 0.1; yield 2; yield 0.2; yield 1e300',
  'gives nothing': 'if log is None: yield 1',
};

const USES = [
  ...['sum(items())', 'sum(items(), 5)', 'sum(([k] for k in items()), [])', 'math.prod(items())', 'math.fsum(items())'],
  ...['min(items())', 'max(items())', 'max(items(), key=lambda k: k[0])', 'min(items(), default=5)'],
  ...['min(items(), key=lambda k: log.append(k) or 1)', 'sorted(items(), key=lambda k: log.append(k) or 1)'],
  ...[
    'set(items())',
    'frozenset(items())',
    '{*items()}',
    'dict(items())',
    '{**dict(items())}',
    'dict.fromkeys(items())',
  ],
  ...['defaultdict(int, items())', 'OrderedDict(items())', 'Counter(items())', 'deque(items())', 'tuple(items())'],
  ...['list(items())', '[*items(), log.append(9)]', 'bytes(items())', 'bytearray(items())', '"".join(items())'],
  ...['log.extend(items())', 'log.__iadd__(items())', 'st.update(items())', 'dd.update(items())', 'max(*items())'],
  ...['3 in items()', '5 not in items()', 'any(items())', 'all(items())', 'reduce(lambda a, b: a + b, items())'],
  ...['{1}.union(items())', '{1}.intersection(items())', '{1}.isdisjoint(items())', '{1}.issubset(items())'],
  ...['{1}.issuperset(items())', '{1}.difference(items())', '{1}.symmetric_difference(items())', 'st | {*items()}'],
  ...['list(zip(items(), items()))', 'list(map(lambda k: log.append(k), items()))', 'dict(enumerate(items()))'],
  ...['list(filter(lambda k: log.append(k), items()))', 'list(accumulate(items()))', 'list(chain(items(), items()))'],
  ...['[log.append(k) for k, g in groupby(items())]', '[log.append(k) for k, g in groupby([1, "a"], lambda k: k + 1)]'],
  ...['log.__setitem__(slice(0, 0), items())', '(lambda *a: log.append(a))(*items())', '"%s %s" % (*items(),)'],
  ...['heapq.nsmallest(2, items())', 'heapq.nlargest(1, items(), key=str)', 'next(filter(None, items()), 5)'],
  ...['[0 for a, b in [items()]]', '[a for a, *b in [items()]]', 'list(islice(items(), 2))', 'list(pairwise(items()))'],
  ...['(g := items(), next(g), list(g))', '(g := items(), 1 in g, list(g))', '(g := items(), any(g), list(g))'],
  ...['list(takewhile(lambda k: k, items()))', 'list(zip_longest(items(), [1]))', 'list(product(items(), [1]))'],
];
const STATEMENTS = ['a, b = items()', 'a, *b = items()', '(a, b), c = items()', 'log += items()', 'a, b, c = items()'];

const IMPORTS = `import math, heapq
from collections import Counter, deque, OrderedDict, defaultdict
from functools import reduce
from itertools import accumulate, chain, groupby, islice, pairwise, product, takewhile, zip_longest
`;

/** A function whose result tells what was raised, and what had been done by then. */
function written(use: string, generator: string): string {
  return `${IMPORTS}def f(x: int):
  log = [x]
  st = set()
  dd = {}
  a = b = c = err = out = None
  def items():
    ${generator}
  try:
    ${use}
  except Exception as error:
    err = type(error).__name__
  return (err, log, st, dd, out, a, b, c)
`;
}

let decided = 0;

describe.each(Object.entries(GENERATORS))('a generator that %s', (_, generator) => {
  test.each([...USES.map((use) => `out = ${use}`), ...STATEMENTS])('%s', async (use) => {
    const code = written(use, generator);
    const [observed] = await observe(kernel, [{ code, functionName: 'f', rows: [['1']] }]);
    const model = new Map([['x', 1n]]);
    const prediction = predict(exploreFor(subjectOf(parser, code, 'f'), [model]), model);
    if (prediction.kind === 'undecided') return;
    decided++;
    expect(prediction).toEqual({ kind: 'decided', outcome: observed?.[0] });
  });
});

test('most of them are decided', () => {
  expect(decided).toBeGreaterThan(400);
});

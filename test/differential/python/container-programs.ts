/** Random functions over lists, dictionaries, sets, iterators and generators, with integer and text arguments. */

import type { Random } from '../../../src/lib/random.ts';
import { intSource, strSource } from '../../../src/symbolic/replay/scalars.ts';
import type { Sample } from './samples.ts';

export interface ContainerProgram {
  readonly code: string;
  readonly samples: readonly Sample[];
}

/** Calls of each function. */
const ROWS = 4;

function randomSample(random: Random): Sample {
  const [n, m] = [0, 1].map(() => BigInt(random.below(20) === 0 ? 2 ** 40 : random.below(9) - 3));
  const s = random.pick(['', 'a', 'abca', 'xyz']);
  const model = new Map<string, bigint | string>([
    ['n', n ?? 0n],
    ['m', m ?? 0n],
    ['s', s],
  ]);
  return { sources: [intSource(n ?? 0n), intSource(m ?? 0n), strSource(s)], model };
}

const PRELUDE = `
from collections import defaultdict, Counter, OrderedDict, deque
from functools import reduce, partial, lru_cache
import itertools, heapq, bisect, operator, copy

def upto(k):
    i = 0
    while i < k:
        yield i
        i += 1

def squares():
    i = 0
    while True:
        yield i * i
        i += 1

def twice(items):
    for item in items:
        yield item
        yield from [item]
    return len(items)

def add(a, b):
    return a + b
`;

/** A function whose statements change containers and report what they see; every one of them ends. */
export function randomContainerProgram(random: Random): ContainerProgram {
  const writer = new Writer(random);
  const body = Array.from({ length: 3 + random.below(6) }, () => writer.statement(1)).flat();
  const lines = [
    'def f(n: int, m: int, s: str):',
    '    out = []',
    `    a = [${writer.ints(4)}]`,
    '    b = [1, 2]',
    `    d = {${writer
      .ints(2)
      .split(', ')
      .map((key) => `${key}: ${writer.int()}`)
      .join(', ')}}`,
    `    t = {${writer.ints(3)}}`,
    '    q = (3, 1, 2)',
    '    g = upto(4)',
    '    it = iter(a)',
    '    dd = defaultdict(list)',
    '    c = Counter("abca")',
    '    dq = deque([1, 2, 3], maxlen=4)',
    ...body.map((line) => `    ${line}`),
    `    return out, a, b, d, sorted(t), ${writer.expression(2)}`,
  ];
  return {
    code: `${PRELUDE}\n${lines.join('\n')}\n`,
    samples: Array.from({ length: ROWS }, () => randomSample(random)),
  };
}

class Writer {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  int(): string {
    return this.#random.pick([
      '0',
      '1',
      '2',
      '3',
      '-1',
      '5',
      '10',
      'n',
      'm',
      'n',
      'True',
      'n + 1',
      'len(s)',
      '33',
      '9',
    ]);
  }

  ints(most: number): string {
    return Array.from({ length: 1 + this.#random.below(most) }, () => this.int()).join(', ');
  }

  index(): string {
    return this.#random.pick(['0', '-1', '1', 'n', 'm', '2', '-2', '']);
  }

  slice(): string {
    const step = this.#random.pick(['', '', ':1', ':2', ':-1', ':-2', ':3']);
    return `${this.index()}:${this.index()}${step}`;
  }

  list(): string {
    const { int } = this;
    return this.#random.pick([
      'a',
      'b',
      'list(q)',
      `[${this.ints(3)}]`,
      `a[${this.slice()}]`,
      'sorted(t)',
      'list(d)',
      'list(d.values())',
      '[x for x in a if x > 1]',
      'list(map(lambda x: x * 2, a))',
      'list(filter(None, a))',
      'list(reversed(b))',
      'a + b',
      'b * 2',
      `list(range(${int.call(this)} % 4))`,
      'list(upto(3))',
      'list(twice([1, 2]))',
      'list(itertools.chain(a, b))',
      'list(itertools.accumulate(b))',
      'list(itertools.islice(squares(), 3))',
    ]);
  }

  expression(depth: number): string {
    const { list, int } = { list: this.list(), int: this.int() };
    const simple = [
      int,
      `sum(${list})`,
      `len(${list})`,
      `max(${list}, default=${int})`,
      `min(${list}, key=lambda x: -x, default=None)`,
      `${int} in ${this.#random.pick(['a', 'd', 't', 'q', 'd.keys()', 'd.values()', 'b'])}`,
      `d.get(${int}, ${int})`,
      `any(x > ${int} for x in ${list})`,
      `all(x != y for x in a for y in b)`,
      `[x + y for x, y in zip(a, ${list})]`,
      `list(enumerate(${list}, ${int}))`,
      `dict(zip(a, b)) == d`,
      `{x: x * x for x in b}`,
      `sorted(${list}, reverse=True)`,
      `sorted(${list}, key=lambda x: (x % 3, x))`,
      `list(d.items())`,
      `sorted(t | set(${list}))`,
      `sorted(t & {${int}, 1, 2})`,
      `sorted(t - {${int}})`,
      `sorted(t ^ set(b))`,
      `t <= {0, 1, 2, 3, ${int}}`,
      `list({x % 16 for x in b})`,
      `[x for x in {${this.#random.pick(['1, 2, 3', '10, 3, 7', '8, 1, 0, 16', '40, 3, 9, 17, 33, 2', '5'])}}]`,
      `list(set(range(${int} % 7)))`,
      `next(g, 'end')`,
      `next(it, None)`,
      `reduce(add, ${list}, 0)`,
      `partial(add, ${int})(1)`,
      `a == b, a < b, a[:1] == [${int}]`,
      `c.most_common(2)`,
      `c["a"], c["z"], len(c)`,
      `list(dq)`,
      `[list(p) for p in itertools.combinations(b, 2)]`,
      `list(itertools.product(b, "xy"))`,
      `list(itertools.zip_longest(a, b))`,
      `[(k, list(v)) for k, v in itertools.groupby(a, lambda x: x > 1)]`,
      `list(itertools.takewhile(lambda x: x < 3, a))`,
      `bisect.bisect_left(sorted(b), ${int})`,
      `operator.itemgetter(1)(b + [1, 2])`,
      `copy.deepcopy([a, a])`,
      `str(b), repr(d)`,
      `(lambda *p, **k: (p, sorted(k)))(*b, **{"x": 1})`,
      `[*a, *q, *upto(2)]`,
      `{**d, ${int}: 0}`,
      `a.count(${int}), a.index(${int})`,
      `q.index(${int})`,
      `b[${this.index() || '0'}]`,
      `d[${int}]`,
      `hash(${int}) == hash(${int})`,
      `(z := len(a)) + z`,
    ];
    const chosen = this.#random.pick(simple);
    if (depth > 0 && this.#random.below(3) === 0) return `(${chosen}, ${this.expression(depth - 1)})`;
    return chosen;
  }

  /** Most statements that may fail do not end the function. */
  #guarded(lines: readonly string[]): readonly string[] {
    if (this.#random.below(4) === 0) return lines;
    const body = lines.map((line) => `    ${line}`);
    return ['try:', ...body, 'except Exception as error:', '    out.append(type(error))'];
  }

  statement(depth: number): readonly string[] {
    const [int, list, expression] = [this.int(), this.list(), this.expression(1)];
    const block = (): readonly string[] => this.statement(depth - 1).map((line) => `    ${line}`);
    const simple: readonly (readonly string[])[] = [
      [`out.append((${expression}))`],
      [`out.append((${expression}))`],
      [`out.append((${expression}))`],
      [`a.append(${int})`],
      [`a.insert(${int}, 7)`],
      [`a.extend(${list})`],
      [`a[${this.index() || '0'}] = ${int}`],
      [`a[${this.slice()}] = ${list}`],
      [`del a[${this.index() || '0'}]`],
      [`del a[${this.slice()}]`],
      [`a[${this.index() || '0'}] += ${int}`],
      [`out.append(a.pop(${this.index()}))`],
      [`a.sort(key=lambda x: -x)`],
      ['a.reverse()'],
      [`a.remove(${int})`],
      [`a += ${list}`],
      ['a *= 2'],
      [`d[${int}] = ${int}`],
      [`d[${int}] = ${int}`],
      [`d[${int}] += 1`],
      [`del d[${int}]`],
      [`out.append(d.pop(${int}, None))`],
      [`out.append(d.setdefault(${int}, 5))`],
      [`d.update({${int}: 1})`],
      [`d |= {${int}: 2, 1: 3}`],
      ['out.append(d.popitem())'],
      [`t.add(${int})`],
      [`t.discard(${int})`],
      [`t.remove(${int})`],
      [`t |= {${int}}`],
      [`t.update(b)`],
      [`dd[${int}].append(${int})`, 'out.append(list(dd.items()))'],
      [`c.update("ab")`, 'out.append(sorted(c.items()))'],
      [`dq.append(${int})`, 'out.append(dq.popleft())', 'dq.rotate(1)'],
      ['x, *y = a', 'out.append((x, y))'],
      ['(x, y), z = q[:2], 3', 'out.append(x + y + z)'],
      ['b = a'],
      ['a = a[:]'],
      [
        `h = [3, 1, 2, ${int}]`,
        'heapq.heapify(h)',
        `heapq.heappush(h, ${int})`,
        'out.append(heapq.heappop(h))',
        'out.append(h)',
      ],
      ['g = (x * x for x in b)'],
      ['g = upto(3)'],
    ];
    if (depth === 0) return this.#guarded(this.#random.pick(simple));
    const compound: readonly (() => readonly string[])[] = [
      () => [`for x in ${this.list()}[:4]:`, '    out.append(x)', ...block()],
      () => [
        `for x in ${this.#random.pick(['upto(3)', 'twice(b)', 'g', 'it', 'enumerate(b)', 'zip(b, q)', 'd', 'dict(d).items()', 'map(str, b)', 'filter(None, q)', 'reversed(q)'])}:`,
        '    out.append(x)',
        `    if len(out) > ${2 + this.#random.below(5)}:`,
        `        ${this.#random.pick(['break', 'continue', 'raise ValueError', 'pass'])}`,
        ...block(),
        'else:',
        '    out.append("else")',
      ],
      () => [`if ${this.int()} > ${this.int()}:`, ...block(), 'else:', ...block()],
      () => ['try:', ...block(), 'except (IndexError, KeyError, ValueError) as e:', '    out.append(type(e))'],
    ];
    return this.#random.below(2) === 0 ? this.#guarded(this.#random.pick(simple)) : this.#random.pick(compound)();
  }
}

/** `performance_bottleneck` through MCP and the real Workers: steps that CPython takes, and their growth. */
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedServer } from '../mcp/harness.ts';
import { callTool } from '../mcp/requests.ts';
import { callAs, type Facts, texts } from '../workspace/workspace-tools.ts';

const server = sharedServer();
const TOKEN = 'bottlenecks';
let base: URL;

const SLOW = `from shop.money import total

def unique(names: list[str]) -> list[str]:
    seen = []
    for name in names:
        if name not in seen:
            seen.append(name)
    return seen

def spent(prices: list[int]) -> int:
    return total(prices)

def fetch_all(names: list[str]) -> list[str]:
    return [fetched([name]) for name in unique(names)]

def of_orders(orders: "list[Order]"):
    return [order.id for order in orders]

def fetched(names: list[str]):
    import requests
    return [requests.get(name) for name in names]
`;
const EXPRESSIONS = `import json
import re
import textwrap

WORD = re.compile(r"[a-z]+")

def words(text: str):
    return WORD.findall(text)

def decoded(items: list[int]):
    return json.loads(json.dumps(items))

def nested(text: str):
    return re.match(r"(a+)+$", text)

def parted(text: str):
    return WORD.match(text, 1)

def filled(text: str):
    return textwrap.fill(text)
`;
const HIDDEN = `import time
try:
    import shopfast
except ImportError:
    shopfast = None

MOST = 5000
kept = {}

def rarely(xs: list[int]):
    if len(xs) > MOST:
        return [x for x in xs for y in xs]
    return [x for x in xs]

def once(n: int):
    if not kept:
        for i in range(n):
            kept[i] = i
    return len(kept)

def odd(xs: list[int]):
    return [x for x in xs for y in xs] if len(xs) % 2 else []

def timed(n: int):
    for i in range(n):
        time.monotonic()

def other_way(xs: list[int]):
    if shopfast is not None:
        return shopfast.sorted(xs)
    return sorted(xs)
`;
const FILES = {
  'src/shop/hidden.py': HIDDEN,
  'src/shop/expressions.py': EXPRESSIONS,
  'src/shop/__init__.py': '',
  'src/shop/money.py':
    'def total(prices):\n    while prices:\n        first, prices = prices[0], prices[1:]\n    return 0\n',
  'src/shop/slow.py': SLOW,
  'a.go':
    'package a\n\nfunc text(words []string) string {\n\tout := ""\n\tfor _, word := range words {\n\t\tout += word\n\t}\n\treturn out\n}\n',
  'web.ts': 'export function pairs(xs: number[]) {\n  return xs.map((x) => xs.indexOf(x));\n}\n',
};

const ask = (file: string, function_name: string, more: Record<string, unknown> = {}): Promise<Facts> =>
  callAs(base, TOKEN, 'performance_bottleneck', {
    code_path: { entry_point: { file, line: 1, function_name } },
    ...more,
  });

const matching = (pattern: RegExp): string => expect.stringMatching(pattern);

beforeAll(async () => {
  base = (await server.listen()).url;
  await callAs(base, TOKEN, 'put_files', texts(FILES));
});

describe('performance_bottleneck', () => {
  it('measures how steps grow, and whose lines they are', async () => {
    const facts = await ask('src/shop/slow.py', 'unique');
    expect(facts).toMatchObject({
      cost_class: { measured: 'n²' },
      performance_impact: { projected_improvement: 'unknown: no other version was measured' },
      entry: { file: 'src/shop/slow.py', line: 3, function_name: 'unique', language: 'python' },
    });
    const { bottlenecks, measurements } = facts as {
      bottlenecks: { line: number; basis: string; class: string; share: number }[];
      measurements: { inputs: string; class: string; points: { n: number; steps: number; peak_bytes: number }[] }[];
    };
    expect(bottlenecks[0]).toMatchObject({ line: 6, basis: 'measured', class: 'n²' });
    expect(bottlenecks[0]?.share).toBeGreaterThan(0.9);
    expect(measurements.map(({ inputs, class: name }) => [inputs, name])).toEqual([
      ['ascending', 'n²'],
      ['shuffled', 'n²'],
      ['equal', 'n'],
      ['descending', 'n²'],
    ]);
    const repeated = await ask('src/shop/slow.py', 'unique');
    const steps = (each: Facts) =>
      (each as { measurements: { points: { steps: number }[] }[] }).measurements[0]?.points.map((point) => point.steps);
    expect(steps(repeated)).toEqual(steps(facts));
  });

  it('counts what a called module copies', async () => {
    const facts = await ask('src/shop/slow.py', 'spent', { include_memory_analysis: false });
    expect(facts).toMatchObject({
      cost_class: { measured: 'n²' },
      bottlenecks: [
        { file: 'src/shop/money.py', line: 3, class: 'n²', basis: 'measured' },
        { file: 'src/shop/money.py', line: 3, kind: 'copy in a loop', basis: 'read' },
      ],
      performance_impact: { memory_overhead: 'unknown: not measured' },
    });
  });

  it('takes inputs from the caller', async () => {
    const facts = await ask('src/shop/slow.py', 'unique', { inputs: '["x"] * n' });
    expect(facts).toMatchObject({ cost_class: { measured: 'n' }, measurements: [{ inputs: 'given' }] });
  });

  it.each([
    ['src/shop/slow.py', 'of_orders', /No inputs are known for the parameter orders: list\[Order\]/],
    ['src/shop/slow.py', 'fetched', /ModuleNotFoundError/],
    ['web.ts', 'pairs', /Only Python is run/],
  ])('says why %s %s is not measured', async (file, name, why) => {
    const facts = await ask(file, name);
    expect(facts).toMatchObject({
      measurements: [],
      performance_impact: { current_response_time: 'unknown: not measured', memory_overhead: 'unknown: not measured' },
    });
    expect(String(Object(facts.not_seen)[0])).toMatch(why);
  });

  it.each([
    ['words', {}, 'n', 'sure'],
    ['decoded', { inputs: '[1] * n' }, 'n', 'sure'],
    ['nested', { inputs: '"a" * n + "!"' }, '2^n', 'sure'],
    ['parted', {}, 'constant', 'unclear'],
    ['filled', {}, undefined, 'unclear'],
  ])('counts what C does in %s, or is not sure', async (name, more, growth, certainty) => {
    const facts = await ask('src/shop/expressions.py', name, more);
    const { measurements, findings } = facts as {
      measurements: { class?: string; certainty?: string; why: string }[];
      findings: { confidence_level: number; evidence: string[] };
    };
    expect(measurements.length).toBeGreaterThan(0);
    for (const each of measurements) expect(each.certainty).toBe(certainty);
    if (growth !== undefined) expect(facts.cost_class).toMatchObject({ measured: growth });
    if (certainty === 'unclear') {
      expect(findings.confidence_level).toBeLessThanOrEqual(2);
      expect(findings.evidence.join()).toMatch(/not counted: /);
    }
    if (name !== 'nested') return;
    expect(findings.evidence.join()).toMatch(/more than 300000 steps in re.match with the pattern '\(a\+\)\+\$'/);
    expect(facts.bottlenecks).toContainEqual(expect.objectContaining({ kind: 'regular expression that backtracks' }));
  });

  it.each([
    ['rarely', 'n', 'likely', 3, /5000 at src\/shop\/hidden.py:11/],
    ['once', 'n', 'sure', 5, undefined],
    ['odd', undefined, 'unclear', 2, undefined],
    ['timed', 'n', 'unclear', 2, /Asked of the machine.*time.monotonic/],
    ['other_way', 'n log n', 'unclear', 2, /shopfast, which is not there/],
  ])('says of %s no more than its runs show', async (name, growth, certainty, most, said) => {
    const facts = await ask('src/shop/hidden.py', name);
    expect(facts).toMatchObject({
      ...(growth !== undefined && { cost_class: { measured: growth } }),
      measurements: expect.arrayContaining([expect.objectContaining({ certainty })]),
    });
    expect(Object(facts.findings).confidence_level).toBeLessThanOrEqual(most);
    if (said !== undefined) expect(String(facts.not_seen)).toMatch(said);
  });

  it('does not take inputs that miss the worst for all', async () => {
    const facts = await ask('src/shop/expressions.py', 'nested', { inputs: '"b" * n' });
    expect(Object(facts.findings).confidence_level).toBeLessThanOrEqual(2);
  });

  it('reads what it measures, and says whether both agree', async () => {
    const facts = await ask('src/shop/slow.py', 'unique');
    expect(facts).toMatchObject({
      findings: { confidence_level: 5 },
      cost_class: {
        measured: 'n²',
        read: 'n²',
        derivation: [/loop over names .*slow.py:5/, /name not in seen/].map(matching),
      },
    });
    expect(facts.bottlenecks).toContainEqual(
      expect.objectContaining({ kind: 'search in a loop', basis: 'read', line: 6, certainty_of_reading: 'exact' }),
    );
    const fewer = await ask('src/shop/slow.py', 'unique', { inputs: '["x"] * n' });
    expect(Object(fewer.findings).evidence.join()).toMatch(/Runs grow as n, below the bound n² that the text gives/);
  });

  it('reads through calls to the depth that is asked for', async () => {
    const searches = async (profile_depth: number) => {
      const { bottlenecks } = await ask('src/shop/slow.py', 'fetch_all', { profile_depth });
      return JSON.stringify(bottlenecks).includes('"kind":"search in a loop"');
    };
    expect([await searches(1), await searches(2)]).toEqual([false, true]);
  });

  it('reads other languages, and follows what is suspected', async () => {
    const facts = await ask('a.go', 'text', {
      code_path: {
        entry_point: { file: 'a.go', line: 1, function_name: 'text' },
        suspected_issues: ['string concatenation', 'N+1 queries', 'the moon'],
      },
    });
    expect(facts).toMatchObject({
      findings: { confidence_level: 3 },
      cost_class: { read: 'n²' },
      bottlenecks: [{ kind: 'growing copy in a loop', line: 6, suspected: 'string concatenation' }],
      performance_impact: { current_response_time: 'unknown: not measured' },
    });
    expect(facts.not_seen).toEqual(
      expect.arrayContaining([
        matching(/looked for \(query in a loop\) and not found.*N\+1/),
        matching(/not looked for by itself: the moon/),
      ]),
    );
  });

  it('refuses functions and files that are not there', async () => {
    const refused = async (file: string, function_name: string) => {
      const args = { code_path: { entry_point: { file, line: 1, function_name } } };
      const { body } = await callTool(base, 'performance_bottleneck', args, { token: TOKEN });
      return JSON.stringify(body);
    };
    expect(await refused('src/shop/slow.py', 'nothing')).toMatch(/SYMBOL_NOT_FOUND.*unique \(line 3\)/);
    expect(await refused('src/none.py', 'f')).toMatch(/FILE_NOT_FOUND/);
  });
});

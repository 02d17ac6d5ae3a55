import { beforeAll, describe, expect, it } from 'vitest';
import { type GraphedRepository, graphedRepository, parsedSyntax } from '../../../test/parsed.ts';
import { atOnce, inSlices, WorkBudget } from '../../lib/sliced-work.ts';
import type { SyntaxApi } from '../../syntax/service.ts';
import { countTokens } from '../../syntax/tokens.ts';
import { Centralities } from './centrality.ts';
import { Graph } from './graph.ts';
import { toMermaid } from './mermaid.ts';
import { pageRank } from './page-rank.ts';
import { GraphPart } from './part.ts';
import { KnownPlaces, Sites } from './sites.ts';

let syntax: SyntaxApi;

beforeAll(async () => {
  syntax = await parsedSyntax();
});

const FILES = {
  'core.py': 'def base():\n    pass\n\ndef unused():\n    pass\n',
  'a.py': 'from core import base\ndef a():\n    base()\n',
  'b.py': 'from core import base\nimport a\ndef b():\n    base()\n    a.a()\n',
  'c.py': 'from core import base\ndef c():\n    base()\n    base()\n',
};

/** Centralities by path and name. */
function centralities({ database: { sql } }: GraphedRepository): ReadonlyMap<string, number> {
  const all = new Centralities(sql);
  const rows = sql.exec<{ id: number; document: number; path: string; name: string }>(
    'SELECT symbol.id, symbol.document, path, name FROM symbol JOIN file ON file.document = symbol.document ORDER BY path, name',
  );
  return new Map([...rows].map((row) => [`${row.path} ${row.name}`, all.of(row)]));
}

describe('pageRank', () => {
  it('agrees with ranks worked out by hand', () => {
    // 0 -> 2, 1 -> 2, 2 -> 0: rank(1) = 0.05, and the rest follows from two equations.
    const graph = {
      starts: Uint32Array.of(0, 1, 2, 3),
      targets: Uint32Array.of(2, 2, 0),
      weights: Float64Array.of(1, 1, 1),
    };
    const steps = pageRank(graph);
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    const [first = 0, second = 0, third = 0] = step.value;
    expect(second).toBeCloseTo(0.05, 6);
    expect(third).toBeCloseTo((0.05 + 0.85 * (0.05 + 0.05)) / (1 - 0.85 ** 2), 2);
    expect(first + second + third).toBeCloseTo(1, 9);
  });
});

describe('centrality', () => {
  it('is highest for what most other files call, and 0 for what none calls', async () => {
    const repository = graphedRepository(syntax);
    await repository.push(FILES);
    const of = centralities(repository);
    const others = ['a.py a', 'b.py b', 'c.py c', 'core.py unused'].map((name) => of.get(name) ?? -1);
    expect(of.get('core.py base')).toBeGreaterThan(Math.max(...others));
    expect(of.get('core.py unused')).toBe(0);
    expect(repository.indexer.coverage('everything').complete).toBe(true);
  });

  it('depends on the commit only, not on how the index came to it', async () => {
    const direct = graphedRepository(syntax);
    await direct.push(FILES);
    const detour = graphedRepository(syntax);
    await detour.push({ 'c.py': 'def base():\n    pass\n', 'z/core.py': FILES['core.py'] });
    await detour.push({ ...FILES, 'a.py': 'def other():\n    pass\n' });
    await detour.push(FILES);
    expect(centralities(detour)).toEqual(centralities(direct));
  });

  it('follows files that are renamed and nothing else', async () => {
    const repository = graphedRepository(syntax);
    await repository.push(FILES);
    const { 'core.py': core, ...rest } = FILES;
    await repository.push({ ...rest, 'kernel.py': core });
    expect(centralities(repository).get('kernel.py base')).toBe(0);
  });
});

describe('toMermaid', () => {
  it('writes nodes and edges that a parser of flowcharts reads back', () => {
    const place = { kind: 'function', lineStart: 1, lineEnd: 2, signature: '' } as const;
    const nodes = [
      { ...place, id: 'n0', name: 'operator"<T>', scope: 'A#`B`', path: 'a;b&[c].cpp', distance: 0 },
      { ...place, id: 'n1', name: 'end', scope: '', path: 'ü ñ.py', distance: 1 },
    ];
    const edge = { from: 'n0', to: 'n1', reason: '', line: 1, calls: 1 } as const;
    const text = toMermaid({
      nodes,
      edges: [
        { ...edge, certainty: 'approximate' },
        { ...edge, certainty: 'resolved' },
      ],
    });
    const [head, ...lines] = text.split('\n');
    expect(head).toBe('flowchart LR');
    const node = /^ {2}(n\d+)(?:\(\["([^"]*)"\]\)|\["([^"]*)"\])$/;
    const labels = lines.slice(0, 2).map((line) => node.exec(line)?.slice(2).join(''));
    const plain = labels.map((label = '') =>
      label.replace(/#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))).replace('<br/>', ' '),
    );
    expect(labels.every((label = '') => !/[<>&`[\]]/.test(label.replace('<br/>', '')))).toBe(true);
    expect(plain).toEqual(['A#`B`.operator"<T> a;b&[c].cpp:1', 'end ü ñ.py:1']);
    expect(lines.slice(2)).toEqual(['  n0 -.-> n1', '  n0 --> n1']);
  });
});

describe('repo map', () => {
  it('never exceeds its budget, whatever it is', async () => {
    const repository = graphedRepository(syntax);
    await repository.push(FILES);
    for (let maxTokens = 5; maxTokens < 90; maxTokens += 3) {
      const map = await repository.graph.repoMap({ maxTokens }, async (texts) => texts.map(countTokens));
      expect(map.tokens).toBe(countTokens(map.map));
      expect(map.tokens).toBeLessThanOrEqual(maxTokens);
      expect(map.symbolsShown + map.symbolsLeftOut).toBe(5);
    }
  });
});

describe('call graph', () => {
  it('handles a function that calls itself, and says what it left out', async () => {
    const repository = graphedRepository(syntax);
    const callees = Array.from({ length: 30 }, (_, index) => `def f${index}():\n    loop()\n`).join('');
    const calls = Array.from({ length: 30 }, (_, index) => `    f${index}()\n`).join('');
    await repository.push({ 'loop.py': `def loop():\n    loop()\n${calls}${callees}` });
    const request = { name: 'loop', direction: 'both', depth: 10, approximate: true } as const;
    const small = repository.graph.callGraph({ ...request, maxNodes: 10 });
    expect(small).toMatchObject({ cyclic: true, omitted: 21 });
    expect(small.edges[0]).toMatchObject({ from: 'n0', to: 'n0', calls: 1 });
    const all = repository.graph.callGraph({ ...request, maxNodes: 500 });
    expect(all.nodes).toHaveLength(31);
    expect(all.edges).toHaveLength(61);
  });
});

describe('a name with many definitions and places', () => {
  const called = (calls: number) => `def use():\n${'    value.run()\n'.repeat(calls)}`;
  const request = { name: 'A0.run', direction: 'callers', depth: 2, maxNodes: 500, approximate: true } as const;

  it('is resolved once, however many of its definitions are in the graph', async () => {
    const repository = graphedRepository(syntax);
    const classes = Array.from({ length: 40 }, (_, at) => `class A${at}:\n  def run(self):\n    A${at + 1}().run()\n`);
    await repository.push({ 'all.py': classes.join(''), ...fill(5, (at) => [`use${at}.py`, called(200)]) });
    const graph = repository.graph.callGraph({ ...request, name: 'run', depth: 10 });
    expect(graph.unread).toBe(0);
    expect(graph.edges).toHaveLength(39);
  });

  it('means one list of definitions at all places where only the name tells', async () => {
    const repository = graphedRepository(syntax);
    const classes = Array.from({ length: 40 }, (_, at) => `class A${at}:\n  def run(self):\n    pass\n`);
    await repository.push({ 'all.py': classes.join(''), ...fill(5, (at) => [`use${at}.py`, called(20)]) });
    const code = repository.graph.code();
    const places = atOnce(
      new Sites(repository.database.sql, new KnownPlaces(code), new WorkBudget(Number.POSITIVE_INFINITY)).to(
        code.definitions('run').all,
      ),
    );
    expect(places).toHaveLength(100);
    expect(new Set(places.map(({ targets }) => targets)).size).toBe(1);
  });

  it('looks for what values may call in those definitions only that the graph has room for', async () => {
    const repository = graphedRepository(syntax);
    const classes = Array.from({ length: 40 }, (_, at) => `class A${at}:\n  def run(self):\n    keep(other)\n`);
    await repository.push({ 'all.py': `def other():\n  pass\n${classes.join('')}` });
    const limited = { ...request, name: 'run', direction: 'callees', maxNodes: 3, withPossible: true } as const;
    expect(repository.graph.callGraph(limited).possible).toHaveLength(3);
  });

  it('lets others in between places that are resolved, some 80 at a time', async () => {
    const repository = graphedRepository(syntax);
    const files = fill(2, (at) => [`use${at}.py`, called(1_000)]);
    await repository.push({ 'one.py': 'class A0:\n  def run(self):\n    pass\n', ...files });
    let turns = 0;
    const giveWay = async () => {
      turns++;
    };
    const work = new WorkBudget(Number.POSITIVE_INFINITY);
    const graph = await inSlices(repository.graph.callGraphInSteps(request, work), work, giveWay);
    expect(graph).toEqual(repository.graph.callGraph(request));
    expect(turns).toBeGreaterThanOrEqual(2_000 / 80 - 1);
  });

  it('has the same answers whether it was asked for before or not, and others after a push', async () => {
    const repository = graphedRepository(syntax);
    const files = fill(3, (at) => [`use${at}.py`, called(1_000)]);
    const classes = Array.from({ length: 40 }, (_, at) => `class A${at}:\n  def run(self):\n    A${at + 1}().run()\n`);
    await repository.push({ 'all.py': classes.join(''), ...files });
    const { sql } = repository.database;
    const asked = [500, 20, 5].map((maxNodes) => ({
      ...request,
      name: 'run',
      depth: 10,
      maxNodes,
      withPossible: true,
    }));
    const alone = asked.map((each) => new Graph(sql, new GraphPart(sql)).callGraph(each));
    expect(asked.map((each) => repository.graph.callGraph(each))).toEqual(alone);
    expect(asked.toReversed().map((each) => repository.graph.callGraph(each))).toEqual(alone.toReversed());
    await repository.push({ 'all.py': 'def run():\n  pass\n', ...files });
    expect(
      repository.graph.callGraph({ ...request, name: 'run' }).nodes.map(({ path, lineEnd }) => `${path} ${lineEnd}`),
    ).toEqual(['all.py 2']);
  });

  it('says how many places were not looked at', async () => {
    const repository = graphedRepository(syntax);
    const files = fill(3, (at) => [`use${at}.py`, called(1_000)]);
    await repository.push({ 'one.py': 'class A0:\n  def run(self):\n    pass\n', ...files });
    expect(repository.graph.callGraph(request)).toMatchObject({ unread: 1_000 });
    expect(repository.graph.findReferences({ name: 'A0.run', limit: 1, offset: 0, approximate: true })).toMatchObject({
      unread: 1_000,
      total: 2_000,
    });
  });
});

function fill(count: number, make: (at: number) => readonly [string, string]): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => make(at)));
}

describe('calls outside of definitions', () => {
  it('are told by their files, such as callbacks of tests', async () => {
    const repository = graphedRepository(syntax);
    await repository.push({
      'lib.ts': 'export function f() {\n  return 1;\n}\nexport function alone() {}\n',
      'lib.test.ts': "import { f } from './lib';\ndescribe('f', () => {\n  it('works', () => {\n    f();\n  });\n});\n",
    });
    const request = { direction: 'callers', depth: 2, maxNodes: 10, approximate: true } as const;
    expect(repository.graph.callGraph({ ...request, name: 'f' }).outside).toEqual([
      { path: 'lib.test.ts', certainty: 'resolved' },
    ]);
    expect(repository.graph.callGraph({ ...request, name: 'alone' }).outside).toEqual([]);
  });
});

/** `find_symbol`, `find_references`, `call_graph` and `repo_map` through MCP. */
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedServer } from '../mcp/harness.ts';
import { callAs, type Facts, texts } from './workspace-tools.ts';

const server = sharedServer();
let base: URL;

const FILES = {
  'shop/__init__.py': 'from .store import Store as Shop, load\n',
  'shop/store.py': [
    'from . import packing',
    '',
    '',
    'class Store:',
    '    """Keeps items."""',
    '',
    '    def save_item(self, item):',
    '        self.check(item)',
    '        return packing.pack(item)',
    '',
    '    def check(self, item):',
    '        item.validate()',
    '',
    '',
    'def load():',
    '    store = Store()',
    '    store.save_item(1)',
    '    return store',
    '',
  ].join('\n'),
  'shop/packing.py': 'def pack(value):\n    return unpack(value)\n\n\ndef unpack(value):\n    return pack(value)\n',
  'forms.py': 'class Form:\n    def validate(self):\n        pass\n\n    def pack(self):\n        pass\n',
  'app.py': 'from shop import Shop\n\n\ndef main():\n    shop = Shop()\n    shop.save_item(2)\n',
};

beforeAll(async () => {
  base = (await server.listen()).url;
  await callAs(base, 'symbols', 'put_files', texts(FILES));
});

function ask(tool: string, args: Facts): Promise<Facts> {
  return callAs(base, 'symbols', tool, args);
}

describe('find_symbol', () => {
  it('shows a definition with its signature, doc comment and place', async () => {
    const answer = await ask('find_symbol', { name: 'Store' });
    expect(answer).toMatchObject({
      symbols: [
        {
          file: 'shop/store.py',
          name: 'Store',
          kind: 'class',
          scope: '',
          line_start: 4,
          line_end: 12,
          signature: 'class Store',
          doc: 'Keeps items.',
          match: 'exact',
        },
      ],
      total: 1,
      index: { complete: true, files_indexed: 5 },
    });
  });

  it('finds names by words and by likeness, and narrows by scope, kind and path', async () => {
    const found = async (args: Facts) => {
      const { symbols } = await ask('find_symbol', args);
      return (symbols as { file: string; name: string; match: string }[]).map(({ file, name, match }) => [
        file,
        name,
        match,
      ]);
    };
    expect(await found({ name: 'item save' })).toEqual([['shop/store.py', 'save_item', 'words']]);
    expect(await found({ name: 'saev_item' })).toEqual([['shop/store.py', 'save_item', 'similar']]);
    expect(await found({ name: 'PACK' })).toEqual([
      ['shop/packing.py', 'pack', 'ignoring_case'],
      ['forms.py', 'pack', 'ignoring_case'],
    ]);
    expect(await found({ name: 'Form.pack' })).toEqual([['forms.py', 'pack', 'exact']]);
    expect(await found({ name: 'pack', kinds: ['function'] })).toEqual([['shop/packing.py', 'pack', 'exact']]);
    expect(await found({ name: 'pack', match: 'substring', paths: ['shop/'] })).toEqual([
      ['shop/packing.py', 'pack', 'exact'],
      ['shop/packing.py', 'unpack', 'substring'],
    ]);
  });

  it('suggests names when nothing is found', async () => {
    expect(await ask('find_symbol', { name: 'validateAllForms' })).toMatchObject({
      symbols: [],
      total: 0,
      similar_names: ['validate'],
    });
  });
});

describe('find_references', () => {
  it('follows imports, other names and the values of variables', async () => {
    const places = async (args: Facts) => {
      const { references } = await ask('find_references', args);
      return (references as Record<string, unknown>[]).map(
        ({ file, line, kind, within = '', certainty }) => `${file}:${line} ${kind} ${within} ${certainty}`,
      );
    };
    expect(await places({ name: 'Store' })).toEqual([
      'app.py:1 import  resolved',
      'app.py:5 call main resolved',
      'shop/__init__.py:1 import  resolved',
      'shop/store.py:16 call load resolved',
    ]);
    expect(await places({ name: 'Store.save_item' })).toEqual([
      'app.py:6 call main resolved',
      'shop/store.py:17 call load resolved',
    ]);
  });

  it('marks what only the name tells, and leaves it out on request', async () => {
    expect(await ask('find_references', { name: 'validate' })).toMatchObject({
      references: [{ file: 'shop/store.py', line: 12, text: 'item.validate()', certainty: 'approximate' }],
      total: 1,
      total_resolved: 0,
    });
    expect(await ask('find_references', { name: 'validate', include_approximate: false })).toMatchObject({ total: 0 });
  });

  it('tells homonyms apart', async () => {
    const inForm = await ask('find_references', { name: 'pack', file: 'forms.py' });
    expect(inForm).toMatchObject({ definitions: [{ file: 'forms.py', scope: 'Form' }], total: 0 });
    expect(await ask('find_references', { name: 'pack', file: 'packing.py' })).toMatchObject({ total: 2 });
  });

  it('pages with true totals', async () => {
    const page = await ask('find_references', { name: 'Store', limit: 1, offset: 2 });
    expect(page).toMatchObject({ references: [{ file: 'shop/__init__.py', line: 1 }], total: 4 });
  });

  it('says where a name is defined that is not where it was looked for', async () => {
    const answer = JSON.stringify(await ask('find_references', { name: 'pack', file: 'app.py' }));
    expect(answer).toContain('SYMBOL_NOT_FOUND');
    expect(answer).toContain('forms.py:5, shop/packing.py:1');
  });
});

describe('call_graph', () => {
  it('walks both ways, through cycles, and draws them', async () => {
    const answer = await ask('call_graph', { name: 'pack', file: 'packing.py', depth: 3 });
    expect(
      (answer.nodes as { name: string; distance: number }[]).map(({ name, distance }) => [name, distance]),
    ).toEqual([
      ['pack', 0],
      ['unpack', 1],
      ['save_item', -1],
      ['main', -2],
      ['load', -2],
    ]);
    expect(answer).toMatchObject({ cyclic: true, truncated: false, omitted_nodes: 0 });
    expect(answer.mermaid).toBe(
      [
        'flowchart LR',
        '  n0(["pack<br/>shop/packing.py:1"])',
        '  n1["unpack<br/>shop/packing.py:5"]',
        '  n2["Store.save_item<br/>shop/store.py:7"]',
        '  n3["main<br/>app.py:4"]',
        '  n4["load<br/>shop/store.py:15"]',
        '  n0 --> n1',
        '  n1 --> n0',
        '  n2 --> n0',
        '  n3 --> n2',
        '  n4 --> n2',
      ].join('\n'),
    );
  });

  it('says what it leaves out', async () => {
    const answer = await ask('call_graph', { name: 'pack', file: 'packing.py', max_nodes: 2 });
    expect(answer).toMatchObject({ truncated: true, omitted_nodes: 1 });
    expect(answer.nodes).toHaveLength(2);
  });
});

describe('repo_map', () => {
  it('shows what other code rests on first, and counts what it leaves out', async () => {
    const whole = await ask('repo_map', {});
    expect(whole).toMatchObject({ files_left_out: 0, symbols_left_out: 0, tokenizer: 'cl100k_base' });
    expect(whole.map).toContain('shop/store.py:\n  4: class Store\n    7: def save_item(self, item)\n');
    const small = await ask('repo_map', { max_tokens: 200 });
    expect(small.tokens_used).toBeLessThanOrEqual(200);
    expect(small.map).toContain('class Store');
    expect(small.symbols_left_out).toBeGreaterThan(0);
  });

  it('puts what a query names first', async () => {
    const { map } = await ask('repo_map', { max_tokens: 200, query: 'validate a form' });
    expect(map).toContain('def validate');
  });
});

describe('a workspace without code', () => {
  it('answers that there is nothing', async () => {
    const empty = (tool: string, args: Facts) => callAs(base, 'nobody', tool, args);
    expect(await empty('find_symbol', { name: 'x' })).toMatchObject({ total: 0, similar_names: [] });
    expect(await empty('repo_map', {})).toMatchObject({ map: '', tokens_used: 0 });
    expect(JSON.stringify(await empty('call_graph', { name: 'x' }))).toContain('SYMBOL_NOT_FOUND');
  });
});

describe('what is no reference that could be resolved', () => {
  const call = (tool: string, args: Facts) => callAs(base, 'symbols-hidden', tool, args);
  beforeAll(async () => {
    const files = {
      'jobs.py': 'def nightly():\n    return 1\n\n\ndef hourly():\n    return 2\n',
      'run.py':
        'import jobs\nfrom jobs import hourly\n\n\ndef main():\n    chosen = hourly\n    return getattr(jobs, "nightly")() + chosen()\n',
      Makefile: 'night:\n\tpython -c "import jobs; jobs.nightly()"\n',
      'accents.py': 'def cafe\u0301():\n    return caf\u00e9()\n',
      'a.ts': 'export default function start(): void {}\nexport function go(): void {}\n',
      'b.ts': "import go from './a';\ngo();\n",
    };
    await call('put_files', texts(files));
  });

  it('is counted where a name stands in a text or another file', async () => {
    const answer = { total: 0, mentions: { total: 2, exact: true, at: ['Makefile:2', 'run.py:7'] } };
    expect(await call('find_references', { name: 'nightly' })).toMatchObject(answer);
    expect(await call('find_references', { name: 'main' })).toMatchObject({ total: 0, mentions: { total: 0 } });
  });

  it('is shown beside a graph of calls', async () => {
    const value = { file: 'run.py', line: 6, name: 'hourly', by: 'value' };
    const text = { file: 'run.py', line: 7, name: 'nightly', by: 'text' };
    expect(await call('call_graph', { name: 'main', direction: 'callees' })).toMatchObject({
      edges: [],
      possible_calls: [value, text],
    });
    expect(await call('call_graph', { name: 'hourly', direction: 'callers' })).toMatchObject({
      possible_calls: [value],
    });
  });

  it('is none: names of Python in another Unicode form, and a default export under another name', async () => {
    const forms = { symbols: [{ file: 'accents.py', line_start: 1, match: 'exact' }], total: 1 };
    expect(await call('find_symbol', { name: 'caf\u00e9' })).toMatchObject(forms);
    expect(await call('find_references', { name: 'cafe\u0301' })).toMatchObject({ references: [{ line: 2 }] });
    const references = [
      { file: 'b.ts', line: 1, kind: 'import', certainty: 'resolved' },
      { file: 'b.ts', line: 2, kind: 'call', certainty: 'resolved' },
    ];
    expect(await call('find_references', { name: 'start' })).toMatchObject({ references, total: 2 });
    expect(await call('find_references', { name: 'go' })).toMatchObject({ total: 0 });
  });
});

/** `check_workspace` through MCP and the real Workers. */
import { unpackTar } from 'modern-tar';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { sharedServer } from '../mcp/harness.ts';
import { bearer, callTool, post } from '../mcp/requests.ts';
import { sarifFaults } from '../sarif.ts';
import { callAs, type Facts, texts } from './workspace-tools.ts';

const server = sharedServer();
let base: URL;

beforeAll(async () => {
  base = (await server.listen()).url;
});

const SHOP = {
  'src/shop/__init__.py': '',
  'src/shop/prices.py': [
    'from .rates import rate',
    '',
    'def net(gross: int) -> int:',
    '    """',
    '    pre: gross >= 0',
    '    post: __return__ <= gross',
    '    """',
    '    return gross - rate(gross)',
    '',
    'def share(total: int, people: int) -> int:',
    '    return total // people',
    '',
    'def anything(x):',
    '    return x',
    '',
    'class Till:',
    '    def add(self, amount: int) -> int:',
    '        return amount + 1',
    '',
  ].join('\n'),
  'src/shop/rates.py': 'def rate(gross: int) -> int:\n    return gross // 5\n',
  'src/shop/broken.py': 'def f(:\n',
  'tests/test_prices.py': 'def test_one() -> None:\n    assert True\n',
};

const user = (token: string) => {
  const call = (name: string, args: Record<string, unknown> = {}): Promise<Facts> => callAs(base, token, name, args);
  return {
    call,
    put: (files: Readonly<Record<string, string>>) => call('put_files', texts(files)),
    check: (args: Record<string, unknown> = {}) => call('check_workspace', args),
  };
};

it('checks what says something, goes on, and knows what is unchanged', async () => {
  const { put, check } = user('check-shop');
  await put(SHOP);
  const first = await check({ max_functions: 2 });
  expect(first).toMatchObject({ status: 'more', checked_now: 2, known: 0, totals: { pending: 2, unstated: 1 } });
  expect(first.skipped).toMatchObject([{ file: 'src/shop/broken.py' }]);
  const all = await check();
  expect(all).toMatchObject({
    status: 'complete',
    checked_now: 2,
    known: 2,
    totals: { verified: 3, counterexample: 1, unknown: 0, timeout: 0, error: 0, pending: 0, files: 4 },
  });
  expect(all.functions).toMatchObject([
    {
      status: 'counterexample',
      file: 'src/shop/prices.py',
      line: 10,
      name: 'share',
      counterexample: { call: 'share(0, 0)', raised_at: { file: 'src/shop/prices.py', line: 11 } },
    },
    { status: 'verified', name: 'net', line: 3 },
    { status: 'verified', name: 'Till.add' },
    { status: 'verified', name: 'rate' },
  ]);
  // lines move, and nothing is checked again
  const moved = `# a comment\n${SHOP['src/shop/prices.py']}`;
  await put({ 'src/shop/prices.py': moved });
  const again = await check();
  expect(again).toMatchObject({ status: 'complete', checked_now: 0, known: 4 });
  expect(again.functions).toMatchObject([
    { name: 'share', line: 11, counterexample: { raised_at: { file: 'src/shop/prices.py', line: 12 } } },
    { name: 'net', line: 4 },
    {},
    {},
  ]);
  // what a function uses in another file counts
  await put({ 'src/shop/rates.py': 'def rate(gross: int) -> int:\n    return -1\n' });
  const changed = await check();
  expect(changed).toMatchObject({ checked_now: 2, known: 2, totals: { counterexample: 2 } });
  expect(await check({ changed_since: 'HEAD~1' })).toMatchObject({
    checked_now: 0,
    totals: { unchanged: 2, verified: 1, counterexample: 1 },
  });
  expect(await check({ paths: ['src/shop/rates.py'] })).toMatchObject({ totals: { files: 1, verified: 1 } });
  expect(await check({ paths: ['nothing/'] })).toMatchObject({ status: 'complete', totals: { files: 0 } });
});

it('reports findings as SARIF and tests in an archive', async () => {
  const { put } = user('check-report');
  await put(SHOP);
  const { body } = await callTool(base, 'check_workspace', { paths: ['prices.py'] }, { token: 'check-report' });
  const uri = /"(lemma:[^"]*)"/.exec(JSON.stringify(body.result?.content))?.[1];
  const read = async (form: string) => {
    const request = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: `${uri}${form}` } };
    const answer = await post(new URL('/mcp', base), request, bearer('check-report'));
    const schema = z.object({
      contents: z.array(z.object({ text: z.string().optional(), blob: z.string().optional() })),
    });
    return schema.parse(answer.body.result).contents[0];
  };
  const log: unknown = JSON.parse((await read('.sarif'))?.text ?? '');
  expect(sarifFaults(log)).toEqual([]);
  expect(log).toMatchObject({
    runs: [
      {
        results: [
          {
            ruleId: 'contract-violation',
            locations: [
              {
                physicalLocation: {
                  artifactLocation: { uri: 'src/shop/prices.py' },
                  region: { startLine: 11 },
                },
              },
            ],
          },
        ],
      },
    ],
  });
  const files = await unpackTar(Buffer.from((await read('.tar'))?.blob ?? '', 'base64'));
  expect(files.map(({ header }) => header.name)).toEqual(['test_src_shop_prices_share.py']);
  expect(new TextDecoder().decode(files[0]?.data)).toContain('from shop.prices import share');
  expect((await read(''))?.text).toContain('| counterexample | src/shop/prices.py:10 | share |');
});

/** The symbolic tools on files of a workspace, through MCP and the real engines. */
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedServer } from '../mcp/harness.ts';
import { callAs, type Facts, texts } from './workspace-tools.ts';

const server = sharedServer();
let base: URL;
let first: Facts;
let second: Facts;

const call = (name: string, args: Record<string, unknown>) => callAs(base, 'symbolic-files', name, args);

/** The text of a failing tool. */
async function failure(name: string, args: Record<string, unknown>): Promise<string> {
  return JSON.stringify(await call(name, args));
}

const RATES = 'def rate(part: int, whole: int) -> int:\n    return part // whole\n';

beforeAll(async () => {
  base = (await server.listen()).url;
  first = await call(
    'put_files',
    texts({
      'src/rates.py': RATES,
      'src/windows.py': `\uFEFF# Rates.\r\n${RATES.replaceAll('\n', '\r\n')}`,
      'src/pair.py': 'def a(x: int) -> int:\n    return x + x\n\ndef b(x: int) -> int:\n    return 2 * x\n',
      'large.py': `# ${'x'.repeat(1_000_000)}\n`,
    }),
  );
  const safe = RATES.replace('part // whole', 'part // whole if whole else 0');
  second = await call('put_files', {
    files: [
      { path: 'src/rates.py', content: safe },
      { path: 'binary.py', content: 'AAEC', encoding: 'base64' },
      { path: 'latin.py', content: '/w==', encoding: 'base64' },
    ],
  });
});

describe('a file in place of code', () => {
  it('is checked as it is at the indexed commit, or at a ref, and cited', async () => {
    const file = { file: 'src/rates.py', function_name: 'rate' };
    expect(await call('symbolic_check', file)).toMatchObject({
      status: 'verified',
      source: { file: 'src/rates.py', commit: second.commit, workspace: 'default' },
    });
    expect(await call('symbolic_check', { ...file, workspace: 'default', ref: first.commit })).toMatchObject({
      status: 'counterexample',
      source: { file: 'src/rates.py', commit: first.commit, workspace: 'default' },
    });
    expect(
      await call('find_path_to_exception', { ...file, ref: 'main~1', exception_type: 'ZeroDivisionError' }),
    ).toMatchObject({ status: 'found', source: { commit: first.commit } });
  });

  it('has the lines of the file, whatever ends them', async () => {
    const found = await call('analyze_branches', { file: 'src/rates.py', function_name: 'rate' });
    expect(found).toMatchObject({ branches: [{ line: 2, kind: 'ternary' }], source: { file: 'src/rates.py' } });
    const windows = await call('symbolic_check', { file: 'src/windows.py', function_name: 'rate' });
    expect(windows).toMatchObject({
      status: 'counterexample',
      counterexamples: [{ outcome: { traceback: expect.stringContaining('line 3') } }],
    });
  });

  it('may hold both functions of a comparison', async () => {
    const compared = await call('compare_functions', { file: 'src/pair.py', function_a: 'a', function_b: 'b' });
    expect(compared).toMatchObject({ status: 'equivalent', source: { file: 'src/pair.py' } });
  });
});

/** A package in a `src/` layout, with what is not there beside it. */
const PACKAGE = {
  'src/shop/__init__.py': 'from .prices import reduced as cheaper\nfrom ._version import version\n',
  'src/shop/limits.py': `"""Limits."""


class Limit:
    def __init__(self, most: int) -> None:
        self.most = most


MOST = 100


class TooMuch(ValueError):
    pass
`,
  'src/shop/tools/__init__.py': 'from .numbers import share\n',
  'src/shop/tools/numbers.py': `from ..limits import MOST


def share(part: int, whole: int) -> int:
    # Of a hundred.
    return MOST * part // whole
`,
  'src/shop/prices.py': `from __future__ import annotations

import requests
from decimal import Decimal

import shop.limits
from shop.tools import share
from .limits import Limit, TooMuch
from ._version import version


def reduced(price: int, percent: int) -> int:
    """
    pre: 0 <= percent <= 100
    pre: price >= 0
    post: __return__ <= price
    """
    return price - price * percent // 100


def part_of(part: int, whole: int) -> int:
    return share(part, whole)


def also(part: int, whole: int) -> int:
    return shop.limits.MOST * part // whole


def limited(limit: Limit, count: int) -> int:
    if count > limit.most:
        raise TooMuch(count)
    return count


def fetched(url: str) -> str:
    return requests.get(url).text


def released() -> str:
    return version
`,
  'src/shop/long.py': `from .tools import share

# ${'x'.repeat(90_000)}


def part(x: int) -> int:
    return share(1, x)
`,
} as const;

describe('a file of a package', () => {
  const prices = (function_name: string, more = {}) => ({
    workspace: 'package',
    file: 'src/shop/prices.py',
    function_name,
    ...more,
  });
  beforeAll(() => call('put_files', { workspace: 'package', ...texts(PACKAGE) }));

  it('is checked where what it imports is not needed', async () => {
    expect(await call('symbolic_check', prices('reduced'))).toMatchObject({
      status: 'verified',
      assumptions: expect.arrayContaining([expect.stringContaining('code that runs on import')]),
    });
  });

  it('is checked with what it uses of other files, whose lines and modules are cited', async () => {
    const found = await call('symbolic_check', prices('part_of'));
    expect(found).toMatchObject({ status: 'counterexample' });
    const [one] = found['counterexamples'] as readonly { outcome: { traceback: string }; pytest: string }[];
    expect(one?.outcome.traceback).toContain('File "src/shop/tools/numbers.py", line 6');
    expect(one?.outcome.traceback).toContain('File "src/shop/prices.py", line 22');
    expect(one?.pytest).toContain('from shop.prices import part_of');
  });

  it('has exceptions and classes of other files, which tests import from there', async () => {
    const found = await call('find_path_to_exception', prices('limited', { exception_type: 'TooMuch' }));
    expect(found).toMatchObject({ status: 'found' });
    const [one] = found['triggering_inputs'] as readonly { pytest: string }[];
    expect(one?.pytest).toContain('from shop.limits import Limit, TooMuch');
    expect(one?.pytest).toContain('from shop.prices import limited');
  });

  it('is compared and analyzed, too', async () => {
    const compared = { workspace: 'package', file: 'src/shop/prices.py', function_a: 'part_of', function_b: 'also' };
    expect(await call('compare_functions', compared)).toMatchObject({ status: 'equivalent' });
    const branches = await call('analyze_branches', prices('limited', { symbolic_reachability: true }));
    expect(branches).toMatchObject({ analysis_mode: 'symbolic', branches: [{ line: 30, kind: 'if' }] });
  });

  it.each([
    ['fetched', 'module requests cannot be had', 36],
    ['released', 'module _version cannot be had', 40],
  ])('is not decided where something is missing: %s', async (name, message, line) => {
    const { status, reasons } = await call('symbolic_check', prices(name));
    expect({ status, reasons }).toMatchObject({ status: 'unknown', reasons: [{ line, message }] });
    const analyzed = await call('analyze_branches', prices(name, { symbolic_reachability: true }));
    expect(analyzed).toMatchObject({ analysis_mode: 'symbolic', branches: [] });
  });

  it('may be longer than code that is sent', async () => {
    const part = { workspace: 'package', file: 'src/shop/long.py', function_name: 'part' };
    expect(await call('symbolic_check', part)).toMatchObject({ counterexamples: [{ call: 'part(0)' }] });
  });

  it('is refused for a name that it does not define, with those that it does', async () => {
    expect(await failure('symbolic_check', prices('reduce'))).toContain('It defines reduced, part_of');
    const outer = { workspace: 'package', file: 'src/shop/__init__.py', function_name: 'cheaper' };
    expect(await failure('symbolic_check', outer)).toContain('is imported from .prices, where it is reduced');
  });
});

describe('faults', () => {
  it.each([
    [{}, 'Exactly one of code and file is needed; neither is given.'],
    [{ code: RATES, file: 'src/rates.py' }, 'both are given'],
    [{ code: RATES, ref: 'main' }, 'workspace and ref say where file is'],
    [{ file: 'src/rate.py' }, "Did you mean 'src/rates.py'"],
    [{ file: 'src/rates.py', ref: 'nowhere' }, 'is no branch, tag or commit'],
    [{ file: 'src/rates.py', workspace: 'other' }, "Workspace 'other' not found"],
    [{ file: 'src' }, 'is a folder'],
    [{ file: 'large.py' }, "'large.py' has 1000003 bytes; at most 1000000 are read."],
    [{ file: 'binary.py' }, 'holds null bytes'],
    [{ file: 'latin.py' }, 'is not UTF-8'],
  ])('%j', async (args, message) => {
    expect(await failure('symbolic_check', { function_name: 'rate', ...args })).toContain(message);
  });
});

describe('versions of a file', () => {
  const PAIR =
    'from .rates import rate\n\n\ndef net(x: int) -> int:\n    """\n    pre: x > -100\n    """\n    return x - rate(x)\n';
  let old: Facts;
  beforeAll(async () => {
    const put = (files: Readonly<Record<string, string>>) =>
      call('put_files', { workspace: 'versions', ...texts(files) });
    old = await put({
      'src/a/__init__.py': '',
      'src/a/net.py': PAIR,
      'src/a/rates.py': 'def rate(x: int) -> int:\n    return x // 5\n',
    });
    await put({ 'src/a/rates.py': 'def rate(x: int) -> int:\n    return x // 5 if x != 77 else 0\n' });
    await put({ 'src/a/net.py': PAIR.replace('x - rate(x)', '-rate(x) + x') });
  });
  const compare = (args: Record<string, unknown>) =>
    call('compare_functions', {
      workspace: 'versions',
      file: 'src/a/net.py',
      function_a: 'net',
      function_b: 'net',
      ...args,
    });

  it('are compared with what each of them uses', async () => {
    const found = await compare({ ref_a: 'main~2' });
    expect(found).toMatchObject({
      status: 'different',
      confidence: 'proven',
      distinguishing_input: { x: 77 },
      commits: { a: old.commit },
      differences: [{ outcome_a: { value: '62' }, outcome_b: { value: '77' } }],
    });
    expect(await compare({ ref_a: 'main~1', ref_b: 'main' })).toMatchObject({ status: 'equivalent' });
    expect(await compare({ ref_a: 'main~2', precondition: 'x != 77' })).toMatchObject({ status: 'equivalent' });
    expect(await compare({ ref_a: 'main', ref_b: 'main' })).toMatchObject({ status: 'equivalent', paths_compared: 0 });
  });

  it('are refused where they are none of one function of a file', async () => {
    expect(JSON.stringify(await compare({ ref_a: 'main', function_b: 'other' }))).toContain('versions of one function');
    const sent = await call('compare_functions', { code: PAIR, function_a: 'net', function_b: 'net', ref_a: 'main' });
    expect(JSON.stringify(sent)).toContain('ref_a and ref_b are commits of a file');
    expect(JSON.stringify(await compare({ ref_a: 'nothing' }))).toContain('nothing');
  });
});

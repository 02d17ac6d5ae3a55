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
      'src/importing.py': 'from rates import rate\n\ndef half(whole: int) -> int:\n    return rate(1, whole)\n',
      'large.py': `# ${'x'.repeat(70_000)}\n`,
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

  it('is refused when it imports from the workspace, with what to do', async () => {
    const text = await failure('symbolic_check', { file: 'src/importing.py', function_name: 'half' });
    expect(text).toContain('ModuleNotFoundError');
    expect(text).toContain('other files of the workspace are not imported');
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
    [{ file: 'large.py' }, "'large.py' has 70003 bytes; at most 65536 are accepted."],
    [{ file: 'binary.py' }, 'holds null bytes'],
    [{ file: 'latin.py' }, 'is not UTF-8'],
  ])('%j', async (args, message) => {
    expect(await failure('symbolic_check', { function_name: 'rate', ...args })).toContain(message);
  });
});

/** `npm run lemma -- check` with the real git and the real Workers. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackTar } from 'modern-tar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseCommand } from '../../scripts/lib/lemma/command.ts';
import { ROOT } from '../../scripts/lib/wrangler.ts';
import { createLocalGit, type LocalGit } from '../local-git.ts';
import { sharedServer } from '../mcp/harness.ts';
import { sarifFaults } from '../sarif.ts';

const EACH = 'def each(total: int, count: int) -> int:\n    return total // count if count else 0\n';
const MANY = Array.from({ length: 12 }, (_, index) => `def f${index}(x: int) -> int:\n    return x + ${index}\n`).join(
  '\n',
);

const server = sharedServer();
const output = mkdtempSync(join(tmpdir(), 'lemma-check-'));
let origin: string;
let local: LocalGit;
beforeAll(async () => {
  origin = (await server.listen()).url.origin;
  local = await createLocalGit();
  await local.commit('First', { 'price.py': EACH, 'many.py': MANY });
});
afterAll(() => {
  local.remove();
  rmSync(output, { recursive: true });
});

function check(...args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { ...process.env, LEMMA_URL: origin, LEMMA_KEY: 'check-command', GIT_CONFIG_GLOBAL: '/dev/null' };
  const script = join(ROOT, 'scripts/lemma.ts');
  return new Promise((resolve) => {
    execFile(process.execPath, [script, 'check', ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

it('checks all of a folder, in as many calls as it takes, and then only what is not committed', async () => {
  const passed = await check(local.folder, '--tests', join(output, 'none.tar'));
  expect(passed).toMatchObject({ code: 0, stdout: expect.stringContaining('Functions: 13 verified, in 2 files.') });
  expect(passed.stdout).toContain(`There is no test for ${join(output, 'none.tar')}`);
  writeFileSync(join(local.folder, 'price.py'), EACH.replace(' if count else 0', ''));
  const [sarif, markdown, tests] = ['found.sarif', 'found.md', 'tests.tar'].map((name) => join(output, name));
  const forms = ['--sarif', `${sarif}`, '--markdown', `${markdown}`, '--tests', `${tests}`];
  const failed = await check(local.folder, '--changed-since', 'HEAD', ...forms);
  expect(failed).toMatchObject({ code: 1, stderr: '' });
  expect(failed.stdout).toContain('1 with a counterexample, 12 unchanged, in 2 files.');
  expect(failed.stdout).toContain('counterexample price.py:1 each: each(0, 0): ZeroDivisionError');
  const log = JSON.parse(readFileSync(`${sarif}`, 'utf8'));
  expect(sarifFaults(log)).toEqual([]);
  expect(log.runs[0].results).toMatchObject([{ ruleId: 'contract-violation' }]);
  expect(readFileSync(`${markdown}`, 'utf8')).toContain('| counterexample | price.py:1 | each |');
  const [test] = await unpackTar(readFileSync(`${tests}`));
  expect(test?.header.name).toBe('test_price_each.py');
  expect(await check(local.folder, '--fail-on', 'none')).toMatchObject({ code: 0 });
  expect(await check(local.folder, '--only', 'many.py', '--fail-on', 'undecided')).toMatchObject({ code: 0 });
  expect(await check(local.folder, '--except', 'price.py')).toMatchObject({ code: 0 });
});

describe('a command', () => {
  const parsed = (...args: readonly string[]) => parseCommand(args, { INIT_CWD: '/home' }, '/');

  it('is read', () => {
    expect(
      parsed('check', 'x', '--only', 'src/', '--only', 'a.py', '--timeout', '9', '--tests', 't.tar'),
    ).toMatchObject({
      kind: 'check',
      folder: '/home/x',
      only: ['src/', 'a.py'],
      except: [],
      failOn: 'COUNTEREXAMPLE',
      seconds: 9,
      tests: '/home/t.tar',
    });
  });

  it.each([
    [['check', '--fail-on', 'HIGH'], '--fail-on takes COUNTEREXAMPLE, UNDECIDED, NONE, not "HIGH".'],
    [['check', '--timeout', '0'], '--timeout takes a whole number of seconds from 1 to 60, not "0".'],
    [['check', '--base', 'main'], 'check takes no --base.'],
    [['review', '--tests', 'x'], 'review takes no --tests.'],
  ])('%j is wrong', (args, message) => {
    expect(() => parsed(...args)).toThrow(message);
  });
});

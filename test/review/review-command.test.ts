/** `npm run lemma -- review` with the real git and the real Workers. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseCommand } from '../../scripts/lib/lemma/command.ts';
import { ROOT } from '../../scripts/lib/wrangler.ts';
import { createLocalGit, type LocalGit } from '../local-git.ts';
import { sharedServer } from '../mcp/harness.ts';
import { sarifFaults } from '../sarif.ts';

const KEPT = 'def each(total: int, count: int) -> int:\n    return total // count if count else 0\n';
const BROKEN = KEPT.replace(' if count else 0', '');

const server = sharedServer();
const output = mkdtempSync(join(tmpdir(), 'lemma-review-'));
let origin: string;
let local: LocalGit;
beforeAll(async () => {
  origin = (await server.listen()).url.origin;
  local = await createLocalGit();
  await local.commit('First', { 'price.py': KEPT });
});
afterAll(() => {
  local.remove();
  rmSync(output, { recursive: true });
});

function review(...args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { ...process.env, LEMMA_URL: origin, LEMMA_KEY: 'review-command', GIT_CONFIG_GLOBAL: '/dev/null' };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(ROOT, 'scripts/lemma.ts'), 'review', ...args],
      { env },
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
      },
    );
  });
}

describe('a folder', () => {
  it('fails for what is not committed yet, and writes both forms', async () => {
    await local.git('switch', '-q', '-c', 'topic');
    writeFileSync(join(local.folder, 'price.py'), BROKEN);
    const [sarif, markdown] = [join(output, 'found.sarif'), join(output, 'found.md')];
    const { code, stdout } = await review(local.folder, '--sarif', sarif, '--markdown', markdown);
    expect({ code, stdout }).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('HIGH price.py:1 each can now end in ZeroDivisionError'),
    });
    const log = JSON.parse(readFileSync(sarif, 'utf8'));
    expect(sarifFaults(log)).toEqual([]);
    expect(log.runs[0].results).toMatchObject([
      { ruleId: 'behaviour/new_exception', partialFingerprints: { primaryLocationLineHash: expect.any(String) } },
    ]);
    expect(readFileSync(markdown, 'utf8')).toContain('ZeroDivisionError');
    expect(await local.git('status', '--porcelain')).toBe('M price.py');
  });

  it('passes where nothing is to fail', async () => {
    expect((await review(local.folder, '--fail-on', 'none')).code).toBe(0);
    const committed = await review(local.folder, '--head', 'topic');
    expect(committed).toMatchObject({ code: 0, stdout: expect.stringContaining('No findings.') });
    expect(readFileSync(join(local.folder, 'price.py'), 'utf8')).toBe(BROKEN);
  });
});

it('says which commits there are', async () => {
  expect(await review(local.folder, '--base', 'nowhere')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no commit "nowhere".\nBranches here: main, topic.'),
  });
});

it('says that a folder is no repository', async () => {
  writeFileSync(join(output, 'a.py'), 'A = 1\n');
  expect((await review(output)).stderr).toContain('is no git repository');
});

describe('the command line', () => {
  const parsed = (...args: readonly string[]) => parseCommand(args, { INIT_CWD: '/home' }, '/');

  it('is read', () => {
    expect(parsed('review', 'x', '--base', 'dev', '--fail-on', 'low', '--sarif', 'a.sarif', '--static')).toMatchObject({
      kind: 'review',
      folder: '/home/x',
      base: 'dev',
      failOn: 'LOW',
      sarif: '/home/a.sarif',
      withAnalyzers: true,
    });
    expect(parsed('review')).toMatchObject({ failOn: 'HIGH', withAnalyzers: false });
    expect(parsed('review', '--fail-on', 'NONE')).not.toHaveProperty('failOn');
  });

  it.each([
    [['review', '--fail-on', 'bad'], '--fail-on takes CRITICAL, HIGH, MEDIUM, LOW or NONE, not "bad".'],
    [['push', '--sarif', 'x'], 'push takes no --sarif.'],
    [['review', 'a', 'b'], 'review takes one folder, and there are 2.'],
  ])('%j is wrong', (args, message) => {
    expect(() => parsed(...args)).toThrow(message);
  });
});

/** Real runs of vitest on small files: what fails by chance is unstable, what fails twice is red, and nothing gets lost. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CliOptions } from 'vitest/node';
import { ROOT } from '../wrangler.ts';
import { judgeRun, renderVerdict, runVitest, type Verdict } from './test-run.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lemma-test-run-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const SOUND = "test('holds', () => expect(1).toBe(1)); test.skip('is left out', () => undefined);";
/** Does `first` the first time that the file is run. */
const onlyAtFirst = (first: string) => `
import { existsSync, writeFileSync } from 'node:fs';
const mark = import.meta.filename + '.ran';
const isFirst = !existsSync(mark);
writeFileSync(mark, '');
test('depends', async () => { if (isFirst) { ${first} } });
`;

async function judge(files: Readonly<Record<string, string>>, more: CliOptions = {}): Promise<Verdict> {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  const options = {
    root,
    config: false as const,
    globals: true,
    maxWorkers: 2,
    isolate: false,
    reporters: ['dot'],
    ...more,
  };
  const run = (filter: readonly string[]) => runVitest({ filter, options });
  return judgeRun(await run([]), (path) => run([path]));
}

it('counts what passed', async () => {
  expect(await judge({ 'sound.test.ts': SOUND })).toEqual({
    passed: 1,
    failed: 0,
    skipped: 1,
    unstable: [],
    faults: [],
  });
});

it('lists files that pass alone as unstable, with both outcomes', async () => {
  const verdict = await judge({
    'test.test.ts': onlyAtFirst("throw new Error('too slow');"),
    'process.test.ts': onlyAtFirst("process.kill(process.pid, 'SIGKILL'); await new Promise(() => undefined);"),
    'outside.test.ts': onlyAtFirst("Promise.reject(new Error('lost')); await new Promise((go) => setTimeout(go, 50));"),
    'sound.test.ts': SOUND,
  });
  expect(verdict).toMatchObject({ passed: 4, failed: 0, skipped: 1, faults: [] });
  const first = Object.fromEntries(verdict.unstable.map((each) => [each.first.path, each.first.faults.join('\n')]));
  expect(first).toEqual({
    'test.test.ts': 'depends: too slow',
    'process.test.ts': expect.stringContaining('Worker exited unexpectedly'),
    'outside.test.ts': expect.stringContaining('outside of its tests: lost'),
  });
  expect(verdict.unstable.map(({ alone }) => alone.passed)).toEqual([1, 1, 1]);
  expect(renderVerdict(verdict)).toContain('  test.test.ts\n    first: depends: too slow\n    alone: 1 passed\n');
});

it('is red when a file fails twice: by a test, an import, or the end of its process', async () => {
  const verdict = await judge({
    'test.test.ts': "test('breaks', () => expect(1).toBe(2));",
    'import.test.ts': "import './missing.ts'; test('never', () => undefined);",
    'process.test.ts': `test('ends', async () => {
      process.kill(process.pid, 'SIGKILL');
      await new Promise(() => undefined);
    });`,
    'sound.test.ts': SOUND,
  });
  expect(verdict).toMatchObject({ passed: 1, unstable: [] });
  const faults = verdict.faults.join('\n');
  for (const fault of [
    /^test\.test\.ts: breaks: expected 1 to be 2/m,
    /^import\.test\.ts: .*missing/m,
    /^process\.test\.ts: /m,
  ])
    expect(faults).toMatch(fault);
});

it('waits in vain once in a file, and in no other file for that', async () => {
  const waits = "test('waits', () => new Promise(() => undefined));";
  const verdict = await judge(
    {
      'hung.test.ts': `${SOUND} ${Array(4).fill(waits).join(' ')} test('is quick', () => undefined);`,
      'other.test.ts': `${SOUND} test('breaks', () => expect(1).toBe(2)); test('is quick', () => undefined);`,
    },
    { setupFiles: join(ROOT, 'test/end-early.ts'), testTimeout: 3000, maxWorkers: 1 },
  );
  expect(verdict).toMatchObject({ passed: 3, failed: 6, unstable: [] });
  const faults = verdict.faults.filter((fault) => fault.startsWith('hung.test.ts'));
  expect(faults[0]).toContain('Test timed out in 3000ms');
  expect(faults.slice(1)).toEqual([
    ...Array(3).fill('hung.test.ts: waits: Not run: "waits" waited for something in vain.'),
    'hung.test.ts: is quick: Not run: "waits" waited for something in vain.',
  ]);
});

it('is red when no test ran', async () => {
  expect((await judge({})).faults).toEqual(['no test file was run']);
});

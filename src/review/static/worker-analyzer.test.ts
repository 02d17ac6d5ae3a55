import { expect, it } from 'vitest';
import type { SourceTree } from '../source.ts';
import type { AnalyzerApi } from './service.ts';
import { RUFF } from './traits.ts';
import { workerAnalyzer } from './worker-analyzer.ts';

const tree: SourceTree = { read: async () => undefined, paths: async () => ['a.py', 'ruff.toml', 'b.ts'] };
const files = [{ path: 'a.py', text: 'lost\n' }];

function analyzer(check: AnalyzerApi['check']) {
  const ruff = workerAnalyzer(RUFF, { check, info: async () => ({ version: '1' }) });
  return (timeoutMs = 1000) => ruff.run(files, { tree, timeoutMs });
}

const NOTHING = { diagnostics: [], truncated: [], notes: [] };

it('says that a Worker was lost, and asks it again the next time', async () => {
  let calls = 0;
  const run = analyzer(async () => {
    if (++calls === 1) throw new Error('Worker has exceeded memory limit.');
    return NOTHING;
  });
  expect(await run()).toMatchObject({ findings: [], skippedReason: expect.stringContaining('ruff was lost') });
  expect(await run()).toEqual({ findings: [], truncated: [], warnings: [] });
});

it('gives up one that does not answer, without what it may have found', async () => {
  const run = analyzer(() => new Promise(() => {}));
  expect((await run(20)).skippedReason).toContain('did not answer within 20 ms');
});

it('lets other failures be failures', async () => {
  await expect(analyzer(() => Promise.reject(new TypeError('a defect')))()).rejects.toThrow('a defect');
});

it('tells the Worker of paths that it may read, and weighs what it says', async () => {
  const run = analyzer(async ({ paths }, read) => ({
    diagnostics: [
      { path: 'a.py', line: 1, column: 1, endLine: 1, endColumn: 5, code: 'SIM101', message: 'x', severity: 'warning' },
    ],
    truncated: [],
    notes: [...paths, String(await read(['a.py', 'b.ts']))],
  }));
  const { findings, warnings } = await run();
  expect(warnings).toEqual(['a.py', 'ruff.toml', 'lost\n,']);
  expect(findings).toMatchObject([{ rule: 'ruff/SIM101', severity: 'LOW', category: 'maintainability' }]);
});

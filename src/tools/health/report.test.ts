import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pythonSession } from '../../../test/tool-context.ts';
import { type Probed, reportHealth } from './report.ts';

const ANSWERING: Probed = {
  symbolic: { info: async () => ({ z3Version: '5', version: '1', heapBytes: 1, running: 0 }) },
  python: pythonSession({ info: async () => ({ pythonVersion: '3', heapBytes: 1, fileBytes: 0 }) }),
  workspace: {
    syntaxInfo: async () => ({ treeSitterVersion: '1', tokenizer: 't', heapBytes: 1, versions: new Map() }),
  },
};
const hanging = () => new Promise<never>(() => {});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ['symbolic_engine', { symbolic: { info: hanging } }],
  ['python_kernel', { python: { info: hanging } }],
  ['workspace_engine', { workspace: { syntaxInfo: hanging } }],
] as const)('names %s when it hangs, and waits no longer than it may', async (name, hangs) => {
  const report = reportHealth({ ...ANSWERING, ...hangs }, 1_800);
  await vi.advanceTimersByTimeAsync(1_800);
  const { status, checks } = await report;
  expect(status).toBe('degraded');
  expect(checks.filter((each) => each.status === 'fail')).toMatchObject([
    { check_name: name, details: { message: expect.stringContaining('hangs') } },
  ]);
});

it('leaves no timer behind when all answer', async () => {
  expect(await reportHealth(ANSWERING, 1_800)).toMatchObject({ status: 'healthy' });
  expect(vi.getTimerCount()).toBe(0);
});

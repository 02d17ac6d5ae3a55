import { expect, it } from 'vitest';
import { pythonSession, pythonSessions, toolContext } from '../../../test/tool-context.ts';
import type { EvaluationResult, KernelHealth } from '../../python/protocol.ts';
import checkKernelResponsiveness from './check-kernel-responsiveness.ts';
import getKernelHealth from './get-kernel-health.ts';

const REST = { activity: 'idle', waiting: 0, unsavedCells: 0 } as const;

function context(health: KernelHealth, evaluation: EvaluationResult = { status: 'ok', value: '42' }) {
  const session = pythonSession({ health: async () => health, evaluate: async () => evaluation });
  return toolContext({ pythonSessions: pythonSessions(session) });
}

it('tells what is known of an interpreter, and nothing else', async () => {
  const healthy: KernelHealth = { ...REST, status: 'healthy', heapBytes: 30, fileBytes: 12, uptime: 1.5 };
  expect((await getKernelHealth.call({}, context(healthy))).structuredContent).toEqual({
    session_id: 'default',
    status: 'healthy',
    memory_usage: 42,
    num_threads: 1,
    uptime: 1.5,
    activity: 'idle',
    waiting_calls: 0,
    unsaved_cells: 0,
    message: 'The interpreter answers.',
  });
});

it('says what to do with a zombie', async () => {
  const zombie: KernelHealth = { activity: 'busy', waiting: 2, unsavedCells: 1, status: 'zombie' };
  const { structuredContent } = await getKernelHealth.call({}, context(zombie));
  expect(structuredContent).toMatchObject({
    status: 'zombie',
    waiting_calls: 2,
    message: expect.stringContaining('restart_kernel'),
  });
  expect(structuredContent).not.toHaveProperty('memory_usage');
});

it.each<[string, KernelHealth, EvaluationResult, object]>([
  ['a zombie', { ...REST, status: 'zombie' }, { status: 'ok', value: '42' }, { responsive: false }],
  [
    'one that works',
    { ...REST, status: 'healthy', activity: 'busy' },
    { status: 'limit', work: 1 },
    { responsive: true },
  ],
  ['one that computes', { ...REST, status: 'healthy' }, { status: 'ok', value: '42' }, { test_result: '6 * 7 is 42.' }],
  ['one that computes wrongly', { ...REST, status: 'healthy' }, { status: 'ok', value: '43' }, { responsive: false }],
  [
    'one that fails',
    { ...REST, status: 'dead' },
    { status: 'failed', message: 'lost' },
    { responsive: false, test_result: 'lost' },
  ],
])('tests %s', async (_what, health, evaluation, expected) => {
  const { structuredContent } = await checkKernelResponsiveness.call({}, context(health, evaluation));
  expect(structuredContent).toMatchObject(expected);
});

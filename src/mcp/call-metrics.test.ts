import type { CallToolResult } from '@modelcontextprotocol/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallMetrics, type CallStore } from './call-metrics.ts';

const SIGNAL = new AbortController().signal;
const OK: CallToolResult = { content: [] };

function memory(): CallStore {
  const rows = new Map<string, string>();
  return {
    read: () => [...rows].map(([tool, calls]) => ({ tool, calls })),
    write: (tool, calls) => void rows.set(tool, calls),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('CallMetrics', () => {
  it('counts calls by how they end', async () => {
    const metrics = new CallMetrics(memory());
    await metrics.track('a', SIGNAL, async () => OK);
    await metrics.track('a', SIGNAL, async () => ({ ...OK, isError: true }));
    await expect(metrics.track('a', SIGNAL, () => Promise.reject(new Error('arguments')))).rejects.toThrow('arguments');
    await metrics.track('a', AbortSignal.abort(), async () => OK);
    await metrics.track('b', SIGNAL, async () => OK);
    expect(metrics.snapshot().get('a')?.outcomes).toEqual({ ok: 1, error: 1, protocol_error: 1, cancelled: 1 });
    expect(metrics.snapshot().get('b')?.outcomes.ok).toBe(1);
  });

  it.each([
    [0, 0],
    [10, 0],
    [11, 1],
    [300_000, 13],
    [300_001, 14],
  ])('puts a call of %i ms into bucket %i', async (milliseconds, bucket) => {
    const metrics = new CallMetrics(memory());
    const call = metrics.track('a', SIGNAL, async () => {
      vi.advanceTimersByTime(milliseconds);
      return OK;
    });
    expect(metrics.running).toBe(1);
    await call;
    expect(metrics.running).toBe(0);
    const calls = metrics.snapshot().get('a');
    expect(calls?.buckets.indexOf(1)).toBe(bucket);
    expect(calls?.seconds).toBeCloseTo(milliseconds / 1000);
  });

  it('starts again where the stored counts have another shape', async () => {
    const store = memory();
    store.write('a', '{"outcomes":{"ok":1},"buckets":[1],"seconds":1}');
    const metrics = new CallMetrics(store);
    expect(metrics.snapshot().size).toBe(0);
    await metrics.track('a', SIGNAL, async () => OK);
    expect(metrics.snapshot().get('a')?.outcomes.ok).toBe(1);
  });
});

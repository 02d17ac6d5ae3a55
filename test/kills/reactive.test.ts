/** Processes are killed while a review in the background works: it goes on, and is complete only when nothing is missing. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { until } from '../until.ts';
import { callAny, ownServer } from './own-server.ts';

type Facts = Readonly<Record<string, unknown>>;

/** What reviews ask, and where they work; each is killed twice while a review goes on. */
const KILLED = ['lemma-symbolic', 'lemma-review', 'lemma-python', 'lemma-workspace'] as const;
const KILLS = 2 * KILLED.length;

const server = ownServer('reactive');
const call = (name: string, args: Facts) => callAny(server(), name, args);

/** Files with a function each, whose behaviour changes where `limit` does. */
const files = (limit: number) =>
  Array.from({ length: 3 }, (_, index) => ({
    path: `f${index}.py`,
    content: `def f${index}(x: int) -> int:\n    return x if x < ${limit} else ${index}\n`,
  }));

async function startReview(base: unknown): Promise<unknown> {
  const { session_id } = await call('start_reactive_review', {
    pr_metadata: { pr_number: 1, title: 'Limits', base_branch: String(base), head_branch: 'main' },
  });
  return session_id;
}

/** What the review found once it is completed; `meanwhile` is called while it goes on. */
async function completed(session_id: unknown, meanwhile: () => void): Promise<Facts> {
  for (;;) {
    const { session } = await call('get_reactive_status', { session_id });
    const now = (session as Facts | undefined)?.['status'];
    expect(now).not.toBe('failed');
    if (now === 'completed') break;
    if (now !== undefined) meanwhile();
    await delay(500);
  }
  return until(async () => {
    const findings = await call('get_reactive_findings', { session_id });
    expect(findings['success']).toBe(true);
    return findings;
  });
}

it('finds after kills what it finds without them', { timeout: 900_000 }, async () => {
  const { commit } = await call('put_files', { files: files(10) });
  await call('put_files', { files: files(11) });
  let kills = 0;
  const found = await completed(await startReview(commit), () => {
    const name = kills < KILLS ? KILLED[kills % KILLED.length] : undefined;
    if (name !== undefined && server().killWorker(name)) kills++;
  });
  expect(kills).toBeGreaterThan(0);
  expect(found).toMatchObject({ complete: true, omitted: [] });
  const { findings, changes } = await completed(await startReview(commit), () => undefined);
  expect(changes).toEqual(expect.arrayContaining([expect.stringContaining('f0')]));
  expect(found).toMatchObject({ findings, changes });
});

/** The process of plans is killed at random during a scripted session. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { z } from 'zod';
import { Random } from '../../src/lib/random.ts';
import { seedOf } from '../generated.ts';
import type { KilledServer } from './victims.ts';
import { caller, type Fields, Unacknowledged } from './writers.ts';

/** Milliseconds from one kill to the next, at most; a process is started again in less. */
const BETWEEN_MS = 900;
const RETRY_MS = 40;

interface Expected {
  readonly number: number;
  readonly details: string;
  readonly status: string;
}

const loaded = z.object({
  version: z.int(),
  total_steps: z.int(),
  steps: z.array(z.object({ number: z.int(), details: z.string(), status: z.string() })),
});

/** Expects that no acknowledged change of a plan is lost in `most` kills, and that none is made twice. */
export async function expectPlanSurvives(server: KilledServer, most: number): Promise<void> {
  const random = new Random(seedOf(51));
  const call = caller(server.url, 'planner');
  let refused = 0;
  /** Calls until it is acknowledged, always under the same name. */
  const insist = async (name: string, args: Fields): Promise<Fields> => {
    for (;;) {
      try {
        return await call(name, args);
      } catch (error) {
        if (!(error instanceof Unacknowledged)) throw error;
        // What is refused for another reason than the kill is a defect.
        if (/INVALID_INPUT|CONFLICT|PLAN_NOT_FOUND|internal/.test(error.message)) throw new Error(error.message);
        refused++;
        await delay(RETRY_MS);
      }
    }
  };
  await insist('put_files', { files: [{ path: 'a.py', content: 'a = 1\n' }] });
  const first = { number: 1, description: 'First', details: '0', type: 'command' };
  const { id } = await insist('save_plan', { plan: { goal: 'Survive', steps: [first] }, idempotency_key: 'save' });
  const plan_id = String(id);
  const expected: Expected[] = [{ number: 1, details: '0', status: 'ready' }];
  let version = 1;
  let changes = 0;
  const expectStored = async () => {
    const { steps, ...plan } = loaded.parse(await insist('load_plan', { plan_id, limit: 500, detail: true }));
    expect(plan).toEqual({ version, total_steps: expected.length });
    const shown = expected.slice(0, steps.length).map((step) => step);
    expect(steps.map(({ number, details, status }) => ({ number, details, status }))).toEqual(shown);
  };
  const change = async () => {
    const idempotency_key = `change ${changes++}`;
    const at = random.below(expected.length);
    const step = expected[at];
    if (step === undefined) return;
    const set = (part: Partial<Expected>) => {
      expected[at] = { ...step, ...part };
    };
    const args = { plan_id, idempotency_key, step_number: step.number };
    if (expected.length < 60 && random.below(2) === 0) {
      const details = String(changes);
      await insist('update_plan', {
        plan_id,
        idempotency_key,
        add_steps: [{ description: 'More', details, type: 'command' }],
      });
      expected.push({ number: expected.length + 1, details, status: 'ready' });
      version++;
    } else if (step.status === 'ready' && random.below(3) === 0) {
      const details = String(changes);
      await insist('update_plan', { plan_id, idempotency_key, change_steps: [{ step_number: step.number, details }] });
      set({ details });
      version++;
    } else if (step.status === 'ready') {
      await insist('start_step', args);
      set({ status: 'executing' });
    } else if (step.status === 'executing' && random.below(2) === 0) {
      await insist('fail_step', { ...args, error: 'No.' });
      set({ status: 'failed' });
    } else if (step.status === 'executing') {
      await insist('complete_step', { plan_id, step_number: step.number, override: 'Seen.' });
      set({ status: 'completed' });
    } else if (step.status === 'failed') {
      await insist('skip_step', { ...args, reason: 'Later.' });
      set({ status: 'skipped' });
    } else {
      await insist('start_step', { ...args, reopen: true });
      set({ status: 'executing' });
    }
    if (changes % 25 === 0) await expectStored();
  };

  let kills = 0;
  const killing = async () => {
    while (kills < most) {
      await delay(random.below(BETWEEN_MS));
      if (server.killWorker('lemma-planning')) kills++;
    }
  };
  const killed = killing();
  while (kills < most) await change();
  await killed;
  await expectStored();
  const { kept_versions, events } = await insist('get_plan_history', { plan_id, limit: 500 });
  console.log(`${changes} changes in ${kills} kills, ${refused} calls not acknowledged, version ${version}`);
  expect(kept_versions).toBe(Math.min(500, version));
  expect(events).not.toEqual([]);
}

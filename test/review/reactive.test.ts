/** Reviews in the background, with a server that is started again while they work. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalGit, type LocalGit } from '../local-git.ts';
import { sharedServer } from '../mcp/harness.ts';
import { callTool } from '../mcp/requests.ts';

const server = sharedServer();
let base: URL;
let git: LocalGit;

/** Each file breaks the rule once, in a step of its own. */
const FILES = 40;
/** Steps of the checks that look at the whole change: surface and tests. */
const WHOLE = 2;
const RULES =
  'style:\n  - id: ST1\n    rule: "No marks"\n    paths: ["src/**"]\n    severity: LOW\n    category: style\n    action: deny\n    deny:\n      regex:\n        pattern: "MARK"\n';
const long = (index: number) => `${'line\n'.repeat(601)}MARK ${index}\n`;

type Facts = Readonly<Record<string, unknown>>;

async function call(name: string, args: Facts, token?: string) {
  const { body } = await callTool(base, name, { ...args }, token === undefined ? {} : { token });
  const facts = (body.result?.structuredContent ?? body) as Facts;
  return { facts, failed: body.result?.['isError'] === true };
}

const PR = { pr_number: 7, title: 'Marks', base_branch: 'main', head_branch: 'topic' };

async function start(options: Facts = {}): Promise<string> {
  const { facts } = await call('start_reactive_review', {
    workspace: 'reactive',
    pr_metadata: PR,
    options,
    review_options: { enable_surface: false, enable_behaviour: false },
  });
  expect(facts).toMatchObject({ success: true, status: 'pending' });
  return String(facts['session_id']);
}

const statusOf = async (session_id: string) =>
  (await call('get_reactive_status', { session_id })).facts as {
    readonly session: { readonly status: string };
    readonly progress: { readonly completed_steps: number; readonly total_steps: number };
  };

async function until(session: string, wanted: (status: Awaited<ReturnType<typeof statusOf>>) => boolean) {
  for (;;) {
    const status = await statusOf(session);
    if (wanted(status)) return status;
    if (status.session.status === 'failed') throw new Error(JSON.stringify(status));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A review that `act` found in the middle, and what it answered. One that ends before is followed by another. */
async function inTheMiddle(act: (session: string) => Promise<{ readonly facts: Facts }>) {
  for (;;) {
    const session = await start({ max_concurrent_steps: 1 });
    const { facts } = await act(session);
    if ((await statusOf(session)).session.status !== 'completed') return { session, facts };
  }
}

const ended = (session: string) => until(session, ({ session: { status } }) => status === 'completed');

async function marksOf(session_id: string): Promise<readonly string[]> {
  const { facts } = await call('get_reactive_findings', { session_id, limit: 100 });
  const findings = facts['findings'] as readonly { readonly file: string }[];
  expect(facts).toMatchObject({ complete: true, total_findings: FILES });
  return findings.map(({ file }) => file).toSorted();
}

const ALL = Array.from({ length: FILES }, (_, index) => `src/${String(index).padStart(2, '0')}.txt`);

beforeAll(async () => {
  base = (await server.listen()).url;
  git = await createLocalGit();
  await git.commit('Begin', { '.review-invariants.yml': RULES });
  await git.git('switch', '-q', '-c', 'topic');
  await git.commit('Mark', Object.fromEntries(ALL.map((path, index) => [path, long(index)])));
  await git.git('push', '-q', new URL('/git/reactive', base).href, 'main', 'topic');
});
afterAll(() => git.remove());

describe('a review in the background', () => {
  it('plans, works and ends, with each finding once', async () => {
    const [one, other] = await Promise.all([start(), start({ max_concurrent_steps: 4 })]);
    for (const session of [one, other]) {
      const { progress } = await ended(session);
      expect(progress).toMatchObject({ total_steps: FILES + WHOLE, completed_steps: FILES + WHOLE, percentage: 100 });
      expect(await marksOf(session)).toEqual(ALL);
    }
    const { facts } = await call('get_review_telemetry', { session_id: one });
    expect(facts).toMatchObject({
      success: true,
      session_id: one,
      telemetry: { tokens_used: 0, appears_stalled: false },
      reactive_config: { max_concurrent_steps: 2, step_timeout_ms: 300_000 },
    });
  });

  it('goes on after a pause, and after the server was started anew', async () => {
    const { session, facts } = await inTheMiddle((session_id) => call('pause_reactive_review', { session_id }));
    expect(facts).toMatchObject({ success: true, status: 'paused' });
    const before = await statusOf(session);
    expect(before).toMatchObject({ session: { status: 'paused' }, progress: { running: [] } });
    expect((await call('pause_reactive_review', { session_id: session })).facts).toMatchObject({ status: 'paused' });
    await call('resume_reactive_review', { session_id: session });
    await until(session, ({ progress }) => progress.completed_steps > 0);
    for (const [worker, type] of [['lemma-review', 'ReviewSession']] as const) {
      await server.getWorker(worker).evictDurableObject(type, { name: `local/review/${session}` });
    }
    await ended(session);
    expect(await marksOf(session)).toEqual(ALL);
    expect((await call('resume_reactive_review', { session_id: session })).facts).toMatchObject({
      error_type: 'INVALID_INPUT',
    });
  });

  it('can be cancelled in the middle, and stays so', async () => {
    const { session, facts } = await inTheMiddle(async (session_id) => {
      await until(session_id, ({ progress }) => progress.completed_steps > 0);
      return call('cancel_reactive_review', { session_id });
    });
    expect(facts).toMatchObject({ success: true, status: 'cancelled' });
    const { progress } = await statusOf(session);
    expect(progress).toMatchObject({ running: [] });
    for (const tool of ['pause_reactive_review', 'resume_reactive_review']) {
      expect((await call(tool, { session_id: session })).failed).toBe(true);
    }
    expect(await statusOf(session)).toMatchObject({ session: { status: 'cancelled' }, progress });
    expect((await call('get_reactive_findings', { session_id: session })).facts).toMatchObject({ complete: false });
  });

  it('is its owner’s only, and unknown ones and branches are refused', async () => {
    const session = await start();
    for (const [id, token] of [
      ['review-0', undefined],
      [session, 'somebody-else'],
    ] as const) {
      const { facts } = await call('get_reactive_status', { session_id: id }, token);
      expect(facts).toMatchObject({ error_type: 'SESSION_NOT_FOUND' });
    }
    const { facts } = await call('start_reactive_review', {
      workspace: 'reactive',
      pr_metadata: { ...PR, head_branch: 'nope' },
    });
    expect(facts).toMatchObject({ error_type: 'INVALID_INPUT' });
  });
});

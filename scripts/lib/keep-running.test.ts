/** A start that hangs is given up by a signal of the test: nothing here depends on the speed of the machine. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { keepRunning } from './keep-running.ts';

/** Says nothing, and goes on until it is killed, or its parent ends. */
const HANGS = 'process.on("message", () => {})';
/** Says that it runs, and answers. */
const SERVES = 'process.on("message", () => process.send("alive")); process.send("ready")';
const FAILS = 'process.exit(1)';

let errors: MockInstance<typeof console.error>;
beforeEach(() => {
  errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => errors.mockRestore());

/** Keeps a server running whose starts are `programs`, one after another. */
function watch(...programs: readonly string[]) {
  const stopping = new AbortController();
  const served = Promise.withResolvers<void>();
  const children: ChildProcess[] = [];
  const late: number[] = [];
  const patience = programs.map(() => new AbortController());
  const begun = programs.map(() => Promise.withResolvers<ChildProcess>());
  const ended = keepRunning({
    start() {
      const at = children.length;
      const child = spawn(process.execPath, ['-e', programs[at] ?? FAILS], {
        detached: true,
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
      children.push(child);
      child.once('message', () => served.resolve());
      child.once('spawn', () => begun[at]?.resolve(child));
      return child;
    },
    served: served.promise,
    stopping: stopping.signal,
    patience(before) {
      late.push(before);
      return patience[late.length - 1]?.signal ?? AbortSignal.abort();
    },
  });
  return {
    ended,
    served: served.promise,
    children,
    late,
    /** Resolves when the start at this place has begun. */
    begun: async (at: number) => await begun[at]?.promise,
    /** Ends the patience with that start. */
    giveUp: (at: number) => patience[at]?.abort(),
    stop: () => stopping.abort(),
  };
}

/** How each process has ended. */
const ends = (children: readonly ChildProcess[]) => children.map(({ exitCode, signalCode }) => signalCode ?? exitCode);

it('starts a server again whose start hangs, with more patience', async () => {
  const server = watch(HANGS, SERVES);
  await server.begun(0);
  server.giveUp(0);
  await server.served;
  expect(ends(server.children)).toEqual(['SIGKILL', null]);
  expect(server.late).toEqual([0, 1]);
  expect(errors.mock.calls).toEqual([['The server never started and is being started again.']]);
  server.stop();
  await server.ended;
  expect(ends(server.children)).toEqual(['SIGKILL', 'SIGTERM']);
});

it('gives up after three starts that hang, and says so', async () => {
  const server = watch(HANGS, HANGS, HANGS);
  for (const at of [0, 1, 2]) {
    await server.begun(at);
    server.giveUp(at);
  }
  await server.ended;
  expect(ends(server.children)).toEqual(['SIGKILL', 'SIGKILL', 'SIGKILL']);
  expect(errors.mock.calls.at(-1)).toEqual(['The server never started, in 3 attempts.']);
});

it('leaves a server alone that runs when the patience with its start ends', async () => {
  const server = watch(SERVES);
  await server.served;
  server.giveUp(0);
  const [child] = server.children;
  if (child === undefined) throw new Error('Nothing was started.');
  const answer = once(child, 'message');
  child.send('Are you there?');
  expect((await answer)[0]).toBe('alive');
  server.stop();
  await server.ended;
  expect(server.children).toHaveLength(1);
});

it('starts a server again that ran and ended', async () => {
  const server = watch(SERVES, SERVES);
  await server.served;
  server.children[0]?.kill('SIGKILL');
  await server.begun(1);
  expect(errors.mock.calls).toEqual([['The server ended unexpectedly and is being started again.']]);
  server.stop();
  await server.ended;
  expect(server.children).toHaveLength(2);
});

it('does not start a server again whose first start fails', async () => {
  const server = watch(FAILS);
  await server.ended;
  expect(ends(server.children)).toEqual([1]);
  expect(errors).not.toHaveBeenCalled();
});

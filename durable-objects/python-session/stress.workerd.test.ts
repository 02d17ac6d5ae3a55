/** Many things at once: sessions side by side, and what can come in between while a cell runs. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CellResult } from '../../src/python/protocol.ts';
import { amount } from '../../test/generated.ts';
import { createPythonWorker } from '../../test/python/python-worker.ts';

const worker = createPythonWorker();
beforeAll(() => worker.listen());
afterAll(() => worker.close());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const { run } = worker;

const SESSIONS = amount(20, 5);
/** What comes in between, in an order that is always the same. */
const STEPS = amount(80, 40);

test(`${SESSIONS} sessions work side by side, each with its own values and files`, async () => {
  const numbers = Array.from({ length: SESSIONS }, (_, number) => number);
  const first = await Promise.all(
    numbers.map((number) =>
      run(`s${number}`, `x = ${number}\nopen("f", "w").write("${number}")\nfor _ in range(200_000): pass`),
    ),
  );
  expect(first.map(({ status }) => status)).toEqual(Array(SESSIONS).fill('ok'));
  const second = await Promise.all(numbers.map((number) => run(`s${number}`, 'x, open("f").read()')));
  expect(second.map(({ result, notices }) => [result, notices])).toEqual(
    numbers.map((number) => [`(${number}, '${number}')`, []]),
  );
});

test('busy sessions let each other work, and an interrupt reaches its own only', async () => {
  const names = Array.from({ length: 3 }, (_, number) => `busy ${number}`);
  await Promise.all(names.map((name) => run(name, 'x = 1')));
  const running = names.map((name) => run(name, 'while True: pass', 250));
  await Promise.all(names.map((name) => worker.untilBusy(name)));
  const states = await Promise.all(names.map((name) => worker.session(name).describe()));
  expect(states.map(({ kernel }) => kernel)).toEqual(names.map(() => 'busy'));
  expect((await run('free', '6 * 7')).result).toBe('42');
  const ends = await Promise.all(names.map((name) => worker.session(name).interrupt()));
  expect(ends).toEqual(names.map(() => ({ status: 'interrupted', variablesKept: true, waiting: 0 })));
  expect((await Promise.all(running)).map(({ status }) => status)).toEqual(names.map(() => 'interrupted'));
});

test('a loop in C lets other sessions work', async () => {
  await run('hog', '0');
  const running = await worker.begin('hog', 'print("begun")\nsum(range(10 ** 12))');
  expect((await run('other', '6 * 7')).result).toBe('42');
  expect(await worker.session('hog').interrupt()).toMatchObject({ status: 'interrupted', variablesKept: true });
  expect((await running.result).status).toBe('interrupted');
});

test('cells, interrupts, questions and erasures in any order leave a session that works', async () => {
  const name = 'chaos';
  const session = worker.session(name);
  const pending: Promise<unknown>[] = [];
  let seed = 7;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 16) % below;
  };
  const cells: Promise<CellResult>[] = [];
  for (let step = 0; step < STEPS; step++) {
    switch (random(8)) {
      case 0:
      case 1:
      case 2:
        cells.push(run(name, `open("f${random(3)}", "w").write("${step}")\nfor _ in range(${random(300_000)}): pass`));
        break;
      case 3:
        cells.push(run(name, 'import time\ntime.sleep(0.05)'));
        break;
      case 4:
        pending.push(session.interrupt());
        break;
      case 5:
        pending.push(session.describe());
        break;
      case 6:
        pending.push(session.info());
        break;
      default:
        if (random(4) === 0) pending.push(session.erase());
    }
    await pause(random(15));
  }
  await Promise.all(pending);
  for (const { status } of await Promise.all(cells)) expect(['ok', 'interrupted']).toContain(status);
  expect(await session.interrupt()).toEqual({ status: 'idle', waiting: 0 });
  await session.erase();
  expect(await run(name, 'import os\nx = 1\nos.listdir()')).toMatchObject({ status: 'ok', result: '[]', notices: [] });
  expect((await run(name, 'x')).result).toBe('1');
});

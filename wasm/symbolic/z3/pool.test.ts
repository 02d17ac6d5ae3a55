import { beforeAll, describe, expect, it } from 'vitest';
import { startSolvers, startZ3 } from '../../../scripts/lib/node-engine.ts';
import { Pace } from '../../../src/lib/pace.ts';
import { Cancelled } from '../../../src/lib/work.ts';
import { FUEL_PER_SECOND } from './fuel.ts';
import type { SolverPool } from './pool.ts';
import type { Z3 } from './z3.ts';

const TRIVIAL = '(declare-const x Int)(assert (> x 41))';
const ENDLESS = `(declare-const x Int)(declare-const y Int)(declare-const z Int)
  (assert (= (+ (* x x x) (* y y y) (* z z z)) 33))`;
/** Takes more memory than the solver of short checks has. */
const LARGE = `(declare-const f Float64)(assert (fp.isNaN ${'(fp.add RNE f '.repeat(300)}f${')'.repeat(300)}))`;
const LONG = 1.2 * FUEL_PER_SECOND;
const SHORT = FUEL_PER_SECOND / 10;

let solvers: SolverPool;
let alone: Z3;
beforeAll(async () => {
  solvers = await startSolvers();
  alone = await startZ3();
});
const patient = () => new Pace(async () => true);

describe('two requests', () => {
  it('do not wait for each other where one is short, and get the answers that they get alone', async () => {
    const order: string[] = [];
    const long = solvers.check(ENDLESS, [], LONG, patient()).then((answer) => {
      order.push('long');
      return answer;
    });
    for (let count = 0; count < 5; count++) {
      expect(await solvers.check(TRIVIAL, ['x'], SHORT, patient())).toEqual(alone.checkAtOnce(TRIVIAL, ['x'], SHORT));
      order.push('short');
    }
    expect(await long).toEqual(alone.checkAtOnce(ENDLESS, [], LONG));
    expect(order).toEqual(['short', 'short', 'short', 'short', 'short', 'long']);
  });

  it('have their turns in the order in which they came, and are told that they wait', async () => {
    const told: string[] = [];
    const order: number[] = [];
    const asked = [1, 2, 3].map(async (number) => {
      const pace = new Pace(async ({ message }) => {
        told.push(`${number}: ${message}`);
        return true;
      });
      await solvers.check(ENDLESS, [], LONG, pace);
      order.push(number);
    });
    await Promise.all(asked);
    expect(order).toEqual([1, 2, 3]);
    expect(told).toContain('3: Waiting for the solver, which works for others');
  });
});

describe('who has gone', () => {
  it('frees the solver', async () => {
    let isGone = false;
    const leaving = solvers.check(ENDLESS, [], 100 * FUEL_PER_SECOND, new Pace(async () => !isGone));
    const next = solvers.check(ENDLESS, [], LONG, patient());
    isGone = true;
    await expect(leaving).rejects.toThrow(Cancelled);
    expect(await next).toEqual(alone.checkAtOnce(ENDLESS, [], LONG));
  });

  it('leaves the queue', async () => {
    const first = solvers.check(ENDLESS, [], LONG, patient());
    const second = solvers.check(ENDLESS, [], 100 * FUEL_PER_SECOND, new Pace(async () => false));
    const third = solvers.check(ENDLESS, [], LONG, patient());
    await expect(second).rejects.toThrow(Cancelled);
    expect(await first).toMatchObject({ reason: 'fuel' });
    expect(await third).toEqual(alone.checkAtOnce(ENDLESS, [], LONG));
  });
});

describe('memory', () => {
  it('is given to a short check that needs much, too, and not kept', async () => {
    const before = solvers.heapBytes();
    expect(await solvers.check(LARGE, [], SHORT, patient())).toEqual(alone.checkAtOnce(LARGE, [], SHORT));
    expect(alone.heapBytes()).toBeGreaterThan(40 << 20);
    expect(solvers.heapBytes()).toBeLessThanOrEqual(Math.max(before, 40 << 20));
  });

  it('is not had at once', async () => {
    const turn = await solvers.turn(patient());
    expect(turn.checkAtOnce(LARGE, [], SHORT, SHORT / 2)).toBeUndefined();
    expect(turn.checkAtOnce(TRIVIAL, ['x'], SHORT, SHORT)).toEqual(alone.checkAtOnce(TRIVIAL, ['x'], SHORT));
    turn.end();
  });
});

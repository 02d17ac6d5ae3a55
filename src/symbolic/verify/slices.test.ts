import { describe, expect, test } from 'vitest';
import { solverOf } from '../../../scripts/lib/node-engine.ts';
import type { Turn } from '../smt/backend.ts';
import { Solver } from '../smt/solver.ts';
import { Terms } from '../terms/strings.ts';
import type { BoolTerm } from '../terms/term.ts';
import { SlicedFeasibility, SliceSpent } from './slices.ts';

/** A step costs one unit of fuel; a slice has 50 units of new work, and a question takes 20. */
const RATE = { fuelPerSecond: 1000, stepsPerSecond: 1000 };
const QUESTION = 20;
const BUDGET = 10_000;

function setUp() {
  const terms = new Terms();
  const answer = { status: 'unsat', values: '', reason: '', fuel: QUESTION } as const;
  const solver = new Solver(
    solverOf(() => answer),
    BUDGET,
  );
  const allowed: number[] = [];
  const turn: Turn = {
    checkAtOnce: (_script, _values, _fuel, most) => {
      allowed.push(most);
      return most < QUESTION ? undefined : answer;
    },
    end: () => undefined,
  };
  const feasibility = new SlicedFeasibility(solver, RATE);
  const [x, y] = [terms.variable('int', 'x'), terms.variable('int', 'y')];
  const questions = Array.from(
    { length: 100 },
    (_, index): BoolTerm => terms.eq(terms.mul(x, y), terms.add(terms.mul(x, x), terms.int(index))),
  );
  /** Explores from the beginning: so much work before the first question that is new, and none behind it. */
  const slice = (before: number): 'ended' | 'spent' => {
    feasibility.startSlice(turn, { work: before });
    try {
      for (const question of questions) feasibility.isFeasible([question]);
      return 'ended';
    } catch (error) {
      if (error instanceof SliceSpent) return 'spent';
      throw error;
    }
  };
  const spent = () => BUDGET - solver.budget.fuel;
  return { slice, spent, allowed };
}

describe('slices', () => {
  test('end after new work of 50 ms', () => {
    const { slice, spent } = setUp();
    expect(slice(0)).toBe('spent');
    expect(spent()).toBe(3 * QUESTION);
  });

  test('do as much that is new as they repeat, and what they repeat is charged', () => {
    const { slice, spent, allowed } = setUp();
    slice(0);
    const before = { spent: spent(), questions: allowed.length };
    expect(slice(400)).toBe('spent');
    const asked = allowed.length - before.questions;
    expect(asked * QUESTION).toBe(400);
    expect(spent() - before.spent).toBe(400 + asked * QUESTION);
  });

  test('have questions answered that take no longer than what would be repeated', () => {
    const { slice, allowed } = setUp();
    slice(0);
    slice(400);
    expect(new Set(allowed.slice(0, 3))).toEqual(new Set([50]));
    expect(new Set(allowed.slice(3))).toEqual(new Set([400]));
  });
});

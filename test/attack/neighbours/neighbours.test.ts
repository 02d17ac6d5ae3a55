/** Hostile cells beside another user, who is served all the while; in small suites some of each kind, in full ones all. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amount, seedOf } from '../../generated.ts';
import { HOSTILE, Rig } from './rig.ts';

const rig = new Rig();
beforeAll(() => rig.open());
afterAll(() => rig.close());

/** Milliseconds for all cells of a group. */
const TIMEOUT = 900_000;

/** Sentences that tell of lost variables. */
const LOSS = /variables.* (undone|lost)/;

/** Cells of one kind, others each day where not all are run. */
function some(cells: readonly string[]): readonly string[] {
  const first = seedOf(0) % cells.length;
  return [...cells.slice(first), ...cells.slice(0, first)].slice(0, amount(cells.length, 2));
}

test('there are enough hostile cells, each once', () => {
  const all = Object.values(HOSTILE).flat();
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThanOrEqual(148);
});

test.each(Object.entries(HOSTILE))(
  '%s: a neighbour is served, and variables are kept or said to be lost',
  async (group, cells) => {
    for (const code of some(cells)) {
      const { status, turns, kept, answer, next } = await rig.observe(code);
      expect(['ok', 'error', 'timeout', ...(group === 'unstoppable' ? ['died'] : [])], code).toContain(status);
      if (status === 'timeout') expect(turns, code).toBeGreaterThan(0);
      if (kept) continue;
      expect(group, code).toBe('unstoppable');
      expect(JSON.stringify([answer.notices, next.notices]), code).toMatch(LOSS);
    }
  },
  TIMEOUT,
);

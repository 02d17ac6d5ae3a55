/** Hostile cells beside another user, who is answered rightly all the while; in small suites one of each kind, in full ones all. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { amount } from '../../generated.ts';
import { HOSTILE, KIND_MS, LIMIT_SECONDS, LOSS, Rig, some } from './rig.ts';

/** Nothing is measured here: one second of hostile work is as good as two. */
const SECONDS = amount(LIMIT_SECONDS, 1);

const rig = new Rig();
beforeAll(() => rig.open());
afterAll(() => rig.close());

test('there are enough hostile cells, each once', () => {
  const all = Object.values(HOSTILE).flat();
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThanOrEqual(148);
});

test.each(Object.entries(HOSTILE))(
  '%s: a neighbour is served, and variables are kept or said to be lost',
  async (group, cells) => {
    for (const code of some(cells)) {
      const { status, kept, answer, next } = await rig.observe(code, SECONDS);
      expect(['ok', 'error', 'timeout', ...(group === 'unstoppable' ? ['died'] : [])], code).toContain(status);
      if (!kept) expect(JSON.stringify([answer.notices, next.notices]), code).toMatch(LOSS);
    }
  },
  KIND_MS,
);

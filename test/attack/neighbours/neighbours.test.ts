/** Hostile cells beside another user, who is answered rightly all the while; in small suites some of each kind, in full ones all. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOSTILE, KIND_MS, LOSS, Rig, some } from './rig.ts';

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
      const { status, kept, answer, next } = await rig.observe(code);
      expect(['ok', 'error', 'timeout', ...(group === 'unstoppable' ? ['died'] : [])], code).toContain(status);
      if (!kept) expect(JSON.stringify([answer.notices, next.notices]), code).toMatch(LOSS);
    }
  },
  KIND_MS,
);

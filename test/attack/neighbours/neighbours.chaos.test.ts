/** What hostile cells cost in time: a neighbour has his turn before they end, and they end before they have to be killed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOSTILE, KIND_MS, Rig, some } from './rig.ts';

const rig = new Rig();
beforeAll(() => rig.open());
afterAll(() => rig.close());

test.each(Object.entries(HOSTILE))(
  '%s: a neighbour has his turn, and variables are kept where anything can stop the code',
  async (group, cells) => {
    for (const code of some(cells)) {
      const { status, turns, kept } = await rig.observe(code);
      if (status === 'timeout') expect(turns, code).toBeGreaterThan(0);
      if (group !== 'unstoppable') expect(kept, code).toBe(true);
    }
  },
  KIND_MS,
);

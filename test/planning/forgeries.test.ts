/** Code that changes what judges it completes no step; honest code that looks alike does. Through the public door. */
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedServer } from '../mcp/harness.ts';
import { FORGED_CODE, FORGED_TESTS } from './forgeries/forged.ts';
import { HONEST_CODE, HONEST_TESTS } from './forgeries/honest.ts';
import { Planner } from './planned.ts';

const server = sharedServer();

/** Each case has a folder of its own, `c0`, `c1`, …; a case of code imports from it as `HERE`. */
const cases = [
  ...FORGED_TESTS.map((each) => ({ ...each, kind: 'tests' as const })),
  ...HONEST_TESTS.map((each) => ({ ...each, kind: 'tests' as const })),
  ...FORGED_CODE.map((each) => ({ ...each, kind: 'python' as const })),
  ...HONEST_CODE.map((each) => ({ ...each, kind: 'python' as const })),
].map((each, index) => ({ ...each, folder: `c${index}` }));

describe('a check of', () => {
  let planner: Planner;
  let plan: string;
  beforeAll(async () => {
    planner = new Planner((await server.listen()).url, 'plan-forgeries');
    const files = cases.flatMap(({ files: given, folder }) =>
      Object.entries(given).map(([path, text]) => [`${folder}/${path}`, text] as const),
    );
    await planner.put('forged', Object.fromEntries(files));
    plan = await planner.save(
      'forged',
      cases.map(({ name, kind, folder, code }) => ({
        description: name,
        checks: [kind === 'tests' ? { kind, paths: [folder] } : { kind, code: code.replaceAll('HERE', folder) }],
      })),
    );
  }, 60_000);

  it.each(cases.map(({ name, says }, index) => [name, index + 1, says] as const))('%s', async (_, number, says) => {
    const { completed, checks } = await planner.complete(plan, number, { timeout_seconds: 10 });
    expect(checks[0]).toMatch(says);
    expect(completed).toBe(checks[0]?.startsWith('holds'));
  });
});

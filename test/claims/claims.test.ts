/** A few cases of the audit a day, of each tool: nothing false is claimed. `npm run bench -- claims` asks all of them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { amount, seedOf } from '../generated.ts';
import { sharedServer } from '../mcp/harness.ts';
import { Planner } from '../planning/planned.ts';
import { markOf } from './claim.ts';
import { AUDITED } from './tools.ts';

const server = sharedServer();
let base: URL;
beforeAll(async () => {
  base = (await server.listen()).url;
});

/** Cases of each tool. */
const CASES = amount(100, 2);

describe.each(AUDITED.map((each, index) => ({ ...each, index })))('$tool', ({ tool, cases, index: nth }) => {
  const first = seedOf(nth) % cases.length;
  const count = Math.min(CASES, cases.length);
  const chosen = Array.from({ length: count }, (_, index) => {
    return cases[(first + Math.floor((index * cases.length) / count)) % cases.length];
  });
  it.each(chosen.filter((each) => each !== undefined))('of $name', async (each) => {
    const claim = await each.ask(new Planner(base, `claims-${tool}`));
    expect(markOf(each.truth, claim), `${each.name} is ${each.truth}, claimed ${claim}`).not.toBe('false');
  });

  it('has as many cases that deceive as others, or nearly', () => {
    expect(cases.length).toBeGreaterThanOrEqual(60);
    expect(cases.filter(({ deceives }) => deceives).length).toBeGreaterThanOrEqual(cases.length * 0.45);
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  });
});

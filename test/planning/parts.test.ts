/** Plans that come back as answers gave them: nothing that such an answer does not show is lost. */
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { sharedServer } from '../mcp/harness.ts';
import { Planner } from './planned.ts';

const server = sharedServer();
let planner: Planner;
beforeAll(async () => {
  planner = new Planner((await server.listen()).url, 'plan-parts');
  await planner.put('code', {
    'shop/prices.py': 'def apply_discount(price: int, percent: int) -> int:\n    return price\n',
  });
});

const check = { kind: 'file', path: 'shop/prices.py' };
const steps = (count: number, more = {}) =>
  Array.from({ length: count }, (_, index) => ({ description: `Step ${index + 1}`, ...more }));
const stepsSchema = z.array(
  z.looseObject({ number: z.int(), description: z.string(), checks: z.unknown().optional() }),
);
const stepsOf = async (plan_id: unknown, more = {}) =>
  stepsSchema.parse((await planner.call('load_plan', { plan_id, detail: true, limit: 500, ...more }))['steps']);

it('a page of a plan says that it is a part, and saving it keeps the other steps', async () => {
  const plan_id = await planner.save('code', steps(40));
  const page = await planner.call('load_plan', { plan_id, detail: true });
  expect(page).toMatchObject({ total_steps: 40, part: 'Not here: 15 steps.' });
  const saved = await planner.call('save_plan', { plan: { ...page, goal: 'Another goal' } });
  expect(saved).toMatchObject({
    changes: 'changed goal',
    total_steps: 40,
    notes: [expect.stringContaining('was kept')],
  });
  expect((await planner.tell('load_plan', { plan_id })).text).toContain(
    'This is a part of the plan. Not here: 15 steps.',
  );
});

it('a page without details keeps them, and a new step takes no number that it does not show', async () => {
  const plan_id = await planner.save('code', steps(30, { checks: [check], details: 'How.' }));
  const page = await planner.call('load_plan', { plan_id });
  expect(page['part']).toBe('Not here: 5 steps; details and checks of steps.');
  const [first, ...others] = stepsSchema.parse(page['steps']);
  const changed = [{ ...first, description: 'First' }, ...others];
  const add = (number: number) => [...changed, { number, description: 'New', type: 'command' }];
  expect(await planner.refusal('save_plan', { plan: { ...page, steps: add(28) } })).toContain(
    'a step 28 that it does not show is there already',
  );
  await planner.call('save_plan', { plan: { ...page, steps: add(31) } });
  const now = await stepsOf(plan_id);
  expect(now).toHaveLength(31);
  expect(now[0]).toMatchObject({ description: 'First', details: 'How.', checks: [check] });
  expect(now[29]).toMatchObject({ description: 'Step 30', details: 'How.', checks: [check] });
  const { id: _, ...nameless } = page;
  expect(await planner.refusal('save_plan', { plan: nameless })).toContain('names no id of the plan');
});

it('an answer that was cut to its size is refused where texts are missing', async () => {
  const plan_id = await planner.save('code', steps(20, { details: 'How it is done, in many words. '.repeat(100) }));
  const page = await planner.call('load_plan', { plan_id, detail: true });
  expect(await planner.refusal('save_plan', { plan: page })).toMatch(/was cut to its size.*Load fewer steps at once/s);
  const few = await planner.call('load_plan', { plan_id, detail: true, limit: 4 });
  expect(await planner.call('save_plan', { plan: few })).toMatchObject({ version: 1, total_steps: 20 });
});

it.each([false, true])(
  'what generate_plan returns is saved as it is (detail: %s), and nothing is lost',
  async (detail) => {
    const asked = {
      workspace: 'code',
      goal: `Let apply_discount take fractions. ${'It is wanted. '.repeat(20)}`,
      scaffold_only: true,
    };
    const plan = await planner.call('generate_plan', { ...asked, constraints: ['a', 'b', 'c', 'd'], detail });
    const before = await planner.call('load_plan', { plan_id: plan['id'], detail: true });
    expect(await planner.call('save_plan', { plan })).toMatchObject({ version: 1, changes: 'nothing differs' });
    expect(await planner.call('load_plan', { plan_id: plan['id'], detail: true })).toEqual(before);
    const goal = 'Another goal';
    expect(await planner.call('save_plan', { plan: { ...plan, goal } })).toMatchObject({
      version: 2,
      changes: 'changed goal',
    });
  },
);

it('titles, what steps block, and priorities are read', async () => {
  const saved = await planner.call('save_plan', {
    workspace: 'code',
    plan: {
      title: 'Discounts',
      priority: 'low',
      steps: [
        {
          number: 1,
          type: 'review',
          title: 'Read',
          description: 'Read the prices.',
          details: 'All.',
          blocks: [2, 3],
          priority: 'high',
        },
        { number: 2, type: 'review', title: 'Ask', dependencies: [1] },
        { number: 3, type: 'review', description: 'Decide', blocks: [], priority: 1 },
      ],
    },
  });
  expect(saved).toMatchObject({ goal: 'Discounts', notes: [expect.stringContaining('only steps have one')] });
  expect(await stepsOf(saved['id'])).toMatchObject([
    { description: 'Read', details: 'Read the prices.\n\nAll.\n\nPriority: high', dependencies: [] },
    { description: 'Ask', dependencies: [1] },
    { description: 'Decide', details: 'Priority: 1', dependencies: [1] },
  ]);
  const plan = (more: object) => ({
    goal: 'G',
    title: 'T',
    steps: [{ number: 1, description: 'A', type: 'review', ...more }],
  });
  expect(await planner.call('save_plan', { workspace: 'code', plan: plan({}) })).toMatchObject({
    goal: 'G',
    notes: [expect.stringContaining('title of the plan was left out')],
  });
  expect(await planner.refusal('save_plan', { workspace: 'code', plan: plan({ blocks: [7] }) })).toContain(
    'Step 1 blocks step 7, which is not among the steps given',
  );
  expect(await planner.refusal('save_plan', { workspace: 'code', plan: plan({ blocks: 'all' }) })).toContain(
    'plan.steps.0.blocks',
  );
  expect(await planner.refusal('save_plan', { workspace: 'code', plan: plan({ blocks: [1] }) })).toContain(
    'names itself in dependencies',
  );
});

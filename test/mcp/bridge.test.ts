import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { until } from '../until.ts';
import { createFixtures } from './harness.ts';
import { connect } from './requests.ts';

const fixtures = createFixtures();
let base: URL;
beforeAll(async () => {
  base = (await fixtures.listen()).url;
});
afterAll(() => fixtures.close());

it('the fixtures stand in the production server', async () => {
  const client = await connect(base, 'modern');
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['symbolic_check', 'test_simple_text']));
  await expect(client.callTool({ name: 'test_simple_texd', arguments: {} })).rejects.toMatchObject({
    data: { type: 'unknown_tool', similar: expect.arrayContaining(['test_simple_text']) },
  });
  await client.callTool({ name: 'test_simple_text', arguments: {} });
  const metrics = await (await fetch(new URL('/metrics', base))).text();
  expect(metrics).toContain('"test_simple_text"');
  await client.close();
});

const TRIGGER = { name: 'test_trigger_tool_change', arguments: {} };

it.each(['modern', 'legacy'] as const)(
  'notifications reach a client whose object left memory meanwhile, %s',
  async (era) => {
    const client = await connect(base, era);
    let [asked, heard] = [0, 0];
    client.setNotificationHandler('notifications/tools/list_changed', () => void heard++);
    if (era === 'modern') await client.listen({ toolsListChanged: true });
    const ask = async () => {
      asked++;
      await client.callTool(TRIGGER);
    };
    // A legacy client opens its stream after it has connected, so that it may miss the first ones.
    await until(async () => {
      await ask();
      await vi.waitFor(() => expect(heard).toBeGreaterThan(0));
    });
    const earlier = asked;
    await fixtures.getWorker().evictDurableObject('UserSpace', { name: 'local' });
    // More than were asked for before: those that come late are not taken for one of these.
    for (let missing = earlier - heard; missing >= 0; missing--) await ask();
    await until(() => expect(heard).toBeGreaterThan(earlier));
    await client.close();
  },
);

import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { EventRing } from './event-ring.ts';

const message = (method: string): JSONRPCMessage => ({ jsonrpc: '2.0', method });

async function replayed(ring: EventRing, id: string): Promise<unknown[]> {
  const sent: unknown[] = [];
  await ring.replayEventsAfter(id, { send: async (_id, event) => void sent.push(event) });
  return sent;
}

it('replays what followed on the same stream', async () => {
  const ring = new EventRing();
  const first = await ring.storeEvent('a', message('one'));
  await ring.storeEvent('b', message('other'));
  await ring.storeEvent('a', message('two'));
  expect(await ring.getStreamIdForEventId(first)).toBe('a');
  expect(await replayed(ring, first)).toEqual([message('two')]);
});

it('forgets the oldest beyond its capacity', async () => {
  const ring = new EventRing(2);
  const first = await ring.storeEvent('a', message('one'));
  const second = await ring.storeEvent('a', message('two'));
  await ring.storeEvent('a', message('three'));
  await expect(replayed(ring, first)).rejects.toThrow('no longer held');
  expect(await replayed(ring, second)).toEqual([message('three')]);
});

it('does not take ids of another life', async () => {
  const id = await new EventRing().storeEvent('a', message('one'));
  const ring = new EventRing();
  await ring.storeEvent('a', message('one'));
  expect(await ring.getStreamIdForEventId(id)).toBeUndefined();
});

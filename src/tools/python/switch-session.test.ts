import { expect, it } from 'vitest';
import { pythonSessions, toolContext } from '../../../test/tool-context.ts';
import switchSession from './switch-session.ts';

it('tells which session was active and which one is', async () => {
  const active = ['first'];
  const activate = (id: string) => {
    active.unshift(id);
    return active[1] ?? '';
  };
  const ctx = toolContext({ pythonSessions: { ...pythonSessions(), activate } });
  const { structuredContent, content } = await switchSession.call({ session_id: 'second' }, ctx);
  expect(structuredContent).toEqual({ previous_session: 'first', current_session: 'second' });
  expect(content).toEqual([{ type: 'text', text: "The active session is 'second'; it was 'first'." }]);
  const again = await switchSession.call({ session_id: 'second' }, ctx);
  expect(again.content).toEqual([{ type: 'text', text: "The active session was 'second' already." }]);
});

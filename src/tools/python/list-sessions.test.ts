import { expect, it } from 'vitest';
import { pythonSessions, toolContext } from '../../../test/tool-context.ts';
import listSessions from './list-sessions.ts';

const [CREATED, USED] = ['2026-11-01T10:00:00.000Z', '2026-11-01T11:00:00.000Z'];
const times = { created_at: CREATED, last_activity: USED };

it('lists sessions by name, whatever the names are', async () => {
  const ids = ['default', 'constructor', 'toString', "it's", '🐍'];
  const all = ids.map((id) => ({
    id,
    createdAt: CREATED,
    lastActivity: USED,
    ...(id === '🐍' && { description: 'snake' }),
  }));
  const ctx = toolContext({ pythonSessions: { ...pythonSessions(), active: '🐍', list: () => all } });
  const { structuredContent, content } = await listSessions.call({}, ctx);
  expect(structuredContent).toEqual({
    sessions: {
      default: times,
      constructor: times,
      toString: times,
      "it's": times,
      '🐍': { ...times, description: 'snake' },
    },
    active_session: '🐍',
    total_sessions: 5,
  });
  expect(content).toMatchObject([
    { text: expect.stringContaining(`'🐍' (snake): created ${CREATED}, last used ${USED}`) },
  ]);
});

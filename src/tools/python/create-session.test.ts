import { expect, it } from 'vitest';
import { pythonSessions, toolContext } from '../../../test/tool-context.ts';
import createSession from './create-session.ts';

it('creates the session that is named, and leaves the active one alone', async () => {
  const created: unknown[] = [];
  const sessions = {
    ...pythonSessions(),
    create(id: string, description?: string) {
      created.push([id, description]);
      return pythonSessions().open(id);
    },
  };
  const ctx = toolContext({ pythonSessions: sessions });
  const { structuredContent, content } = await createSession.call({ session_id: 'work', description: 'plots' }, ctx);
  await createSession.call({ session_id: 'bare' }, ctx);
  expect(created).toEqual([
    ['work', 'plots'],
    ['bare', undefined],
  ]);
  expect(structuredContent).toMatchObject({ session_id: 'work', status: 'created', description: 'plots' });
  expect(content).toMatchObject([
    { text: expect.stringContaining("Session 'work' was created (plots). The active session is still 'default'.") },
  ]);
});

it.each([[''], ['x'.repeat(101)], ['a\nb'], ['nul\0'], ['half \ud83d'], ['\u2028'], ['__proto__'], [7]])(
  'refuses the name %j',
  async (session_id) => {
    await expect(createSession.call({ session_id }, toolContext())).rejects.toThrow(
      /session_id must be a string, 1 to 100 characters long/,
    );
  },
);

it('says what a name must not hold', async () => {
  await expect(createSession.call({ session_id: 'a\nb' }, toolContext())).rejects.toThrow(
    'session_id must be a string, 1 to 100 characters long, without control characters',
  );
});

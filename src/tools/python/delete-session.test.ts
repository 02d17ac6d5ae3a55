import { expect, it } from 'vitest';
import { pythonSession, pythonSessions, toolContext } from '../../../test/tool-context.ts';
import deleteSession from './delete-session.ts';

const usage = { files: 3, directories: 1, bytes: 1234 };
const sessions = pythonSessions(pythonSession({ erase: async () => usage }));

it('tells what was erased', async () => {
  const { structuredContent, content } = await deleteSession.call(
    { session_id: 'old' },
    toolContext({ pythonSessions: sessions }),
  );
  expect(structuredContent).toEqual({
    session_id: 'old',
    status: 'deleted',
    active_session: 'default',
    total_sessions: 0,
    deleted_files: 3,
    deleted_bytes: 1234,
    message: "Session 'old' was erased: its variables, and 3 files with 1234 bytes.",
  });
  expect(content).toMatchObject([{ text: expect.stringContaining("The active session is 'default'.") }]);
});

it('says that the default session comes back', async () => {
  const ctx = toolContext({ pythonSessions: sessions });
  const { structuredContent } = await deleteSession.call({ session_id: 'default' }, ctx);
  expect(structuredContent).toMatchObject({ message: expect.stringContaining('comes back empty') });
});

it('needs a name', async () => {
  await expect(deleteSession.call({}, toolContext())).rejects.toThrow('session_id is required');
});

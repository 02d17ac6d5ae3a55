import { expect, it } from 'vitest';
import { pythonSession, pythonSessions, toolContext } from '../../../test/tool-context.ts';
import type { InterruptResult } from '../../python/protocol.ts';
import interruptExecution from './interrupt-execution.ts';

it.each<[InterruptResult, Record<string, unknown>, string]>([
  [{ status: 'idle', waiting: 0 }, { status: 'idle', waiting_calls: 0 }, 'no running code'],
  [
    { status: 'interrupted', variablesKept: true, waiting: 2 },
    { status: 'interrupted', variables_kept: true, waiting_calls: 2 },
    'variables and files are kept',
  ],
  [
    { status: 'interrupted', variablesKept: false, waiting: 0 },
    { status: 'interrupted', variables_kept: false, waiting_calls: 0 },
    'killed',
  ],
])('tells what came of it: %j', async (result, facts, said) => {
  const sessions = pythonSessions(pythonSession({ interrupt: async () => result }));
  const answer = await interruptExecution.call({ session_id: 'a' }, toolContext({ pythonSessions: sessions }));
  expect(answer.structuredContent).toEqual({ session_id: 'a', ...facts, message: expect.stringContaining(said) });
  const text = expect.stringMatching(
    new RegExp(`^\\[${result.status}\\].*${said}.*'a'.*wait in it: ${result.waiting}`),
  );
  expect(answer.content).toMatchObject([{ text }]);
});

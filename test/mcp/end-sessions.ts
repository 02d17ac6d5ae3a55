/** The end of Python sessions: an interpreter would stay in memory for minutes. */
import { callTool } from './requests.ts';

/** Deletes all Python sessions of users. */
export async function endSessions(base: URL, tokens: Iterable<string>): Promise<void> {
  for (const token of tokens) {
    const { body } = await callTool(base, 'list_sessions', {}, { token });
    const { sessions } = (body.result?.['structuredContent'] ?? {}) as { sessions?: Readonly<Record<string, unknown>> };
    for (const session_id of Object.keys(sessions ?? {})) {
      await callTool(base, 'delete_session', { session_id }, { token });
    }
  }
}

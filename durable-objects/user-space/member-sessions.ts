/** The Python sessions that a member has in an organisation: on its lists, and nobody else's. */
import { sessionPrefix, type UserId } from '../../src/lib/object-name.ts';
import type { Sql } from '../../src/lib/sql.ts';
import type { Engines } from '../../src/mcp/engines.ts';
import { DEFAULT_SESSION } from '../../src/python/sessions.ts';

/** Erases all of them, of a database with the lists of the organisation. May be done again. */
export async function eraseMemberSessions(
  sql: Sql,
  { pythonSession }: Pick<Engines, 'pythonSession'>,
  member: UserId,
): Promise<void> {
  const prefix = sessionPrefix(member);
  const listed = sql.exec<{ name: string }>("SELECT name FROM owned_object WHERE kind = 'python'").toArray();
  const theirs = listed.flatMap(({ name }) => (name.startsWith(prefix) ? name : []));
  // Everybody may have the default one, listed or not.
  for (const name of new Set([...theirs, `${prefix}${DEFAULT_SESSION}`])) {
    await pythonSession(name).erase();
    sql.exec("DELETE FROM owned_object WHERE kind = 'python' AND name = ?", name);
  }
}

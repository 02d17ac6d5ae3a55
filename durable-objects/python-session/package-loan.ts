/** Copies the installed packages of one session into another one of the same user, such as a sandbox for tests. */
import { ToolFailure } from '../../src/lib/errors.ts';
import { isOrganisation, objectName, parseObjectName } from '../../src/lib/object-name.ts';
import type { Sql } from '../../src/lib/sql.ts';
import { readPackages } from './packages.schema.ts';
import { exportPackages, type TableRows } from './session-copy.ts';

/** Has the session lend to the object `own`, which must be free to receive. Throws `ToolFailure` when it has no packages. */
export async function borrowPackages(
  session: string,
  own: string,
  sessions: { getByName(name: string): { lendPackages(borrower: string): Promise<boolean> } },
): Promise<void> {
  const { owner } = parseObjectName(own);
  if (isOrganisation(owner)) throw notInOrganisations();
  const lender = sessions.getByName(objectName(owner, 'python', session));
  if (!(await lender.lendPackages(own))) throw nothingToLend(session);
}

/** Copies the packages in `sql`; whether there are some. */
export async function lendPackages(
  sql: Sql,
  borrower: { receive(parts: readonly TableRows[]): Promise<void> },
): Promise<boolean> {
  if (readPackages(sql).length === 0) return false;
  for (const rows of exportPackages(sql)) await borrower.receive(rows);
  return true;
}

/** A sandbox does not know for which member it is, and sessions are each member's own. */
function notInOrganisations(): ToolFailure {
  return new ToolFailure({
    errorType: 'SessionError',
    message:
      'No packages of sessions are lent in an organisation, as supply.packages_of asks for: sessions are of one member each.',
    advice: 'Give the modules in supply.files, or check the code in a workspace of your own.',
  });
}

/** Another session was to have its packages, of which it has none; it may not be there either. */
function nothingToLend(session: string): ToolFailure {
  return new ToolFailure({
    errorType: 'SessionError',
    message: `You have no session '${session}' in which packages are installed, as supply.packages_of names it: install_dependencies installs them.`,
    advice: 'list_sessions names your sessions, and create_session makes one.',
  });
}

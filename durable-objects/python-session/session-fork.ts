/** Copies a whole session into another one of the same user. */
import { objectName, parseObjectName } from '../../src/lib/object-name.ts';
import type { TableRows } from './session-copy.ts';
import type { SessionFiles } from './session-files.ts';
import type { SessionHistory } from './session-history.ts';

/** The object that becomes the copy. */
interface Copy {
  introduce(name: string): Promise<void>;
  receive(rows: readonly TableRows[]): Promise<void>;
}

/** Copies the session whose object is `own` into the session `id`, which holds nothing yet. */
export async function fork(
  id: string,
  own: string,
  sessions: { getByName(name: string): Copy },
  { history, files }: { readonly history: SessionHistory; readonly files: SessionFiles },
): Promise<void> {
  const { owner, kind } = parseObjectName(own);
  const name = objectName(owner, kind, id);
  const copy = sessions.getByName(name);
  await copy.introduce(name);
  const messages = await history.export();
  const release = files.holdAll();
  try {
    for (const rows of messages) await copy.receive(rows);
  } finally {
    release();
  }
}

/** What an exact search of a commit's files cannot see in them. */
import type { Sql } from '../../lib/sql.ts';

/** Parts of the files that are not searched as git has them. */
export interface Unseen {
  /** Lines with secrets, of which the masked parts are not searched. */
  readonly maskedLines: number;
  /** Files with bytes that are no UTF-8, which a pattern of ASCII alone does not miss. */
  readonly brokenFiles: number;
}

/** What the search of a pattern does not see in the files that are wanted. */
export function unseenBy(pattern: string, sql: Sql, wanted: (path: string) => boolean): Unseen {
  const masked = sql
    .exec<{ path: string; line: number }>(
      'SELECT DISTINCT path, line FROM secret JOIN file ON file.document = secret.document',
    )
    .toArray();
  const isPlain = /^[\0-\x7f]*$/.test(pattern);
  const broken = isPlain
    ? []
    : sql
        .exec<{ path: string }>(
          'SELECT path FROM file JOIN document ON document.id = file.document WHERE instr(text, char(65533)) > 0',
        )
        .toArray();
  const count = (places: readonly { readonly path: string }[]) => places.filter(({ path }) => wanted(path)).length;
  return { maskedLines: count(masked), brokenFiles: count(broken) };
}

/** From a name that a caller gives to the definitions it means. */
import { ToolFailure } from '../../lib/errors.ts';
import type { Sql } from '../../lib/sql.ts';
import type { Definition } from './code.ts';
import type { SymbolName } from './service.ts';
import type { StoredCode } from './stored-code.ts';
import { isInScope, similarNames, splitName } from './symbol-search.ts';

/** Places that an error names. */
const NAMED = 5;

/** The definitions that are meant, by path and line. Throws `ToolFailure` when there is none. */
export function definitionsNamed(
  sql: Sql,
  code: StoredCode,
  { name: text, file, line }: SymbolName,
): readonly Definition[] {
  const { name, scope } = splitName(text);
  const asGiven = code.definitions(name).all;
  const homonyms = asGiven.length > 0 ? asGiven : code.definitions(name.normalize('NFC')).all;
  const scoped = homonyms.filter((each) => isInScope(each, scope));
  const inFile = scoped.filter(({ path }) => file === undefined || path === file || path.endsWith(`/${file}`));
  const meant = inFile.filter((each) => line === undefined || (each.lineStart <= line && line <= each.lineEnd));
  if (meant.length > 0) return meant;
  throw new ToolFailure({
    errorType: 'SYMBOL_NOT_FOUND',
    message: `No definition of ${JSON.stringify(text.slice(0, 200))}${narrowed({ file, line })} is in the index.`,
    advice: adviceFor(sql, code, name, inFile.length > 0 ? inFile : scoped.length > 0 ? scoped : homonyms),
  });
}

function narrowed({ file, line }: { readonly file: string | undefined; readonly line: number | undefined }): string {
  return `${file === undefined ? '' : ` in ${file}`}${line === undefined ? '' : ` around line ${line}`}`;
}

function adviceFor(sql: Sql, code: StoredCode, name: string, others: readonly Definition[]): string {
  if (others.length > 0) {
    const places = others.slice(0, NAMED).map(({ path, nameLine }) => `${path}:${nameLine}`);
    return `It is defined at ${places.join(', ')}${others.length > NAMED ? ` and ${others.length - NAMED} more places` : ''}.`;
  }
  const similar = similarNames(sql, code.names.get(), name);
  return similar.length > 0
    ? `Names like it: ${similar.join(', ')}.`
    : 'find_symbol searches names by parts and likeness, search_code any text.';
}

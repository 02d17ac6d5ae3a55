/** What became of a file as `git diff --full-index -M` writes it: all of it, so that it can be read by programs. */
import { ZERO_OID } from '../object.ts';
import type { FileComparison } from './compare-file.ts';
import type { FileChange } from './renames.ts';
import { piecesOf, renderPiece } from './unified.ts';

/** Lines around changes. */
const CONTEXT = 3;

/** The entry of a file, with a line end behind it. Without lines where they were not compared, as git writes binary files. */
export function renderPatch(change: FileChange, compared: FileComparison): string {
  const { path, from = path, similarity, before, after } = change;
  const [left, right] = [quoted(`a/${from}`), quoted(`b/${path}`)];
  const lines = [`diff --git ${left} ${right}`];
  if (before === undefined) lines.push(`new file mode ${after?.mode}`);
  else if (after === undefined) lines.push(`deleted file mode ${before.mode}`);
  else if (before.mode !== after.mode) lines.push(`old mode ${before.mode}`, `new mode ${after.mode}`);
  if (change.from !== undefined) {
    lines.push(`similarity index ${similarity ?? 0}%`, `rename from ${quoted(from)}`, `rename to ${quoted(path)}`);
  }
  if (before?.oid !== after?.oid) {
    const mode = before?.mode === after?.mode ? ` ${after?.mode}` : '';
    lines.push(`index ${before?.oid ?? ZERO_OID}..${after?.oid ?? ZERO_OID}${mode}`);
    const names = [before === undefined ? '/dev/null' : left, after === undefined ? '/dev/null' : right];
    if (compared.kind !== 'text') lines.push(`Binary files ${names.join(' and ')} differ`);
    else if (compared.hunks.length > 0) {
      // git ends a name with a tab where it has spaces.
      const [old = '', now = ''] = names.map((name) =>
        name.includes(' ') && !name.startsWith('"') ? `${name}\t` : name,
      );
      lines.push(`--- ${old}`, `+++ ${now}`);
      const pieces = piecesOf(compared.hunks, compared.before.length, CONTEXT, Number.POSITIVE_INFINITY);
      for (const piece of pieces) {
        lines.push(renderPiece(piece, compared.before, compared.after, Number.POSITIVE_INFINITY));
      }
    }
  }
  return `${lines.join('\n')}\n`;
}

/** A path as git writes it: in quotes, with octal escapes, when it has bytes that could be mistaken. */
function quoted(path: string): string {
  if (!/["\\\p{Cc}\ufffd]/u.test(path)) return path;
  const escaped = path
    .replace(/["\\]/g, '\\$&')
    .replace(/\p{Cc}/gu, (character) =>
      Array.from(new TextEncoder().encode(character), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''),
    );
  return `"${escaped}"`;
}

/** Comments by which a line is let off a rule: `lemma: allow SEC001`, on the line itself or alone on the line before. */
import type { FileView } from './file-view.ts';

/** The list may go on: `lemma: allow SEC001, SEC002`. */
const ALLOW = /\blemma: ?allow ([\w.-]+(?: ?, ?[\w.-]+)*)/;

/** Whether a line, or a comment before it, lets it off the rule. */
export async function isAllowed(view: FileView, line: number, id: string): Promise<boolean> {
  if (idsIn(await view.lineAt(line)).includes(id)) return true;
  const before = line > 1 ? await view.lineAt(line - 1) : undefined;
  // Behind code, the comment is about that code.
  return before !== undefined && /^\W*lemma:/.test(before) && idsIn(before).includes(id);
}

function idsIn(text: string | undefined): readonly string[] {
  const [, ids] = ALLOW.exec(text?.slice(0, 10_000) ?? '') ?? [];
  return ids?.split(/ ?, ?/) ?? [];
}

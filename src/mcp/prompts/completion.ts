/** What can complete a value that somebody types: of an argument of a prompt, or of a variable of a resource's address. */

/** Other arguments are named where they narrow down what fits; a client sends those that its user has filled in. */
export type Completion =
  /** Names of workspaces. */
  | { readonly kind: 'workspace' }
  /** Paths of the workspace that the argument `workspace` names; of the default one when it is empty. */
  | { readonly kind: 'file'; readonly workspace: string }
  /** Definitions in it, of the file that the argument `file` names, if it does. */
  | { readonly kind: 'symbol'; readonly workspace: string; readonly file?: string }
  /** Names of Python sessions. */
  | { readonly kind: 'session' }
  /** Paths of the session that the argument `session` names. */
  | { readonly kind: 'session_file'; readonly session: string }
  /** Names of scaffolds. */
  | { readonly kind: 'scaffold' }
  /** Their categories. */
  | { readonly kind: 'scaffold_category' }
  /** Ids of reports that are kept. */
  | { readonly kind: 'report' }
  | { readonly kind: 'words'; readonly words: readonly string[] };

/** Values that one completion holds at most, as MCP says. */
export const MOST_VALUES = 100;

/** Those of `words` that hold `typed`, whatever their case, first the ones that begin with it; equal ones keep their order. */
export function wordsLike(typed: string, words: readonly string[]): readonly string[] {
  const wanted = typed.toLowerCase();
  const ranked = words.map((word) => ({ word, at: word.toLowerCase().indexOf(wanted) })).filter(({ at }) => at >= 0);
  return [...ranked.filter(({ at }) => at === 0), ...ranked.filter(({ at }) => at > 0)].map(({ word }) => word);
}

/** A repository with two commits, of a user whose other files are gone. */
import type { Planner } from '../planning/planned.ts';

export type Files = Readonly<Record<string, string>>;

/** Commits files, then others in their place; the commits. */
export async function twoCommits(
  user: Planner,
  workspace: string,
  [before, after]: readonly [Files, Files],
  message = 'Change it',
): Promise<{ readonly base: string; readonly head: string }> {
  await user.tell('delete_files', { workspace, paths: ['**'] });
  const base = await user.put(workspace, before);
  const gone = Object.keys(before).filter((path) => after[path] === undefined);
  const kept = Object.entries(after).filter(([path, text]) => before[path] !== text);
  const put = kept.length === 0 ? base : await user.put(workspace, Object.fromEntries(kept), { message });
  if (gone.length === 0) return { base, head: put };
  const { commit } = await user.call('delete_files', { workspace, paths: gone, message });
  return { base, head: String(commit) };
}

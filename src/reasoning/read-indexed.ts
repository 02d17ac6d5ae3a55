/** Reads files of the commit that a workspace has indexed. */
import { LARGEST_SOURCE } from '../lib/largest-source.ts';
import type { WorkspaceApi } from '../workspace/api.ts';

/** The text of a file; undefined for what is no text, or larger than the syntax engine takes. Throws `ToolFailure` for a file that is not there. */
export function readIndexed(workspace: Pick<WorkspaceApi, 'readFile'>): (path: string) => Promise<string | undefined> {
  const texts = new Map<string, Promise<string | undefined>>();
  const load = async (path: string) => {
    const { content, kind, truncated } = await workspace.readFile({ path, mostBytes: LARGEST_SOURCE });
    return kind === 'symlink' || truncated || content.kind !== 'text' || content.replaced ? undefined : content.text;
  };
  return (path) => {
    const known = texts.get(path) ?? load(path);
    texts.set(path, known);
    return known;
  };
}

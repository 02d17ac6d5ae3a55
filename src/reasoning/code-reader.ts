/** Reads the code that conversations show. */
import { asToolFailure } from '../lib/errors.ts';
import { LARGEST_SOURCE } from '../lib/largest-source.ts';
import type { CodeReader, FileText, WantedCode } from './conversation/evidence.ts';
import type { ReasoningScope } from './service.ts';
import type { ReasoningServices } from './services.ts';

/** Places that are looked for by a message. */
const MOST_HITS = 8;

/** The commit that `ref` is now, else the indexed one; undefined where the workspace has none. Throws `ToolFailure` for an unknown ref. */
export async function codeReader(
  { workspace: name, ref }: Omit<ReasoningScope, 'owner'>,
  { workspace: byName, syntax }: ReasoningServices,
): Promise<CodeReader | undefined> {
  const workspace = byName(name);
  const { commit } = ref === undefined ? await workspace.coverage() : await workspace.fileTree(ref);
  if (commit === undefined) return undefined;
  const files = new Map<string, Promise<FileText>>();
  const load = async (path: string): Promise<FileText> => {
    try {
      const { content, truncated, blob } = await workspace.readFile({ path, ref: commit, mostBytes: LARGEST_SOURCE });
      if (content.kind !== 'text') return { missing: 'It is no text.' };
      return truncated ? { missing: `It is larger than ${LARGEST_SOURCE} bytes.` } : { text: content.text, blob };
    } catch (error) {
      const failure = asToolFailure(error)?.failure;
      if (failure?.errorType === 'FILE_NOT_FOUND') return { missing: 'The commit has no file of that path.' };
      // A path that can be none.
      if (failure?.errorType === 'INVALID_INPUT') return { missing: failure.message };
      throw error;
    }
  };
  return {
    commit,
    read(path) {
      const known = files.get(path) ?? load(path);
      files.set(path, known);
      return known;
    },
    async definitions(path, text) {
      const [facts] = await syntax.analyze([{ path, text }]);
      return (facts?.symbols ?? []).map(({ scope, name: own, lineStart, lineEnd }) => {
        return { name: scope === '' ? own : `${scope}.${own}`, lineStart, lineEnd };
      });
    },
  };
}

/** Places of the indexed commit that fit a message. */
export async function placesFor(
  message: string,
  workspaceName: string,
  commit: string,
  { workspace }: ReasoningServices,
): Promise<{ readonly wanted: readonly WantedCode[] } | { readonly why: string }> {
  const { hits, coverage } = await workspace(workspaceName).searchByMeaning({
    query: message,
    topK: MOST_HITS,
    minScore: 0,
    paths: [],
    excludePaths: [],
    fileTypes: [],
    includeTests: true,
  });
  if (coverage.commit !== commit)
    return { why: 'Code is looked for in the indexed commit, and the conversation is about another.' };
  const wanted = hits.map(
    ({ file: path, lineStart: line, lineEnd }): WantedCode => ({ kind: 'lines', path, line, lineEnd }),
  );
  return wanted.length === 0 ? { why: 'No code fits the message.' } : { wanted };
}

/** How answers word what they cover. */
import { z } from 'zod';
import type { Coverage } from '../../workspace/coverage.ts';

/** The field `index` of every answer that rests on the index. */
export const indexSchema = z.object({
  branch: z.string().optional().describe('The branch that is indexed: the one pushed last.'),
  commit: z.string().optional().describe('The commit that is indexed.'),
  complete: z.boolean().describe('Whether all that the answer needs of the commit was in the index.'),
  files_indexed: z.int(),
  files_pending: z.int(),
  files_skipped: z.int().describe('See index_status for the reasons.'),
  files_outdated: z.int().optional().describe('Indexed by another version of the server, to be indexed again.'),
});

/** The wire form of `coverage`. */
export function toIndexField(coverage: Coverage): z.input<typeof indexSchema> {
  const { branch, commit, complete, filesIndexed, filesPending, filesSkipped, filesOutdated } = coverage;
  return {
    ...(branch !== undefined && { branch }),
    ...(commit !== undefined && { commit }),
    complete,
    files_indexed: filesIndexed,
    files_pending: filesPending,
    files_skipped: filesSkipped,
    ...(filesOutdated > 0 && { files_outdated: filesOutdated }),
  };
}

/** One line that says what an answer covers. */
export function renderIndex({
  branch,
  commit,
  complete,
  files_indexed,
  files_pending,
  files_skipped,
  files_outdated = 0,
}: z.output<typeof indexSchema>): string {
  if (commit === undefined) return '[The workspace is empty: git push to /git/<workspace>, or put_files.]';
  const skipped = files_skipped === 0 ? '' : `, ${files_skipped} skipped`;
  const waits = [
    ...(files_pending > 0 ? [`${files_pending} files wait`] : []),
    ...(files_outdated > 0 ? [`${files_outdated} files are being indexed again by a new version`] : []),
  ];
  const waiting = waits.length > 0 ? waits.join(', ') : 'the last change is not worked in';
  const state = complete ? '' : `; INCOMPLETE: ${waiting}, so call again for all`;
  return `[${branch} at ${commit.slice(0, 12)}: ${files_indexed} files indexed${skipped}${state}]`;
}

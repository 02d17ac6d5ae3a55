/** What `/workspaces/{workspace}/archive` takes in its query, and answers. */
import { z } from 'zod';
import { commitFields, commitParameters } from '../tools/workspace/commit-fields.ts';
import { ARCHIVE_MODES } from '../workspace/files/service.ts';

/** The query. */
export const archiveQuery = z.strictObject({
  mode: z
    .enum(ARCHIVE_MODES)
    .default('merge')
    .describe('merge: files that are not in the archive stay. replace: the archive is all that the branch has then.'),
  strip: z
    .enum(['true', 'false'])
    .default('false')
    .describe('true: leave out the one folder that all files of the archive are in.'),
  ...commitParameters,
});

/** The answer; lists are in order and have at most 1,000 paths. */
export const archiveAnswer = z.object({
  ...commitFields,
  written: z.array(z.string()),
  total_written: z.int(),
  total_unchanged: z.int().describe('Files that the branch had already.'),
  deleted: z.array(z.string()),
  total_deleted: z.int(),
});

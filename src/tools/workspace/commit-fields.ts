/** What the tools that make commits share. */
import { z } from 'zod';
import type { CommitResult } from '../../workspace/files/service.ts';
import { indexSchema, toIndexField } from './coverage.ts';

/** Paths that an answer lists of each kind. */
const MOST_PATHS = 1000;

/** Parameters of every tool that makes a commit. */
export const commitParameters = {
  message: z.string().max(10_000).optional().describe('Commit message.'),
  branch: z.string().optional().describe("By default HEAD's; a new one starts there."),
  expected_commit: z
    .string()
    .regex(/^[0-9a-fA-F]{4,40}$/, 'a commit id of 4 to 40 hex digits')
    .optional()
    .describe('Refuse if the branch is elsewhere.'),
} as const;

/** The parameters as the workspace takes them. */
export function toCommitOptions(args: {
  readonly message?: string | undefined;
  readonly branch?: string | undefined;
  readonly expected_commit?: string | undefined;
}) {
  const { message, branch, expected_commit } = args;
  return {
    ...(message !== undefined && { message }),
    ...(branch !== undefined && { branch }),
    ...(expected_commit !== undefined && { expectedCommit: expected_commit }),
  };
}

/** Fields of every answer about a commit that was made. */
export const commitFields = {
  workspace: z.string(),
  branch: z.string(),
  commit: z.string().optional().describe("The branch's tip after the call."),
  parent: z.string().optional().describe("The branch's tip before the call."),
  committed: z.boolean().describe('False when the files were as wanted already: then there is no new commit.'),
  index: indexSchema,
} as const;

/** Paths for an answer, with how many there are in all. */
export function cutPaths(paths: readonly string[]): { readonly paths: string[]; readonly total: number } {
  return { paths: paths.slice(0, MOST_PATHS), total: paths.length };
}

/** The wire form of what all those answers have. */
export function toCommitFields(workspace: string, { branch, commit, parent, committed, coverage }: CommitResult) {
  return {
    workspace,
    branch,
    ...(commit !== undefined && { commit }),
    ...(parent !== undefined && { parent }),
    committed,
    index: toIndexField(coverage),
  };
}

/** The lines that say where a commit went. */
export function renderCommit(fields: {
  readonly workspace: string;
  readonly branch: string;
  readonly commit?: string | undefined;
  readonly parent?: string | undefined;
  readonly committed: boolean;
  readonly index: z.output<typeof indexSchema>;
}): string {
  const { workspace, branch, commit, parent, committed, index } = fields;
  const at = commit === undefined ? 'has no commit' : `is at ${commit}`;
  const before = committed && parent !== undefined ? ` (before: ${parent})` : '';
  const state = committed ? '' : '; no commit was made';
  const waiting =
    index.files_pending === 0 ? '' : ` ${index.files_pending} files wait to be indexed; searches see to it.`;
  return `Branch ${branch} of workspace '${workspace}' ${at}${before}${state}.${waiting}`;
}

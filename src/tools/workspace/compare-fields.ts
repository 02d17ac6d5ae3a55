/** What the tools that compare commits share. */

import { z } from 'zod';
import { fenced } from '../../lib/markdown.ts';
import { shownPath } from '../../lib/shown-path.ts';
import type { ChangedFile, Comparison, ComparisonPage } from '../../workspace/compare/service.ts';

/** Estimated tokens of an answer. */
export const MOST_TOKENS = 1900;

/** Digits of a commit's id that lists show; every tool takes them. */
export const SHORT_ID = 12;

const patterns = z.array(z.string()).default([]);

/** Parameters of every tool that compares. */
export const comparisonParameters = {
  paths: patterns.describe("Only these files, as in .gitignore: 'src/', '*.ts'."),
  exclude_paths: patterns.describe('Not these.'),
  detail: z.enum(['patch', 'stat']).default('patch').describe('stat: counts of lines only, more files at once.'),
  context: z.int().min(0).max(20).default(3).describe('Lines around changes.'),
  limit: z.int().min(1).max(200).default(40).describe('Files at most; fewer when they do not fit.'),
  offset: z.int().min(0).default(0).describe('Files to pass over, as `next` says.'),
  hunk_offset: z.int().min(0).default(0).describe('Hunks of those files to pass over, as `next` says.'),
} as const;

/** The parameters as the workspace takes them. */
export function toPage(args: z.output<z.ZodObject<typeof comparisonParameters>>): ComparisonPage {
  return {
    paths: args.paths,
    excludePaths: args.exclude_paths,
    context: args.context,
    withLines: args.detail === 'patch',
    offset: args.offset,
    limit: args.limit,
    hunkOffset: args.hunk_offset,
    mostTokens: MOST_TOKENS,
  };
}

const fileSchema = z.object({
  path: z.string(),
  from: z.string().optional().describe('Path before.'),
  similarity: z.int().optional().describe('Percent.'),
  status: z.enum(['added', 'deleted', 'modified', 'renamed', 'type_changed', 'mode_changed']),
  added: z.int().optional(),
  removed: z.int().optional(),
  mode: z.string().optional().describe('Octal, before -> after.'),
  kind: z.enum(['symlink', 'submodule']).optional(),
  uncounted: z.enum(['binary', 'too_large', 'unread']).optional().describe('Why lines were not compared.'),
});

/** Fields of every comparison. */
export const comparisonFields = {
  base: z.string().optional().describe('What is compared with; absent: the empty tree.'),
  head: z.string(),
  files: z.array(fileSchema).describe('In order of their paths.'),
  total_files: z.int(),
  total_added: z.int().describe('Lines, in all files.'),
  total_removed: z.int(),
  patch: z.string().describe('Unified diff; long hunks in pieces.'),
  hunks: z.string().describe('Which hunks of the listed files patch has.'),
  complete: z.boolean().describe("False: notes tell what one call's work did not reach."),
  notes: z.array(z.string()),
  next: z.object({ offset: z.int(), hunk_offset: z.int() }).optional().describe('Arguments of the next page.'),
  workspace: z.string(),
} as const;

type ComparisonFields = z.output<z.ZodObject<typeof comparisonFields>>;

/** The wire form of a comparison. */
export function toComparisonFields(
  workspace: string,
  result: Comparison,
  { hunkOffset, withLines }: ComparisonPage,
): z.input<z.ZodObject<typeof comparisonFields>> {
  const { base, head, files, totalFiles, added, removed, patch, hunks, totalHunks, next } = result;
  const notes = notesOn(result);
  return {
    ...(base !== undefined && { base }),
    head,
    files: files.map(toFile),
    total_files: totalFiles,
    total_added: added,
    total_removed: removed,
    patch,
    hunks: withLines
      ? `${hunks === 0 ? 'none' : `${hunkOffset + 1}-${hunkOffset + hunks}`} of ${totalHunks}`
      : 'not asked for',
    complete: notes.length === 0,
    notes,
    ...(next !== undefined && { next: { offset: next.offset, hunk_offset: next.hunkOffset } }),
    workspace,
  };
}

function notesOn({ uncounted, allFilesFound, allRenamesFound }: Comparison): string[] {
  return [
    ...(allFilesFound ? [] : ["Folders were left that one call's work did not reach: narrow paths."]),
    ...(uncounted === 0
      ? []
      : [`The lines of ${uncounted} files were not compared, so that totals are at least these.`]),
    ...(allRenamesFound
      ? []
      : ['Too many files went and came to match all: renamed ones may be listed as deleted and added.']),
  ];
}

function toFile({ modes, ...file }: ChangedFile): z.input<typeof fileSchema> {
  return { ...file, ...(modes !== undefined && { mode: modes.join(' -> ') }) };
}

/** A comparison as text: counts of files, then their hunks. */
export function renderComparison(fields: ComparisonFields): string {
  const { files, total_files, total_added, total_removed, patch, hunks, complete, notes, next, head, base } = fields;
  const least = complete ? '' : 'at least ';
  const compared = `${base === undefined ? 'nothing' : base.slice(0, SHORT_ID)}..${head.slice(0, SHORT_ID)}`;
  const listed = files.length === total_files ? '' : `; ${files.length} are listed`;
  return [
    `${total_files} files changed, ${least}+${total_added} -${total_removed} [${compared} of workspace ${fields.workspace}]${listed}`,
    ...files.map(renderFile),
    ...(patch === '' ? [] : ['', fenced('diff', patch)]),
    ...(next === undefined
      ? []
      : [`Hunks ${hunks}; go on with offset ${next.offset}, hunk_offset ${next.hunk_offset}.`]),
    ...notes,
  ].join('\n');
}

function renderFile({
  path,
  from,
  similarity,
  status,
  added,
  removed,
  mode,
  kind,
  uncounted,
}: z.output<typeof fileSchema>) {
  const lines = uncounted === undefined ? `+${added} -${removed}` : uncounted.replace('_', ' ');
  const name = from === undefined ? shownPath(path) : `${shownPath(from)} -> ${shownPath(path)} (${similarity}%)`;
  return [status, kind, name, lines, mode].filter((part) => part !== undefined).join(' ');
}

/** `list_workspace_files`: which files a workspace's repository has. */

import { z } from 'zod';
import { shownPath } from '../../lib/shown-path.ts';
import { countTokens } from '../../lib/tokens/count.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import type { ListedEntry } from '../../workspace/files/listing.ts';
import { MOST_TOKENS, SHORT_ID } from './compare-fields.ts';
import { workspaceName } from './workspace.ts';

/** Tokens around the list. */
const FRAME_TOKENS = 220;
/** Languages that are named. */
const MOST_LANGUAGES = 8;

const patterns = z.array(z.string()).default([]);

const entrySchema = z.object({
  path: z.string().describe('A folder ends with a slash.'),
  size: z.int().describe('Bytes; of a folder, of all in it.'),
  language: z.string().optional().describe('By its name.'),
  kind: z.enum(['executable', 'symlink', 'submodule']).optional(),
  files: z.int().optional().describe('Of a folder: files in it, at any depth.'),
  collapsed: z.literal(true).optional().describe('What is in it is not listed.'),
});

export default defineTool({
  name: 'list_workspace_files',
  toolset: 'context',
  title: 'List files of a repository',
  description:
    "Lists the files of a workspace's repository at any branch, tag or commit: as a tree whose folders are counted and closed " +
    'beyond depth, or as a flat list; with sizes, languages and totals. For files of a Python session use list_files.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    path: z.string().max(3000).default('').describe('Folder to list; the root by default.'),
    ref: z.string().min(1).optional().describe('Branch, tag or commit; the indexed commit by default.'),
    paths: patterns.describe("Only these, as in .gitignore: 'src/', '*.test.ts', 'lib/**/a?.js'."),
    exclude_paths: patterns.describe('Not these.'),
    file_types: patterns.describe("Extensions such as '.ts'."),
    format: z.enum(['tree', 'flat']).default('tree').describe('flat: files only, of all folders.'),
    depth: z.int().min(1).max(100).default(2).describe('Levels of folders that a tree opens.'),
    limit: z.int().min(1).max(1000).default(100).describe('Entries at most; fewer when they do not fit.'),
    offset: z.int().min(0).default(0).describe('Entries to skip.'),
    workspace: workspaceName,
  }),
  output: z.object({
    entries: z.array(entrySchema),
    total_entries: z.int(),
    next_offset: z.int().optional().describe('Offset of the next page.'),
    total_files: z.int().describe('Files that match, in all folders.'),
    total_size: z.int().describe('Their bytes.'),
    languages: z.string().describe('Files by language.'),
    complete: z.boolean().describe('False: there are more files than one call looks at.'),
    commit: z.string(),
    workspace: z.string(),
  }),
  async handler({ path, ref, format, depth, workspace: name, ...args }, { workspaces }) {
    const listing = await workspaces.open(name).workspace.listFiles({
      folder: path,
      ...(ref !== undefined && { ref }),
      paths: args.paths,
      excludePaths: args.exclude_paths,
      fileTypes: args.file_types,
      ...(format === 'tree' && { depth }),
      offset: args.offset,
      limit: args.limit,
    });
    const entries = fitting(listing.entries.map(toFields));
    const end = args.offset + entries.length;
    const languages = listing.languages.slice(0, MOST_LANGUAGES).map(({ language, files }) => `${language} ${files}`);
    return {
      entries,
      total_entries: listing.totalEntries,
      ...(end < listing.totalEntries && { next_offset: end }),
      total_files: listing.totalFiles,
      total_size: listing.totalSize,
      languages: [...languages, ...(listing.languages.length > MOST_LANGUAGES ? ['…'] : [])].join(', '),
      complete: listing.complete,
      commit: listing.commit,
      workspace: name,
    };
  },
  render: ({ entries, total_entries, next_offset, total_files, total_size, languages, complete, commit, workspace }) =>
    [
      ...entries.map(renderEntry),
      `[${complete ? '' : 'at least '}${total_files} files, ${total_size} bytes (${languages || 'nothing matches'}) at ` +
        `${commit.slice(0, SHORT_ID)} of workspace ${workspace}; ${entries.length} of ${total_entries} entries]`,
      ...(next_offset === undefined ? [] : [`Go on with offset ${next_offset}, or list a folder with path.`]),
    ].join('\n'),
});

function toFields(entry: ListedEntry): z.input<typeof entrySchema> {
  const { path, size } = entry;
  if (entry.kind === 'folder') return { path, size, files: entry.files, ...(entry.collapsed && { collapsed: true }) };
  return {
    path,
    size,
    ...(entry.language !== undefined && { language: entry.language }),
    ...(entry.kind !== 'file' && { kind: entry.kind }),
  };
}

/** The first entry, and more as long as there is room. */
function fitting(entries: readonly z.input<typeof entrySchema>[]): z.input<typeof entrySchema>[] {
  let room = MOST_TOKENS - FRAME_TOKENS;
  const end = entries.findIndex((entry, index) => {
    room -= countTokens(JSON.stringify(entry));
    return room < 0 && index > 0;
  });
  return entries.slice(0, end < 0 ? entries.length : end);
}

function renderEntry({ path, size, language, kind, files, collapsed }: z.output<typeof entrySchema>): string {
  if (files !== undefined) return `${shownPath(path)} (${files} files, ${size} bytes${collapsed ? ', closed' : ''})`;
  return `${shownPath(path)} (${[kind, language, `${size} bytes`].filter((part) => part !== undefined).join(', ')})`;
}

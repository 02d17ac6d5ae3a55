/** `get_file`: a file of a workspace at any commit. */

import { z } from 'zod';
import { toBase64 } from '../../lib/base64.ts';
import { ToolFailure } from '../../lib/errors.ts';
import { shownPath } from '../../lib/shown-path.ts';
import { ANSWER_TOKENS, MOST_ANSWER_TOKENS } from '../../mcp/answer-size.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { pageEnd, roomBeside } from '../../mcp/pages.ts';
import type { FileAtCommit } from '../../workspace/files/service.ts';
import { workspaceName } from './workspace.ts';

/** Bytes of a file that are looked at for a page of it. */
const MOST_BYTES = 1 << 20;
/** Characters of the last commit's author and subject, each. */
const LONGEST_NAME = 200;

const lastCommit = z.object({ sha: z.string(), author: z.string(), subject: z.string() });

export default defineTool({
  name: 'get_file',
  toolset: 'context',
  title: 'Get a file of a repository',
  description:
    "Reads a file of a workspace's repository, whole or some lines, at any branch, tag or commit, with the commit that changed it last. " +
    `Long files come in pages: ${ANSWER_TOKENS} tokens, with line_end up to ${MOST_ANSWER_TOKENS}. Binary files come as base64.`,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    path: z.string().describe("From the repository's root."),
    include_metadata: z.boolean().default(true).describe('Tell its last commit.'),
    ref: z.string().min(1).optional().describe('Branch, tag or commit (~n too); the indexed one by default.'),
    line_start: z.int().min(1).optional().describe('1-based.'),
    line_end: z.int().min(1).optional().describe('Included.'),
    workspace: workspaceName,
  }),
  output: z.object({
    path: z.string(),
    content: z.string(),
    encoding: z.enum(['utf8', 'base64']).describe('Of content; base64 for a file with NUL bytes.'),
    size: z.int().describe('Bytes of the whole file.'),
    lines: z.int().describe('Of the whole file; 0 for a binary one.'),
    line_start: z.int().optional().describe('First line in content.'),
    line_end: z.int().optional().describe('Last line in content.'),
    kind: z.enum(['file', 'executable', 'symlink']).describe('The content of a symlink is its target.'),
    language: z.string().optional().describe('Of a text; `text` for one that is not parsed.'),
    truncated: z.boolean().describe('Whether content ends before what was asked for.'),
    note: z.string().optional().describe('What was cut or replaced, and how to get the rest.'),
    metadata: z
      .object({
        last_modified: z.string().describe('Time of the commit that changed it last, ISO 8601.'),
        git_status: z.literal('committed').describe('A workspace holds commits only: it has no working tree.'),
        last_commit: lastCommit,
        exact: z.boolean().describe('False: it was changed then or before; older commits were not looked at.'),
      })
      .optional(),
    commit: z.string().describe('The commit that was read.'),
    blob: z.string(),
    workspace: z.string(),
  }),
  tokens: tokensOf,
  async handler(args, { workspaces }) {
    const { path, include_metadata, ref, line_start, line_end, workspace: name } = args;
    if (line_start !== undefined && line_end !== undefined && line_start > line_end)
      throw backwards(line_start, line_end);
    const { workspace } = workspaces.open(name);
    const file = await workspace.readFile({
      path,
      ...(ref !== undefined && { ref }),
      ...(line_start !== undefined && { lineStart: line_start }),
      ...(line_end !== undefined && { lineEnd: line_end }),
      mostBytes: MOST_BYTES,
      withLastChange: include_metadata,
    });
    const facts = {
      path: file.path,
      size: file.size,
      kind: file.kind,
      ...(file.language !== undefined && { language: file.language }),
      ...(file.lastChange !== undefined && { metadata: metadataOf(file.lastChange) }),
      commit: file.commit,
      blob: file.blob,
      workspace: name,
    };
    const page = pageOf(file, roomBeside(facts, tokensOf(args)) - NOTE_TOKENS);
    const note = noteOn(page, name);
    return { ...facts, ...contentFields(page), truncated: page.truncated, ...(note !== '' && { note }) };
  },
  render: ({
    path,
    content,
    size,
    lines,
    line_start,
    line_end,
    kind,
    note,
    metadata,
    commit,
    workspace,
    encoding,
    language,
  }) => {
    const range = line_start === undefined ? encoding : `${language}, lines ${line_start}-${line_end} of ${lines}`;
    const changed =
      metadata === undefined
        ? ''
        : `; changed ${metadata.exact ? '' : 'at or before '}${metadata.last_modified} by ${metadata.last_commit.author} ` +
          `in ${metadata.last_commit.sha.slice(0, 12)}: ${metadata.last_commit.subject}`;
    return [
      content,
      `[${shownPath(path)} (${kind}) at ${commit.slice(0, 12)} of workspace ${workspace}: ${size} bytes, ${range}${changed}]`,
      ...(note === undefined ? [] : [note]),
    ].join('\n');
  },
});

/** Tokens of an answer, which is longer when its last line is named. */
function tokensOf({ line_end }: { readonly line_end?: number | undefined }): number {
  return line_end === undefined ? ANSWER_TOKENS : MOST_ANSWER_TOKENS;
}

/** Tokens of a note. */
const NOTE_TOKENS = 100;

/** The beginning of a content that has at most so many tokens. */
function pageOf(file: FileAtCommit, most: number): FileAtCommit {
  const { content } = file;
  if (content.kind === 'binary') {
    // Four characters stand for three bytes.
    const length = Math.floor(pageEnd(toBase64(content.bytes), most) / 4) * 3;
    if (length >= content.bytes.length) return file;
    return { ...file, content: { ...content, bytes: content.bytes.subarray(0, length) }, truncated: true };
  }
  const text = content.text.slice(0, pageEnd(content.text, most));
  if (text.length === content.text.length) return file;
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  return { ...file, content: { ...content, text, lineEnd: content.lineStart + lines - 1 }, truncated: true };
}

function backwards(start: number, end: number): ToolFailure {
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: `line_start ${start} is behind line_end ${end}.`,
    advice: 'Give the first line first; one line has the same number twice.',
  });
}

function contentFields({ content }: FileAtCommit) {
  switch (content.kind) {
    case 'text':
      return {
        content: content.text,
        encoding: 'utf8' as const,
        lines: content.lines,
        line_start: content.lineStart,
        line_end: content.lineEnd,
      };
    case 'binary':
      return { content: toBase64(content.bytes), encoding: 'base64' as const, lines: 0 };
  }
}

function noteOn({ content, truncated }: FileAtCommit, workspace: string): string {
  const clone = `git clone <server>/git/${workspace} has all of it.`;
  const notes: string[] = [];
  if (content.kind === 'text') {
    if (content.replaced) notes.push('Bytes that are no UTF-8 are shown as U+FFFD.');
    const wholeLines = content.text.endsWith('\n');
    if (truncated && wholeLines)
      notes.push(`Cut after line ${content.lineEnd}: go on with line_start ${content.lineEnd + 1}.`);
    else if (truncated) notes.push(`Cut within line ${content.lineEnd}, which is longer than a call returns; ${clone}`);
    if (content.lineEnd < content.lineStart && content.lines > 0)
      notes.push(`The file ends with line ${content.lines}.`);
  } else if (truncated) notes.push(`Cut after ${content.bytes.length} bytes; ${clone}`);
  return notes.join(' ');
}

function metadataOf({ commit, date, author, subject, exact }: NonNullable<FileAtCommit['lastChange']>) {
  return {
    last_modified: date,
    git_status: 'committed' as const,
    last_commit: { sha: commit, author: author.slice(0, LONGEST_NAME), subject: subject.slice(0, LONGEST_NAME) },
    exact,
  };
}

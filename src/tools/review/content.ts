/** The text that a tool is given: as it is, or as a file of a workspace. */
import { z } from 'zod';
import type { ToolContext } from '../../mcp/tool-context.ts';
import { LONGEST_CONTENT } from '../../review/content/service.ts';
import { invalid } from './invalid.ts';

/** What says which text. */
export const contentParameters = {
  content: z.string().max(LONGEST_CONTENT).optional().describe('The text; or give file.'),
  file: z.string().min(1).optional().describe('Path of a file of the workspace, in place of content.'),
  ref: z.string().min(1).optional().describe('Branch, tag or commit of file (~n too); the indexed one by default.'),
  workspace: z.string().default('default').describe('Name of the workspace that has file.'),
};

/** The values of {@link contentParameters}. */
export interface ContentArguments {
  readonly content?: string | undefined;
  readonly file?: string | undefined;
  readonly ref?: string | undefined;
  readonly workspace: string;
}

/** The text. Throws `ToolFailure` when none is named, two are, or the file is no text or larger than what is looked at. */
export async function contentOf(args: ContentArguments, { workspaces }: ToolContext): Promise<string> {
  const { content, file: path, ref, workspace } = args;
  if ((content === undefined) === (path === undefined))
    throw invalid(
      'Give either content or file.',
      'content is the text itself; file is the path of one in a workspace.',
    );
  if (content !== undefined) return content;
  const request = { path: path ?? '', ...(ref !== undefined && { ref }), mostBytes: LONGEST_CONTENT };
  const file = await workspaces.open(workspace).workspace.readFile(request);
  if (file.truncated)
    throw invalid(
      `${path} has ${file.size} bytes; ${LONGEST_CONTENT} are looked at.`,
      'Give a part of it as content, or a smaller file.',
    );
  if (file.content.kind === 'binary')
    throw invalid(`${path} is a binary file.`, 'Give the path of a text, or a text as content.');
  return file.content.text;
}

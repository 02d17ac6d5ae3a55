/** `read_file`: a file of a session as text, or as base64. */
import { z } from 'zod';
import { tokensFor } from '../../mcp/answer-size.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { pageEnd, roomBeside } from '../../mcp/pages.ts';
import { decodeText } from '../../python/file-text.ts';
import { sessionId } from './session-id.ts';

/** Bytes of a file that can be asked for, and those of an ordinary page. */
const MOST_BYTES = 8 << 20;
const PAGE_BYTES = 6000;
/** Bytes that are looked at for an ordinary page. */
const READ_BYTES = 1 << 18;

export default defineTool({
  name: 'read_file',
  toolset: 'python',
  title: 'Read a session file',
  description:
    'Reads a session file of a Python session (in its folder /workspace). UTF-8 comes as text, other files and those with NUL bytes as ' +
    'base64. Large files come in pages; /files/download/{path} has them whole.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    path: z.string().describe('Relative to /workspace.'),
    max_bytes: z
      .int()
      .min(1)
      .max(MOST_BYTES)
      .optional()
      .describe('Bytes to read; as many as fit an answer by default.'),
    offset: z.int().min(0).default(0).describe('Bytes to leave out at the beginning.'),
    session_id: sessionId,
  }),
  output: z.object({
    text: z.string(),
    binary: z.boolean().describe('Whether `text` is base64.'),
    encoding: z.enum(['utf-8', 'base64']),
    path: z.string(),
    size: z.int().describe('Bytes of the whole file.'),
    bytes_read: z.int().describe('Bytes that `text` stands for.'),
    truncated: z.boolean().describe('Whether the file goes on behind them.'),
    next_offset: z.int().optional().describe('Of the next page.'),
    session_id: z.string(),
  }),
  tokens: tokensOf,
  async handler(args, ctx) {
    const { path, max_bytes = READ_BYTES, offset, session_id } = args;
    const { id, session } = ctx.pythonSessions.open(session_id);
    const file = await session.readFile(path, offset, max_bytes);
    const facts = { path: file.path, size: file.size, session_id: id };
    const isCut = offset + file.data.length < file.size;
    const page = pageOf(file.data, isCut, roomBeside(facts, tokensOf(args)));
    const { text, binary, encoding, bytes } = page;
    const end = offset + bytes;
    return {
      ...facts,
      text,
      binary,
      encoding,
      bytes_read: bytes,
      truncated: end < file.size,
      ...(end < file.size && bytes > 0 && { next_offset: end }),
    };
  },
  render: ({ text, path, size, bytes_read, next_offset, encoding, session_id }) => {
    const cut =
      next_offset === undefined ? '' : `; ${bytes_read} bytes to ${next_offset}, offset ${next_offset} goes on`;
    return `${text}\n[${path} in session ${session_id}: ${size} bytes, shown as ${encoding}${cut}]`;
  },
});

function tokensOf({ max_bytes = 0 }: { readonly max_bytes?: number | undefined }): number {
  return tokensFor(max_bytes, PAGE_BYTES);
}

/** The beginning of the data that has at most so many tokens. */
function pageOf(data: Uint8Array, isCut: boolean, most: number) {
  const whole = decodeText(data, isCut);
  const end = pageEnd(whole.text, most);
  if (end === whole.text.length) return whole;
  if (whole.binary) {
    // Four characters stand for three bytes.
    const bytes = Math.floor(end / 4) * 3;
    return { ...whole, text: whole.text.slice(0, (bytes / 3) * 4), bytes };
  }
  const text = whole.text.slice(0, end);
  return { ...whole, text, bytes: new TextEncoder().encode(text).length };
}

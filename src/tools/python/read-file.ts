/** `read_file`: a file of a session as text, or as base64. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { decodeText } from '../../python/file-text.ts';
import { sessionId } from './session-id.ts';

/** Bytes of a file that are read when the caller names no number, and at most. */
const DEFAULT_BYTES = 1 << 20;
const MOST_BYTES = 8 << 20;

export default defineTool({
  name: 'read_file',
  toolset: 'python',
  title: 'Read a file',
  description:
    "Reads a file of a Python session's /workspace: UTF-8 as text, anything else as base64. Large files are cut; download " +
    'them whole from /files/download/{path}.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    path: z.string().describe('Relative to /workspace.'),
    max_bytes: z.int().min(1).max(MOST_BYTES).default(DEFAULT_BYTES).describe('Bytes to read from the beginning.'),
    session_id: sessionId,
  }),
  output: z.object({
    text: z.string(),
    binary: z.boolean().describe('Whether `text` is base64.'),
    encoding: z.enum(['utf-8', 'base64']),
    path: z.string(),
    size: z.int().describe('Bytes of the whole file.'),
    bytes_read: z.int().describe('Bytes that `text` stands for.'),
    truncated: z.boolean(),
    session_id: z.string(),
  }),
  async handler({ path, max_bytes, session_id }, ctx) {
    const { id, session } = ctx.pythonSessions.open(session_id);
    const file = await session.readFile(path, max_bytes);
    const { text, binary, encoding, bytes } = decodeText(file.data, file.data.length < file.size);
    return {
      text,
      binary,
      encoding,
      path: file.path,
      size: file.size,
      bytes_read: bytes,
      truncated: bytes < file.size,
      session_id: id,
    };
  },
  render: ({ text, path, size, bytes_read, truncated, encoding, session_id }) => {
    const cut = truncated ? `; cut after ${bytes_read} bytes, max_bytes or a download gives more` : '';
    return `${text}\n[${path} in session ${session_id}: ${size} bytes, shown as ${encoding}${cut}]`;
  },
});

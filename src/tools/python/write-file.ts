/** `write_file`: creates or replaces a file of a session. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { ENCODINGS, encodeText } from '../../python/file-text.ts';
import { FILES_ROOT } from '../../python/paths.ts';
import { sessionId } from './session-id.ts';

export default defineTool({
  name: 'write_file',
  toolset: 'python',
  title: 'Write a session file',
  description:
    'Creates or replaces a session file of a Python session (in its folder /workspace), with the directories it needs. Running code sees ' +
    'it from its next cell on. A file has at most 20 MB, a session 100 MB. POST /files/upload takes files that are too large for a call.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    path: z.string().describe('Relative to /workspace.'),
    content: z.string().describe('The whole file, in the encoding.'),
    encoding: z
      .string()
      .default('utf-8')
      .describe(`${ENCODINGS.join(', ')}; base64 for binary content.`),
    session_id: sessionId,
  }),
  output: z.object({
    path: z.string().describe('Full path of the file.'),
    size: z.int().describe('Bytes.'),
    created: z.boolean().describe('Whether there was no such file before.'),
    session_id: z.string(),
  }),
  async handler({ path, content, encoding, session_id }, ctx) {
    const { id, session } = ctx.pythonSessions.open(session_id);
    const file = await session.writeFile(path, encodeText(content, encoding));
    return { path: `${FILES_ROOT}/${file.path}`, size: file.size, created: file.created, session_id: id };
  },
  render: ({ path, size, created, session_id }) =>
    `${created ? 'Created' : 'Replaced'} ${path} (${size} bytes) in session ${session_id}.`,
});

/** `save_script`: stores a script in a session, for `run_script`. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { encodeText } from '../../python/file-text.ts';
import { SCRIPTS, scriptPath } from '../../python/scripts.ts';
import { sessionId } from './session-id.ts';

export default defineTool({
  name: 'save_script',
  toolset: 'python',
  title: 'Save a Python script',
  description:
    "Creates or replaces a Python script among a session's files, in the folder scripts/ unless its name says otherwise. run_script runs " +
    'it by the same name, also after a restart of the interpreter.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    name: z.string().describe('A name in scripts/ (`.py` may be left out), or a path with a slash, such as ./main.py.'),
    content: z.string().describe('Python source.'),
    session_id: sessionId,
  }),
  output: z.object({
    script: z.string().describe('Path in /workspace.'),
    path: z.string().describe('Full path.'),
    size: z.int().describe('Bytes.'),
    created: z.boolean().describe('Whether there was no such script before.'),
    session_id: z.string(),
  }),
  async handler({ name, content, session_id }, ctx) {
    const script = scriptPath(name);
    const { id, session } = ctx.pythonSessions.open(session_id);
    const { size, created } = await session.writeFile(script, encodeText(content, 'utf-8'));
    return { script, path: `/workspace/${script}`, size, created, session_id: id };
  },
  render: ({ script, path, size, created, session_id }) =>
    `${created ? 'Saved' : 'Replaced'} ${path} (${size} bytes) in session ${session_id}. Run it: run_script with the name ` +
    `${nameOf(script)}.`,
});

/** The shortest name that leads to a script. */
function nameOf(script: string): string {
  const name = script.slice(SCRIPTS.length + 1);
  return script.startsWith(`${SCRIPTS}/`) && !name.includes('/') ? name : `./${script}`;
}

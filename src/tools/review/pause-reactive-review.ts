/** `pause_reactive_review`: stops a review in the background for a while. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { controlSchema, renderControl, sessionParameter, toControl } from './session-fields.ts';

export default defineTool({
  name: 'pause_reactive_review',
  toolset: 'review',
  title: 'Pause a review',
  description:
    'Stops a review in the background until it is resumed. Findings of ended steps stay; the running step is given up and done again.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({ session_id: sessionParameter }),
  output: controlSchema,
  async handler({ session_id }, { reviewSessions }) {
    const { session } = reviewSessions.open(session_id);
    return toControl(await session.pause(), 'Nothing runs; resume_reactive_review goes on.');
  },
  render: renderControl,
});

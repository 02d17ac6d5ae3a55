/** `resume_reactive_review`: lets a paused review go on. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { controlSchema, renderControl, sessionParameter, toControl } from './session-fields.ts';

export default defineTool({
  name: 'resume_reactive_review',
  toolset: 'review',
  title: 'Resume a review',
  description: 'Lets a paused review in the background go on with the steps that have not ended.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({ session_id: sessionParameter }),
  output: controlSchema,
  async handler({ session_id }, { reviewSessions }) {
    const { session } = reviewSessions.open(session_id);
    return toControl(await session.resume(), 'It goes on.');
  },
  render: renderControl,
});

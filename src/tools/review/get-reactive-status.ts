/** `get_reactive_status`: how far a review in the background is. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { renderSession, sessionParameter, sessionSchema, toSessionFields } from './session-fields.ts';

export default defineTool({
  name: 'get_reactive_status',
  toolset: 'review',
  title: 'See how far a review is',
  description:
    'Tells the state of a review in the background, its steps, what it works on now, and how much it has found.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({ session_id: sessionParameter }),
  output: sessionSchema,
  async handler({ session_id }, { reviewSessions }) {
    return toSessionFields(await reviewSessions.open(session_id).session.status());
  },
  render: renderSession,
});

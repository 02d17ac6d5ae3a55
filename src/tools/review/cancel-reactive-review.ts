/** `cancel_reactive_review`: ends a review in the background. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { controlSchema, renderControl, sessionParameter, toControl } from './session-fields.ts';

export default defineTool({
  name: 'cancel_reactive_review',
  toolset: 'review',
  title: 'Cancel a review',
  description: 'Ends a review in the background for good; what it has found until now can still be read.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({ session_id: sessionParameter }),
  output: controlSchema,
  async handler({ session_id }, { reviewSessions }) {
    const { session } = reviewSessions.open(session_id);
    return toControl(await session.cancel(), 'Nothing more runs; get_reactive_findings has what was found.');
  },
  render: renderControl,
});

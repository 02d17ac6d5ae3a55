/** `set_model`: which of the server's models answers the user's questions. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { modelInfo, modelInfoSchema, renderModelInfo } from './model-fields.ts';

export default defineTool({
  name: 'set_model',
  toolset: 'reasoning',
  title: 'Choose the model',
  description:
    'Chooses the model of the server that tools ask from now on, for all your clients. Without a name tools ask none, and questions come ' +
    'to your client or to you.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    model: z
      .string()
      .min(1)
      .max(200)
      .nullable()
      .default(null)
      .describe('Its name, as get_model_info lists it; null: none.'),
  }),
  output: modelInfoSchema,
  more: { models: () => 'get_model_info' },
  async handler({ model }, ctx) {
    ctx.models.choose(model);
    return modelInfo(ctx);
  },
  render: renderModelInfo,
});

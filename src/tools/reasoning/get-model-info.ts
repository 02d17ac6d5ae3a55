/** `get_model_info`: who answers the questions that tools put to a model. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { modelInfo, modelInfoSchema, renderModelInfo } from './model-fields.ts';

export default defineTool({
  name: 'get_model_info',
  toolset: 'reasoning',
  title: 'Say which model answers',
  description:
    'Says who answers the questions of tools: a model of the server, the client, or you. It also lists the models to choose from, and ' +
    "what is left of the day's budget.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({}),
  output: modelInfoSchema,
  more: { models: () => 'set_model names all of them when it gets a name that is none' },
  handler: async (_args, ctx) => modelInfo(ctx),
  render: renderModelInfo,
});

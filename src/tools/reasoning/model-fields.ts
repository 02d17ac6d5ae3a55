/** The models in the answers of tools. */
import { z } from 'zod';
import type { ToolContext } from '../../mcp/tool-context.ts';

/** What `get_model_info` and `set_model` answer. */
export const modelInfoSchema = z.object({
  answers: z
    .enum(['server_model', 'client_model', 'caller'])
    .describe('Who is asked first: a model of the server, that of the client, or whoever called.'),
  model: z.string().optional().describe('The model of the server that is asked.'),
  models: z.array(
    z.object({ name: z.string(), provider: z.string(), provider_model: z.string(), context_tokens: z.int() }),
  ),
  client_model: z
    .enum(['sampling', 'input_requests', 'none'])
    .describe("How the client's own model can be asked: as the client said when it connected, or in this call."),
  budget: z
    .object({
      calls_per_day: z.int(),
      calls_left: z.int(),
      tokens_per_day: z.int(),
      tokens_left: z.int(),
      input_tokens_used: z.int(),
      output_tokens_used: z.int(),
      renews_at: z.string(),
    })
    .describe('Yours for models of the server; tokens as their providers report them.'),
  notes: z.array(z.string()),
});

/** Those fields. */
export type ModelInfo = z.output<typeof modelInfoSchema>;

const CLIENT = { sampling: 'sampling', 'input-requests': 'input_requests', none: 'none' } as const;

/** What is so now. */
export function modelInfo({ models, clientModel }: ToolContext): ModelInfo {
  const { models: configured, chosen, spent, allowance, renewsAt, fault } = models.facts;
  const used = spent.inputTokens + spent.outputTokens;
  const calls_left = Math.max(0, allowance.calls - spent.calls);
  const tokens_left = Math.max(0, allowance.tokens - used);
  const isSpent = calls_left === 0 || tokens_left === 0;
  const asksServer = chosen !== undefined && !isSpent;
  return {
    answers: asksServer ? 'server_model' : clientModel === 'none' ? 'caller' : 'client_model',
    ...(chosen !== undefined && { model: chosen }),
    models: configured.map(({ name, provider, model, contextTokens }) => ({
      name,
      provider,
      provider_model: model,
      context_tokens: contextTokens,
    })),
    client_model: CLIENT[clientModel],
    budget: {
      calls_per_day: allowance.calls,
      calls_left,
      tokens_per_day: allowance.tokens,
      tokens_left,
      input_tokens_used: spent.inputTokens,
      output_tokens_used: spent.outputTokens,
      renews_at: renewsAt,
    },
    notes: [
      ...(fault === undefined ? [] : [fault]),
      ...(configured.length > 0 || fault !== undefined ? [] : ['This server has no model of its own.']),
      ...(configured.length > 0 && chosen === undefined
        ? ['You chose that none is asked: set_model takes a name.']
        : []),
      ...(chosen !== undefined && isSpent ? [`Your budget is spent until ${renewsAt}; you are asked instead.`] : []),
      'Where no model answers, a tool hands its question back to you with the evidence; the same call works in every way.',
    ],
  };
}

const WHO = { server_model: 'a model of this server', client_model: "the client's own model", caller: 'you' } as const;

/** The same as text. */
export function renderModelInfo({ answers, model, models, client_model, budget, notes }: ModelInfo): string {
  return [
    `Questions of tools are put to ${WHO[answers]}${answers === 'server_model' ? `: ${model}` : ''}.`,
    ...models.map(
      ({ name, provider, provider_model, context_tokens }) =>
        `- ${name}: ${provider} ${provider_model}, ${context_tokens} tokens of context${name === model ? ' (chosen)' : ''}`,
    ),
    `The client's own model: ${client_model}.`,
    `Left today: ${budget.calls_left} of ${budget.calls_per_day} calls, ${budget.tokens_left} of ${budget.tokens_per_day} tokens ` +
      `(${budget.input_tokens_used} in, ${budget.output_tokens_used} out); whole again at ${budget.renews_at}.`,
    ...notes,
  ].join('\n');
}

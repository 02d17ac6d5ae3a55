/** Anthropic's Messages API (`POST <url>/v1/messages`, version 2023-06-01), streamed. */
import { z } from 'zod';
import { type Dialect, type Piece, readWith } from './dialect.ts';

/** Where Anthropic is. */
export const ANTHROPIC_URL = 'https://api.anthropic.com';

/** The tool whose input is the answer: unlike `output_config`, every model takes it, with any JSON Schema. */
const ANSWER_TOOL = 'answer';

const usageSchema = z.object({
  input_tokens: z.number().nullish(),
  cache_read_input_tokens: z.number().nullish(),
  cache_creation_input_tokens: z.number().nullish(),
  output_tokens: z.number().nullish(),
});

const eventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message_start'), message: z.object({ usage: usageSchema.optional() }) }),
  z.object({ type: z.literal('content_block_start'), content_block: z.object({ type: z.string() }) }),
  z.object({
    type: z.literal('content_block_delta'),
    delta: z.object({ type: z.string(), text: z.string().optional(), partial_json: z.string().optional() }),
  }),
  z.object({
    type: z.literal('message_delta'),
    delta: z.object({ stop_reason: z.string().nullish() }),
    usage: usageSchema.optional(),
  }),
  z.object({
    type: z.literal('error'),
    error: z.object({ type: z.string(), message: z.string().default('no reason given') }),
  }),
  z.object({ type: z.enum(['content_block_stop', 'message_stop', 'ping']) }),
]);

const ENDS: Readonly<Record<string, Piece['end']>> = {
  max_tokens: 'cut',
  model_context_window_exceeded: 'cut',
  refusal: 'refused',
};
const TRANSIENT: ReadonlySet<string> = new Set(['overloaded_error', 'rate_limit_error', 'api_error', 'timeout_error']);

/** The dialect. */
export const ANTHROPIC: Dialect = {
  write({ url, key, model }, { system, messages, schema, mostOutput }) {
    const tool = { name: ANSWER_TOOL, description: 'Takes the answer.', input_schema: schema };
    return {
      url: `${url}/v1/messages`,
      headers: { 'anthropic-version': '2023-06-01', ...(key !== undefined && { 'x-api-key': key }) },
      body: {
        model,
        system,
        messages: messages.map(({ role, text }) => ({ role: role === 'model' ? 'assistant' : 'user', content: text })),
        max_tokens: mostOutput,
        stream: true,
        ...(schema !== undefined && { tools: [tool], tool_choice: { type: 'tool', name: ANSWER_TOOL } }),
      },
    };
  },
  // New kinds of events may come at any time.
  read: (event) => readKnown(event) ?? {},
};

const readKnown = readWith(eventSchema, (event): Piece => {
  switch (event.type) {
    case 'message_start':
      return usageOf(event.message.usage);
    case 'content_block_start':
      return event.content_block.type === 'tool_use' ? { begins: true } : {};
    case 'content_block_delta': {
      const { type, text, partial_json } = event.delta;
      const added = type === 'text_delta' ? text : type === 'input_json_delta' ? partial_json : undefined;
      return added === undefined ? {} : { text: added };
    }
    case 'message_delta': {
      const { stop_reason } = event.delta;
      const usage = usageOf(event.usage);
      if (stop_reason === null || stop_reason === undefined) return usage;
      return { ...usage, end: ENDS[stop_reason] ?? 'whole', reason: stop_reason };
    }
    case 'error': {
      const { type, message } = event.error;
      return { error: { message, transient: TRANSIENT.has(type) } };
    }
    default:
      return {};
  }
});

function usageOf(usage: z.output<typeof usageSchema> | undefined): Piece {
  if (usage === undefined) return {};
  const { input_tokens, output_tokens, cache_read_input_tokens, cache_creation_input_tokens } = usage;
  const cached = (cache_read_input_tokens ?? 0) + (cache_creation_input_tokens ?? 0);
  return {
    usage: {
      ...(typeof input_tokens === 'number' && { input: input_tokens + cached }),
      ...(typeof output_tokens === 'number' && { output: output_tokens }),
    },
  };
}

/** OpenAI's chat completions (`POST <url>/chat/completions`), which most local servers and gateways speak too. */
import { z } from 'zod';
import { type Dialect, type Piece, readWith } from './dialect.ts';

/** Where OpenAI itself is. */
export const OPENAI_URL = 'https://api.openai.com/v1';

const errorSchema = z.object({
  message: z.string().default('no reason given'),
  type: z.string().nullish(),
  code: z.union([z.string(), z.number()]).nullish(),
});

const eventSchema = z.union([
  z.object({ error: errorSchema }),
  z.object({
    error: z.undefined().optional(),
    choices: z.array(
      z.object({
        delta: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    ),
    // Of the last event, whose choices are empty; some servers send it with every one.
    usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish(),
  }),
]);

/** `stop` is a whole answer; also a local server's own word for it, as long as it is none of these. */
const ENDS: Readonly<Record<string, Piece['end']>> = { length: 'cut', content_filter: 'refused' };
const TRANSIENT = /rate_limit|overloaded|server_error|timeout|unavailable/;

/** The dialect. A refusal in words comes in `delta.refusal`. */
export const OPENAI: Dialect = {
  write({ url, key, model }, { system, messages, schema, mostOutput }, plain) {
    // OpenAI's reasoning models refuse the older name, and many local servers do not know the newer one.
    const limit = url === OPENAI_URL ? 'max_completion_tokens' : 'max_tokens';
    const format = { name: 'answer', schema, strict: false };
    return {
      url: `${url}/chat/completions`,
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      body: {
        model,
        messages: [
          { role: 'system', content: system },
          ...messages.map(({ role, text }) => ({ role: role === 'model' ? 'assistant' : 'user', content: text })),
        ],
        [limit]: mostOutput,
        stream: true,
        ...(!plain && { stream_options: { include_usage: true } }),
        ...(schema !== undefined && !plain && { response_format: { type: 'json_schema', json_schema: format } }),
      },
    };
  },
  read: readWith(eventSchema, (event): Piece => {
    if (event.error !== undefined) {
      const { message, type, code } = event.error;
      return { error: { message, transient: TRANSIENT.test(`${type ?? ''} ${code ?? ''}`) } };
    }
    const { delta, finish_reason } = event.choices[0] ?? {};
    const { usage } = event;
    const ended = finish_reason === null || finish_reason === undefined ? undefined : finish_reason;
    return {
      ...(delta?.content && { text: delta.content }),
      ...(delta?.refusal && { refused: true }),
      ...(ended !== undefined && { end: ENDS[ended] ?? 'whole', reason: ended }),
      ...(usage && { usage: { input: usage.prompt_tokens, output: usage.completion_tokens } }),
    };
  }),
  mayNeedPlain: (status) => status === 400 || status === 422,
};

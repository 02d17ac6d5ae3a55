/** Google's Gemini API (`POST <url>/models/<model>:streamGenerateContent?alt=sse`, version v1beta). */
import { z } from 'zod';
import { type Dialect, type Piece, readWith } from './dialect.ts';
import type { Usage } from './model.ts';

/** Where Gemini is. */
export const GEMINI_URL = 'https://generativelanguage.googleapis.com/v1beta';

const eventSchema = z.union([
  z.object({ error: z.object({ code: z.number().optional(), message: z.string().default('no reason given') }) }),
  z.object({
    error: z.undefined().optional(),
    candidates: z
      .array(
        z.object({
          content: z
            .object({
              parts: z.array(z.object({ text: z.string().optional(), thought: z.boolean().optional() })).default([]),
            })
            .optional(),
          finishReason: z.string().optional(),
        }),
      )
      .default([]),
    promptFeedback: z.object({ blockReason: z.string().optional() }).optional(),
    usageMetadata: z
      .object({
        promptTokenCount: z.number().optional(),
        candidatesTokenCount: z.number().optional(),
        thoughtsTokenCount: z.number().optional(),
      })
      .optional(),
  }),
]);

const ENDS: Readonly<Record<string, Piece['end']>> = { STOP: 'whole', MAX_TOKENS: 'cut' };

/** The dialect. Any other reason to finish, such as `SAFETY` or `RECITATION`, is a refusal. */
export const GEMINI: Dialect = {
  write({ url, key, model }, { system, messages, schema, mostOutput }) {
    return {
      url: `${url}/models/${encodeURIComponent(model)}:streamGenerateContent?alt=sse`,
      headers: key === undefined ? {} : { 'x-goog-api-key': key },
      body: {
        systemInstruction: { parts: [{ text: system }] },
        contents: messages.map(({ role, text }) => ({ role, parts: [{ text }] })),
        generationConfig: {
          maxOutputTokens: mostOutput,
          ...(schema !== undefined && { responseMimeType: 'application/json', responseJsonSchema: schema }),
        },
      },
    };
  },
  read: readWith(eventSchema, (event): Piece => {
    if (event.error !== undefined) {
      const { code = 500, message } = event.error;
      return { error: { message, transient: code === 429 || code >= 500 } };
    }
    const { candidates, promptFeedback, usageMetadata } = event;
    const { content, finishReason } = candidates[0] ?? {};
    const text = (content?.parts ?? []).map((part) => (part.thought === true ? '' : (part.text ?? ''))).join('');
    const blocked = promptFeedback?.blockReason;
    return {
      ...(text !== '' && { text }),
      ...(finishReason !== undefined && { end: ENDS[finishReason] ?? 'refused', reason: finishReason }),
      ...(blocked !== undefined && { end: 'refused' as const, reason: blocked }),
      ...(usageMetadata !== undefined && { usage: usageOf(usageMetadata) }),
    };
  }),
};

function usageOf(counts: {
  readonly promptTokenCount?: number | undefined;
  readonly candidatesTokenCount?: number | undefined;
  readonly thoughtsTokenCount?: number | undefined;
}): Partial<Usage> {
  const { promptTokenCount, candidatesTokenCount, thoughtsTokenCount } = counts;
  const output = (candidatesTokenCount ?? 0) + (thoughtsTokenCount ?? 0);
  return { ...(promptTokenCount !== undefined && { input: promptTokenCount }), ...(output > 0 && { output }) };
}

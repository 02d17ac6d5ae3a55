/** `scrub_secrets`: a text without its secrets, and what they were. */
import { z } from 'zod';
import { MOST_SHOWN } from '../../lib/secrets/mask.ts';
import { ANSWER_TOKENS } from '../../mcp/answer-size.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { pageEnd, roomBeside } from '../../mcp/pages.ts';
import { contentOf, contentParameters } from './content.ts';
import { invalid } from './invalid.ts';

/** Secrets that an answer tells of; the counts are of all. */
const MOST_TYPES = 15;

const characters = z.int().min(0).max(MOST_SHOWN);

export default defineTool({
  name: 'scrub_secrets',
  toolset: 'review',
  title: 'Scrub secrets from a text',
  description:
    'Hides the secrets of a text or of a file, before it is shown, logged or sent to a model: keys and tokens of more than a hundred providers, ' +
    'private keys in every encoding, connection strings, passwords in URLs and headers, and whatever a secret name is given. Says which, and where.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    ...contentParameters,
    show_start: characters.default(4).describe('First characters of a token that stay; of passwords none ever do.'),
    show_end: characters.default(0).describe(`Last ones; with show_start at most ${MOST_SHOWN}.`),
    offset: z.int().min(0).default(0).describe('Characters of the text to skip: next_offset of the answer before.'),
  }),
  output: z.object({
    scrubbed_content: z.string().describe('From offset on; as long as the text, * for each hidden character.'),
    secrets_found: z.boolean(),
    secrets_count: z.int().describe('Of the whole text.'),
    counts: z.record(z.string(), z.int()).describe('Secrets by type.'),
    detected_types: z.array(
      z.object({
        type: z.string(),
        pattern: z.string().describe('For people.'),
        severity: z.enum(['CRITICAL', 'HIGH', 'MEDIUM']),
        confidence: z.enum(['high', 'medium', 'low']),
        masked: z.string(),
        line: z.int(),
        column: z.int(),
      }),
    ),
    truncated: z.boolean(),
    next_offset: z.int().optional().describe('Where the rest begins, when truncated.'),
    processing_time_ms: z.int(),
  }),
  async handler(args, ctx) {
    const { show_start: start, show_end: end, offset } = args;
    if (start + end > MOST_SHOWN)
      throw invalid(
        `show_start ${start} and show_end ${end} are ${start + end} characters.`,
        `Show at most ${MOST_SHOWN} characters of a secret in all.`,
      );
    const began = Date.now();
    const { text, secrets } = await ctx.review.scrub(await contentOf(args, ctx), { start, end });
    if (offset > text.length)
      throw invalid(
        `offset ${offset} is behind the end of the text, which has ${text.length} characters.`,
        'Start at 0.',
      );
    const counts = new Map<string, number>();
    for (const { kind } of secrets) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const facts = {
      secrets_found: secrets.length > 0,
      secrets_count: secrets.length,
      counts: Object.fromEntries([...counts].sort()),
      detected_types: secrets
        .slice(0, MOST_TYPES)
        .map(({ kind, name, severity, confidence, preview, line, column }) => ({
          type: kind,
          pattern: name,
          severity,
          confidence: wordFor(confidence),
          masked: preview,
          line,
          column,
        })),
      processing_time_ms: Date.now() - began,
    };
    const rest = text.slice(offset);
    const length = pageEnd(rest, roomBeside(facts, ANSWER_TOKENS));
    return {
      ...facts,
      scrubbed_content: rest.slice(0, length).toWellFormed(),
      truncated: length < rest.length,
      ...(length < rest.length && { next_offset: offset + length }),
    };
  },
  render: ({ scrubbed_content, secrets_count, counts, detected_types, next_offset }) =>
    [
      scrubbed_content,
      secrets_count === 0
        ? '[No secrets found]'
        : `[${secrets_count} secrets hidden: ${Object.entries(counts)
            .map(([type, count]) => `${count} ${type}`)
            .join(', ')}]`,
      ...detected_types.map(
        ({ type, pattern, severity, confidence, masked, line, column }) =>
          `${line}:${column} ${severity} ${pattern} (${type}, confidence ${confidence}): ${masked}`,
      ),
      ...(next_offset === undefined ? [] : [`[Cut: go on with offset ${next_offset}]`]),
    ].join('\n'),
});

/** Confidence in three steps: by the format of a provider, by its place, by its name only. */
function wordFor(confidence: number): 'high' | 'medium' | 'low' {
  if (confidence >= 0.9) return 'high';
  return confidence >= 0.8 ? 'medium' : 'low';
}

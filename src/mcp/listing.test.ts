import { expect, it } from 'vitest';
import { z } from 'zod';
import { inputJsonSchema, outputJsonSchema } from './json-schema.ts';
import { listingOf } from './listing.ts';

const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const listed = (
  input: z.ZodObject,
  output: Parameters<typeof outputJsonSchema>[0],
  size: 'whole' | 'short' = 'whole',
) =>
  listingOf(
    {
      name: 'count',
      title: 'Count',
      description: 'Counts.',
      inputSchema: inputJsonSchema(input),
      outputSchema: outputJsonSchema(output),
      annotations,
    },
    size,
  );

it('lists parameters shortly without bounds of lengths, lower bounds and empty defaults', () => {
  const input = z.strictObject({
    words: z.array(z.string().min(1)).min(1).max(9).default([]).describe('What to count.'),
    minimum: z.int().min(0).max(50).default(0),
    default: z.boolean().default(false),
    limit: z.int().min(1).max(50).default(5),
    unit: z.enum(['word', 'line']).default('word'),
  });
  expect(listed(input, z.object({}), 'short').inputSchema).toEqual({
    type: 'object',
    properties: {
      words: { type: 'array', items: { type: 'string' }, description: 'What to count.' },
      minimum: { type: 'integer', maximum: 50 },
      default: { type: 'boolean' },
      limit: { type: 'integer', maximum: 50, default: 5 },
      unit: { type: 'string', enum: ['word', 'line'], default: 'word' },
    },
    additionalProperties: false,
  });
  expect(listed(input, z.object({})).inputSchema.properties).toMatchObject({
    words: { items: { minLength: 1 }, minItems: 1, maxItems: 9 },
    ...{ minimum: { minimum: 0, maximum: 50 }, limit: { minimum: 1, maximum: 50 } },
  });
});

it('lists of an object with many fields their names, types and values', () => {
  const few = z.strictObject({ one: z.int().default(1).describe('First.') });
  const many = z.strictObject({
    ...Object.fromEntries(
      Array.from({ length: 8 }, (_, at) => [`field_${at}`, z.boolean().default(true).describe('Long.')]),
    ),
    unit: z
      .array(z.enum(['word', 'line']))
      .max(3)
      .optional()
      .describe('Long, too.'),
  });
  const { properties } = listed(
    z.strictObject({ few, many: many.describe('How.').prefault({}) }),
    z.object({}),
  ).inputSchema;
  expect(properties).toEqual({
    few: {
      type: 'object',
      properties: { one: { type: 'integer', default: 1, description: 'First.' } },
      additionalProperties: false,
    },
    many: {
      type: 'object',
      description: 'How.',
      properties: expect.objectContaining({
        field_7: { type: 'boolean' },
        unit: { type: 'array', maxItems: 3, items: { type: 'string', enum: ['word', 'line'] } },
      }),
    },
  });
});

it('lists of a result what every success has, and whether it is a list or an object', () => {
  const output = z.object({
    status: z.enum(['done', 'left']),
    counts: z.array(z.object({ word: z.string() })).describe('One for each word.'),
    index: z.object({ complete: z.boolean() }),
    note: z.string().optional(),
  });
  expect(listed(z.strictObject({}), output).outputSchema).toEqual({
    type: 'object',
    properties: { status: {}, counts: { type: 'array' }, index: { type: 'object' } },
  });
  expect(listed(z.strictObject({}), output, 'short').outputSchema).toEqual({ type: 'object' });
});

it('lists of results of several forms what all of them have', () => {
  const output = z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('one'), size: z.int(), name: z.string() }),
    z.object({ kind: z.literal('two'), size: z.int() }),
  ]);
  expect(Object.keys(listed(z.strictObject({}), output).outputSchema?.properties ?? {})).toEqual(['kind', 'size']);
});

it('keeps the rest, and results without a schema', () => {
  const definition = {
    name: 'call',
    description: 'Calls.',
    inputSchema: inputJsonSchema(z.strictObject({})),
    annotations,
  };
  expect(listingOf(definition, 'whole')).toEqual(definition);
});

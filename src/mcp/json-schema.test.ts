import { expect, it } from 'vitest';
import { z } from 'zod';
import { outputJsonSchema } from './json-schema.ts';

const status = (schema: z.ZodType) => outputJsonSchema(z.object({ status: schema })).properties.status;

it.each([
  ['one word', z.literal('deleted'), { type: 'string', enum: ['deleted', 'error'] }],
  ['several words', z.enum(['a', 'b']), { type: 'string', enum: ['a', 'b', 'error'] }],
  ['the word of failures among others', z.enum(['a', 'error']), { type: 'string', enum: ['a', 'error'] }],
  ['any text', z.string(), { type: 'string' }],
])('admits a failure where the status is %s', (_, schema, expected) => {
  expect(status(schema)).toEqual(expected);
});

it('has the fields of each form of a result in that form, and an object at the root', () => {
  const schema = z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('one'), size: z.int() }),
    z.object({ kind: z.enum(['two', 'three']), size: z.string().optional() }),
  ]);
  expect(outputJsonSchema(schema)).toEqual({
    type: 'object',
    properties: {
      kind: { type: 'string', enum: ['one', 'two', 'three'] },
      status: { type: 'string' },
      error_type: { type: 'string' },
      message: { type: 'string' },
      shortened: { type: 'array' },
    },
    anyOf: [
      { properties: { kind: { type: 'string', const: 'one' }, size: { type: 'integer' } }, required: ['kind', 'size'] },
      {
        properties: { kind: { type: 'string', enum: ['two', 'three'] }, size: { type: 'string' } },
        required: ['kind'],
      },
      { required: ['error_type', 'message'] },
    ],
  });
});

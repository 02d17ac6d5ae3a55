/** Small pieces that the descriptions of routes are made of. */
import { z } from 'zod';

/** Any part of an OpenAPI 3.1 document. */
export type Node = Readonly<Record<string, unknown>>;

/** Path items by path, in OpenAPI's notation. */
export type Paths = Readonly<Record<string, Readonly<Record<string, Node>>>>;

/** The JSON Schema of a zod schema. */
export function schemaOf(schema: z.ZodType): Node {
  const { $schema: _, ...rest } = z.toJSONSchema(schema);
  return rest;
}

/** A reference to a part of the document's components. */
export function ref(kind: 'responses' | 'schemas', name: string): Node {
  return { $ref: `#/components/${kind}/${name}` };
}

/** A response with a body of `type`. */
export function answer(description: string, type: string, schema: Node): Node {
  return { description, content: { [type]: { schema } } };
}

/** A response with a JSON body. */
export function json(description: string, schema: Node): Node {
  return answer(description, 'application/json', schema);
}

/** A response that says what was wrong. */
export function refused(description: string): Node {
  return json(description, ref('schemas', 'Refusal'));
}

/** A response with a text body of `type`. */
export function text(description: string, type: string): Node {
  return answer(description, type, { type: 'string' });
}

/** Refusals that every route may answer with, those of routes that know their caller, and those of routes that are calls of theirs. */
export const PUBLIC_REFUSALS: Node = { 403: ref('responses', 'Forbidden'), 503: ref('responses', 'NotConfigured') };
export const REFUSALS: Node = { ...PUBLIC_REFUSALS, 401: ref('responses', 'Unauthorized') };
export const CALL_REFUSALS: Node = {
  ...REFUSALS,
  403: ref('responses', 'InsufficientScope'),
  429: ref('responses', 'TooManyCalls'),
};

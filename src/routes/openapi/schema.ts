/** Small pieces that the descriptions of routes are made of. */
import { z } from 'zod';
import { PROBLEM_TYPE } from '../../lib/problem.ts';

/** Any part of an OpenAPI 3.1 document. */
export type Node = Readonly<Record<string, unknown>>;

/** Path items by path, in OpenAPI's notation. */
export type Paths = Readonly<Record<string, Readonly<Record<string, Node>>>>;

/** The JSON Schema of a zod schema. */
export function schemaOf(schema: z.ZodType): Node {
  const { $schema: _, ...rest } = z.toJSONSchema(schema);
  return rest;
}

/** A query's parameters, each with its own schema. */
export function parametersOf({ shape }: { readonly shape: Readonly<Record<string, z.ZodType>> }): readonly Node[] {
  return Object.entries(shape).map(([name, field]) => {
    const { description, ...schema } = schemaOf(field);
    return { name, in: 'query', description, required: !field.safeParse(undefined).success, schema };
  });
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

/** A JSON-RPC error that says what was wrong. */
export function refused(description: string): Node {
  return json(description, ref('schemas', 'Refusal'));
}

/** Problem details that say what was wrong. */
export function problemOf(description: string): Node {
  return answer(description, PROBLEM_TYPE, ref('schemas', 'Problem'));
}

/** A response with a text body of `type`. */
export function text(description: string, type: string): Node {
  return answer(description, type, { type: 'string' });
}

/** The parameter of paths below an organisation. */
export const ORGANISATION: Node = {
  name: 'organisation',
  in: 'path',
  required: true,
  description: 'An organisation that the caller is in.',
  schema: { type: 'string' },
};

/** Problems that every route may answer with, and those of routes that know their caller. */
export const PUBLIC_PROBLEMS: Node = {
  403: ref('responses', 'ForbiddenProblem'),
  500: ref('responses', 'InternalProblem'),
  503: ref('responses', 'UnavailableProblem'),
};
export const CALL_PROBLEMS: Node = {
  ...PUBLIC_PROBLEMS,
  401: ref('responses', 'UnauthorizedProblem'),
  403: ref('responses', 'InsufficientScopeProblem'),
  429: ref('responses', 'TooManyCallsProblem'),
};

/** The same of routes that speak JSON-RPC. */
export const REFUSALS: Node = {
  401: ref('responses', 'Unauthorized'),
  403: ref('responses', 'Forbidden'),
  500: ref('responses', 'Internal'),
  503: ref('responses', 'Unavailable'),
};

/** JSON Schemas of a tool's input and output, made once from its zod schemas. */
import { z } from 'zod';

/** Any JSON. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** A JSON Schema node. */
export type JsonSchema = { [keyword: string]: Json };

/** A JSON Schema for an object, the only kind that MCP takes for a tool. */
export type ObjectSchema = {
  readonly type: 'object';
  readonly properties: { [name: string]: JsonSchema };
  readonly required?: string[];
  /** False where further properties are refused. */
  readonly additionalProperties?: false;
};

/** What a tool's result may be: an object, or one of several that a field tells apart. */
export type OutputSchema = z.ZodObject | z.ZodDiscriminatedUnion<readonly z.ZodObject[]>;

/** One form of a result. */
export type ResultForm = { readonly properties?: { [name: string]: JsonSchema }; readonly required: string[] };

/** The schema of a result: an object that has one of the forms; the last of them is a failure. */
export type ResultSchema = ObjectSchema & { readonly anyOf: ResultForm[] };

/** The schema of a tool's arguments. */
export function inputJsonSchema(schema: z.ZodObject): ObjectSchema {
  return objectSchema(schema, 'input');
}

/** The schema of a value that a caller sends. */
export function valueJsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = toJson(schema, 'input');
  return rest;
}

/**
 * The schema of a tool's structured content. Failures (`status`, `error_type`, `message`) satisfy it too: clients built on the
 * v1 SDK check every structured content against it, also that of an `isError` result. The root is an object in any case, as MCP wants;
 * what only some of several forms have stands in those.
 */
export function outputJsonSchema(schema: OutputSchema): ResultSchema {
  const failed: ResultForm = { required: ['error_type', 'message'] };
  if (schema instanceof z.ZodObject) {
    const { type, properties, required = [] } = objectSchema(schema, 'output');
    return { type, properties: withFailure(properties), anyOf: [{ required }, failed] };
  }
  const tag = schema.def.discriminator;
  const forms = schema.options.map((option) => objectSchema(option, 'output'));
  const tags = forms.flatMap(({ properties }) => valuesOf(properties[tag]));
  return {
    type: 'object',
    properties: withFailure({ [tag]: { type: 'string', enum: tags } }),
    anyOf: [...forms.map(({ properties, required = [] }) => ({ properties, required })), failed],
  };
}

/** The schema of a tool's facts by themselves. */
export function factsJsonSchema(schema: OutputSchema): JsonSchema {
  return toJson(schema, 'output');
}

function objectSchema(schema: z.ZodObject, io: 'input' | 'output'): ObjectSchema {
  const { properties = {}, required, additionalProperties } = toJson(schema, io);
  // A JSON Schema is JSON; zod types some of its keywords as `unknown`.
  return {
    type: 'object',
    properties: properties as ObjectSchema['properties'],
    ...(required !== undefined && { required: required as string[] }),
    ...(additionalProperties === false && { additionalProperties }),
  };
}

function toJson(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const json = z.toJSONSchema(schema, {
    io,
    override({ jsonSchema }) {
      // What is said by default costs every client tokens; results may gain fields.
      delete jsonSchema.propertyNames;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (io === 'output' && isTrivial(jsonSchema.additionalProperties)) delete jsonSchema.additionalProperties;
    },
  });
  return json as JsonSchema;
}

/** Whether what it says of further properties is no type. */
function isTrivial(additional: unknown): boolean {
  return typeof additional !== 'object' || additional === null || Object.keys(additional).length === 0;
}

/** The fields of a failure beside those of a success. */
function withFailure(properties: ObjectSchema['properties']): ObjectSchema['properties'] {
  const { status, error_type, message, error } = properties;
  const text: JsonSchema = { type: 'string' };
  return {
    ...properties,
    status: status === undefined ? text : withErrorStatus(status),
    error_type: error_type ?? text,
    message: message ?? text,
    // An object where a failure has the Context Engine's form, too.
    ...(error !== undefined && { error: { anyOf: [error, { type: 'object' }] } }),
    // What `answer-size.ts` cut off.
    shortened: { type: 'array' },
  };
}

function withErrorStatus(status: JsonSchema): JsonSchema {
  const values = valuesOf(status);
  if (values.length === 0 || values.includes('error')) return status;
  const { const: _, ...rest } = status;
  return { ...rest, enum: [...values, 'error'] };
}

/** The values that a schema names; none when it names none. */
function valuesOf(schema: JsonSchema | undefined): readonly Json[] {
  if (schema?.const !== undefined) return [schema.const];
  return Array.isArray(schema?.enum) ? schema.enum : [];
}

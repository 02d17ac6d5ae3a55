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
};

/** The schema of a result: an object that is a success or a failure. */
export type ResultSchema = ObjectSchema & { readonly anyOf: { required: string[] }[] };

/** The schema of a tool's arguments. */
export function inputJsonSchema(schema: z.ZodObject): ObjectSchema {
  return objectSchema(schema, 'input');
}

/**
 * The schema of a tool's structured content. Failures (`status`, `error_type`, `message`) satisfy it too: clients built on the
 * v1 SDK check every structured content against it, also that of an `isError` result.
 */
export function outputJsonSchema(schema: z.ZodObject): ResultSchema {
  const { type, properties, required = [] } = objectSchema(schema, 'output');
  const { status, error_type, message } = properties;
  const text: JsonSchema = { type: 'string' };
  return {
    type,
    properties: {
      ...properties,
      status: status === undefined ? text : withErrorStatus(status),
      error_type: error_type ?? text,
      message: message ?? text,
    },
    anyOf: [{ required }, { required: ['error_type', 'message'] }],
  };
}

function objectSchema(schema: z.ZodObject, io: 'input' | 'output'): ObjectSchema {
  const { properties = {}, required } = z.toJSONSchema(schema, {
    io,
    override({ jsonSchema }) {
      // What is said by default costs every client tokens; results may gain fields.
      delete jsonSchema.propertyNames;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (io === 'output' && isTrivial(jsonSchema.additionalProperties)) delete jsonSchema.additionalProperties;
    },
  });
  // A JSON Schema is JSON; zod types some of its keywords as `unknown`.
  return { type: 'object', properties: properties as ObjectSchema['properties'], ...(required && { required }) };
}

/** Whether what it says of further properties is no type. */
function isTrivial(additional: unknown): boolean {
  return typeof additional !== 'object' || additional === null || Object.keys(additional).length === 0;
}

function withErrorStatus(status: JsonSchema): JsonSchema {
  const values = status.enum;
  return Array.isArray(values) && !values.includes('error') ? { ...status, enum: [...values, 'error'] } : status;
}

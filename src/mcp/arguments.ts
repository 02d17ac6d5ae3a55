/** Checks a call's arguments; what is wrong is said in terms of the parameter, what it allows and what came. */
import type { z } from 'zod';
import { ToolFailure } from '../lib/errors.ts';
import type { Json, JsonSchema, ObjectSchema } from './json-schema.ts';
import { suggest } from './suggest.ts';

/** Faults that are told of; a list of a million wrong items has as many. */
const MOST_FAULTS = 10;
/** Characters of a value that are shown in a sentence, and of one that is given back as it came. */
const SHOWN = 80;
const GIVEN_BACK = 1000;

/**
 * Parses `args` with the tool's schema.
 * Throws a `ToolFailure` of type `validation_error` whose details are `{tool, field, value, constraint}`; a long value is cut.
 */
export function parseArguments<Input extends z.ZodObject>(
  tool: string,
  schema: Input,
  jsonSchema: ObjectSchema,
  args: unknown,
): z.output<Input> {
  const given = args ?? {};
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const faults = issues.slice(0, MOST_FAULTS).map((issue) => explain(issue, jsonSchema, given));
  const [first] = faults;
  const more = issues.length > MOST_FAULTS ? `; and ${issues.length - MOST_FAULTS} more` : '';
  throw new ToolFailure({
    errorType: 'validation_error',
    message: `Invalid arguments for ${tool}: ${faults.map((fault) => withoutPeriod(fault.text)).join('; ')}${more}.`,
    advice: `Parameters: ${signature(jsonSchema)}.`,
    details: { tool, field: first?.field, value: givenBack(first?.value), constraint: first?.constraint },
  });
}

function withoutPeriod(text: string): string {
  return text.replace(/(?<![\s.])[\s.]+$/, '');
}

/** The value, or the beginning of its JSON when that is long. */
function givenBack(value: unknown): unknown {
  const json = JSON.stringify(value);
  return json === undefined || json.length <= GIVEN_BACK ? value : `${json.slice(0, GIVEN_BACK).toWellFormed()}…`;
}

interface Fault {
  readonly field: string;
  readonly value: unknown;
  readonly constraint: string;
  readonly text: string;
}

function explain(issue: z.core.$ZodIssue, schema: ObjectSchema, args: unknown): Fault {
  if (issue.code === 'unrecognized_keys') return unknownNames(issue, schema);
  const [head] = issue.path;
  if (head === undefined) {
    return {
      field: 'arguments',
      value: args,
      constraint: 'an object',
      text: `arguments must be an object, got ${show(args)}`,
    };
  }
  const field = issue.path.join('.');
  const property = schema.properties[String(head)];
  const constraint = property === undefined || issue.path.length > 1 ? issue.message : allowed(issue, property);
  const value = valueAt(args, issue.path);
  const text =
    value === undefined ? `${field} is required: ${constraint}` : `${field} must be ${constraint}, got ${show(value)}`;
  return { field, value, constraint, text };
}

function unknownNames({ keys, path }: z.core.$ZodIssueUnrecognizedKeys, schema: ObjectSchema): Fault {
  const shown = keys.slice(0, MOST_FAULTS);
  const more = keys.length > shown.length ? ['…'] : [];
  const named = (key: string) => cut([...path, key].join('.'));
  const text = shown.map((key) => named(key) + hintFor(key, path, schema));
  return {
    field: [...shown.map(named), ...more].join(', '),
    value: undefined,
    constraint: 'a parameter of this tool',
    text: `there is no parameter ${[...text, ...more].join(', ')}`,
  };
}

/** Where the name belongs, or which one is like it. */
function hintFor(key: string, path: readonly PropertyKey[], schema: ObjectSchema): string {
  const around = path.reduce<Json | undefined>((node, part) => fieldsOf(node)[String(part)], schema);
  const owner = Object.entries(schema.properties).find(([, property]) => key in fieldsOf(property))?.[0];
  if (path.length === 0 && owner !== undefined) return ` (${owner} has it: ${owner}.${key})`;
  const [like] = key.length > SHOWN ? [] : suggest(key, Object.keys(fieldsOf(around)));
  return like === undefined ? '' : ` (perhaps ${like})`;
}

function fieldsOf(schema: Json | undefined): { readonly [name: string]: Json } {
  const properties = isObject(schema) ? schema.properties : undefined;
  return isObject(properties) ? properties : {};
}

function isObject(json: Json | undefined): json is { [name: string]: Json } {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (node, key) => (typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined),
    root,
  );
}

/** What the parameter allows; its schema says all but what only a function of ours can check. */
function allowed(issue: z.core.$ZodIssue, property: JsonSchema): string {
  return issue.code === 'custom' ? `${describe(property)}, ${issue.message}` : describe(property);
}

/** What a parameter allows, e.g. `an integer, 1 to 300`. */
function describe(schema: JsonSchema): string {
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.map((item) => JSON.stringify(item)).join(', ')}`;
  switch (schema.type) {
    case 'string':
      if (schema.minLength === 1 && schema.maxLength === undefined) return 'a non-empty string';
      return `a string${bounds(schema.minLength, schema.maxLength, ' characters long')}`;
    case 'integer':
      return `an integer${bounds(schema.minimum, schema.maximum)}`;
    case 'number':
      return `a number${bounds(schema.minimum, schema.maximum)}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return `a list${bounds(schema.minItems, schema.maxItems, ' items long')}`;
    default:
      return 'an object';
  }
}

function bounds(low: unknown, high: unknown, unit = ''): string {
  if (low !== undefined && high !== undefined) return `, ${low} to ${high}${unit}`;
  if (low !== undefined) return `, at least ${low}${unit}`;
  return high === undefined ? '' : `, at most ${high}${unit}`;
}

function signature(schema: ObjectSchema): string {
  const names = Object.entries(schema.properties).map(
    ([name, property]) => `${name} (${describe(property)}; ${need(name, property, schema)})`,
  );
  return names.length === 0 ? 'none' : names.join(', ');
}

function need(name: string, property: JsonSchema, schema: ObjectSchema): string {
  if (schema.required?.includes(name)) return 'required';
  return property.default === undefined ? 'optional' : `default ${JSON.stringify(property.default)}`;
}

function show(value: unknown): string {
  const text = cut(JSON.stringify(value));
  if (value === null) return text;
  return `${Array.isArray(value) ? 'the list' : `the ${typeof value}`} ${text}`;
}

function cut(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text;
}

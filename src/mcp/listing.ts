/**
 * What `tools/list` sends of a tool's definition: every client holds it in its model's context, so it is short, and true. Arguments are
 * checked against, and results satisfy, the whole definition, which `find_tools` gives on request and docs/tools.md shows.
 */
import type { Tool as ToolDefinition } from '@modelcontextprotocol/server';

/** A JSON Schema node. */
type Schema = { readonly [keyword: string]: unknown };

/** Bounds that a sensible argument keeps by itself; what is wrong with another, the error says. Short listings have no room for them. */
const UNLISTED_BOUNDS: ReadonlySet<string> = new Set(['minLength', 'maxLength', 'minItems', 'maxItems', 'minimum']);

const BOUNDS: ReadonlySet<string> = new Set([...UNLISTED_BOUNDS, 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']);

const NONE: ReadonlySet<string> = new Set();

const ANY_OBJECT: ToolDefinition['outputSchema'] = { type: 'object' };

/** Fields of an object among the arguments that are described. */
const MOST_DESCRIBED = 8;

/**
 * `definition` with less of its schemas:
 * - of arguments no defaults that are empty (false, 0, '', [] or {}); of those that are objects with many fields the names, types, values and
 *   bounds of these only; in a `short` listing no lengths, no lower bounds, and not that fields of objects are all there are
 * - of results the fields that every success has, by name, and which of them are lists or objects: what is optional, nested, described
 *   or part of a failure is left out, so that failures satisfy the schema, too; in a `short` listing no fields
 */
export function listingOf(definition: ToolDefinition, size: 'whole' | 'short'): ToolDefinition {
  const { inputSchema, outputSchema, annotations, ...named } = definition;
  return {
    ...named,
    inputSchema: shortInput(inputSchema, size === 'short'),
    ...(outputSchema !== undefined && { outputSchema: size === 'short' ? ANY_OBJECT : fieldsOfSuccess(outputSchema) }),
    ...(annotations !== undefined && { annotations }),
  };
}

/** A parameter may have the name of a keyword: its schema is an object, a bound is a number, and an empty default none of both. */
function shortInput<Node>(schema: Node, isShort: boolean): Node {
  const kept = isShort ? NONE : BOUNDS;
  const short = (key: string, value: unknown): unknown => {
    if (isUnlisted(key, value, isShort)) return undefined;
    if (value === schema || !isSchema(value) || value.type !== 'object') return value;
    const { additionalProperties, ...fields } = withFewFields(value, kept);
    return isShort && additionalProperties === false ? fields : { ...fields, additionalProperties };
  };
  return JSON.parse(JSON.stringify(schema, short));
}

/** The object, its fields described only when there are {@link MOST_DESCRIBED} at most. */
function withFewFields({ properties, additionalProperties, ...node }: Schema, kept: ReadonlySet<string>): Schema {
  if (!isSchema(properties)) return node;
  if (Object.keys(properties).length <= MOST_DESCRIBED) return { ...node, properties, additionalProperties };
  return {
    ...node,
    properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, typeOnly(each, kept)])),
  };
}

function typeOnly(node: unknown, kept: ReadonlySet<string>): Schema {
  const { type, enum: values, items, ...more } = isSchema(node) ? node : {};
  return {
    type,
    ...Object.fromEntries(Object.entries(more).filter(([keyword]) => kept.has(keyword))),
    ...(values !== undefined && { enum: values }),
    ...(items !== undefined && { items: typeOnly(items, kept) }),
  };
}

function isUnlisted(keyword: string, value: unknown, isShort: boolean): boolean {
  if (keyword === 'default') return value === false || value === 0 || value === '' || isEmpty(value);
  return isShort && UNLISTED_BOUNDS.has(keyword) && typeof value === 'number';
}

/** Whether a list has no items or an object no fields. */
function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function fieldsOfSuccess({ properties, anyOf }: Schema): ToolDefinition['outputSchema'] {
  // The last form is a failure.
  const forms = Array.isArray(anyOf) ? anyOf.filter(isSchema).slice(0, -1) : [];
  const [first = [], ...others] = forms.map(({ required }): readonly unknown[] =>
    Array.isArray(required) ? required : [],
  );
  const everywhere = first.filter((name) => typeof name === 'string' && others.every((names) => names.includes(name)));
  return {
    type: 'object',
    properties: Object.fromEntries(
      everywhere.map((name) => [name, container(isSchema(properties) ? properties[String(name)] : undefined)]),
    ),
  };
}

/** The type of a list or an object; nothing of other nodes. */
function container(node: unknown): Schema {
  const type = isSchema(node) ? node.type : undefined;
  return type === 'array' || type === 'object' ? { type } : {};
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parts of a tool's schema by name, and a schema without those that an answer has no room for. */
import { countTokens } from '../../lib/tokens/count.ts';

/** A JSON Schema node. */
export type Schema = { readonly [keyword: string]: unknown };

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field, or one of several forms, and where it stands in its schema. */
interface Part {
  readonly name: string;
  readonly schema: Schema;
  readonly keys: readonly string[];
}

/** A schema that fits, and the paths of the parts that it only names. */
interface CutSchema {
  readonly schema: Schema;
  readonly leftOut: readonly string[];
}

/** Tokens below which a part is left out whole, and what it saves at least to leave one out. */
const LEAST_PART = 200;
const LEAST_SAVED = 30;
/** Parts that are left out of one part; where it takes more, it is left out whole. */
const MOST_LEFT_OUT = 4;
/** Characters of what is said of a part that is left out. */
const SHORT_DESCRIPTION = 80;

/** The part at a path such as `add_steps.checks.tests`: through lists and maps, and through forms by their constant. */
export function partAt(schema: Schema, path: readonly string[]): Schema | undefined {
  const [first, ...rest] = path;
  if (first === undefined) return schema;
  const part = partsOf(schema).find(({ name }) => name === first);
  return part === undefined ? undefined : partAt(part.schema, rest);
}

/** Names of the parts. */
export function partNames(schema: Schema): readonly string[] {
  return partsOf(schema).map(({ name }) => name);
}

/** `schema` in at most `room` tokens, where parts are large; what is left out is named below `path`. The largest parts go first. */
export function cutSchema(schema: Schema, room: number, path: string): CutSchema {
  let cut: CutSchema = { schema, leftOut: [] };
  const parts = partsOf(schema)
    .map((part) => ({ ...part, size: sizeOf(part.schema) }))
    .toSorted((a, b) => b.size - a.size);
  for (const { name, schema: part, keys, size } of parts) {
    const excess = sizeOf(cut.schema) - room;
    if (excess <= 0) break;
    const less = lessOf(part, size - excess, `${path}.${name}`);
    if (size - sizeOf(less.schema) < LEAST_SAVED) continue;
    cut = { schema: replaced(cut.schema, keys, less.schema), leftOut: [...cut.leftOut, ...less.leftOut] };
  }
  return cut;
}

/** The part without parts of its own, or, where that is not enough or too many, only its name. */
function lessOf(part: Schema, room: number, path: string): CutSchema {
  const cut = room < LEAST_PART ? undefined : cutSchema(part, room, path);
  if (cut !== undefined && sizeOf(cut.schema) <= room && cut.leftOut.length <= MOST_LEFT_OUT) return cut;
  return { schema: stubOf(part), leftOut: [path] };
}

export function sizeOf(value: unknown): number {
  return countTokens(JSON.stringify(value));
}

function partsOf(schema: Schema): readonly Part[] {
  const { properties, items, oneOf, anyOf, additionalProperties } = schema;
  const fields = isSchema(properties) ? entriesOf(properties, 'properties') : [];
  const within = [...below(items, 'items'), ...below(additionalProperties, 'additionalProperties')];
  return [...fields, ...within, ...formsOf(oneOf, 'oneOf'), ...formsOf(anyOf, 'anyOf')];
}

function entriesOf(properties: Schema, keyword: string): readonly Part[] {
  return Object.entries(properties).flatMap(([name, schema]) =>
    isSchema(schema) ? [{ name, schema, keys: [keyword, name] }] : [],
  );
}

/** The parts of what stands at a keyword. */
function below(node: unknown, ...keys: readonly string[]): readonly Part[] {
  return isSchema(node) ? partsOf(node).map((part) => ({ ...part, keys: [...keys, ...part.keys] })) : [];
}

/** Forms that a constant names are parts themselves; of others, their parts are. */
function formsOf(forms: unknown, keyword: string): readonly Part[] {
  if (!Array.isArray(forms)) return [];
  return forms.flatMap((form: unknown, at): readonly Part[] => {
    if (!isSchema(form)) return [];
    const name = tagOf(form)?.name;
    return name === undefined
      ? below(form, keyword, String(at))
      : [{ name, schema: form, keys: [keyword, String(at)] }];
  });
}

/** The field whose constant tells a form apart. */
function tagOf({ properties }: Schema): { readonly field: string; readonly name: string } | undefined {
  if (!isSchema(properties)) return undefined;
  for (const [field, node] of Object.entries(properties)) {
    if (isSchema(node) && typeof node.const === 'string') return { field, name: node.const };
  }
  return undefined;
}

/** What stays of a part: its type, or its constant, and the beginning of what is said of it. */
function stubOf(schema: Schema): Schema {
  const { type, description } = schema;
  const tag = tagOf(schema);
  return {
    ...(type !== undefined && { type }),
    ...(tag !== undefined && { properties: { [tag.field]: { const: tag.name } } }),
    ...(typeof description === 'string' && { description: beginningOf(description) }),
    $comment: 'left out',
  };
}

function beginningOf(text: string): string {
  return text.length <= SHORT_DESCRIPTION ? text : `${text.slice(0, text.lastIndexOf(' ', SHORT_DESCRIPTION))} …`;
}

/** `node` with another value at a path of keys; indexes of lists are texts, too. */
function replaced(node: Schema, [key, ...rest]: readonly string[], value: Schema): Schema {
  if (key === undefined) return value;
  const child = node[key];
  if (Array.isArray(child)) {
    const [at, ...deeper] = rest;
    return {
      ...node,
      [key]: child.map((form: unknown, index) =>
        String(index) === at && isSchema(form) ? replaced(form, deeper, value) : form,
      ),
    };
  }
  return isSchema(child) ? { ...node, [key]: replaced(child, rest, value) } : node;
}

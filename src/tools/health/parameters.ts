/** The parameters of a tool in a short form, as find_tools tells them. */

import { isSchema, type Schema } from './schema-parts.ts';

/** Characters of the longest list of values that is written out. */
const LONGEST_VALUES = 60;

/** Fields of an object that are reported with their types, where one is required; of more, only the first names. */
const MOST_DESCRIBED = 6;

/** Such as `code: string`, `limit: integer = 20`, `match?: exact|prefix`: those without a default or a question mark are required. */
export function shortParameters(inputSchema: Schema): readonly string[] {
  const { properties, required } = inputSchema;
  if (!isSchema(properties)) return [];
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties).map(([name, schema]) => {
    const type = typeOf(isSchema(schema) ? schema : {});
    const value = isSchema(schema) ? schema.default : undefined;
    if (needed.includes(name)) return `${name}: ${type}`;
    return value === undefined ? `${name}?: ${type}` : `${name}: ${type} = ${JSON.stringify(value)}`;
  });
}

function typeOf(schema: Schema): string {
  const { enum: values, items, properties, type } = schema;
  if (Array.isArray(values)) {
    const all = values.join('|');
    if (all.length <= LONGEST_VALUES) return all;
    return `${all.slice(0, all.lastIndexOf('|', LONGEST_VALUES))}|…`;
  }
  if (isSchema(items)) return `${typeOf(items)}[]`;
  if (isSchema(properties)) {
    const names = Object.keys(properties);
    if (names.length > MOST_DESCRIBED) return `{${names.slice(0, MOST_DESCRIBED).join(', ')}, …}`;
    return `{${(schema.required === undefined ? names : shortParameters(schema)).join(', ')}}`;
  }
  return typeof type === 'string' ? type : 'any';
}

/** Writes docs/tools.md from the catalogue; with `--check`, exits with 1 when the file is not what would be written. */
import { readFile, writeFile } from 'node:fs/promises';
import type { Tool } from '../src/mcp/define-tool.ts';
import { CATALOG } from '../src/tools/catalog.ts';
import { pathsListing } from '../src/tools/surfaces.ts';

const file = new URL('../docs/tools.md', import.meta.url);

const HEADER = `# Tools

Generated from the catalogue by \`npm run docs\`. Every tool can be called at every URL; "listed at" says which URLs name it in
\`tools/list\`. A tool that cannot do its work answers \`isError\` with \`{status: "error", error_type, message, advice}\`, and with
the \`line\` of the code when the fault has one.
`;

/** A JSON Schema node. */
type Schema = { readonly [keyword: string]: unknown };

interface Field {
  readonly path: string;
  readonly schema: Schema;
  readonly required: boolean;
}

const text = [HEADER, ...CATALOG.map(describeTool)].join('\n');
if (!process.argv.includes('--check')) {
  await writeFile(file, text);
} else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
  console.error('docs/tools.md is stale: run `npm run docs`.');
  process.exit(1);
}

function describeTool(tool: Tool): string {
  const { name, title = name, description = '', inputSchema, outputSchema, annotations = {} } = tool.listing;
  const hints = Object.entries(annotations).flatMap(([hint, value]) =>
    value === true ? hint.replace('Hint', '') : [],
  );
  return `## ${name}

${title}. Listed at ${pathsListing(tool)
    .map((path) => `\`${path}\``)
    .join(', ')}. Hints: ${hints.length === 0 ? 'none' : hints.join(', ')}. Scope: \`${tool.scope}\`.

${description}

${table('Parameter', inputSchema, parameterNeed)}
${table('Result', outputSchema === undefined ? {} : successSchema(outputSchema), resultNeed)}`;
}

/** A result that is no failure has the fields which the first alternative requires. */
function successSchema(schema: Schema): Schema {
  const [success] = Array.isArray(schema.anyOf) ? schema.anyOf : [];
  return { ...schema, ...success };
}

function table(title: string, schema: Schema, need: (field: Field) => string): string {
  const rows = fieldsOf(schema, '').map((field) => {
    const notes = [need(field), field.schema.description].filter(Boolean).join('. ');
    return `| \`${field.path}\` | ${kindOf(field.schema)} | ${notes} |`;
  });
  return rows.length === 0 ? '' : `| ${title} | Type | Notes |\n|---|---|---|\n${rows.join('\n')}\n`;
}

/** The fields of an object, each followed by those nested in it: `a.b` in an object, `a[].b` in a list of objects. */
function fieldsOf(schema: Schema, prefix: string): Field[] {
  const { properties, required } = schema;
  if (!isSchema(properties)) return [];
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties).flatMap(([name, property]) => {
    if (!isSchema(property)) return [];
    const path = `${prefix}${name}`;
    const nested = isSchema(property.items) ? fieldsOf(property.items, `${path}[].`) : fieldsOf(property, `${path}.`);
    return [{ path, schema: property, required: names.includes(name) }, ...nested];
  });
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function kindOf({ type, enum: values, items, minimum, maximum, anyOf }: Schema): string {
  if (Array.isArray(anyOf)) return anyOf.filter(isSchema).map(kindOf).join(' or ');
  if (Array.isArray(values)) return values.map((value) => `\`${value}\``).join(' ');
  if (isSchema(items)) return `list of ${kindOf(items)}`;
  const kind = Array.isArray(type) ? type.join(' or ') : String(type ?? 'any');
  return minimum === undefined || maximum === undefined ? kind : `${kind}, ${minimum} to ${maximum}`;
}

function parameterNeed({ required, schema }: Field): string {
  if (required) return 'required';
  return schema.default === undefined ? 'optional' : `default \`${JSON.stringify(schema.default)}\``;
}

function resultNeed({ required }: Field): string {
  return required ? '' : 'optional';
}

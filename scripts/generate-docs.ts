/**
 * Writes docs/tools.md from the catalogue and docs/errors.md from the table of errors; with `--check`, exits with 1 when a file is not
 * what would be written.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { ANSWER_TOKENS, MOST_ANSWER_TOKENS, MOST_TOKENS } from '../src/mcp/answer-size.ts';
import type { Tool } from '../src/mcp/define-tool.ts';
import { errorTable } from '../src/routes/openapi/error-table.ts';
import { CATALOG } from '../src/tools/catalog.ts';
import { pathsListing } from '../src/tools/surfaces.ts';
import { SYMBOLIC_TOKENS } from '../src/tools/symbolic/source.ts';

const HEADER = `# Tools

Generated from the catalogue by \`npm run docs\`. Every tool can be called at every URL; "listed at" says which URLs name it in
\`tools/list\`, with limits of numbers, texts and lists; \`/mcp\` alone leaves out lengths, lower limits and the fields of results, to stay below its ceiling. \`find_tools\` with \`detail: "full"\` shows all of a tool's parameters and results. A tool that cannot do its work answers \`isError\` with \`{status: "error", error_type, message, advice, retryable}\`, and
with the \`line\` of the code when the fault has one; tools of the toolsets context, planning and review also have \`error: {code, message, details}\`. [errors.md](errors.md) lists the types.

## The size of an answer

The text and the structured content of an answer have at most ${ANSWER_TOKENS} tokens each (o200k_base), those of the symbolic tools and failures
${SYMBOLIC_TOKENS}, whatever the input. Each form is complete by itself, since clients hand their model only one of them. A call that asks for more gets more:

- a \`limit\`, \`top_k\`, \`max_results\`, \`max_commits\`, \`max_nodes\` or \`max_bytes\` above its default, in proportion, up to ${MOST_ANSWER_TOKENS} tokens;
- \`line_end\` of \`get_file\` and \`include_smtlib\`, up to ${MOST_ANSWER_TOKENS}; \`detail_level\` 1 of \`inspect_object\`, up to ${2 * ANSWER_TOKENS};
- \`enable_llm_review\`, \`include_sarif\` and \`include_markdown\` of reviews, up to ${MOST_ANSWER_TOKENS};
- \`max_tokens\` is the size of the whole answer, at most ${MOST_TOKENS}. \`get_context_for_prompt\` has 8000 by default.

Tools shape their answers first: files come in pages (\`line_start\`, \`offset\`), lists are gone on with by \`offset\`, found code is cut to the lines that
matter, long output of Python is kept in the session's \`outputs/\`. Symbolic tools leave out path conditions first, then tests; \`left_out\` says so, and the report has them. What is still too long is shortened, texts in their middle and lists at their
end, and both forms say so: the field \`shortened\` has \`{field, shown, total, unit, more}\` for each, where \`more\` says how to get the rest.
Tokens are counted from above, by some 15 %, so that ordinary answers end a little earlier.
`;

const ERRORS = `# Errors

Generated from \`src/lib/error-types.ts\` by \`npm run docs\`. There are three kinds.

**What a caller did wrong or can act on** has one of the types below, a message with what was wrong, and advice on what to do next.

**A lost instance** (evicted, reset, out of memory or time, out of reach) has the type \`RuntimeError\`: what it had stored is kept, and
the same call may be made again. Types for which a retry without a change helps have "yes" in the column "retry". An error of \`session_error\` is \`retryable\`, too,
while a turn of the conversation waits for its answer.

**Everything unexpected** has the type \`internal_error\` and a reference. The cause is in the server's log, in one line that begins with
\`internal error <reference>\`, and nowhere else.

| where | form |
|---|---|
| a tool's result | \`isError\` with \`{status: "error", error_type, message, advice, retryable}\`; of the tools of repositories, reviews and plans also the Context Engine's \`error: {code, message, details}\`, where \`code\` is the \`error_type\` (\`INVALID_INPUT\` for a \`validation_error\`); an internal error is a JSON-RPC error |
| \`/mcp\`, \`/sse\`, \`/messages\` | a JSON-RPC error whose \`data\` is \`{type, retryable, …}\`, with \`reference\` for an internal one |
| \`/git/…\` | plain text, which git prints |
| every other path | problem details (RFC 9457), \`application/problem+json\`: \`{type, title, status, detail, error_type, message, advice, retryable, …}\`, with \`instance\` for an internal one |

The \`type\` of problem details is \`/errors#<error_type>\`; \`/errors\` is this list as a page. What is wrong in code that a user runs
(a Python exception of a cell) is a result, not an error. Faults that the MCP SDK finds by itself, such as an unknown method, have a code and
no \`data\`.
`;

/** A JSON Schema node. */
type Schema = { readonly [keyword: string]: unknown };

interface Field {
  readonly path: string;
  readonly schema: Schema;
  readonly required: boolean;
}

await put('tools.md', [HEADER, ...CATALOG.map(describeTool)].join('\n'));
await put('errors.md', `${ERRORS}\n${errorTable()}`);

async function put(name: string, text: string): Promise<void> {
  const file = new URL(`../docs/${name}`, import.meta.url);
  if (!process.argv.includes('--check')) return writeFile(file, text);
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return;
  console.error(`docs/${name} is stale: run \`npm run docs\`.`);
  process.exitCode = 1;
}

function describeTool(tool: Tool): string {
  const { name, title = name, description = '', inputSchema, outputSchema, annotations = {} } = tool.definition;
  const hints = Object.entries(annotations).flatMap(([hint, value]) =>
    value === true ? hint.replace('Hint', '') : [],
  );
  return `## ${name}

${title}. Listed at ${pathsListing(tool)
    .map((path) => `\`${path}\``)
    .join(', ')}. Hints: ${hints.length === 0 ? 'none' : hints.join(', ')}. ${scopeWords(tool)}.

${description}

${table('Parameter', inputSchema, parameterNeed)}
${successSchemas(outputSchema ?? {})
  .map((schema) => table('Result', schema, resultNeed))
  .join('\n')}`;
}

/** What a key needs to call a tool. */
function scopeWords({ passesOn, scopes }: Tool): string {
  if (passesOn !== undefined) return 'Scope: that of the tool it calls';
  return `Scope${scopes.length === 1 ? '' : 's'}: ${scopes.map((scope) => `\`${scope}\``).join(' and ')}`;
}

/** The forms of a result that is no failure; the last alternative is one. A form without fields of its own has all those of the root. */
function successSchemas(schema: Schema): readonly Schema[] {
  const forms = Array.isArray(schema.anyOf) ? schema.anyOf.filter(isSchema) : [];
  return forms.slice(0, -1).map((form) => ({ ...schema, ...form }));
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

function kindOf({ type, enum: values, const: value, items, minimum, maximum, anyOf }: Schema): string {
  if (value !== undefined) return `\`${value}\``;
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

/** `find_tools`: searches the whole catalogue, also what the caller's URL does not list. */
import { z } from 'zod';
import { ToolFailure } from '../../lib/errors.ts';
import { ANSWER_TOKENS } from '../../mcp/answer-size.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import type { CatalogEntry } from '../../mcp/tool-context.ts';
import { shortParameters } from './parameters.ts';
import { fitting, ToolIndex } from './ranking/rank.ts';
import { cutSchema, partAt, partNames, type Schema, sizeOf } from './schema-parts.ts';

/** Tools that are shown by default, and names that are reported besides. */
const SHOWN = 3;
const OTHERS = 5;
/** Characters of a tool's description in the short form, if its first sentence is longer. */
const SHORT_DESCRIPTION = 200;
/** The first name of a path that leads into the schema of a result. */
const RESULT = 'result';
/** Tokens for what an answer has beside a tool, and the names of parts that are left out. */
const BESIDE = 200;
/** A schema with less room is left out whole. */
const LEAST_SCHEMA = 100;

const found = z.object({
  name: z.string(),
  title: z.string(),
  toolset: z.string(),
  description: z.string().describe('Short: its first sentence.'),
  parameters: z.array(z.string()).describe('`name: type`, with `?` when optional, or with its default.'),
  hints: z.array(z.string()).describe('Those of readOnly, destructive, idempotent, openWorld that hold.'),
  listed_at: z.array(z.string()),
  input_schema: z.record(z.string(), z.unknown()).optional().describe('With detail full, as the next.'),
  output_schema: z.record(z.string(), z.unknown()).optional(),
  left_out: z
    .array(z.string())
    .optional()
    .describe('Parts of the schemas; each is the query that shows it, with detail full.'),
});
type Found = z.output<typeof found>;

/** A catalogue never changes while it is in use. */
const indexes = new WeakMap<ReadonlyMap<string, CatalogEntry>, ToolIndex<CatalogEntry>>();

export default defineTool({
  name: 'find_tools',
  toolset: 'health',
  title: 'Find tools',
  description:
    'Finds tools by what you want to do, also unlisted ones for reasoning, plans, reviews, sessions: best first, with parameters. ' +
    'call_tool calls any of them.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    query: z.string().max(1000).describe('In your words; empty for the names of all tools.'),
    limit: z.int().min(1).max(10).default(SHOWN).describe('Tools to show.'),
    detail: z.enum(['short', 'full']).default('short').describe('full: the schemas of the best one.'),
  }),
  output: z.object({
    tools: z.array(found),
    total: z.int().describe('Tools that fit.'),
    others: z.array(z.string()).describe('Names of the next ones; the nearest when none fits; all for an empty query.'),
  }),
  async handler({ query, limit, detail }, { catalog }) {
    if (query.trim() === '') return { tools: [], total: catalog.size, others: [...catalog.keys()] };
    const part = detail === 'full' ? partOf(query.trim(), catalog) : undefined;
    if (part !== undefined) return { tools: [part], total: 1, others: [] };
    const ranked = indexOf(catalog).rank(query);
    const fit = fitting(ranked);
    const shown = fit.slice(0, detail === 'full' ? 1 : limit);
    const others = (fit.length > 0 ? fit : ranked).slice(shown.length, shown.length + OTHERS);
    return {
      tools: shown.map(({ entry }) => describe(entry, detail === 'full')),
      total: fit.length,
      others: others.map(({ entry }) => entry.tool.name),
    };
  },
  render: ({ tools, total, others }) => {
    if (tools.length > 0) return [...tools.map(renderTool), ...nextOnes(others)].join('\n\n');
    if (total > 0) return `All ${total} tools: ${others.join(', ')}.`;
    const nearest = others.length > 0 ? ` Nearest: ${others.join(', ')}.` : '';
    return `No tool fits.${nearest} Use other words, or an empty query for the names of all tools.`;
  },
});

function indexOf(catalog: ReadonlyMap<string, CatalogEntry>): ToolIndex<CatalogEntry> {
  const known = indexes.get(catalog);
  if (known !== undefined) return known;
  const index = new ToolIndex(catalog.values());
  indexes.set(catalog, index);
  return index;
}

function describe({ tool, listedAt }: CatalogEntry, full: boolean): Found {
  const { name, title = name, description = '', inputSchema, outputSchema, annotations = {} } = tool.definition;
  const short: Found = {
    name,
    title,
    toolset: tool.toolset,
    description: full ? description : firstSentence(description),
    parameters: [...shortParameters(inputSchema)],
    hints: Object.entries(annotations).flatMap(([hint, value]) => (value === true ? hint.replace('Hint', '') : [])),
    listed_at: [...listedAt],
  };
  return full
    ? withSchemas(short, { input: inputSchema, ...(outputSchema !== undefined && { output: outputSchema }) })
    : short;
}

/** The schemas as far as there is room: what can be passed comes first. */
function withSchemas(
  tool: Found,
  { input, output }: { readonly input?: Schema; readonly output?: Schema },
  path = tool.name,
): Found {
  let room = ANSWER_TOKENS - BESIDE - sizeOf(tool);
  const leftOut: string[] = [];
  const fitted = (schema: Schema, below: string): Record<string, unknown> | undefined => {
    if (room < LEAST_SCHEMA && sizeOf(schema) > room) {
      leftOut.push(below);
      return undefined;
    }
    const cut = cutSchema(schema, room, below);
    leftOut.push(...cut.leftOut);
    room -= sizeOf(cut.schema);
    return { ...cut.schema };
  };
  const input_schema = input === undefined ? undefined : fitted(input, path);
  const output_schema =
    output === undefined ? undefined : fitted(output, input === undefined ? path : `${path}.${RESULT}`);
  return {
    ...tool,
    ...(input_schema !== undefined && { input_schema }),
    ...(output_schema !== undefined && { output_schema }),
    ...(leftOut.length > 0 && { left_out: leftOut }),
  };
}

/** A part of a tool's schemas, where the query is its path, such as `update_plan.add_steps`. Throws `ToolFailure` when there is none. */
function partOf(query: string, catalog: ReadonlyMap<string, CatalogEntry>): Found | undefined {
  const [name = '', ...path] = query.split('.');
  const entry = catalog.get(name);
  if (entry === undefined || path.length === 0) return undefined;
  const { inputSchema, outputSchema } = entry.tool.definition;
  const [first, ...rest] = path;
  const isResult = first === RESULT && outputSchema !== undefined;
  const [root, within] = isResult ? [outputSchema, rest] : [inputSchema, path];
  const schema = partAt(root, within);
  if (schema === undefined) throw noPart(query, root, within);
  return withSchemas(describe(entry, false), isResult ? { output: schema } : { input: schema }, query);
}

/** Names what there is where the path ends that there is. */
function noPart(query: string, root: Schema, path: readonly string[]): ToolFailure {
  const known = path.findIndex((_, at) => partAt(root, path.slice(0, at + 1)) === undefined);
  const parts = partNames(partAt(root, path.slice(0, known)) ?? root);
  const asked = query.split('.');
  const reached = asked.slice(0, asked.length - path.length + known).join('.');
  return new ToolFailure({
    errorType: 'validation_error',
    message: `${reached} has no part ${JSON.stringify(path[known]?.slice(0, 100))}.`,
    advice: parts.length === 0 ? `Ask for ${reached}: it has no parts.` : `Its parts: ${parts.join(', ')}.`,
    details: { parts },
  });
}

/** The first sentence, or the beginning of a long one. */
function firstSentence(text: string): string {
  const [found = text] = /^.*?[.:](?= [A-Z])/.exec(text) ?? [];
  const sentence = found.replace(/:$/, '.');
  if (sentence.length <= SHORT_DESCRIPTION) return sentence;
  return `${sentence.slice(0, sentence.lastIndexOf(' ', SHORT_DESCRIPTION))} …`;
}

function nextOnes(others: readonly string[]): readonly string[] {
  return others.length === 0 ? [] : [`Next: ${others.join(', ')}.`];
}

function renderTool(tool: z.output<typeof found>): string {
  const {
    name,
    title,
    toolset,
    description,
    parameters,
    hints,
    listed_at,
    input_schema,
    output_schema,
    left_out = [],
  } = tool;
  return [
    `${name}(${parameters.join(', ')})`,
    `${title}. ${description}`,
    `Toolset ${toolset}; listed at ${listed_at.join(', ')}; hints: ${hints.join(', ') || 'none'}.`,
    ...(input_schema === undefined ? [] : [`Arguments: ${JSON.stringify(input_schema)}`]),
    ...(output_schema === undefined ? [] : [`Result: ${JSON.stringify(output_schema)}`]),
    ...(left_out.length === 0
      ? []
      : [`Left out; each is the query that shows it, with detail full: ${left_out.join(', ')}`]),
  ].join('\n');
}

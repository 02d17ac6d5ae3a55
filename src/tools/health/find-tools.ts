/** `find_tools`: searches the whole catalogue, also what the caller's URL does not list. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import type { CatalogEntry } from '../../mcp/tool-context.ts';

/** Score of a query word by where it is found. */
const WEIGHTS = { name: 8, title: 4, parameter: 3, description: 1 } as const;

const found = z.object({
  name: z.string(),
  title: z.string(),
  toolset: z.string(),
  description: z.string(),
  input_schema: z.record(z.string(), z.unknown()),
  output_schema: z.record(z.string(), z.unknown()),
  annotations: z.record(z.string(), z.unknown()),
  listed_at: z.array(z.string()),
});

export default defineTool({
  name: 'find_tools',
  toolset: 'health',
  title: 'Find tools',
  description:
    'Searches all tools of this server by name, title, description and parameters, also those not listed here, and returns ' +
    'their full definitions, best first. Any tool can be called by its name.',
  intents: [
    'what else can this server do',
    'which tool is right, is there a tool for something',
    'I do not know which one to use, help me find it',
    'what can you do, all capabilities and features',
  ],
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    query: z.string().describe('A few words; empty for all tools.'),
    limit: z.int().min(1).max(50).default(5),
  }),
  output: z.object({ tools: z.array(found), total: z.int().describe('Tools that match.') }),
  async handler({ query, limit }, ctx) {
    const words = query
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter(Boolean);
    const matches = [...ctx.catalog.values()]
      .map((entry) => ({ entry, score: words.length === 0 ? 1 : score(entry, words) }))
      .filter((match) => match.score > 0)
      .sort((left, right) => right.score - left.score);
    return { tools: matches.slice(0, limit).map(({ entry }) => describe(entry)), total: matches.length };
  },
  render: ({ tools, total }) =>
    total === 0
      ? 'No tool matches. Use other words, or an empty query for all tools.'
      : [`${total} matching tools, ${tools.length} shown.`, ...tools.map(renderTool)].join('\n\n'),
});

function score({ tool }: CatalogEntry, words: readonly string[]): number {
  const { name, title, description, inputSchema } = tool.listing;
  const places = [
    { text: `${name} ${tool.toolset}`, weight: WEIGHTS.name },
    { text: title ?? '', weight: WEIGHTS.title },
    { text: Object.keys(inputSchema.properties ?? {}).join(' '), weight: WEIGHTS.parameter },
    { text: description ?? '', weight: WEIGHTS.description },
  ];
  let sum = 0;
  for (const { text, weight } of places) {
    const lower = text.toLowerCase();
    for (const word of words) if (lower.includes(word)) sum += weight;
  }
  return sum;
}

function describe({ tool, listedAt }: CatalogEntry): z.output<typeof found> {
  const { name, title = name, description = '', inputSchema, outputSchema, annotations } = tool.definition;
  return {
    name,
    title,
    toolset: tool.toolset,
    description,
    input_schema: { ...inputSchema },
    output_schema: { ...outputSchema },
    annotations: { ...annotations },
    listed_at: [...listedAt],
  };
}

function renderTool(tool: z.output<typeof found>): string {
  return [
    `${tool.name} (${tool.title}; toolset ${tool.toolset}; listed at ${tool.listed_at.join(', ')})`,
    tool.description,
    `Arguments: ${JSON.stringify(tool.input_schema)}`,
    `Result: ${JSON.stringify(tool.output_schema)}`,
    `Hints: ${JSON.stringify(tool.annotations)}`,
  ].join('\n');
}

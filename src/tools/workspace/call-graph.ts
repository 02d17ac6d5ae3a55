/** `call_graph`: what does a function call, and what calls it? */

import { z } from 'zod';
import { fenced } from '../../lib/markdown.ts';
import { shownPath } from '../../lib/shown-path.ts';
import { tokensFor } from '../../mcp/answer-size.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { askWithin } from '../../mcp/pages.ts';
import { toMermaid } from '../../workspace/graph/mermaid.ts';
import type { CallGraphAnswer } from '../../workspace/graph/service.ts';
import { indexSchema, renderIndex, toIndexField } from './coverage.ts';
import { certaintyField, renderSymbol, symbolFacts, symbolFields, symbolParameters } from './symbols.ts';
import { workspaceName } from './workspace.ts';

/** Nodes of an ordinary answer at most. */
const PAGE = 50;

/** Possible calls of an answer. */
const MOST_POSSIBLE = 20;

const output = z.object({
  nodes: z.array(
    z.object({
      id: z.string(),
      distance: z.int().describe('Steps from the symbol: above 0 for callees, below 0 for callers.'),
      ...symbolFields,
    }),
  ),
  edges: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      certainty: certaintyField,
      reason: z.string(),
      line: z.int().describe('Of the first call, in the file of `from`.'),
      calls: z.int(),
    }),
  ),
  mermaid: z.string(),
  cyclic: z.boolean().describe('Whether some function reaches itself.'),
  truncated: z.boolean(),
  omitted_nodes: z.int().describe('Neighbours that are left out: by max_nodes, or to fit.'),
  unread: z.int().describe('Places not looked at: too many.'),
  ambiguous_calls: z
    .array(z.object({ from: z.string(), name: z.string(), line: z.int(), candidates: z.int() }))
    .describe('Calls without edges: too many definitions have the name.'),
  possible_calls: z
    .array(z.object({ file: z.string(), line: z.int(), name: z.string(), by: z.enum(['value', 'text']) }))
    .describe(
      'Where the symbol may call, or be called, beside the edges: it is a value there, or a text has its name.',
    ),
  index: indexSchema,
});

type Facts = z.output<typeof output>;

export default defineTool({
  name: 'call_graph',
  toolset: 'context',
  title: 'Call graph',
  description:
    'The graph of calls around a function, method or class: callers, callees or both, some steps deep, as nodes and edges and as a ' +
    'Mermaid flowchart (dotted: approximate, only the name tells). Resolved through scopes, imports and declared types, not by a ' +
    'compiler; calls of code outside the workspace are not shown.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    workspace: workspaceName,
    ...symbolParameters,
    direction: z.enum(['callers', 'callees', 'both']).default('both').describe('Whom to show.'),
    depth: z.int().min(1).max(10).default(2).describe('Steps from the symbol.'),
    max_nodes: z.int().min(1).max(500).default(PAGE).describe('Symbols to show.'),
    include_approximate: z.boolean().default(true).describe('With calls of which only the name tells.'),
  }),
  output,
  tokens: ({ max_nodes }) => tokensFor(max_nodes, PAGE),
  more: { ambiguous_calls: () => 'lower depth, or one direction' },
  async handler({ workspace: name, include_approximate, max_nodes, file, line, ...rest }, { workspaces }) {
    const { workspace } = workspaces.open(name);
    const request = {
      ...rest,
      ...(file !== undefined && { file }),
      ...(line !== undefined && { line }),
      approximate: include_approximate,
      withPossible: true,
    };
    return askWithin(
      { first: max_nodes, least: 1 },
      tokensFor(max_nodes, PAGE),
      async (maxNodes) => toFacts(await workspace.callGraph({ ...request, maxNodes })),
      (facts) => [JSON.stringify({ ...facts, ambiguous_calls: [] }), render({ ...facts, ambiguous_calls: [] })],
    );
  },
  render,
});

function toFacts(answer: CallGraphAnswer): Facts {
  return {
    nodes: answer.nodes.map(({ id, distance, ...symbol }) => ({ id, distance, ...symbolFacts(symbol) })),
    edges: answer.edges.map(({ places: _, ...edge }) => edge),
    mermaid: toMermaid(answer),
    cyclic: answer.cyclic,
    truncated: answer.omitted > 0 || answer.unread > 0,
    omitted_nodes: answer.omitted,
    unread: answer.unread,
    ambiguous_calls: [...answer.ambiguous],
    possible_calls: [...(answer.possible ?? [])].slice(0, MOST_POSSIBLE),
    index: toIndexField(answer.coverage),
  };
}

function render({
  nodes,
  edges,
  mermaid,
  cyclic,
  omitted_nodes,
  unread,
  ambiguous_calls,
  possible_calls,
  index,
}: Facts): string {
  return [
    `${nodes.length} nodes, ${edges.length} edges${cyclic ? ', with cycles' : ''}.`,
    ...(omitted_nodes > 0 ? [`TRUNCATED: ${omitted_nodes} more neighbours; raise max_nodes or lower depth.`] : []),
    ...(unread > 0
      ? [`TRUNCATED: ${unread} places were not looked at; name one definition by file and line, or lower depth.`]
      : []),
    ...nodes.map((node) => `${node.id} (${node.distance}) ${renderSymbol(node)}`),
    ...edges.map(({ from, to, certainty, reason, line, calls }) => {
      return `${from} -> ${to} [${certainty}: ${reason}] line ${line}, ${calls} ${calls === 1 ? 'call' : 'calls'}`;
    }),
    ...ambiguous_calls.map(({ from, name, line, candidates }) => {
      return `${from} calls ${name} (line ${line}): one of ${candidates} definitions, no edge drawn`;
    }),
    ...possible_calls.map(({ file, line, name, by }) => `${shownPath(file)}:${line} may call by a ${by}: ${name}`),
    fenced('mermaid', mermaid),
    renderIndex(index),
  ].join('\n');
}

/** `list_memories`: what was kept of a workspace, and whether its code still is as it was then. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { pageParameters, pages } from '../../mcp/pages.ts';
import type { CheckedMemory } from '../../workspace/memories/service.ts';
import {
  categoryFilter,
  checkedPlaceSchema,
  memoryFields,
  renderMemory,
  renderPlace,
  SHORT_ID,
  statusSchema,
  toCheckedPlace,
  toMemoryFields,
} from './memory-fields.ts';
import { workspaceName } from './workspace.ts';

/** Memories of an ordinary page. */
const PAGE = 10;
const { tokens, next } = pages(PAGE);

const memorySchema = z.object({
  id: z.string(),
  status: statusSchema,
  ...memoryFields,
  evidence: z.array(checkedPlaceSchema),
});

export default defineTool({
  name: 'list_memories',
  toolset: 'context',
  title: 'List memories',
  description:
    'Lists the memories of a workspace, the newest first, or by a query in words. It compares the lines that each memory cites with the ' +
    'indexed commit: unchanged, moved and where to, or changed, which makes the memory stale.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    category: categoryFilter,
    tag: z.string().min(1).max(50).optional().describe('Only those that have it.'),
    query: z.string().min(1).max(2000).optional().describe('Words; those with the rarest of them come first.'),
    stale_only: z.boolean().default(false).describe('Only those whose evidence was changed.'),
    ref: z
      .string()
      .min(1)
      .optional()
      .describe('Commit to compare with, or branch or tag; the indexed commit by default.'),
    ...pageParameters(PAGE, 100),
    workspace: workspaceName,
  }),
  output: z.object({
    memories: z.array(memorySchema),
    total_memories: z.int().describe('That match.'),
    unchecked: z.int().optional().describe('Of which it is not known whether they are stale.'),
    compared_with: z.string().optional().describe('The commit.'),
    suggestions_waiting: z.int().describe('For review_memory_suggestions.'),
    workspace: z.string(),
  }),
  tokens,
  more: { memories: next },
  async handler({ category, tag, query, stale_only, ref, offset, limit, workspace: asked }, { workspaces }) {
    const { name, workspace } = workspaces.open(asked);
    const found = await workspace.listMemories({
      ...(category !== undefined && { category }),
      ...(tag !== undefined && { tag }),
      ...(query !== undefined && { query }),
      staleOnly: stale_only,
      ...(ref !== undefined && { ref }),
      offset,
      limit,
    });
    return {
      memories: found.memories.map(toWire),
      total_memories: found.total,
      ...(found.unchecked > 0 && { unchecked: found.unchecked }),
      ...(found.commit !== undefined && { compared_with: found.commit }),
      suggestions_waiting: found.waitingSuggestions,
      workspace: name,
    };
  },
  render: ({ memories, total_memories, unchecked = 0, compared_with, suggestions_waiting, workspace }) =>
    [
      ...memories.map(({ id, status, evidence, ...memory }) =>
        renderMemory(id, memory, [status], evidence.map(renderChecked)),
      ),
      `Memories of workspace '${workspace}' that match: ${total_memories}.`,
      ...(unchecked === 0 ? [] : [`Not compared, so that it is not known whether they are stale: ${unchecked}.`]),
      ...(suggestions_waiting === 0 ? [] : [`Suggestions that wait for review: ${suggestions_waiting}.`]),
      compared_with === undefined
        ? '[The workspace is empty, so that nothing was compared.]'
        : `[Evidence compared with ${compared_with.slice(0, SHORT_ID)}]`,
    ].join('\n'),
});

function toWire(memory: CheckedMemory): z.output<typeof memorySchema> {
  const { id, status, evidence } = memory;
  return { id, status, ...toMemoryFields(memory), evidence: evidence.map(toCheckedPlace) };
}

function renderChecked(place: z.output<typeof checkedPlaceSchema>): string {
  const { state, now, why } = place;
  const more = now === undefined ? why : `to ${now}`;
  return `${renderPlace(place)} ${state}${more === undefined ? '' : `: ${more}`}`;
}

/** `add_memory`: keeps what was learned about a workspace. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import type { AddedMemory, NewMemory } from '../../workspace/memories/service.ts';
import {
  memoryFields,
  memoryParameters,
  placeSchema,
  renderMasked,
  renderMemory,
  renderPlace,
  toChanges,
  toMemoryFields,
  toPlace,
} from './memory-fields.ts';
import { workspaceName } from './workspace.ts';

/** The session of suggestions that this tool makes. */
const SESSION = 'add_memory';

export default defineTool({
  name: 'add_memory',
  toolset: 'context',
  title: 'Keep a memory',
  description:
    'Keeps a decision, fact or preference with a workspace, for later sessions. list_memories finds it, get_context_for_prompt brings it ' +
    'along. Name the lines that it rests on as evidence: it becomes stale when they change. The same content is kept once.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    ...memoryParameters,
    replaces: z.string().min(1).max(40).optional().describe('Id of the memory that this one takes the place of.'),
    suggest: z.boolean().default(false).describe('Only suggest it: review_memory_suggestions decides.'),
    workspace: workspaceName,
  }),
  output: z.object({
    id: z.string(),
    state: z.enum(['kept', 'suggested', 'snoozed']),
    added: z.boolean().describe('False: one with the same content is there, and is what this answer shows.'),
    replaced: z.string().optional(),
    ...memoryFields,
    evidence: z.array(placeSchema),
    secrets_masked: z.array(z.string()).describe('Kinds.'),
    total_memories: z.int(),
    workspace: z.string(),
  }),
  async handler({ workspace: asked, ref, replaces, suggest, category, content, ...optional }, { workspaces }) {
    const { name, workspace } = workspaces.open(asked);
    const memory: NewMemory = { tags: [], evidence: [], ...toChanges(optional), category, content };
    const added = await workspace.addMemory({
      memory,
      ...(ref !== undefined && { ref }),
      ...(replaces !== undefined && { replaces }),
      ...(suggest && { suggestedBy: SESSION }),
    });
    return { ...toFacts(added), workspace: name };
  },
  render: ({ id, state, added, replaced, evidence, secrets_masked, total_memories, workspace, ...memory }) =>
    [
      added
        ? `${WORDS[state]}${replaced === undefined ? '' : ` in place of ${replaced}`}; workspace '${workspace}' has ${total_memories} memories.`
        : `It is ${state} already, and nothing was changed; replaces changes a memory, review_memory_suggestions a suggestion:`,
      renderMemory(id, memory, [], evidence.map(renderPlace)),
      ...renderMasked(secrets_masked),
    ].join('\n'),
});

/** What was done. */
const WORDS = { kept: 'Kept', suggested: 'Suggested', snoozed: 'Suggested' } as const;

function toFacts({ memory, added, replaced, maskedSecrets, totalMemories }: AddedMemory) {
  return {
    id: memory.id,
    state: memory.state,
    added,
    ...(replaced !== undefined && { replaced }),
    ...toMemoryFields(memory),
    evidence: memory.evidence.map(toPlace),
    secrets_masked: [...maskedSecrets],
    total_memories: totalMemories,
  };
}

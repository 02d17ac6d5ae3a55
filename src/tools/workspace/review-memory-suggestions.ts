/** `review_memory_suggestions`: users decide which suggestions become memories, and which memories go. */
import { z } from 'zod';
import { ToolFailure } from '../../lib/errors.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { pageParameters, pages } from '../../mcp/pages.ts';
import {
  LONGEST,
  type Memory,
  MOST_WAITING,
  type NewMemory,
  type ReviewAction,
} from '../../workspace/memories/service.ts';
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

/** Suggestions of an ordinary page. */
const PAGE = 10;
const { tokens, next } = pages(PAGE);

const ACTIONS = ['list_batches', 'approve', 'edit', 'dismiss', 'snooze'] as const;
const draftId = z.string().min(1).max(40);

const draftSchema = z.object({
  draft_id: z.string(),
  session_id: z.string().optional().describe('What suggested it; absent of a memory.'),
  state: z.enum(['suggested', 'snoozed', 'kept', 'dismissed']),
  ...memoryFields,
  evidence: z.array(placeSchema),
});

export default defineTool({
  name: 'review_memory_suggestions',
  toolset: 'context',
  title: 'Review suggested memories',
  description:
    'Lists memories that conversations suggested, and decides about them: approve makes memories of them, edit changes one, snooze ' +
    'hides them from lists, dismiss drops them for good. dismiss also removes memories.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    action: z.enum(ACTIONS).default('list_batches').describe('What to do with those that are named.'),
    draft_id: z
      .union([draftId, z.array(draftId).min(1).max(MOST_WAITING)])
      .optional()
      .describe('One suggestion or several; to dismiss, memories too.'),
    session_id: z.string().min(1).max(LONGEST.session).optional().describe('All suggestions of it but snoozed ones.'),
    ...memoryParameters,
    category: memoryParameters.category
      .optional()
      .describe('Of edit and approve, as all that follows: of one suggestion.'),
    content: memoryParameters.content.optional(),
    include_snoozed: z.boolean().default(false).describe('Of list_batches.'),
    ...pageParameters(PAGE, 100),
    workspace: workspaceName,
  }),
  output: z.object({
    action: z.enum(ACTIONS),
    drafts: z.array(draftSchema).describe('That are listed, the newest first, or that were changed.'),
    no_op_drafts: z.array(z.object({ draft_id: z.string(), why: z.string() })).describe('For which nothing was done.'),
    total_drafts: z.int(),
    snoozed: z.int().describe('That wait, in the whole workspace or the session that is listed.'),
    secrets_masked: z.array(z.string()).describe('Kinds.'),
    workspace: z.string(),
  }),
  tokens,
  more: { drafts: (shown, args) => (args.action === 'list_batches' ? next(shown, args) : REST[args.action]) },
  async handler(args, { workspaces }) {
    const { action, session_id, draft_id, include_snoozed, offset, limit } = args;
    const { name, workspace } = workspaces.open(args.workspace);
    const changes = toChanges(args);
    if (action === 'list_batches') {
      if (draft_id !== undefined || Object.keys(changes).length > 0)
        throw unfit(
          'list_batches takes neither draft_id nor changes.',
          'Give action: approve, edit, dismiss or snooze.',
        );
      const { suggestions, snoozed } = await workspace.waitingSuggestions(session_id, include_snoozed);
      const drafts = suggestions.slice(offset, offset + limit).map((each) => toWire(each));
      const nothing = { no_op_drafts: [], secrets_masked: [] };
      return { action, drafts, ...nothing, total_drafts: suggestions.length, snoozed, workspace: name };
    }
    const of = toSelection(action, draft_id, session_id);
    const reviewed = await workspace.reviewSuggestions({ action: toAction(action, changes, args.ref), of });
    const { snoozed } = await workspace.waitingSuggestions(undefined, false);
    return {
      action,
      drafts: reviewed.done.map((each) => toWire(each, action === 'dismiss' ? 'dismissed' : each.state)),
      no_op_drafts: reviewed.nothingDone.map(({ id, why }) => ({ draft_id: id, why })),
      total_drafts: reviewed.done.length,
      snoozed,
      secrets_masked: [...reviewed.maskedSecrets],
      workspace: name,
    };
  },
  render: ({ action, drafts, no_op_drafts, total_drafts, snoozed, secrets_masked, workspace }) =>
    [
      `${HEADS[action]}: ${total_drafts}.`,
      ...drafts.map(({ draft_id, session_id, state, evidence, ...memory }) =>
        renderMemory(
          draft_id,
          memory,
          [state, ...(session_id === undefined ? [] : [`of ${session_id}`])],
          evidence.map(renderPlace),
        ),
      ),
      ...no_op_drafts.map(({ draft_id, why }) => `${draft_id}: nothing was done, since ${why}.`),
      ...(snoozed === 0 ? [] : [`Snoozed: ${snoozed}; include_snoozed lists them.`]),
      ...renderMasked(secrets_masked),
      `[Workspace '${workspace}']`,
    ].join('\n'),
});

/** What is said before what was done. */
const HEADS = {
  list_batches: 'Suggestions that wait',
  approve: 'Kept as memories',
  edit: 'Changed',
  dismiss: 'Dismissed',
  snooze: 'Snoozed',
} as const satisfies Record<(typeof ACTIONS)[number], string>;

/** What is said of drafts for which an answer has no room. */
const REST = {
  approve: 'list_memories shows them',
  edit: 'list_batches shows it',
  snooze: 'include_snoozed lists them',
  dismiss: 'they are gone',
} as const satisfies Record<Exclude<(typeof ACTIONS)[number], 'list_batches'>, string>;

function toWire(memory: Memory, state: z.output<typeof draftSchema>['state'] = memory.state) {
  const { id, session, evidence } = memory;
  return {
    draft_id: id,
    ...(session !== undefined && { session_id: session }),
    state,
    ...toMemoryFields(memory),
    evidence: evidence.map(toPlace),
  };
}

function toSelection(action: string, ids: string | string[] | undefined, session: string | undefined) {
  if (ids !== undefined && session === undefined) return { ids: typeof ids === 'string' ? [ids] : ids };
  if (ids === undefined && session !== undefined) return { session };
  throw unfit(`To ${action}, either draft_id or session_id says which are meant.`, 'list_batches shows both.');
}

function toAction(
  kind: Exclude<(typeof ACTIONS)[number], 'list_batches'>,
  changes: Partial<NewMemory>,
  ref: string | undefined,
): ReviewAction {
  const hasChanges = Object.keys(changes).length > 0;
  if (kind === 'approve' || kind === 'edit') {
    if (hasChanges || kind === 'approve') return { kind, changes, ...(ref !== undefined && { ref }) };
    throw unfit('To edit, there is nothing to change.', 'Give content, title, tags or other fields.');
  }
  if (!hasChanges) return { kind };
  throw unfit(`To ${kind} takes no changes.`, 'Use edit or approve to change a suggestion.');
}

function unfit(message: string, advice: string): ToolFailure {
  return new ToolFailure({ errorType: 'INVALID_INPUT', message, advice });
}

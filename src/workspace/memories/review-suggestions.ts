/** What users decide about suggestions. */
import { ToolFailure } from '../../lib/errors.ts';
import type { SqlDatabase } from '../../lib/sql.ts';
import type { Memories } from './memories.ts';
import { contentKey } from './new-memory.ts';
import type { Memory, ReviewAction, ReviewedSuggestions, ReviewSuggestionsRequest } from './service.ts';
import type { CitedFiles } from './standing.ts';

/** What became of one of them. */
type Outcome =
  | { readonly kind: 'done'; readonly memory: Memory; readonly masked: readonly string[] }
  | { readonly kind: 'nothing'; readonly id: string; readonly why: string };

/** Does to each what is asked for, all or, when it throws a `ToolFailure`, nothing. */
export function reviewSuggestions(
  memories: Memories,
  database: SqlDatabase,
  { action, of }: ReviewSuggestionsRequest,
  files: CitedFiles,
): ReviewedSuggestions {
  const ids =
    'ids' in of
      ? [...new Set(of.ids)]
      : memories.stored.list('suggested').flatMap(({ id, session }) => (session === of.session ? [id] : []));
  if ('changes' in action && Object.keys(action.changes).length > 0 && ids.length !== 1) throw oneOnly(ids.length);
  return database.transactionSync(() => {
    const outcomes = ids.map((id): Outcome => {
      const memory = memories.stored.get(id);
      if (memory === undefined) return { kind: 'nothing', id, why: 'there is none of this id' };
      return act(memories, memory, action, files);
    });
    // Behind the approvals, so that what was approved before counts once.
    memories.expectRoom(0);
    return {
      done: outcomes.flatMap((each) => (each.kind === 'done' ? [each.memory] : [])),
      nothingDone: outcomes.flatMap((each) => (each.kind === 'nothing' ? [{ id: each.id, why: each.why }] : [])),
      maskedSecrets: [...new Set(outcomes.flatMap((each) => (each.kind === 'done' ? each.masked : [])))],
    };
  });
}

function act(memories: Memories, memory: Memory, action: ReviewAction, files: CitedFiles): Outcome {
  const { id, state } = memory;
  const { stored } = memories;
  if (action.kind === 'dismiss') {
    stored.dismiss(memory, contentKey(memory.content));
    return { kind: 'done', memory, masked: [] };
  }
  if (state === 'kept') {
    const why = action.kind === 'edit' ? '; add_memory with replaces changes it' : '';
    return { kind: 'nothing', id, why: `it is a memory already${why}` };
  }
  if (!('changes' in action)) {
    if (state === 'snoozed') return { kind: 'nothing', id, why: 'it is snoozed already' };
    const snoozed: Memory = { ...memory, state: 'snoozed' };
    stored.update(snoozed, contentKey(memory.content));
    return { kind: 'done', memory: snoozed, masked: [] };
  }
  const { memory: changed, masked } = memories.changed(memory, action.changes, files, action.ref);
  const key = contentKey(changed.content);
  const same = stored.withKey(key);
  if (same !== undefined && same.id !== id) return { kind: 'nothing', id, why: `${same.id} says the same` };
  const written: Memory = { ...changed, state: action.kind === 'approve' ? 'kept' : state };
  stored.update(written, key);
  return { kind: 'done', memory: written, masked };
}

function oneOnly(count: number): ToolFailure {
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: `The changes are those of one suggestion, and ${count} are named.`,
    advice: 'Name one by draft_id, or leave the changes out.',
  });
}

/** Keeps memories and suggestions of them: what is added, approved, changed and dismissed. */
import { asToolFailure, ToolFailure, wordsOf } from '../../lib/errors.ts';
import type { Masking } from '../../lib/secrets/masking.ts';
import type { SqlDatabase } from '../../lib/sql.ts';
import { cite } from './cite.ts';
import { cleanMemory, contentKey } from './new-memory.ts';
import {
  type AddedMemory,
  type AddMemoryRequest,
  type Evidence,
  LONGEST,
  type Memory,
  MOST_MEMORIES,
  MOST_SUGGESTED,
  MOST_WAITING,
  type NewMemory,
  type PlaceRequest,
  type SuggestionOutcome,
  type SuggestMemoriesRequest,
} from './service.ts';
import type { CitedFiles } from './standing.ts';
import { type MemoryRecord, StoredMemories } from './stored-memories.ts';

/** What keeping memories needs. */
export interface MemoriesSetup {
  readonly database: SqlDatabase;
  readonly masking: Masking;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The memories of one workspace. Methods throw `ToolFailure`, and have changed nothing then. */
export class Memories {
  readonly stored: StoredMemories;
  readonly #setup: MemoriesSetup;

  constructor(setup: MemoriesSetup) {
    this.#setup = setup;
    this.stored = new StoredMemories(setup.database.sql);
  }

  add(request: AddMemoryRequest, files: CitedFiles): AddedMemory {
    const { ref, replaces, suggestedBy } = request;
    if (suggestedBy !== undefined && replaces !== undefined) throw replacesNothing();
    const { memory, masked } = cleanMemory(request.memory, this.#setup.masking);
    const key = contentKey(memory.content);
    const same = this.stored.withKey(key);
    const isKnown = same?.state === 'kept' || (same !== undefined && suggestedBy !== undefined);
    if (isKnown && same.id !== replaces) return this.#added(same, { added: false, masked });
    if (suggestedBy !== undefined) {
      this.#expectSuggestible(key);
      const suggestion = { ...this.#recordOf(memory, files, ref), state: 'suggested', session: suggestedBy } as const;
      return this.#added(this.stored.add(suggestion, key, this.#setup.now()), { added: true, masked });
    }
    const old = replaces === undefined ? undefined : this.#kept(replaces);
    this.expectRoom(old === undefined ? 1 : 0);
    const record: MemoryRecord = { ...this.#recordOf(memory, files, ref), state: 'kept' };
    const added = this.#setup.database.transactionSync(() => {
      if (same !== undefined) this.stored.remove(same);
      if (old !== undefined) this.stored.remove(old);
      this.stored.forgive(key);
      return this.stored.add(record, key, this.#setup.now());
    });
    return this.#added(added, { added: true, masked, ...(old !== undefined && { replaced: old.id }) });
  }

  suggest({ session, memories, ref }: SuggestMemoriesRequest, files: CitedFiles): readonly SuggestionOutcome[] {
    if (memories.length > MOST_SUGGESTED || session.length > LONGEST.session)
      throw new ToolFailure({
        errorType: 'INVALID_INPUT',
        message: `${memories.length} suggestions of a session whose name has ${session.length} characters are too much.`,
        advice: `Suggest at most ${MOST_SUGGESTED} at once, of a session with a name of at most ${LONGEST.session}.`,
      });
    return memories.map((memory) => this.#suggest(session, memory, { files, ref }));
  }

  /** The memory as `changes` say, and the kinds of masked secrets. Its evidence stays what it was when they name none. Stores nothing. */
  changed(memory: Memory, changes: Partial<NewMemory>, files: CitedFiles, ref: string | undefined) {
    const { evidence } = changes;
    const { memory: clean, masked } = cleanMemory({ ...memory, evidence: [], ...changes }, this.#setup.masking);
    const { state, session, id, createdAt } = memory;
    const own = { id, createdAt, state, ...(session !== undefined && { session }) };
    const record: Memory =
      evidence === undefined
        ? { ...clean, ...own, evidence: memory.evidence, ...(memory.commit !== undefined && { commit: memory.commit }) }
        : { ...this.#recordOf(clean, files, ref), ...own };
    return { memory: record, masked };
  }

  /** Throws `ToolFailure` when the workspace has no room for so many more memories. */
  expectRoom(more: number): void {
    if (this.stored.count('kept') + more <= MOST_MEMORIES) return;
    throw new ToolFailure({
      errorType: 'INVALID_INPUT',
      message: `The workspace would have more than the ${MOST_MEMORIES} memories that it may have.`,
      advice:
        'Replace one by replaces, or dismiss some with review_memory_suggestions: list_memories with stale_only is where to begin.',
    });
  }

  #suggest(
    session: string,
    memory: NewMemory,
    { files, ref }: { readonly files: CitedFiles; readonly ref: string | undefined },
  ): SuggestionOutcome {
    const isThere = new Map(memory.evidence.map((place) => [place, this.#isThere(place, files, ref)]));
    const evidence = memory.evidence.filter((place) => isThere.get(place));
    const droppedPlaces = memory.evidence.flatMap((place) => (isThere.get(place) ? [] : [place.path]));
    try {
      const request = { memory: { ...memory, evidence }, ...(ref !== undefined && { ref }), suggestedBy: session };
      const { added, memory: suggested } = this.add(request, files);
      return added ? { kind: 'suggested', id: suggested.id, droppedPlaces } : { kind: 'known', id: suggested.id };
    } catch (error) {
      const failure = asToolFailure(error)?.failure;
      if (failure === undefined) throw error;
      return { kind: 'refused', why: wordsOf(failure) };
    }
  }

  #isThere(place: PlaceRequest, files: CitedFiles, ref: string | undefined): boolean {
    try {
      this.#cite([place], files, ref);
      return true;
    } catch (error) {
      if (asToolFailure(error) === undefined) throw error;
      return false;
    }
  }

  #recordOf(memory: NewMemory, files: CitedFiles, ref: string | undefined): Omit<MemoryRecord, 'state'> {
    const { commit, evidence } = this.#cite(memory.evidence, files, ref);
    return { ...memory, evidence, ...(commit !== undefined && { commit }) };
  }

  #cite(places: readonly PlaceRequest[], files: CitedFiles, ref: string | undefined) {
    const commit = files.commitOf(ref);
    if (places.length === 0) return { commit, evidence: [] };
    if (commit === undefined)
      throw new ToolFailure({
        errorType: 'FILE_NOT_FOUND',
        message: 'The workspace is empty, so that no code in it can be evidence.',
        advice: 'Push a repository to /git/<workspace> first, or leave evidence out.',
      });
    const evidence: readonly Evidence[] = places.map((place) => cite(place, commit, files));
    return { commit, evidence };
  }

  #kept(id: string): Memory {
    const memory = this.stored.get(id);
    if (memory?.state === 'kept') return memory;
    throw new ToolFailure({
      errorType: 'INVALID_INPUT',
      message: `There is no memory ${JSON.stringify(id.slice(0, 40))} to replace.`,
      advice: 'list_memories shows the ids, such as m12.',
    });
  }

  #expectSuggestible(key: string): void {
    if (this.stored.isDismissed(key))
      throw new ToolFailure({
        errorType: 'INVALID_INPUT',
        message: 'The same was suggested and dismissed before.',
        advice: 'Leave it; if its user wants it kept after all, add_memory without suggest keeps it.',
      });
    if (this.stored.count('suggested', 'snoozed') >= MOST_WAITING)
      throw new ToolFailure({
        errorType: 'INVALID_INPUT',
        message: `${MOST_WAITING} suggestions wait already, which is all that may.`,
        advice: 'Decide about some with review_memory_suggestions.',
      });
  }

  #added(
    memory: Memory,
    { masked, ...more }: { readonly masked: readonly string[]; readonly added: boolean; readonly replaced?: string },
  ): AddedMemory {
    return { memory, maskedSecrets: masked, totalMemories: this.stored.count('kept'), ...more };
  }
}

function replacesNothing(): ToolFailure {
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: 'A suggestion replaces no memory.',
    advice: 'Leave out suggest to replace one now, or replaces to suggest this one beside it.',
  });
}

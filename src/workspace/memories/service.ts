/** What was learned about a workspace: kept by its users, resting on lines of its code where it names any. */

/** What a memory is about; names as in other servers' `add_memory`. */
export const MEMORY_CATEGORIES = ['preferences', 'decisions', 'facts'] as const;
export type MemoryCategory = (typeof MEMORY_CATEGORIES)[number];

/** How much it matters: `critical` ones come into every bundle, `archive` ones into none. */
export const MEMORY_PRIORITIES = ['critical', 'helpful', 'archive'] as const;
export type MemoryPriority = (typeof MEMORY_PRIORITIES)[number];

/** Bounds of one memory: UTF-16 units of texts, else how many. */
export const LONGEST = { content: 5000, title: 200, subtype: 100, tag: 50, source: 500, session: 200 } as const;
export const MOST_TAGS = 20;
export const MOST_PLACES = 10;
/** Lines that one place of evidence has. */
export const MOST_CITED_LINES = 200;
/** Memories of a workspace, suggestions that wait in one, and those of one call. */
export const MOST_MEMORIES = 500;
export const MOST_WAITING = 200;
export const MOST_SUGGESTED = 50;

/** Code that a memory rests on; without lines, the file as such. */
export interface PlaceRequest {
  readonly path: string;
  /** 1-based. */
  readonly lineStart?: number;
  /** Included; by default `lineStart`. */
  readonly lineEnd?: number;
}

/** What somebody wants kept. */
export interface NewMemory {
  readonly category: MemoryCategory;
  readonly content: string;
  readonly title?: string;
  /** Such as `review_finding` or `failed_attempt`. */
  readonly subtype?: string;
  readonly tags: readonly string[];
  readonly priority?: MemoryPriority;
  /** Where it comes from, in the words of whoever kept it. */
  readonly source?: string;
  readonly evidence: readonly PlaceRequest[];
}

/** A place that a memory rests on, as it was when the memory was made. */
export interface Evidence {
  readonly path: string;
  /** The file's content. */
  readonly blob: string;
  /** Absent where the file as such is meant. */
  readonly lines?: {
    /** 1-based, both included. */
    readonly start: number;
    readonly end: number;
    /** SHA-256 of the lines without white space at their ends, with `\n` between them. */
    readonly hash: string;
  };
}

/** A memory, or the suggestion of one. */
export interface Memory extends Omit<NewMemory, 'evidence'> {
  /** Such as `m12`; never given to another one. A suggestion that is approved keeps it. */
  readonly id: string;
  readonly state: 'kept' | 'suggested' | 'snoozed';
  /** What suggested it; absent of what was kept at once. */
  readonly session?: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** The commit that its evidence is of; absent in a workspace that was empty. */
  readonly commit?: string;
  readonly evidence: readonly Evidence[];
}

/** What became of a place of evidence at another commit. */
export type MemoryStanding =
  | { readonly kind: 'unchanged' }
  /** The lines, or the file, are as they were, elsewhere. */
  | { readonly kind: 'moved'; readonly path: string; readonly lineStart?: number; readonly lineEnd?: number }
  | { readonly kind: 'changed' | 'unchecked'; readonly why: string };

/**
 * What its evidence says of a memory. `current`: all of it is as it was, here or elsewhere, which proves nothing of what the memory claims.
 * `stale`: some was changed. `unchecked`: some could not be compared. `without_evidence`: it names none.
 */
export type MemoryStatus = 'current' | 'stale' | 'unchecked' | 'without_evidence';

/** A memory compared with a commit. */
export interface CheckedMemory extends Omit<Memory, 'evidence'> {
  readonly status: MemoryStatus;
  readonly evidence: readonly (Evidence & { readonly standing: MemoryStanding })[];
}

/** Keeps a memory, or suggests it. */
export interface AddMemoryRequest {
  readonly memory: NewMemory;
  /** Branch, tag or commit that the evidence is read at; the indexed commit by default. */
  readonly ref?: string;
  /** The memory that it takes the place of. */
  readonly replaces?: string;
  /** Suggests it only, as learned in this session; not together with `replaces`. */
  readonly suggestedBy?: string;
}

/** What became of it. */
export interface AddedMemory {
  /** The memory or suggestion, or the one that says the same already. */
  readonly memory: Memory;
  readonly added: boolean;
  readonly replaced?: string;
  /** Kinds of the secrets in it that were masked. */
  readonly maskedSecrets: readonly string[];
  readonly totalMemories: number;
}

/** Which memories are wanted. */
export interface ListMemoriesRequest {
  readonly category?: MemoryCategory;
  readonly tag?: string;
  /** Words: memories that have some, those that have the rarest first. */
  readonly query?: string;
  readonly staleOnly: boolean;
  /** Branch, tag or commit that evidence is compared with; the indexed commit by default. */
  readonly ref?: string;
  readonly offset: number;
  readonly limit: number;
}

/** Memories: the newest first, or those that fit the query best. */
export interface MemoryList {
  readonly memories: readonly CheckedMemory[];
  /** That match. */
  readonly total: number;
  /** Of which it is not known whether they are stale; only where stale ones are asked for. */
  readonly unchecked: number;
  /** What evidence was compared with; absent in an empty workspace. */
  readonly commit?: string;
  readonly waitingSuggestions: number;
}

/** Suggests memories. */
export interface SuggestMemoriesRequest {
  /** What they come from, such as a conversation. */
  readonly session: string;
  /** At most `MOST_SUGGESTED`. Those of which a place does not exist are suggested without it. */
  readonly memories: readonly NewMemory[];
  readonly ref?: string;
}

/** What became of the suggestions, in their order. */
export type SuggestionOutcome =
  | { readonly kind: 'suggested'; readonly id: string; readonly droppedPlaces: readonly string[] }
  /** It is kept or suggested already. */
  | { readonly kind: 'known'; readonly id: string }
  /** Among others because the same was dismissed before. */
  | { readonly kind: 'refused'; readonly why: string };

/** What to do with suggestions; `dismiss` also removes memories. */
export type ReviewAction =
  | { readonly kind: 'approve' | 'edit'; readonly changes: Partial<NewMemory>; readonly ref?: string }
  | { readonly kind: 'dismiss' | 'snooze' };

/** What is done with which of them. */
export interface ReviewSuggestionsRequest {
  readonly action: ReviewAction;
  /** Ids, or all suggestions of a session that are not snoozed. */
  readonly of: { readonly ids: readonly string[] } | { readonly session: string };
}

/** What was done. */
export interface ReviewedSuggestions {
  /** As they are now; dismissed ones as they were. */
  readonly done: readonly Memory[];
  readonly nothingDone: readonly { readonly id: string; readonly why: string }[];
  readonly maskedSecrets: readonly string[];
}

/** The suggestions that wait, of one session or of all, the newest first. */
export interface WaitingSuggestions {
  readonly suggestions: readonly Memory[];
  readonly snoozed: number;
}

/** What a workspace keeps of what was learned. Methods throw `ToolFailure`. */
export interface MemoriesApi {
  addMemory(request: AddMemoryRequest): Promise<AddedMemory>;
  listMemories(request: ListMemoriesRequest): Promise<MemoryList>;
  /** What a conversation or another run learned, for its user to decide about. */
  suggestMemories(request: SuggestMemoriesRequest): Promise<readonly SuggestionOutcome[]>;
  waitingSuggestions(session: string | undefined, withSnoozed: boolean): Promise<WaitingSuggestions>;
  reviewSuggestions(request: ReviewSuggestionsRequest): Promise<ReviewedSuggestions>;
}

/** What the Worker of reviews answers. Methods throw `ToolFailure` for what the caller can act on, and `Cancelled`. */
import type { UserId } from '../lib/object-name.ts';

/** Whose review, and of which workspace: the user's space has checked that there is one of that name. */
export interface ReviewScope {
  readonly owner: UserId;
  /** Absent: only what the diff tells is known. */
  readonly workspace?: string;
}

/** Versions of what reviews are made with. */
export interface ReviewInfo {
  readonly version: string;
}

/** The stateless engine. Every answer depends on the arguments and on the commits that they name. */
export interface ReviewApi {
  info(): Promise<ReviewInfo>;
}

/** A review that goes on by itself. */
export interface ReviewSessionApi {
  /** Deletes everything and ends the object: in place of an answer comes an error whose message is {@link SESSION_ERASED}. */
  erase(): Promise<void>;
}

/** Why an object ended that was erased. */
export const SESSION_ERASED = 'The review was erased.';

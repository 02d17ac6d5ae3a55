/** Limits of the engine that the server tells its users. */

/** Inputs that a function may have at most for all of them to be run. */
export const EXHAUSTIVE_INPUTS = 64;

/** Megabytes of the heap of the CPython that inputs run on. */
export const REPLAY_HEAP_MB = 64;

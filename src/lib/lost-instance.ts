/** Telling an instance that was lost from one that failed by itself. */

/**
 * Marks that workerd puts on an error it made itself: the object was reset (also when its isolate ran out of memory), the connection broke
 * off, or more calls wait than the object can answer. Errors that code throws have none of them.
 */
const MARKS = ['durableObjectReset', 'retryable', 'overloaded'] as const;

/** What callers of a Worker that used up its isolate are told; these errors have no mark of their own. */
const LIMITS: ReadonlySet<string> = new Set(['Worker exceeded CPU time limit.', 'Worker has exceeded memory limit.']);

/** Whether the other end of a call is gone: evicted, reset, out of memory or time, or out of reach. */
export function isLostInstance(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return LIMITS.has(error.message) || MARKS.some((mark) => Reflect.get(error, mark) === true);
}

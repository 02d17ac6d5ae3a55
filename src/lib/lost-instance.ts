/** Telling an instance or a client that was lost from code that failed by itself. */

/**
 * Marks that workerd puts on an error it made itself: the object was reset (also when its isolate ran out of memory), the connection broke
 * off, or more calls wait than the object can answer. Errors that code throws have none of them.
 */
const MARKS = ['durableObjectReset', 'retryable', 'overloaded'] as const;

/** What callers of a Worker that used up its isolate are told; these errors have no mark of their own. */
const LIMITS: ReadonlySet<string> = new Set(['Worker exceeded CPU time limit.', 'Worker has exceeded memory limit.']);

/** What wrangler says of a Worker whose process has ended and is being started again. */
const ENDED = /^Worker "([^"]+)" not found\. Make sure it is running locally\.$/;

/** The name of the Worker whose process has ended, when that is why a call failed; only where Workers are processes of one machine. */
export function endedWorker(error: unknown): string | undefined {
  return error instanceof Error ? ENDED.exec(error.message)?.[1] : undefined;
}

/** Whether the other end of a call is gone: evicted, reset, out of memory or time, or out of reach. */
export function isLostInstance(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    LIMITS.has(error.message) ||
    endedWorker(error) !== undefined ||
    MARKS.some((mark) => Reflect.get(error, mark) === true)
  );
}

/** What workerd says when a body is read whose sender has gone. */
const CLIENT_GONE = 'Network connection lost.';

/** Whether reading a request failed since its client has gone: to be asked where calls of other instances are guarded, which break off alike. */
export function isClientGone(error: unknown): boolean {
  return error instanceof Error && error.message === CLIENT_GONE;
}

/** The answer that nobody reads. */
export function answerToNobody(): Response {
  return new Response(null, { status: 499 });
}

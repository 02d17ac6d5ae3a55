/** Time that has passed, by a clock that may be set back: Workers have no other one. */

/** Whether `milliseconds` have passed since `since`. They count as passed when the clock was set back to before that. */
export function hasPassed(milliseconds: number, since: number, now = Date.now()): boolean {
  return now - since >= milliseconds || now < since;
}

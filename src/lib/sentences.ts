/** Joining what was wrong with what to do next. */

/** What a part may end with instead of a period. */
const ENDED = /[!?…:][)"']?$|\.\)$/;

/**
 * The parts as sentences of one line of text: each ends with exactly one period, whether it came with none, one or several; empty parts
 * are left out. A question, an exclamation and a colon end by themselves.
 */
export function sentences(...parts: readonly string[]): string {
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => (ENDED.test(part) ? part : `${part.replace(/(?<![\s.])[\s.]+$/, '')}.`))
    .join(' ');
}

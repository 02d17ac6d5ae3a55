/** Errors that say that the engine itself has come to a limit: they leave a question undecided, whoever has asked it. */
import type { Reason } from '../service.ts';
import { TermTooLarge } from '../terms/store.ts';

/** What to say of such an error; undefined for every other one. */
export function limitReached(error: unknown): Reason | undefined {
  if (error instanceof TermTooLarge) return { construct: 'size', message: `a term grows too large: ${error.message}` };
  if (isStackOverflow(error)) return TOO_DEEP;
  return undefined;
}

/** What `work` gives; undefined where the engine comes to a limit in it. */
export function withinLimits<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (limitReached(error) === undefined) throw error;
    return undefined;
  }
}

/** The executor recurses as deeply as its values and calls nest. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack');
}

const TOO_DEEP: Reason = { construct: 'nesting', message: 'values or calls nest too deeply for the engine' };

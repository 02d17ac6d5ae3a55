/** Waiting for a state, however slow the machine is. */
import { vi } from 'vitest';

/** As long as a test may last, less what it needs to say what it waited for. */
export const PATIENCE_MS = 170_000;

/** Resolves to what `check` gives once it throws nothing; asks every `interval` milliseconds: a user may call ten times a second. */
export function until<T>(check: () => T | Promise<T>, interval = 100): Promise<T> {
  return vi.waitFor(check, { timeout: PATIENCE_MS, interval });
}

/** What was found out about code of a workspace, so that it need not be found out again. */

/** Verdicts by a key of all that decides them, as texts; only those who keep them know what they say. */
export interface VerdictsApi {
  /** What is kept under each of the keys. */
  findVerdicts(keys: readonly string[]): Promise<readonly (string | undefined)[]>;
  /** Keeps a text, at most `LONGEST_VERDICT` characters; those that were used least recently make room. */
  keepVerdict(key: string, verdict: string): Promise<void>;
}

/** Characters of a verdict; longer ones are not kept. */
export const LONGEST_VERDICT = 100_000;
/** Characters of all verdicts of a workspace. */
export const MOST_VERDICT_TEXT = 20_000_000;

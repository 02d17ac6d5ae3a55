/** What one user may use at a time. The user's own object counts it, so that the front's many isolates count as one. */

/** Limits of a user. */
export interface Limits {
  /** Calls of tools and requests to routes; {@link CallGate} says how they are spread. */
  readonly callsPerMinute: number;
  /** Of tools that reason, among those; the contract of `deep-code-reasoning.md` has it. */
  readonly reasoningCallsPerMinute: number;
  /** Of the same that run at a time. */
  readonly callsAtOnce: number;
  readonly webSockets: number;
  readonly pythonSessions: number;
  readonly workspaces: number;
}

/** The limits of every user: a working agent never meets them. */
export const DEFAULT_LIMITS: Limits = {
  callsPerMinute: 600,
  reasoningCallsPerMinute: 60,
  callsAtOnce: 64,
  webSockets: 100,
  pythonSessions: 100,
  workspaces: 100,
};

/** Headers that tell how far the calls of a user have come; pages may read them. */
export const RATE_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const;

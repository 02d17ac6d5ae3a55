/** What one user may use at a time. The user's own object counts it, so that the front's many isolates count as one. */

/** Limits of a user. */
export interface Limits {
  /** Calls of tools and requests to routes; {@link CallGate} says how they are spread. */
  readonly callsPerMinute: number;
  /** Of the same that run at a time. */
  readonly callsAtOnce: number;
  readonly webSockets: number;
  readonly pythonSessions: number;
  readonly workspaces: number;
}

/** The limits of every user: a working agent never meets them. */
export const DEFAULT_LIMITS: Limits = {
  callsPerMinute: 600,
  callsAtOnce: 64,
  webSockets: 100,
  pythonSessions: 100,
  workspaces: 100,
};

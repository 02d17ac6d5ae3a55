/** What a capability gives to the test of large answers: data to prepare, and calls that would give much. */

/** Calls a tool of the test's user; throws when it fails, unless it may. */
export type Call = (
  name: string,
  args: Readonly<Record<string, unknown>>,
) => Promise<Readonly<Record<string, unknown>>>;

/** What preparing needs. */
export interface Door {
  readonly call: Call;
  /** Sends the files as an archive to the workspace `name`. */
  readonly upload: (name: string, files: Readonly<Record<string, string>>) => Promise<void>;
}

/** A call whose answer would be large. */
export interface LargeCase {
  readonly says: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Tokens that it asks for; 2,000 by default. */
  readonly most?: number;
  /** Just before the call. */
  readonly before?: (door: Door) => Promise<unknown>;
  /** Whether the answer is a failure, or has to have something of much. */
  readonly expects?: 'failure' | 'shortened';
}

/** The tools of a capability: every tool of the catalogue is in one of these. */
export interface LargeCases {
  readonly prepare?: (door: Door) => Promise<unknown>;
  /** By tool; the order is that of the calls. */
  readonly cases: Readonly<Record<string, readonly LargeCase[]>>;
}

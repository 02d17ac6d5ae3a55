/** Counts a user's tool calls. */
import { z } from 'zod';

/** How a call ended: `error` is a result that says so, `protocol_error` a call that got no result, e.g. for wrong arguments. */
export const OUTCOMES = ['ok', 'error', 'protocol_error', 'cancelled'] as const;

/** One of {@link OUTCOMES}. */
export type Outcome = (typeof OUTCOMES)[number];

/** Upper bounds of the histogram's buckets, in seconds; a last bucket takes what is longer. */
export const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300] as const;

/** Calls of names that no tool has: counted as one, since anybody can think of any number of names. */
export const UNKNOWN_TOOL = '(unknown)';

const toolCallsSchema = z.object({
  outcomes: z.record(z.enum(OUTCOMES), z.int().min(0)),
  /** Calls by bucket, not cumulated. */
  buckets: z.array(z.int().min(0)).length(BUCKETS.length + 1),
  /** Seconds of all calls together. */
  seconds: z.number().min(0),
});

/** What was counted of one tool, since the user's first call. */
export type ToolCalls = z.infer<typeof toolCallsSchema>;

/** Where counts outlive the object: one text for each tool. */
export interface CallStore {
  read(): readonly { readonly tool: string; readonly calls: string }[];
  write(tool: string, calls: string): void;
}

/** The counts of one user. */
export class CallMetrics {
  readonly #store: CallStore;
  readonly #tools = new Map<string, ToolCalls>();
  #running = 0;

  /** Counts of an unknown shape, such as another version's, start again from zero. */
  constructor(store: CallStore) {
    this.#store = store;
    for (const { tool, calls } of store.read()) {
      const known = toolCallsSchema.safeParse(JSON.parse(calls));
      if (known.success) this.#tools.set(tool, known.data);
    }
  }

  /** Calls that have begun and not ended. */
  get running(): number {
    return this.#running;
  }

  /** Copies of all counts, by the tools' names. */
  snapshot(): ReadonlyMap<string, ToolCalls> {
    return structuredClone(this.#tools);
  }

  /** Does `work` as one call of `tool`; a call is cancelled when `signal` is aborted at its end. */
  async track<Result extends { readonly [field: string]: unknown }>(
    tool: string,
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const started = performance.now();
    let outcome: Outcome = 'protocol_error';
    this.#running++;
    try {
      const result = await work();
      outcome = result['isError'] === true ? 'error' : 'ok';
      return result;
    } finally {
      this.#running--;
      this.#count(tool, signal.aborted ? 'cancelled' : outcome, (performance.now() - started) / 1000);
    }
  }

  #count(tool: string, outcome: Outcome, seconds: number): void {
    const calls = this.#tools.get(tool) ?? noCalls();
    calls.outcomes[outcome]++;
    // -1 is the last one, of the calls that exceed every bound.
    const bucket = BUCKETS.findIndex((bound) => seconds <= bound);
    calls.buckets = calls.buckets.with(bucket, (calls.buckets.at(bucket) ?? 0) + 1);
    calls.seconds += seconds;
    this.#tools.set(tool, calls);
    this.#store.write(tool, JSON.stringify(calls));
  }
}

function noCalls(): ToolCalls {
  return {
    outcomes: { ok: 0, error: 0, protocol_error: 0, cancelled: 0 },
    buckets: Array<number>(BUCKETS.length + 1).fill(0),
    seconds: 0,
  };
}

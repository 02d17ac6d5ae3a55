/** What is reported about the calls that tests make of functions, and of calls with inputs near to theirs. */
import { z } from 'zod';

const count = z.int().nonnegative();
const texts = z.record(z.string(), z.string());

const replayedSchema = z.object({
  /** Of the input; the same in every version of the code for the same arguments. */
  key: z.string(),
  /** Of the outcome, likewise. */
  outcome: z.string(),
  test: z.string(),
  /** How the input differs from that of the test; empty where it is the test's own. */
  change: z.string(),
  arguments: texts,
  kind: z.enum(['returned', 'raised']),
  /** Keys of what the outcome has, such as `return value`. */
  parts: texts,
  value: z.string().optional(),
  exception: z.string().optional(),
  message: z.string().optional(),
  traceback: z.string().optional(),
  /** The arguments as the call has left them. */
  after: texts.optional(),
});

/** Events of a recording; the second part is the index of the function. */
export const RECORDING_EVENTS = [
  z.tuple([z.literal('outcomes'), count, z.array(z.tuple([z.string(), z.string()]))]),
  z.tuple([z.literal('replayed'), count, replayedSchema]),
  z.tuple([z.literal('recorded'), count, count, z.array(z.string())]),
] as const;

type RecordingEvent = z.output<(typeof RECORDING_EVENTS)[number]>;

/** One call that was made again, with all that is known of it. */
export type ReplayedCall = z.output<typeof replayedSchema>;

/** What is known of one function. */
export interface RecordedFunction {
  /** Outcomes by inputs, both as keys. */
  readonly outcomes: Map<string, string>;
  readonly replayed: ReplayedCall[];
  /** Inputs that could not be read or copied, whose call did not end, or was not the same again. */
  unread: number;
  /** Tests whose inputs are kept. */
  readonly tests: Set<string>;
}

/** What is known of the functions, by their indexes. */
export class Recording {
  readonly #functions = new Map<number, RecordedFunction>();

  /** What is known of a function. */
  of(index: number): RecordedFunction {
    const known = this.#functions.get(index);
    if (known !== undefined) return known;
    const fresh: RecordedFunction = { outcomes: new Map(), replayed: [], unread: 0, tests: new Set() };
    this.#functions.set(index, fresh);
    return fresh;
  }

  /** Takes an event. */
  take(event: RecordingEvent): void {
    const of = this.of(event[1]);
    switch (event[0]) {
      case 'outcomes':
        for (const [key, outcome] of event[2]) of.outcomes.set(key, outcome);
        return;
      case 'replayed':
        of.replayed.push(event[2]);
        return;
      case 'recorded':
        of.unread += event[2];
        for (const test of event[3]) of.tests.add(test);
        return;
    }
  }
}

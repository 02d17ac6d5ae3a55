/** What the counting of steps tells, a line of JSON for each event. The code that is counted shares its interpreter: nothing is trusted. */
import { z } from 'zod';

const count = z.int().nonnegative();
const text = z.string().max(2000);

const runSchema = z.object({
  shape: text,
  size: count,
  steps: count,
  /** Of the repository: path, line and steps, the most first. */
  lines: z.array(z.tuple([text, count, count])).max(20),
  /** Bytes of Python objects at the same time, those that the function made. */
  peak: count.optional(),
});

const eventSchema = z.union([
  z.tuple([z.literal('run'), runSchema]),
  z.tuple([z.literal('end'), z.object({ shape: text, size: count, why: text, detail: text })]),
  z.tuple([z.literal('unusable'), z.object({ why: text })]),
  z.tuple([
    z.literal('done'),
    z.object({
      uncounted: z.array(text).max(20),
      assumed: z.array(text).max(20),
      notes: z.array(text).max(20),
      asked: z.array(text).max(20),
      unreached: z.array(z.tuple([text, count])).max(20),
      limits: z.array(z.tuple([text, count, count])).max(20),
    }),
  ]),
]);

/** One run that ended by itself. */
export type CountedRun = z.output<typeof runSchema>;

/** What was reported. */
export interface MeasuredEvents {
  readonly runs: readonly CountedRun[];
  /** Sizes that did not end by themselves. */
  readonly ends: readonly {
    readonly shape: string;
    readonly size: number;
    readonly why: string;
    readonly detail: string;
  }[];
  /** Why the function cannot be run. */
  readonly unusable?: string;
  /** Absent when the interpreter was lost or stopped. */
  readonly done?: { readonly [kind in 'uncounted' | 'assumed' | 'notes' | 'asked']: readonly string[] } & {
    /** Lines of code that was entered that never ran, and may cost more. */
    readonly unreached: readonly (readonly [path: string, line: number])[];
    /** Numbers in tests and bounds. */
    readonly limits: readonly (readonly [path: string, line: number, value: number])[];
  };
}

/** Reads all that was written; lines that are none of its own are skipped. */
export function readEvents(output: string): MeasuredEvents {
  const runs: CountedRun[] = [];
  const ends: MeasuredEvents['ends'][number][] = [];
  let unusable: string | undefined;
  let done: MeasuredEvents['done'];
  for (const line of output.split('\n')) {
    const event = parsed(line);
    if (event === undefined) continue;
    const [kind, facts] = event;
    if (kind === 'run') runs.push(facts);
    else if (kind === 'end') ends.push(facts);
    else if (kind === 'unusable') unusable = facts.why;
    else done = facts;
  }
  return { runs, ends, ...(unusable !== undefined && { unusable }), ...(done !== undefined && { done }) };
}

function parsed(line: string): z.output<typeof eventSchema> | undefined {
  try {
    return eventSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

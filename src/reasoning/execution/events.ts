/** What running calls tells, a line of JSON for each event. The code that is run shares its interpreter: nothing is trusted. */
import { z } from 'zod';

const count = z.int().nonnegative();
const text = z.string().max(2000);
const change = z.tuple([text, text.nullable(), text.nullable()]);
const definition = z.tuple([text, text, count]);
const ended = z.union([z.tuple([text, text]), z.tuple([text, text, count.nullable()])]);

const callSchema = z.object({ index: count, outcome: z.tuple([text, text]), steps: count, frames: count, left: count });
const edgeSchema = z.object({ index: count, caller: definition, line: count, callee: definition, times: count });
const frameSchema = z.object({
  index: count,
  number: count,
  parent: count.nullable(),
  depth: count,
  path: text,
  line: count,
  name: text,
  called_at: z.tuple([text, count]).nullable(),
  arguments: z.record(text, text),
  outcome: ended.nullable(),
  yields: z.array(text).max(10),
  yielded: count,
  mutations: z.array(change).max(200),
  lines: text,
  decisions: z.array(text).max(20),
  steps: z
    .array(z.tuple([count, z.array(change).max(10)]))
    .max(100)
    .optional(),
  omitted: count.optional(),
});

const eventSchema = z.union([
  z.tuple([z.literal('call'), callSchema]),
  z.tuple([z.literal('edge'), edgeSchema]),
  z.tuple([z.literal('frame'), frameSchema]),
  z.tuple([z.literal('done'), z.object({})]),
]);

export type ToldCall = z.output<typeof callSchema>;
export type ToldEdge = z.output<typeof edgeSchema>;
export type ToldFrame = z.output<typeof frameSchema>;

/** What was reported. */
export interface RunEvents {
  readonly calls: readonly ToldCall[];
  readonly edges: readonly ToldEdge[];
  readonly frames: readonly ToldFrame[];
  /** Whether it came to its end. */
  readonly isDone: boolean;
}

/** Reads all that was written; lines that are none of its own are skipped. */
export function readEvents(output: string): RunEvents {
  const [calls, edges, frames]: [ToldCall[], ToldEdge[], ToldFrame[]] = [[], [], []];
  let isDone = false;
  for (const line of output.split('\n')) {
    const event = parsed(line);
    if (event === undefined) continue;
    const [kind, facts] = event;
    if (kind === 'call') calls.push(facts);
    else if (kind === 'edge') edges.push(facts);
    else if (kind === 'frame') frames.push(facts);
    else isDone = true;
  }
  return { calls, edges, frames, isDone };
}

function parsed(line: string): z.output<typeof eventSchema> | undefined {
  try {
    return eventSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

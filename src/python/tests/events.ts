/**
 * What a run of tests tells, a line for each event, and what that comes to. The first line has a key, before any code of the repository runs;
 * lines without it are left out. Tests share the interpreter all the same: nothing is trusted.
 */

import { z } from 'zod';
import { jsonOf } from '../../lib/json.ts';
import { LACKS } from './obstacles.ts';
import type { TestEnd } from './outcome.ts';
import { RECORDING_EVENTS, Recording } from './recording.ts';
import type { Resumption } from './request.ts';

const place = z.tuple([z.string(), z.int().nullable()]);
const count = z.int().nonnegative();

/** Every way for a test to end. */
export const OUTCOMES = ['passed', 'failed', 'error', 'skipped', 'xfailed', 'xpassed'] as const;

/** An obstacle: its kind, and what. */
const lackSchema = z.tuple([z.enum(LACKS), z.string()]);

const failureSchema = z.object({
  id: z.string(),
  stage: z.string(),
  file: z.string(),
  line: z.int().nullable(),
  type: z.string(),
  message: z.string(),
  where: place.optional(),
  source: z.string().optional(),
  stdout: z.string().optional(),
  stderr: z.string().optional(),
  log: z.string().optional(),
  frames: z.array(z.tuple([z.string(), z.int(), z.string()])).optional(),
  /** What led to it and is none of the code's doing. */
  obstacle: lackSchema.optional(),
});

const coverageSchema = z.object({
  covered: count,
  lines: count,
  files: z.array(z.tuple([z.string(), count, count, z.array(z.tuple([count, count])), count])),
  more_files: count,
  never_imported: z.array(z.string()),
  chance: z.array(z.string()).default([]),
});

const doneSchema = z.object({
  slowest: z.array(z.tuple([z.string(), z.number()])),
  notes: z.array(z.string()),
  /** With the first file that met it. */
  obstacles: z.array(z.tuple([z.enum(LACKS), z.string(), z.string()])),
  /** What shows that something changed the runner. */
  forged: z.array(z.string()),
  /** Ends of tests that the runner told, canaries among them. */
  ended: count,
});

/** Tests of known outcome that run behind all others, and how each ends when nobody changed the runner. */
const CANARIES: Readonly<Record<string, (typeof OUTCOMES)[number]>> = {
  fails: 'failed',
  passes: 'passed',
  raises: 'failed',
  asserts: 'failed',
};
/** Those that every runner has. */
const NEEDED = ['fails', 'passes'];

const keySchema = z.tuple([z.literal('key'), z.string().min(1)]);

const eventSchema = z.union([
  z.tuple([z.literal('collected'), count, count]),
  z.tuple([z.literal('file'), z.string()]),
  z.tuple([z.literal('order'), z.enum(['pytest', 'unittest']), z.string()]),
  z.tuple([z.literal('start'), z.string(), count.optional()]),
  z.tuple([z.literal('canary'), z.string()]),
  z.tuple([z.literal('end'), z.enum(OUTCOMES), lackSchema.nullable()]),
  z.tuple([z.literal('failure'), failureSchema]),
  z.tuple([z.literal('coverage'), coverageSchema]),
  z.tuple([z.literal('stopped'), place.nullable(), z.boolean()]),
  z.tuple([z.literal('printed'), z.string()]),
  z.tuple([z.literal('broken'), z.string()]),
  z.tuple([z.literal('done'), doneSchema]),
  ...RECORDING_EVENTS,
]);

/** A test that did not pass. */
export type TestFailure = z.output<typeof failureSchema>;
/** Lines of the repository's own files that ran. */
export type CoverageFacts = z.output<typeof coverageSchema>;

/** A test during which the interpreter was lost, or behind which: while what it needed was put away. */
export interface Killer {
  readonly test: string;
  /** How the interpreter ended. */
  readonly message: string;
}

/** Tests whose outcomes are kept one by one. */
const MOST_OUTCOMES = 5000;
/** Characters of a line that is read. */
const LONGEST_LINE = 500_000;

/** What is known of a run, while it runs and afterwards. */
export class TestRun {
  readonly counts: Record<(typeof OUTCOMES)[number], number> = {
    passed: 0,
    failed: 0,
    error: 0,
    skipped: 0,
    xfailed: 0,
    xpassed: 0,
  };
  readonly failures: TestFailure[] = [];
  /** Of the tests that failed, those that an obstacle kept from being decided. */
  readonly blocked = { failed: 0, error: 0 };
  /** Of each test that began, as `file::test`; the first {@link MOST_OUTCOMES}. */
  readonly ends = new Map<string, TestEnd>();
  collected = 0;
  deselected = 0;
  /** The file of the test that began last, and the test; undefined between tests. */
  file = '';
  running: string | undefined;
  /** Set when the time was over, the caller gone, or when code `raised` KeyboardInterrupt itself. */
  stopped: { readonly place: readonly [string, number | null] | null; readonly raised: boolean } | undefined;
  coverage: CoverageFacts | undefined;
  readonly recording = new Recording();
  done: z.output<typeof doneSchema> | undefined;
  /** By a piece of code. */
  printed = '';
  /** Whether the interpreter ended otherwise than the runner does. */
  isLost = false;
  /** What went wrong with the runner itself. */
  broken: string | undefined;
  /** Tests that the interpreter did not outlive, one for each interpreter that was lost. */
  readonly killers: Killer[] = [];
  /** Tests that ended with their interpreter. */
  cutShort = 0;
  /** Whether a fresh interpreter went on with what a lost one had left. */
  wentOn = false;
  #rest = '';
  #key: string | undefined;
  #canary: string | undefined;
  #told = 0;
  #started = false;
  #order: Omit<Resumption, 'begun'> | undefined;
  #begun: number | undefined;
  /** The test that began last. */
  #last: string | undefined;
  /** What ended before the first test began. */
  readonly #uncollected = { all: 0, errors: 0 };
  readonly #canaries = new Map<string, (typeof OUTCOMES)[number]>();
  readonly #forged = new Set<string>();

  /** Tests that ended, also with their interpreter. */
  get ended(): number {
    return Object.values(this.counts).reduce((sum, each) => sum + each, this.cutShort);
  }

  /** Tests that were collected and did not end. */
  get notRun(): number {
    return Math.max(0, this.collected - (this.ended - this.#uncollected.all));
  }

  /** Failures, and how many of them are of tests and not of files that could not be read. */
  get failed(): { readonly all: number; readonly ofTests: number } {
    const all = this.counts.failed + this.counts.error;
    return { all, ofTests: all - this.#uncollected.errors };
  }

  /** The test that runs, or its file where its name was not told. */
  get place(): string | undefined {
    return this.running === undefined ? undefined : named(this.file, this.running);
  }

  /** The interpreter was lost: it is what the test that began last ends with. */
  lose(message: string): void {
    if (this.#last === undefined) return;
    this.killers.push({ test: this.#last, message });
    if (this.running === undefined) return;
    this.cutShort++;
    if (this.running !== '' && this.ends.size < MOST_OUTCOMES) this.ends.set(this.#last, 'ended the interpreter');
  }

  /** What a fresh interpreter could go on with. */
  get rest(): Resumption | undefined {
    if (this.#order === undefined || this.#begun === undefined || this.#begun >= this.collected) return undefined;
    return { ...this.#order, begun: this.#begun };
  }

  /** A fresh interpreter goes on, with a key and tests of known outcome of its own. */
  goOn(): void {
    for (const reason of this.forged) this.#forged.add(reason);
    this.wentOn = true;
    [this.#rest, this.#key, this.#canary, this.#told, this.#started] = ['', undefined, undefined, 0, false];
    [this.running, this.#last] = [undefined, undefined];
    this.#canaries.clear();
  }

  /** Reads a piece of what the run told. */
  hear(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = (lines.pop() ?? '').slice(0, LONGEST_LINE);
    for (const line of lines) this.#take(line);
  }

  /** What shows that the code under test changed the runner: what it told is worth nothing then. */
  get forged(): readonly string[] {
    if (this.done === undefined) return [...this.#forged];
    const told = new Set([...this.#forged, ...this.done.forged]);
    if (this.done.ended !== this.#told) told.add('something else tells results of tests');
    if (this.#started && this.broken === undefined && this.stopped === undefined) {
      const names = new Set([...NEEDED, ...this.#canaries.keys()]);
      for (const name of names) {
        const [is, was] = [CANARIES[name], this.#canaries.get(name)];
        if (is !== was)
          told.add(`a test that is known to have ${is} ${was === undefined ? 'did not run' : `has ${was}`}`);
      }
    }
    return [...told];
  }

  /** What the sandbox lacked, each with the first file that met it. */
  get obstacles(): readonly (readonly [...z.output<typeof lackSchema>, string])[] {
    const told = this.failures.flatMap(({ obstacle, file }) => (obstacle ? [[...obstacle, file] as const] : []));
    const all = [...(this.done?.obstacles ?? []), ...told];
    const first = new Map(all.toReversed().map((each) => [`${each[0]} ${each[1]}`, each]));
    return all.filter((each) => first.get(`${each[0]} ${each[1]}`) === each);
  }

  #end(outcome: (typeof OUTCOMES)[number], isBlocked: boolean): void {
    this.#told++;
    if (this.#canary !== undefined) {
      this.#canaries.set(this.#canary, outcome);
      return;
    }
    if (!this.#started) {
      this.#uncollected.all++;
      if (outcome === 'error') this.#uncollected.errors++;
    }
    if (this.running === undefined && outcome.includes('passed')) this.#forged.add('a test passed that did not begin');
    this.counts[outcome]++;
    const isUndecided = isBlocked && (outcome === 'failed' || outcome === 'error');
    if (isUndecided) this.blocked[outcome]++;
    if (this.running !== undefined && this.running !== '' && this.ends.size < MOST_OUTCOMES) {
      this.ends.set(`${this.file}::${this.running}`, isUndecided ? 'could not run' : outcome);
    }
    this.running = undefined;
  }

  #take(line: string): void {
    if (this.#key === undefined) {
      this.#key = keySchema.safeParse(jsonOf(line)).data?.[1];
      return;
    }
    const head = `${this.#key} `;
    if (!line.startsWith(head)) return; // code of the tests found the way to the stream
    const event = eventSchema.safeParse(jsonOf(line.slice(head.length))).data;
    if (event !== undefined && this.done !== undefined) this.#forged.add('something tells more after the end');
    switch (event?.[0]) {
      case undefined:
        return;
      case 'collected':
        this.collected += event[1];
        this.deselected += event[2];
        return;
      case 'file':
        this.file = event[1];
        return;
      case 'order':
        this.#order = { runner: event[1], digest: event[2] };
        return;
      case 'start':
        this.running = event[1];
        this.#last = named(this.file, event[1]);
        this.#begun = event[2] === undefined ? undefined : event[2] + 1;
        this.#canary = undefined;
        this.#started = true;
        return;
      case 'canary':
        this.#canary = event[1];
        return;
      case 'end':
        this.#end(event[1], event[2] !== null);
        return;
      case 'failure':
        this.failures.push(event[1]);
        return;
      case 'coverage':
        this.coverage = event[1];
        return;
      case 'outcomes':
      case 'replayed':
      case 'recorded':
        this.recording.take(event);
        return;
      case 'stopped':
        this.stopped = { place: event[1], raised: event[2] };
        return;
      case 'printed':
        this.printed = event[1];
        return;
      case 'broken':
        this.broken = event[1];
        return;
      case 'done':
        this.done = event[1];
        return;
    }
  }
}

function named(file: string, test: string): string {
  return test === '' ? file : `${file}::${test}`;
}

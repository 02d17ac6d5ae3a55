/** Processes of the server are killed in the middle of all kinds of writes: nothing acknowledged is lost, and every session works afterwards. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Random } from '../../src/lib/random.ts';
import { amount, seedOf } from '../generated.ts';
import { GitFolder } from '../workspace/git-client.ts';
import { expectPlanSurvives } from './plans.ts';
import { KilledServer, VICTIMS, type Victim } from './victims.ts';
import { Unacknowledged, type Writer, writers } from './writers.ts';

/** All kinds of processes, once in an ordinary run. */
const KILLS = amount(30, VICTIMS.length);
/** Of the process of plans alone. */
const KILLS_OF_PLANS = amount(200, 4);
/** Milliseconds between two writes of a kind: a user may call ten times a second. */
const PAUSE_MS = 250;
/** Milliseconds after a write that was refused: a server that starts refuses all, and each push is several processes. */
const REFUSED_PAUSE_MS = 1000;
/** Milliseconds for which everybody writes before the next kill, at most. */
const BETWEEN_MS = 1000;

const state = mkdtempSync(join(tmpdir(), 'lemma-kills-'));
const folder = new GitFolder();
let server: KilledServer;

beforeAll(async () => {
  server = await KilledServer.start(state);
});
afterAll(async () => {
  await server.stop();
  rmSync(state, { recursive: true, force: true });
  folder.remove();
});

/** What came of a writer's work. */
class Ledger {
  readonly writer: Writer;
  readonly acknowledged: number[] = [];
  readonly refusals: string[] = [];
  #next = 0;
  #waiting: (() => void)[] = [];

  constructor(writer: Writer) {
    this.writer = writer;
  }

  /** Writes until `signal` says stop. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const before = this.refusals.length;
      if (this.acknowledged.length < this.writer.most) await this.#write();
      else this.#progress();
      await delay(this.refusals.length === before ? PAUSE_MS : REFUSED_PAUSE_MS);
    }
    this.#progress();
  }

  async #write(): Promise<void> {
    const number = this.#next++;
    try {
      await this.writer.write(number);
      this.acknowledged.push(number);
      this.#progress();
    } catch (error) {
      if (!(error instanceof Unacknowledged)) throw error;
      this.refusals.push(error.message);
    }
  }

  /** Resolves at the next acknowledgement. */
  acknowledgement(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #progress(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** `count` victims: each kind as often as any other, in an order of the seed. */
function victims(random: Random, count: number): readonly Victim[] {
  const chosen: Victim[] = [];
  let left: Victim[] = [];
  while (chosen.length < count) {
    if (left.length === 0) left = [...VICTIMS];
    chosen.push(...left.splice(random.below(left.length), 1));
  }
  return chosen;
}

it(
  `loses no change of a plan and makes none twice in ${KILLS_OF_PLANS} kills`,
  {
    timeout: amount(1_500_000, 600_000),
  },
  () => expectPlanSurvives(server, KILLS_OF_PLANS),
);

it(`loses nothing in ${KILLS} kills`, { timeout: amount(1_200_000, 900_000) }, async () => {
  const random = new Random(seedOf(1));
  const ledgers = (await writers(server.url, folder)).map((writer) => new Ledger(writer));
  const stop = new AbortController();
  const everybodyWrote = () => Promise.all(ledgers.map((ledger) => ledger.acknowledgement()));
  const working = Promise.all(ledgers.map((ledger) => ledger.run(stop.signal)));
  const killing = async () => {
    await everybodyWrote();
    for (const victim of victims(random, KILLS)) {
      await delay(random.below(BETWEEN_MS));
      await server.kill(victim);
      await everybodyWrote();
    }
    stop.abort();
  };
  await Promise.all([working, killing()]);

  const lost: Record<string, readonly number[]> = {};
  for (const { writer, acknowledged, refusals } of ledgers) {
    const found = new Set(await writer.found(acknowledged));
    const missing = acknowledged.filter((number) => !found.has(number));
    console.log(
      `${writer.name}: ${acknowledged.length} acknowledged, ${missing.length} lost, ${refusals.length} refused`,
    );
    if (missing.length > 0) lost[writer.name] = missing;
  }
  expect(lost).toEqual({});
  const refusals = ledgers.flatMap((ledger) => ledger.refusals);
  expect(refusals.filter((text) => text.includes('internal_error') || text.includes('should not'))).toEqual([]);
  expect(server.errors.filter((line) => /^\s+at |internal error/.test(line))).toEqual([]);
});

/** Tells when a process has hung: it does not come back to its event loop, while the one that watches it goes on. */
import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds of a tick. */
const TICK_MS = 1000;
/** Ticks that a process has to answer a heartbeat: the longest legal stretch of work takes some seconds. */
const TICKS = 15;
/** Heartbeats in a row that a process which hangs has missed. */
const MOST_MISSED = 2;

/** A process that is watched. */
export interface Beating {
  /** Sends a heartbeat; resolves when the process answers it, or cannot be reached since it has ended. */
  beat(signal: AbortSignal): Promise<unknown>;
  /** Resolves when a tick is over. Ticks are counted, not read from a clock: a pause of the watcher itself is one tick at most. */
  tick?(): Promise<unknown>;
}

/** Resolves once the process has missed two heartbeats in a row, each of 15 s. */
export async function untilHung({ beat, tick = () => delay(TICK_MS) }: Beating): Promise<void> {
  for (let missed = 0; missed < MOST_MISSED; ) {
    missed = (await isAnswered(beat, tick)) ? 0 : missed + 1;
  }
}

async function isAnswered(beat: Beating['beat'], tick: () => Promise<unknown>): Promise<boolean> {
  const over = new AbortController();
  let answered = false;
  const yes = () => {
    answered = true;
  };
  void beat(over.signal).then(yes, yes);
  for (let ticks = 0; ticks < TICKS; ticks++) {
    await tick();
    if (answered) return true;
  }
  over.abort();
  return false;
}

/** How much the threads of the server compute, as Linux counts it. */
import { readdirSync, readFileSync } from 'node:fs';

const NS_PER_MS = 1e6;

/** Threads of all children of this process that have a name, as they are when it is constructed. */
export class BusyThreads {
  /** Files that tell how long each thread has computed. */
  readonly #files: readonly string[];
  #before: readonly number[] = [];

  constructor(name: string) {
    this.#files = list('/proc')
      .filter((id) => read(`/proc/${id}/stat`).startsWith(`${id} (${name}) `))
      .filter((id) => read(`/proc/${id}/status`).includes(`\nPPid:\t${process.pid}\n`))
      .flatMap((id) => list(`/proc/${id}/task`).map((thread) => `/proc/${id}/task/${thread}/schedstat`));
  }

  /** Milliseconds that the busiest thread has computed since the last call; NaN where nothing is known of any. */
  lap(): number {
    const now = this.#files.map((file) => Number.parseInt(read(file) || '0', 10) / NS_PER_MS);
    const spent = now.map((ms, index) => ms - (this.#before[index] ?? ms));
    this.#before = now;
    return spent.length === 0 ? Number.NaN : Math.max(...spent);
  }
}

function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

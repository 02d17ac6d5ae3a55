/** Runs a hostile cell in one user's session while another user asks for `1+1` all the while. */
import { setTimeout as delay } from 'node:timers/promises';
import { amount, seedOf } from '../../generated.ts';
import { createPythonServer } from '../../mcp/harness.ts';
import { callTool } from '../../mcp/requests.ts';
import { BusyThreads } from './busy-threads.ts';
import { containers, iterators, numbers, texts } from './loops.ts';
import { databases, files, imports, memory, output, timers, unstoppable } from './surroundings.ts';

/** Hostile cells by what they are about. */
export const HOSTILE: Readonly<Record<string, readonly string[]>> = {
  iterators,
  containers,
  texts,
  numbers,
  files,
  timers,
  output,
  databases,
  memory,
  imports,
  unstoppable,
};

/** Milliseconds for all cells of a kind. */
export const KIND_MS = 900_000;

/** Sentences that tell of lost variables. */
export const LOSS = /variables.* (undone|lost)/;

/** Cells of one kind, others each day where not all are run. */
export function some(cells: readonly string[]): readonly string[] {
  const first = seedOf(0) % cells.length;
  return [...cells.slice(first), ...cells.slice(0, first)].slice(0, amount(cells.length, 1));
}

/** Seconds until a hostile cell is interrupted where its time is measured. */
export const LIMIT_SECONDS = 2;

/** Milliseconds between two questions of the neighbour: a user has 600 calls a minute, which a quiet machine answers in half of one. */
const PAUSE_MS = 110;

type Facts = Readonly<Record<string, unknown>>;

/** What came of a hostile cell. */
export interface Observation {
  readonly status: unknown;
  /** From its request to its answer, in milliseconds. */
  readonly cellMs: number;
  /** Longest wait of the neighbour for an answer, until the hostile session is deleted; in milliseconds. */
  readonly longestWaitMs: number;
  /** Most that one thread of the server computed in a wait: how long it would be on a quiet machine. NaN where only Linux tells. */
  readonly busiestWaitMs: number;
  /** Answers that the neighbour got while the cell ran. */
  readonly turns: number;
  /** Whether variables of an earlier cell are still there. */
  readonly kept: boolean;
  readonly answer: Facts;
  /** The answer to the cell after it. */
  readonly next: Facts;
}

export class Rig {
  readonly #server = createPythonServer();
  #base = new URL('http://127.0.0.1');
  #sessions = 0;

  async open(): Promise<void> {
    this.#base = (await this.#server.listen()).url;
    await this.#run('neighbour', 'home', '1+1');
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  /** Runs the hostile cell for `seconds` at most. */
  async observe(code: string, seconds = LIMIT_SECONDS): Promise<Observation> {
    const session = `hostile-${++this.#sessions}`;
    await this.#run('attacker', session, 'kept = 42');
    const neighbour = this.#ask();
    const started = performance.now();
    const answer = await this.#run('attacker', session, code, seconds);
    const cellMs = performance.now() - started;
    const turns = neighbour.turns();
    const next = await this.#run('attacker', session, 'kept');
    await callTool(this.#base, 'delete_session', { session_id: session }, { token: 'attacker' });
    const waits = await neighbour.end();
    return { status: answer.status, cellMs, ...waits, turns, kept: next.results === '42', answer, next };
  }

  /** Asks time and again until `end` is called, which returns the longest waits. */
  #ask(): {
    readonly turns: () => number;
    readonly end: () => Promise<Pick<Observation, 'longestWaitMs' | 'busiestWaitMs'>>;
  } {
    let [turns, longestWaitMs, busiestWaitMs, ended] = [0, 0, 0, false];
    const threads = new BusyThreads('workerd');
    const asking = (async () => {
      while (!ended) {
        threads.lap();
        const asked = performance.now();
        const answer = await this.#run('neighbour', 'home', '1+1');
        if (answer.results !== '2') throw new Error(`The neighbour was told ${JSON.stringify(answer)}.`);
        longestWaitMs = Math.max(longestWaitMs, performance.now() - asked);
        busiestWaitMs = Math.max(busiestWaitMs, threads.lap());
        turns++;
        await delay(PAUSE_MS);
      }
    })();
    return {
      turns: () => turns,
      end: async () => {
        ended = true;
        await asking;
        return { longestWaitMs, busiestWaitMs };
      },
    };
  }

  async #run(token: string, session_id: string, code: string, timeout = 20): Promise<Facts> {
    const args = { session_id, code, timeout };
    const { body } = await callTool(this.#base, 'run_python_code', args, { token });
    return { ...(body.result?.structuredContent ?? body) };
  }
}

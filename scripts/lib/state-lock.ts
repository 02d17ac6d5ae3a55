/** One server at a time has a folder of state: two of them would spoil each other's sessions. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';

/** SQLite's code for a database that another connection has locked. */
const BUSY = 5;

/** What a server says of itself beside its lock. */
const serverFields = z.object({ url: z.string(), group: z.int().optional() });

/** A folder of state that another server has. */
export class StateFault extends Error {
  override readonly name = 'StateFault';
}

/** The right to a folder of state, until it is released or this process ends. */
export interface StateLock {
  /** Names the process group that works with the state, which whoever takes the lock from a killed server has to end. */
  record(group: number): void;
  release(): void;
}

/**
 * Locks the folder `state` for the server at `url`, and ends what a killed server has left running. The system gives up the lock of a process
 * that ends, however it ends. Throws {@link StateFault} when a server has it.
 */
export async function lockState(state: string, url: string): Promise<StateLock> {
  mkdirSync(state, { recursive: true });
  const file = join(state, 'server.json');
  const database = new DatabaseSync(join(state, 'lock.sqlite'));
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === BUSY)
      throw occupied(state, readServer(file)?.url);
    throw error;
  }
  const { group } = readServer(file) ?? {};
  if (group !== undefined) await endLeftovers(group);
  const write = (fields: z.infer<typeof serverFields>) => writeFileSync(file, `${JSON.stringify(fields)}\n`);
  write({ url });
  return {
    record: (started) => write({ url, group: started }),
    release: () => {
      rmSync(file, { force: true });
      database.close();
    },
  };
}

function occupied(state: string, url = 'an address that it has not told yet'): StateFault {
  return new StateFault(
    `A server at ${url} uses ${state} already, and two would spoil each other's sessions. ` +
      'Use that one, end it with Ctrl-C, or let this one keep its state in another folder: LEMMA_STATE=<folder> npm start',
  );
}

function readServer(file: string): z.infer<typeof serverFields> | undefined {
  try {
    return serverFields.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined; // there is none, or it was killed while it wrote
  }
}

/** Ends a process group that runs Workers still; its port and databases are free afterwards. */
async function endLeftovers(group: number): Promise<void> {
  while (runsWorkers(group)) {
    process.kill(-group, 'SIGKILL');
    await delay(50);
  }
}

/** Whether the process group runs Workers, and is not a later one of the same number. */
function runsWorkers(group: number): boolean {
  const processes = execFileSync('ps', ['-A', '-o', 'pgid=,args='], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return processes
    .split('\n')
    .some((line) => line.trimStart().startsWith(`${group} `) && line.includes('workerd serve'));
}

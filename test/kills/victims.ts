/** A server as `npm start` runs it, and its processes, to be killed one at a time. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { ROOT } from '../../scripts/lib/wrangler.ts';
import { freePort } from '../free-port.ts';
import { amount } from '../generated.ts';

/** What can be killed: a Worker's workerd (the one that has run longest, so that each has its turn), or what is around them. */
export type Victim = 'Worker' | 'door' | 'bundler' | 'everything';
export const VICTIMS: readonly Victim[] = [
  ...Array<Victim>(amount(5, 2)).fill('Worker'),
  'door',
  'bundler',
  'everything',
];

/** The server that keeps its state in a folder. */
export class KilledServer {
  readonly url: URL;
  readonly #port: number;
  readonly #state: string;
  #process: ChildProcess | undefined;
  /** Lines that it printed as errors. */
  readonly errors: string[] = [];

  private constructor(port: number, state: string) {
    this.url = new URL(`http://127.0.0.1:${port}`);
    this.#port = port;
    this.#state = state;
  }

  static async start(state: string): Promise<KilledServer> {
    const server = new KilledServer(await freePort(), state);
    await server.#start();
    return server;
  }

  /** Starts it, and waits until it says that it is ready. */
  async #start(): Promise<void> {
    const env = { ...process.env, PORT: String(this.#port), LEMMA_STATE: this.#state };
    const child = spawn(process.execPath, ['scripts/start.ts'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#process = child;
    createInterface({ input: child.stderr }).on('line', (line) => this.errors.push(line));
    const ready = Promise.withResolvers<void>();
    createInterface({ input: child.stdout }).on('line', (line) => line.startsWith('Lemma is ready') && ready.resolve());
    child.once('exit', () => ready.reject(new Error(`The server ended: ${this.errors.join('\n')}`)));
    await ready.promise;
  }

  /** Kills the process of the Worker of that name, or lets it hang; false where it is not there, such as while it is started again. */
  killWorker(name: string, signal: 'SIGKILL' | 'SIGSTOP' = 'SIGKILL'): boolean {
    const holds = `/run/${name}/`;
    const found = processes().find(({ pid }) =>
      opened(pid).some((path) => path.startsWith(this.#state) && path.includes(holds)),
    );
    if (found !== undefined) process.kill(found.pid, signal);
    return found !== undefined;
  }

  /** Kills a process, or all that there are; somebody has to start the server again only after the latter, which this does. */
  async kill(victim: Victim): Promise<void> {
    const { group } = z
      .object({ group: z.int() })
      .parse(JSON.parse(readFileSync(join(this.#state, 'server.json'), 'utf8')));
    if (victim === 'bundler') process.kill(group, 'SIGKILL');
    else if (victim === 'everything') {
      const child = this.#process;
      const ended = child && once(child, 'exit');
      child?.kill('SIGKILL');
      process.kill(-group, 'SIGKILL');
      await ended;
      await this.#start();
    } else {
      const option = victim === 'door' ? `entry=127.0.0.1:${this.#port}` : '--debug-port';
      const [oldest] = processes().filter((each) => each.group === group && each.command.includes(option));
      if (oldest === undefined) throw new Error(`No process of the server is a ${victim}.`);
      process.kill(oldest.pid, 'SIGKILL');
    }
  }

  async stop(): Promise<void> {
    const child = this.#process;
    const ended = child && once(child, 'exit');
    child?.kill('SIGTERM');
    await ended;
  }
}

/** The workerd processes of this machine, those started first before the others. */
function processes(): { readonly pid: number; readonly group: number; readonly command: string }[] {
  const listed = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,pgid=,args='], { encoding: 'utf8', maxBuffer: 64 << 20 });
  const rows = [...listed.matchAll(/^\s*(\d+)\s+(\d+)\s+(.*workerd serve.*)$/gm)];
  return rows
    .map(([, pid, group, command = '']) => ({ pid: Number(pid), group: Number(group), command }))
    .sort((one, other) => one.pid - other.pid);
}

/** What a process has open, as Linux tells. */
function opened(pid: number): readonly string[] {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).flatMap((name) => {
      try {
        return [readlinkSync(join(folder, name))];
      } catch {
        return [];
      }
    });
  } catch {
    // It has ended meanwhile.
    return [];
  }
}

/** What writes while processes are killed. Each one is a user of its own, remembers what was acknowledged, and can look for it afterwards. */
import { z } from 'zod';
import { amount } from '../generated.ts';
import { buildWheel } from '../python/wheels.ts';
import type { GitFolder } from '../workspace/git-client.ts';

/** Milliseconds that a call may take; one that takes longer hangs. */
const PATIENCE_MS = 170_000;

/** A call that was not acknowledged: the connection broke, or the answer says that it failed. */
export class Unacknowledged extends Error {
  override readonly name = 'Unacknowledged';
}

/** One kind of writes. */
export interface Writer {
  readonly name: string;
  /** How many it makes at most, where the server has a limit. */
  readonly most: number;
  /** Makes the write of that number. Throws {@link Unacknowledged}. */
  write(number: number): Promise<void>;
  /** Which of the acknowledged writes are there. */
  found(acknowledged: readonly number[]): Promise<readonly number[]>;
}

export type Fields = Readonly<Record<string, unknown>>;

/** All kinds of writes to the server at `base`. `folder` is where git repositories are. */
export async function writers(base: URL, folder: GitFolder): Promise<readonly Writer[]> {
  await folder.create('pushed');
  return [cells(base), files(base), forks(base), installs(base), commits(base), pushes(base, folder), turns(base)];
}

function cells(base: URL): Writer {
  const call = caller(base, 'cells');
  return {
    name: 'cells',
    most: Infinity,
    write: async (number) => void (await call('run_python_code', { code: `kept_${number} = ${number}` })),
    async found(acknowledged) {
      const code = `[n for n in ${JSON.stringify(acknowledged)} if globals().get(f"kept_{n}") == n]`;
      return JSON.parse(String((await call('run_python_code', { code })).results));
    },
  };
}

function files(base: URL): Writer {
  const call = caller(base, 'files');
  return {
    name: 'uploads',
    most: Infinity,
    async write(number) {
      const form = new FormData();
      form.set('file', new File([`upload ${number}`], `upload-${number}.txt`));
      const headers = { authorization: 'Bearer files' };
      const { ok, status } = await request(new URL('/files/upload', base), { method: 'POST', headers, body: form });
      if (!ok) throw new Unacknowledged(`upload: ${status}`);
    },
    async found(acknowledged) {
      const code = `[n for n in ${JSON.stringify(acknowledged)} if open(f"upload-{n}.txt").read() == f"upload {n}"]`;
      return JSON.parse(String((await call('run_python_code', { code })).results));
    },
  };
}

function forks(base: URL): Writer {
  const call = caller(base, 'forks');
  return {
    name: 'forks',
    // Each starts an interpreter when it is looked for.
    most: amount(60, 20),
    async write(number) {
      await call('run_python_code', { code: `step = ${number}`, session_id: 'default' });
      await call('fork_session', { session_id: 'default', new_session_id: `fork-${number}` });
    },
    found: (acknowledged) =>
      filtered(acknowledged, async (number) => {
        const { results } = await call('run_python_code', { code: 'step', session_id: `fork-${number}` });
        return results === String(number);
      }),
  };
}

function installs(base: URL): Writer {
  const call = caller(base, 'installs');
  return {
    name: 'installs',
    most: 60,
    async write(number) {
      const name = `made${number}`;
      const { file, bytes } = await buildWheel({
        name,
        version: '1.0',
        files: { [`${name}.py`]: `number = ${number}\n` },
      });
      await call('write_file', { path: file, content: Buffer.from(bytes).toString('base64'), encoding: 'base64' });
      const { installed, already_installed } = await call('install_dependencies', { packages: [`/workspace/${file}`] });
      if (!JSON.stringify([installed, already_installed]).includes(name)) throw new Unacknowledged('not installed');
    },
    found: (acknowledged) =>
      filtered(acknowledged, async (number) => {
        const { results } = await call('run_python_code', { code: `import made${number}\nmade${number}.number` });
        return results === String(number);
      }),
  };
}

function commits(base: URL): Writer {
  const call = caller(base, 'commits');
  return {
    name: 'put_files',
    most: Infinity,
    write: async (number) =>
      void (await call('put_files', { files: [{ path: `file_${number}.py`, content: `number = ${number}\n` }] })),
    found: (acknowledged) =>
      filtered(acknowledged, async (number) =>
        JSON.stringify(await call('get_file', { path: `file_${number}.py` })).includes(`number = ${number}`),
      ),
  };
}

function pushes(base: URL, folder: GitFolder): Writer {
  const remote = new URL('/git/pushed', base).href;
  const header = ['-c', 'http.extraHeader=Authorization: Bearer pushes'];
  const made = new Map<number, string>();
  return {
    name: 'pushes',
    most: Infinity,
    async write(number) {
      made.set(number, await folder.commit('pushed', `pushed-${number}.txt`, `${number}\n`));
      const { code, stderr } = await folder.try('pushed', ...header, 'push', remote, 'main');
      if (code !== 0) throw new Unacknowledged(`push: ${stderr}`);
    },
    async found(acknowledged) {
      await folder.git('.', ...header, 'clone', '--quiet', remote, 'cloned');
      const there = new Set((await folder.git('cloned', 'rev-list', 'HEAD')).split('\n'));
      await folder.git('cloned', 'fsck', '--strict');
      return acknowledged.filter((number) => there.has(made.get(number) ?? ''));
    },
  };
}

function turns(base: URL): Writer {
  const call = caller(base, 'turns');
  const handBack = z.object({
    how_to_answer: z.object({ tool: z.string(), arguments: z.record(z.string(), z.unknown()) }),
  });
  let session: string | undefined;
  /** A turn that may wait for its answer: the conversation takes no other before. */
  let waiting: number | undefined;
  const ask = (number: number) =>
    session === undefined
      ? call('start_conversation', {
          claude_context: {
            attempted_approaches: [],
            partial_findings: [],
            stuck_description: 'Stuck.',
            code_scope: { files: [] },
          },
          analysis_focus: 'debugging',
          depth_level: 1,
        })
      : call('continue_conversation', {
          session_id: session,
          message: `message ${number}`,
          idempotency_key: `turn ${number}`,
        });
  const say = async (number: number) => {
    waiting = number;
    const asked = await ask(number);
    const question = handBack.safeParse(asked);
    const { how_to_answer } = question.data ?? {};
    const answered =
      how_to_answer === undefined
        ? asked
        : await call(how_to_answer.tool, { ...how_to_answer.arguments, answer: { answer: `answer ${number}` } });
    session = String(answered['session_id']);
    waiting = undefined;
  };
  return {
    name: 'turns of a conversation',
    most: 20,
    async write(number) {
      if (waiting !== undefined) await say(waiting);
      await say(number);
    },
    async found(acknowledged) {
      const { conversation_summary } = await call('finalize_conversation', {
        session_id: session,
        summary_format: 'detailed',
      });
      const told = JSON.stringify(conversation_summary);
      return acknowledged.filter((number) => told.includes(`"answer ${number}"`));
    },
  };
}

async function filtered(numbers: readonly number[], isThere: (number: number) => Promise<boolean>): Promise<number[]> {
  const found: number[] = [];
  for (const number of numbers) if (await isThere(number).catch(() => false)) found.push(number);
  return found;
}

/** Calls tools as a user; gives the structured result. Throws {@link Unacknowledged}. */
export function caller(base: URL, token: string): (name: string, args: Fields) => Promise<Fields> {
  return async (name, args) => {
    const response = await request(new URL('/mcp/all', base), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
    });
    const text = await response.text().catch((error: unknown) => refuse(error));
    const { result } = response.ok ? JSON.parse(text) : { result: undefined };
    const fields = result?.structuredContent;
    if (fields === undefined || result.isError || (name === 'run_python_code' && fields.status !== 'ok')) {
      throw new Unacknowledged(`${name}: ${text}`);
    }
    return fields;
  };
}

async function request(url: URL, init: RequestInit): Promise<Response> {
  return await fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) }).catch((error: unknown) =>
    refuse(error),
  );
}

function refuse(error: unknown): never {
  if (error instanceof Error && error.name === 'TimeoutError') throw new Error('A call has hung.');
  throw new Unacknowledged(String(error));
}

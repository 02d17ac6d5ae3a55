/** Where hostile programs run: the real front and the Worker of Python sessions, bystanders of whom nothing may be seen, and what has to hold afterwards. */
import { expect } from 'vitest';
import { createPythonServer } from '../../mcp/harness.ts';
import { callTool } from '../../mcp/requests.ts';
import type { Program } from './program.ts';

type Facts = Readonly<Record<string, unknown>>;

/** What nobody but its owner may see begins with this word; programs that search for it hold it in parts. */
const SECRETS = { environment: 'CANARY-in-environment', session: 'CANARY-in-session', user: 'CANARY-of-user' } as const;

/** Sessions that hold a secret: another one of the attacker's, and another user's. */
const BYSTANDERS = [
  { token: 'attacker', session_id: 'other', secret: SECRETS.session },
  { token: 'victim', session_id: 'default', secret: SECRETS.user },
] as const;

/** Sentences that tell of lost variables. */
const LOSS = /variables.* (undone|lost)/;

export class Arena {
  readonly #server = createPythonServer({ CANARY: SECRETS.environment });
  #base = new URL('http://127.0.0.1');
  #sessions = 0;

  async open(): Promise<void> {
    this.#base = (await this.#server.listen()).url;
    for (const { token, session_id, secret } of BYSTANDERS) {
      const code = `secret = ${JSON.stringify(secret)}\nopen("secret.txt", "w").write(secret)`;
      expect(await this.run(token, session_id, code)).toMatchObject({ status: 'ok' });
    }
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  async call(token: string, tool: string, args: Facts): Promise<Facts> {
    const { body } = await callTool(this.#base, tool, { ...args }, { token });
    return { ...(body.result?.structuredContent ?? body) };
  }

  run(token: string, session_id: string, code: string, timeout = 20): Promise<Facts> {
    return this.call(token, 'run_python_code', { session_id, code, timeout });
  }

  /** Runs a program in a session of its own, and checks all that is promised whatever it does. */
  async attack({ code, ends, says = /^/, timeout = 20, uploads = {}, destroys, breaksNext }: Program): Promise<void> {
    const session = `attack-${++this.#sessions}`;
    const run = (text: string, seconds?: number) => this.run('attacker', session, text, seconds);
    await run('kept = 42\nopen("before.txt", "w").write("before")');
    await this.#upload(session, uploads);

    const answer = await run(code, timeout);
    const all = JSON.stringify(answer);
    if (process.env.ATTACK_SHOW) console.log(all.slice(0, 1500));
    for (const secret of Object.values(SECRETS)) expect(all).not.toContain(secret);
    expect(ends, all.slice(0, 2000)).toContain(answer.status);
    expect(all).toMatch(says);

    const broken = breaksNext && (await run('6 * 7'));
    if (broken) expect(JSON.stringify(broken.notices)).toMatch(LOSS);
    const next = await run('6 * 7');
    expect(next, all.slice(0, 2000)).toMatchObject({ status: 'ok', results: '42' });
    const kept = await run('kept');
    const notices = JSON.stringify([answer.notices, broken, next.notices, kept.notices]);
    if (process.env.ATTACK_SHOW) console.log(notices, kept.results ?? kept.message);
    if (kept.results !== '42' && destroys !== 'variables') expect(notices).toMatch(LOSS);
    if (destroys !== 'files') {
      const file = { path: 'before.txt', session_id: session };
      expect(await this.call('attacker', 'read_file', file)).toMatchObject({ text: 'before' });
      expect(await run('open("/workspace/before.txt").read()')).toMatchObject({ results: "'before'" });
    }
    await this.expectUndisturbed();
    await this.call('attacker', 'delete_session', { session_id: session });
  }

  /** Bystanders have what they had, and hear nothing. */
  async expectUndisturbed(): Promise<void> {
    for (const { token, session_id, secret } of BYSTANDERS) {
      const seen = await this.run(token, session_id, 'import os\nsecret, open("secret.txt").read(), os.listdir()');
      expect(seen).toMatchObject({ results: `('${secret}', '${secret}', ['secret.txt'])`, notices: [] });
    }
  }

  async #upload(session: string, files: Readonly<Record<string, Uint8Array<ArrayBuffer>>>): Promise<void> {
    if (Object.keys(files).length === 0) return;
    const body = new FormData();
    for (const [name, bytes] of Object.entries(files)) body.append('file', new Blob([bytes]), name);
    const url = new URL(`/files/upload?session_id=${session}`, this.#base);
    const { status } = await fetch(url, { method: 'POST', body, headers: { authorization: 'Bearer attacker' } });
    expect(status).toBe(200);
  }
}

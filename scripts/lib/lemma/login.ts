/** `lemma login`: gets a key by the device flow (RFC 8628), in a browser on any computer; `lemma logout` forgets it. */
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { CommandProblem } from './problem.ts';
import { keepKey, keyFile } from './stored-keys.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
/** What `push`, `review` and `check` need. */
const SCOPES = 'read run write';

const codesSchema = z.object({
  device_code: z.string(),
  user_code: z.string(),
  verification_uri: z.string(),
  verification_uri_complete: z.string(),
  interval: z.number().default(5),
});
const answerSchema = z.union([z.object({ access_token: z.string() }), z.object({ error: z.string() })]);

/** Which server it is about. */
export interface LoginCommand {
  readonly kind: 'login' | 'logout';
  readonly server: string;
}

/** Waits until somebody lets this computer in, and keeps the key. Throws {@link CommandProblem}. */
export async function login({ server }: LoginCommand, environment: Readonly<Record<string, string | undefined>>) {
  const codes = await begin(server);
  console.log(`Open ${codes.verification_uri_complete}\nand check that it shows the code ${codes.user_code}.`);
  let seconds = codes.interval;
  for (;;) {
    await delay(seconds * 1000);
    const answer = answerSchema.parse(
      await (await post(`${server}/oauth/token`, { grant_type: GRANT, device_code: codes.device_code })).json(),
    );
    if ('access_token' in answer) {
      keepKey(environment, server, answer.access_token);
      console.log(`You are signed in. The key is in ${keyFile(environment)}; revoke it at ${server}/account.`);
      return;
    }
    if (answer.error === 'slow_down') seconds += 5;
    else if (answer.error !== 'authorization_pending') {
      throw new CommandProblem(
        answer.error === 'access_denied' ? 'You were not let in.' : `You were not let in in time (${answer.error}).`,
        'Run login again.',
      );
    }
  }
}

/** Forgets the key for a server. */
export function logout({ server }: LoginCommand, environment: Readonly<Record<string, string | undefined>>): void {
  keepKey(environment, server, undefined);
  console.log(`The key for ${server} is forgotten here. Revoke it at ${server}/account.`);
}

async function begin(server: string) {
  const response = await post(`${server}/oauth/device`, {
    client_id: 'lemma',
    client_name: `lemma on ${hostname()}`,
    scope: SCOPES,
  });
  if (response.status === 404) {
    throw new CommandProblem(`${server} has nobody who signs in.`, 'It is open as it is, or no Lemma server.', 2);
  }
  if (!response.ok) throw new CommandProblem(`${server} answers ${response.status}.`, 'Try again later.');
  return codesSchema.parse(await response.json());
}

async function post(address: string, form: Readonly<Record<string, string>>): Promise<Response> {
  try {
    return await fetch(address, { method: 'POST', body: new URLSearchParams(form) });
  } catch {
    throw new CommandProblem(`Nothing answers at ${address}.`, 'Is this the URL of a Lemma server?');
  }
}

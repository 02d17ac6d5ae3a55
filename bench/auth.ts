/** What it takes to tell who asks, by each kind of credential, and whether many users at once are kept apart. */
import { createHash } from 'node:crypto';
import { ByHand } from '../test/accounts/by-hand.ts';
import { Person } from '../test/accounts/person.ts';
import { createFront } from '../test/mcp/harness.ts';
import { median } from './benchmark.ts';

const ROUNDS = 400;
const USERS = 50;
const CALLS = 1000;

const keyOf = (user: number) => `key-of-${user}`;
const KEYS = Object.fromEntries(
  Array.from({ length: USERS }, (_, user) => [`user-${user}`, createHash('sha256').update(keyOf(user)).digest('hex')]),
);
const PRODUCTION = { ENVIRONMENT: 'production', PUBLIC_HOSTS: '127.0.0.1', API_KEYS: JSON.stringify(KEYS) };

/** `npm run bench -- auth`. */
export async function runAuth(): Promise<void> {
  const open = createFront();
  const front = createFront(PRODUCTION);
  try {
    const [{ url: free }, { url }] = [await open.listen(), await front.listen()];
    const hand = new ByHand(() => url);
    const clientId = await hand.register();
    const tokens: string[] = [];
    for (let user = 0; user < USERS; user++) tokens.push(await tokenOf(hand, clientId, user));
    await compare(free, url, { token: tokens[0] ?? '', userKey: await userKeyOf(url) });
    await mix(url, tokens);
  } finally {
    await Promise.all([open.close(), front.close()]);
  }
}

async function tokenOf(hand: ByHand, clientId: string, user: number): Promise<string> {
  return (await hand.grant(clientId, { scope: 'read' }, keyOf(user))).access_token;
}

/** A key that a person made. */
async function userKeyOf(url: URL): Promise<string> {
  const person = new Person();
  await person.signIn(new URL('/sign-in', url), keyOf(0));
  const form = new URLSearchParams({ name: 'bench', days: '30', scope: 'read' });
  const { text } = await person.open(new URL('/account/keys', url), form);
  const key = /<code>(lemma_[0-9a-f]{64})<\/code>/.exec(text)?.[1];
  if (key === undefined) throw new Error(`No key was made: ${text}`);
  return key;
}

/**
 * Prints medians of a route that does nothing but to tell who asks: it is not there. The kinds take turns, so that all have the same
 * machine.
 */
async function compare(free: URL, url: URL, by: { readonly token: string; readonly userKey: string }): Promise<void> {
  const kinds = [
    { name: 'nobody, in development', url: free, token: undefined },
    { name: 'a key of the settings', url, token: keyOf(0) },
    { name: 'a key that somebody made', url, token: by.userKey },
    { name: 'an access token', url, token: by.token },
  ];
  const samples = kinds.map((): number[] => []);
  for (let round = -20; round < ROUNDS; round++) {
    for (const [at, kind] of kinds.entries()) {
      const headers = kind.token === undefined ? {} : { authorization: `Bearer ${kind.token}` };
      const started = performance.now();
      const answer = await fetch(new URL('/nothing-here', kind.url), { headers });
      await answer.text();
      if (answer.status !== 404) throw new Error(`${kind.name} was answered with ${answer.status}.`);
      if (round >= 0) samples[at]?.push(performance.now() - started);
    }
  }
  const [base = Number.NaN, ...rest] = samples.map(median);
  console.log(`To tell who asks (ms of a whole request, one at a time, median of ${ROUNDS})`);
  for (const [at, value] of [base, ...rest].entries()) {
    const added = `${(value - base).toFixed(2)} more`.padStart(12);
    console.log(
      `  ${kinds[at]?.name.padEnd(30)}${value.toFixed(2).padStart(8)}${(value / base).toFixed(2).padStart(8)} x${added}`,
    );
  }
}

/** Calls of all users at once, by keys and by tokens in turn; throws when an answer is somebody else's. */
async function mix(url: URL, tokens: readonly string[]): Promise<void> {
  const started = performance.now();
  const answered = await Promise.all(
    Array.from({ length: CALLS }, async (_, call) => {
      const user = call % USERS;
      const token = Math.floor(call / USERS) % 2 === 0 ? keyOf(user) : tokens[user];
      const answer = await fetch(new URL('/health/detailed', url), { headers: { authorization: `Bearer ${token}` } });
      const text = await answer.text();
      return { user, status: answer.status, isTheirs: text.includes(`"id":"key-user-${user}"`) };
    }),
  );
  const wrong = answered.filter(({ status, isTheirs }) => status !== 200 || !isTheirs);
  console.log(
    `${CALLS} calls of ${USERS} users at once: ${CALLS - wrong.length} answered to whom they belong, in ${(performance.now() - started).toFixed(0)} ms.`,
  );
  if (wrong.length > 0) throw new Error(`Not answered as they should be: ${JSON.stringify(wrong.slice(0, 5))}`);
}

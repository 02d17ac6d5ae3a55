/** What it takes to tell who asks, by each kind of credential, and whether many users at once are kept apart. */
import { createHash } from 'node:crypto';
import { ByHand } from '../test/accounts/by-hand.ts';
import { Person } from '../test/accounts/person.ts';
import { createFront } from '../test/mcp/harness.ts';
import { median } from './benchmark.ts';

const ROUNDS = 400;
const USERS = 50;
const CALLS = 1000;
/** The organisation of the first user. */
const ORGANISATION = 'bench';

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
    const by = { token: tokens[0] ?? '', userKey: await userKeyOf(url) };
    await compare(free, url, by);
    await compareMemberships(url, by);
    await mix(url, tokens);
  } finally {
    await Promise.all([open.close(), front.close()]);
  }
}

async function tokenOf(hand: ByHand, clientId: string, user: number): Promise<string> {
  return (await hand.grant(clientId, { scope: 'read' }, keyOf(user))).access_token;
}

/** Secrets of the first user. */
interface Credentials {
  readonly token: string;
  readonly userKey: string;
}

/** A key that the first user made, who has founded {@link ORGANISATION}. */
async function userKeyOf(url: URL): Promise<string> {
  const person = new Person();
  await person.signIn(new URL('/sign-in', url), keyOf(0));
  await person.open(new URL('/account/organisations', url), new URLSearchParams({ name: ORGANISATION }));
  const form = new URLSearchParams({ name: 'bench', days: '30', scope: 'read' });
  const { text } = await person.open(new URL('/account/keys', url), form);
  const key = /<code>(lemma_[0-9a-f]{64})<\/code>/.exec(text)?.[1];
  if (key === undefined) throw new Error(`No key was made: ${text}`);
  return key;
}

/** A request that is measured. */
interface Kind {
  readonly name: string;
  readonly url: URL;
  readonly token?: string;
  /** Sent by POST; without one it is a GET. */
  readonly message?: object;
  /** What it is answered with. */
  readonly status: number;
}

/** Milliseconds of each kind of request, the median. They take turns, so that all have the same machine. */
async function measure(kinds: readonly Kind[]): Promise<readonly number[]> {
  const samples = kinds.map((): number[] => []);
  for (let round = -20; round < ROUNDS; round++) {
    for (const [at, { name, url, token, message, status }] of kinds.entries()) {
      const headers = {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(message !== undefined && { 'content-type': 'application/json' }),
      };
      const asked = message === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(message) };
      const started = performance.now();
      const answer = await fetch(url, asked);
      await answer.text();
      if (answer.status !== status) throw new Error(`${name} was answered with ${answer.status}.`);
      if (round >= 0) samples[at]?.push(performance.now() - started);
    }
  }
  return samples.map(median);
}

/** Prints figures, each with its ratio to the first one. */
function print(title: string, kinds: readonly Kind[], figures: readonly number[]): void {
  const [base = Number.NaN] = figures;
  console.log(`${title} (ms of a whole request, one at a time, median of ${ROUNDS})`);
  for (const [at, value] of figures.entries()) {
    const added = `${(value - base).toFixed(2)} more`.padStart(12);
    console.log(
      `  ${kinds[at]?.name.padEnd(30)}${value.toFixed(2).padStart(8)}${(value / base).toFixed(2).padStart(8)} x${added}`,
    );
  }
}

/** Prints what credentials take, by a route that does nothing else: what is asked for is not there. */
async function compare(free: URL, url: URL, by: Credentials): Promise<void> {
  const nothing = { url: new URL('/nothing-here', url), status: 404 };
  const kinds: readonly Kind[] = [
    { ...nothing, name: 'nobody, in development', url: new URL('/nothing-here', free) },
    { ...nothing, name: 'a key of the settings', token: keyOf(0) },
    { ...nothing, name: 'a key that somebody made', token: by.userKey },
    { ...nothing, name: 'an access token', token: by.token },
  ];
  print('To tell who asks', kinds, await measure(kinds));
}

/** Prints what a membership adds to each kind of credential: to a request for what is not there, and to a call. */
async function compareMemberships(url: URL, by: Credentials): Promise<void> {
  const message = { jsonrpc: '2.0', id: 1, method: 'ping' };
  for (const [name, token] of [
    ['a key of the settings', keyOf(0)],
    ['a key that somebody made', by.userKey],
    ['an access token', by.token],
  ] as const) {
    const kind = (path: string) => ({ name: path, url: new URL(path, url), token });
    const refused = ['/nothing-here', '/org/nowhere/mcp'].map((path) => ({ ...kind(path), status: 404 }));
    const calls = ['/mcp', `/org/${ORGANISATION}/mcp`].map((path) => ({ ...kind(path), message, status: 200 }));
    const figures = await measure([...refused, ...calls]);
    print(`A lookup of membership, by ${name}`, refused, figures.slice(0, 2));
    print(`A call for an organisation, by ${name}`, calls, figures.slice(2));
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

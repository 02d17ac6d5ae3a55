/** `smoke`: asks a server for everything that it should do, and tells what passed. */
import { randomBytes } from 'node:crypto';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { CommandProblem } from '../lemma/problem.ts';
import { authorization, expectServer, type Server } from '../lemma/server.ts';
import { type Door, discovery, doorOf, startPage, wrongKey } from './access.ts';
import type { SmokeCommand } from './command.ts';
import { cleanUps, engineChecks } from './engines.ts';
import { linesOf, type Outcome, outcomeOf } from './outcome.ts';
import { signIn } from './sign-in.ts';

/** Runs all checks and prints each as it ends. Resolves to whether all passed. */
export async function smoke(command: SmokeCommand, tell: (line: string) => void): Promise<boolean> {
  const outcomes: Outcome[] = [];
  const check = async (name: string, run: () => Promise<string>): Promise<boolean> => {
    const outcome = await outcomeOf(name, run);
    outcomes.push(outcome);
    tell(linesOf(outcome));
    return outcome.kind === 'passed';
  };
  const { server } = command;
  let door: Door | undefined;
  if (await check('start page', () => startPage(server))) {
    await check('without a key', async () => {
      door = await doorOf(server);
      return door.kind === 'open' ? 'open to this machine: development' : '401, and where to sign in';
    });
  }
  if (door === undefined || !(await checkInside(command, door, check, tell))) tell(NOT_TRIED);
  const failed = outcomes.filter(({ kind }) => kind === 'failed').map(({ name }) => name);
  tell(`\n${outcomes.length - failed.length} of ${outcomes.length} checks of ${server} passed.`);
  if (failed.length > 0) tell(`Failed: ${failed.join(', ')}.`);
  return failed.length === 0;
}

const NOT_TRIED = 'What needs that was not tried.';

type Check = (name: string, run: () => Promise<string>) => Promise<boolean>;

/** Checks what follows the first refusal; resolves to whether somebody came in. */
async function checkInside(
  { server, as }: SmokeCommand,
  door: Door,
  check: Check,
  tell: (line: string) => void,
): Promise<boolean> {
  if (door.kind === 'locked') {
    await check('wrong key', () => wrongKey(server));
    await check('OAuth discovery', () => discovery(server, door.metadata));
  }
  if (as.kind === 'sign-in') {
    return checkSignedIn(server, check, tell);
  }
  const key = as.kind === 'key' ? as.key : undefined;
  if (door.kind === 'locked' && !(await check('key', () => knownKey({ server, key })))) return false;
  await checkUse({ server, key }, check);
  return true;
}

async function knownKey(server: Server): Promise<string> {
  await expectServer(server);
  return 'it is known';
}

async function checkSignedIn(server: string, check: Check, tell: (line: string) => void): Promise<boolean> {
  let revoke = async (): Promise<void> => undefined;
  let key = '';
  const isIn = await check('sign-in', async () => {
    const access = await signIn(server, tell);
    ({ revoke, token: key } = access);
    return 'an access token';
  });
  if (!isIn) return false;
  await checkUse({ server, key }, check);
  await check('revoke', async () => {
    await revoke();
    return 'the grant has ended; the registration of the client stays';
  });
  return true;
}

/** Checks what a user meets: health, the handshake, every engine; deletes what that made. */
async function checkUse(server: Server, check: Check): Promise<void> {
  await check('health', () => health(server));
  await check('tools', () => tools(server));
  const made = `smoke-${randomBytes(4).toString('hex')}`;
  for (const { name, run } of engineChecks(made)) await check(name, () => run(server));
  for (const { name, run } of cleanUps(made)) await check(name, () => run(server));
}

async function health({ server, key }: Server): Promise<string> {
  const response = await fetch(`${server}/health`, { headers: authorization(key) });
  const text = await response.text();
  if (response.ok) return 'every engine is well';
  throw new CommandProblem(
    `/health answers ${response.status}: ${text.slice(0, 500)}`,
    'An engine starts, or is ill: run this again, then see its log by npx wrangler tail <Worker>.',
  );
}

/** Connects as a client does. */
async function tools({ server, key }: Server): Promise<string> {
  const client = new Client({ name: 'lemma-smoke', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const requestInit = { headers: { ...authorization(key) } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server}/mcp`), { requestInit }));
  try {
    const { tools: listed } = await client.listTools();
    return `${listed.length} at /mcp, in ${client.getNegotiatedProtocolVersion()}`;
  } finally {
    await client.close();
  }
}

/** What one user has is nothing to another: alice's handles in every tool, resource and route, sent by a client that bob let in. */
import { createHash } from 'node:crypto';
import { packTar } from 'modern-tar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADDRESS_TEMPLATES } from '../../src/mcp/resources/catalog.ts';
import { CATALOG } from '../../src/tools/catalog.ts';
import { createServer } from '../mcp/harness.ts';
import { bearer, callTool, openSession, post, STREAMABLE } from '../mcp/requests.ts';
import { initialized, type SocketClient } from '../mcp/socket-client.ts';
import { ByHand } from './by-hand.ts';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const server = createServer([], {
  ENVIRONMENT: 'production',
  // Every tool is called, as quickly as the machine can.
  CALLS_PER_MINUTE: '100000',
  REASONING_CALLS_PER_MINUTE: '100000',
  PUBLIC_HOSTS: '127.0.0.1',
  API_KEYS: JSON.stringify({ alice: digest('alice-key'), bob: digest('bob-key') }),
});
afterAll(() => server.close());

/** Stands in all that alice has, and in nothing that bob sends. */
const SECRET = 'heirloom_7f3a9c';
const FILE = 'heir.py';
const SOURCE = `def ${SECRET}(x: int) -> int:\n    """post: __return__ > x"""\n    return x\n`;
const NAMED = 'of-alice';

let base: URL;
let bob = '';
/** Values of alice's by the parameter that takes them: a parameter may have values of several kinds. */
const handles = new Map<string, readonly unknown[]>();
/** Addresses of alice's by the variable of a template. */
let addresses: readonly string[] = [];

interface Told {
  readonly text: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

async function told(token: string, name: string, args: Readonly<Record<string, unknown>>): Promise<Told> {
  const { body } = await callTool(base, name, args, { token });
  return { text: JSON.stringify(body), fields: Object(body.result?.structuredContent) };
}

/** What `ask` makes of a WebSocket of its own; a key, since tokens have a colon, which no subprotocol may have. */
async function overSocket<Answer>(token: string, ask: (client: SocketClient) => Promise<Answer>): Promise<Answer> {
  const client = await initialized(base, { protocols: ['mcp', `bearer.${token}`] });
  try {
    return await ask(client);
  } finally {
    await client.close();
  }
}

/** The answers to calls of a tool over a WebSocket. */
function toldOverSocket(token: string, tool: (typeof CATALOG)[number]): Promise<readonly string[]> {
  return overSocket(token, async (client) => {
    const answers: string[] = [];
    for (const [id, args] of callsOf(tool).entries()) {
      await client.request(id, 'tools/call', { name: tool.name, arguments: args });
      // With all that came beside the answer: progress, and questions to the client.
      answers.push(JSON.stringify(client.messages));
    }
    return answers;
  });
}

/** Calls as alice, and returns one field of the answer. */
async function made(name: string, args: Readonly<Record<string, unknown>>, field: string): Promise<unknown> {
  const { text, fields } = await told('alice-key', name, args);
  if (fields[field] === undefined) throw new Error(`${name} gave no ${field}: ${text.slice(0, 1500)}`);
  return fields[field];
}

const CONTEXT = {
  attempted_approaches: [`read ${SECRET}`],
  partial_findings: [],
  stuck_description: `what ${SECRET} leads to`,
  code_scope: { files: [FILE] },
};
const START = { claude_context: CONTEXT, analysis_focus: 'debugging', depth_level: 1, workspace: NAMED };

const ANSWER = {
  answer: SECRET,
  claims: [],
  open_questions: [SECRET],
  next_steps: [],
  root_causes: [],
  solutions: [],
  risks: [],
  steps: [],
};

beforeAll(async () => {
  base = (await server.listen()).url;
  const hand = new ByHand(() => base);
  bob = (await hand.grant(await hand.register(), { scope: 'read run write admin' }, 'bob-key')).access_token;
  const uploaded = await fetch(new URL(`/workspaces/${NAMED}/archive`, base), {
    method: 'POST',
    headers: bearer('alice-key'),
    body: await packTar([{ header: { name: FILE, size: SOURCE.length }, body: SOURCE }]),
  });
  expect(uploaded.ok, await uploaded.text()).toBe(true);
  const alice = (name: string, args: Readonly<Record<string, unknown>>) => told('alice-key', name, args);
  await alice('create_session', { session_id: NAMED, workspace: NAMED, description: SECRET });
  await alice('run_python_code', {
    session_id: NAMED,
    code: `secret = '${SECRET}'\nopen('${FILE}', 'w').write(secret)`,
  });
  await alice('add_memory', { workspace: NAMED, category: 'preferences', content: `${SECRET} is kept` });
  const checkpoint = await made('checkpoint_session', { session_id: NAMED, label: SECRET }, 'checkpoint_id');
  const plan = await made(
    'save_plan',
    { name: SECRET, plan: { goal: SECRET, steps: [{ number: 1, description: SECRET, type: 'review' }] } },
    'id',
  );
  const fork = await made('fork_plan', { plan_id: plan }, 'id');
  const approval = await made('request_approval', { plan_id: fork, note: SECRET }, 'approval_id');
  const question = await made('start_conversation', START, 'handle');
  const asked = Object(await made('start_conversation', START, 'how_to_answer')).arguments;
  const conversation = await made('start_conversation', { ...asked, answer: ANSWER }, 'session_id');
  const review = await made(
    'start_reactive_review',
    { workspace: NAMED, pr_metadata: { pr_number: 1, title: SECRET, base_branch: 'main', head_branch: 'main' } },
    'session_id',
  );
  const certification = await made('start_certification', { scaffolds: ['bfs'], count: 1 }, 'certification');
  await alice('symbolic_check', { workspace: NAMED, path: FILE, function_name: SECRET });
  const list = { jsonrpc: '2.0', id: 1, method: 'resources/list' };
  const { body } = await post(new URL('/mcp', base), list, bearer('alice-key'));
  const listed = body.result?.['resources'] as readonly { readonly uri: string }[];
  addresses = listed.map(({ uri }) => uri);
  for (const [parameter, values] of Object.entries({
    workspace: [NAMED],
    session_id: [NAMED, review, conversation],
    handle: [question],
    checkpoint_id: [checkpoint],
    plan_id: [plan, fork],
    fork_id: [fork],
    approval_id: [approval],
    certification_id: [Object(certification).certification_id],
  }))
    handles.set(parameter, values);
}, 300_000);

/** What other parameters may be; one that a call needs, and that is not here, has a value of its type. */
const OTHERS: Readonly<Record<string, unknown>> = {
  path: FILE,
  name: 'secret',
  code: 'secret',
  cursor_pos: 6,
  function_name: 'f',
  function_a: 'f',
  function_b: 'f',
  query: 'what is kept',
  pattern: '^def ',
  base: 'main',
  files: [{ path: 'mine.txt', content: 'mine' }],
  paths: [FILE],
  packages: ['six'],
  url: 'https://github.example/a/b',
  category: 'preferences',
  confirm: NAMED,
  step_number: 1,
  version: 1,
  from_version: 1,
  approved: true,
  scaffold: 'bfs',
  claude_context: {
    attempted_approaches: [],
    partial_findings: [],
    stuck_description: 'x',
    code_scope: { files: [FILE] },
  },
  analysis_focus: 'debugging',
  analysis_type: 'execution_trace',
  depth_level: 1,
  entry_point: { file: FILE, line: 1 },
  code_path: { entry_point: { file: FILE, line: 1 } },
  change_scope: { files: [FILE] },
  pr_metadata: { pr_number: 1, title: 'x', base_branch: 'main', head_branch: 'main' },
  new_session_id: 'of-bob',
  diff: `--- a/${FILE}\n+++ b/${FILE}\n@@ -3 +3 @@\n-    return x\n+    return 1\n`,
};

/** Every call of a tool with alice's handles: the n-th value of each parameter that has several, and whatever else it needs. */
function callsOf({ listing }: (typeof CATALOG)[number]): readonly Readonly<Record<string, unknown>>[] {
  const { properties = {}, required = [] } = listing.inputSchema;
  const taken = Object.keys(properties).filter((parameter) => handles.has(parameter));
  const rounds = Math.max(1, ...taken.map((parameter) => handles.get(parameter)?.length ?? 0));
  const others = Object.fromEntries(required.map((parameter) => [parameter, OTHERS[parameter] ?? 'x']));
  return Array.from({ length: rounds }, (_, round) => {
    const own = taken.map((parameter) => [
      parameter,
      handles.get(parameter)?.at(round) ?? handles.get(parameter)?.at(-1),
    ]);
    // A tool that takes a handle takes it alone: what is in it is not looked at beside.
    return { ...others, ...Object.fromEntries(own) };
  });
}

/** Alice's addresses, listed or made of her handles. */
function allAddresses(): readonly string[] {
  const made = ADDRESS_TEMPLATES.flatMap(({ uriTemplate }) =>
    [...handles.values()].flat().map((id) => uriTemplate.replace('{path}', FILE).replaceAll(/\{\w+\}/g, String(id))),
  );
  return [...addresses, ...made];
}

describe('with the handles of alice, bob', () => {
  it.each(CATALOG.map((tool) => [tool.name, tool] as const))('is told nothing of hers by %s', async (name, tool) => {
    for (const args of callsOf(tool)) {
      const { text } = await told(bob, name, args);
      expect(text, JSON.stringify(args)).not.toContain(SECRET);
      expect(text).not.toContain('too_many_calls');
    }
  });

  it.each(CATALOG.map((tool) => [tool.name, tool] as const))(
    'is told nothing of hers by %s over a WebSocket',
    async (_, tool) => {
      for (const text of await toldOverSocket('bob-key', tool)) {
        expect(text).not.toContain(SECRET);
        expect(text).not.toContain('too_many_calls');
      }
    },
  );

  it('reads nothing at her addresses over a WebSocket, and hears of no change', async () => {
    for (const uri of allAddresses()) {
      const text = await overSocket('bob-key', async (client) => {
        await client.request('read', 'resources/read', { uri });
        await client.request('hear', 'resources/subscribe', { uri });
        return JSON.stringify(client.messages);
      });
      expect(text, uri).not.toContain(SECRET);
    }
  });

  it('reads nothing at her addresses, listed or not', async () => {
    for (const uri of allAddresses()) {
      const read = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } };
      const { body } = await post(new URL('/mcp', base), read, bearer(bob));
      expect(JSON.stringify(body), uri).not.toContain(SECRET);
    }
  });

  it.each([
    ['GET', `/git/${NAMED}/info/refs?service=git-upload-pack`],
    ['GET', `/files/download/${FILE}?session_id=${NAMED}`],
    ['GET', '/health/detailed'],
    ['GET', '/metrics'],
    ['GET', '/account'],
    ['DELETE', '/space'],
  ])('is told nothing of hers by %s %s', async (method, path) => {
    const answer = await fetch(new URL(path, base), { method, headers: bearer(bob), redirect: 'manual' });
    expect(await answer.text()).not.toContain(SECRET);
  });

  it('does not take over her session of MCP', async () => {
    const session = await openSession(base, bearer('alice-key'));
    const ask = (token: string) =>
      post(
        new URL('/mcp', base),
        { jsonrpc: '2.0', id: 1, method: 'ping' },
        {
          ...STREAMABLE,
          ...bearer(token),
          'mcp-session-id': session,
          'mcp-protocol-version': '2025-11-25',
        },
      );
    expect((await ask(bob)).status).toBe(404);
  });
});

it('alice still has all of it, by either door', async () => {
  const has: string[] = [];
  const hears: string[] = [];
  for (const tool of CATALOG.filter(({ listing }) => listing.annotations?.readOnlyHint === true)) {
    for (const args of callsOf(tool)) {
      const { text } = await told('alice-key', tool.name, args);
      if (text.includes(SECRET) && !has.includes(tool.name)) has.push(tool.name);
    }
    if ((await toldOverSocket('alice-key', tool)).some((text) => text.includes(SECRET))) hears.push(tool.name);
  }
  expect(has.length).toBeGreaterThan(20);
  expect(hears).toEqual(has);
  expect(addresses.length).toBeGreaterThan(3);
});

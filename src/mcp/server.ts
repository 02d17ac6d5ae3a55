/** Makes the MCP server that answers one exchange or one session: the same tools for every protocol revision. */
import type {
  CallToolResult,
  Implementation,
  InputRequiredResult,
  Server,
  ServerCapabilities,
  ServerContext,
} from '@modelcontextprotocol/server';
import { type CallGate, type Charge, denied } from '../auth/call-gate.ts';
import type { Principal } from '../auth/principal.ts';
import { ToolFailure } from '../lib/errors.ts';
import { ICON_URI } from '../lib/icon.ts';
import { DESCRIPTION, VERSION } from '../lib/version.ts';
import { type CallMetrics, UNKNOWN_TOOL } from './call-metrics.ts';
import { answeredByClient, asksForInput, type ClientModel, clientModelOf } from './client-model.ts';
import { complete } from './completions.ts';
import type { Call, Tool } from './define-tool.ts';
import { protocolError, toErrorResult, toProtocolError } from './errors.ts';
import type { HungCalls } from './hung-calls.ts';
import { meantCall } from './meant-call.ts';
import { onlyPage, pageOf } from './paging.ts';
import { PROMPT_LISTINGS, promptMessage } from './prompts/messages.ts';
import { chargeOf } from './rates.ts';
import { listResources, PAGE_SIZE, readResource, TEMPLATE_LISTINGS } from './resources/catalog.ts';
import { knowsLinks, RevisedServer, revisionOf, wantsFaultsAsResults } from './revisions.ts';
import { getParams, listParams, SKILLS, SKILLS_EXTENSION, skillAnswer, skillAt, skillsAnswer } from './skills.ts';
import { createToolContext, type ToolEnvironment } from './tool-context.ts';
import { unknownTool } from './unknown-tool.ts';

/** How this server introduces itself. */
export const SERVER_INFO: Implementation = {
  name: 'lemma',
  title: 'Lemma',
  version: VERSION,
  description: DESCRIPTION,
  icons: [{ src: ICON_URI, mimeType: 'image/svg+xml', sizes: ['any'] }],
};

/** What this server offers; the lists of tools and prompts never change while it runs. */
export const CAPABILITIES: ServerCapabilities = {
  tools: {},
  resources: {},
  prompts: {},
  completions: {},
  extensions: { [SKILLS_EXTENSION]: {} },
};

/** What a client's model is told about the server as a whole. */
export const INSTRUCTIONS =
  `Lemma is a${DESCRIPTION.slice(1)} Begin with:\n` +
  '- symbolic_check: does a function keep its contract (pre:, post:, raises: in its docstring) for all inputs? find_path_to_exception: which ' +
  'inputs crash it? compare_functions compares two; analyze_branches: which inputs take each branch? ' +
  'Every input shown was replayed on CPython; only verified, unreachable and equivalent are proofs.\n' +
  '- run_python_code: a session keeps variables, files and packages; no network. run_tests: the tests of a workspace.\n' +
  '- semantic_search, search_code, find_symbol, find_references: search a workspace, which git push or put_files fills; ' +
  'get_context_for_prompt for the context of a task, get_file.\n' +
  '- review_commit: what does a change break or do differently?\n' +
  '- escalate_analysis when you are stuck; hypothesis_test: is this true of the code? generate_plan or save_plan, then next_steps and ' +
  'complete_step, which runs the checks of a step.\n' +
  '- list_scaffolds and check_answer: is this answer to an algorithmic task right?\n' +
  'find_tools finds the tool for anything else; call_tool calls one that is not listed here.';

/** What all servers of one user share. */
export interface ServerHost {
  /** What the calls of `caller` work on. */
  environment(caller: Principal): ToolEnvironment;
  /** Lets calls in. */
  readonly gate: CallGate;
  /** Counts them. */
  readonly metrics: CallMetrics;
  /** Refuses those over which engines hang. */
  readonly hungCalls: HungCalls;
}

/** What a server lists, and how. */
export interface Surface {
  readonly tools: readonly Tool[];
  readonly listed: 'listing' | 'shortListing';
}

/** Who sent a message: a session and a connection outlive the request that opened them. */
export type Caller = (message: ServerContext) => Principal;

/**
 * A server that lists the tools of a surface and calls any tool of the catalogue for the caller of each message.
 * Built on the low-level `Server`: `McpServer` would turn every error, protocol errors too, into an `isError` result.
 */
export function createServer({ tools, listed }: Surface, host: ServerHost, caller: Caller): Server {
  const server = new RevisedServer(SERVER_INFO, { capabilities: CAPABILITIES, instructions: INSTRUCTIONS });
  server.setRequestHandler('tools/list', ({ params }) =>
    typed('tools/list', () => ({
      tools: onlyPage(tools, params?.cursor).map((tool) => tool[listed]),
    })),
  );
  server.setRequestHandler('tools/call', async ({ params }, mcp) => {
    const environment = typed('tools/call', () => host.environment(caller(mcp)));
    const { name, args } = meantCall({ name: params.name, args: params.arguments }, environment.catalog);
    const counted = environment.catalog.has(name) ? name : UNKNOWN_TOOL;
    const revision = revisionOf(server, mcp);
    const clientModel = clientModelOf(server, mcp);
    const result = await host.metrics.track(counted, mcp.mcpReq.signal, () =>
      callTool({ name, args }, { environment, host, mcp, revision, clientModel }),
    );
    return asksForInput(result) || knowsLinks(revision) ? result : withoutLinks(result);
  });
  /** Answers what reads the user's own things: with the scope for it, and counted like a call. */
  const answer = async <Result>(
    method: string,
    mcp: ServerContext,
    work: (environment: ToolEnvironment) => Result | Promise<Result>,
    charge: Charge = 'calls',
  ): Promise<Result> => {
    const environment = typed(method, () => host.environment(caller(mcp)));
    const entered = host.gate.enter(environment.principal, ['read'], Date.now(), charge);
    if ('denial' in entered) throw toProtocolError(denied(entered.denial), method);
    try {
      return await work(environment);
    } catch (error) {
      throw toProtocolError(error, method);
    } finally {
      entered.leave();
    }
  };
  server.setRequestHandler('resources/list', ({ params }, mcp) =>
    answer(
      'resources/list',
      mcp,
      (environment) => {
        const { items, ...more } = pageOf(listResources(environment), params?.cursor, PAGE_SIZE);
        return { resources: items, ...more };
      },
      'upkeep',
    ),
  );
  server.setRequestHandler('resources/templates/list', ({ params }) =>
    typed('resources/templates/list', () => ({ resourceTemplates: onlyPage(TEMPLATE_LISTINGS, params?.cursor) })),
  );
  server.setRequestHandler('resources/read', ({ params }, mcp) =>
    answer('resources/read', mcp, (environment) => readResource(params.uri, environment)),
  );
  server.setRequestHandler('prompts/list', ({ params }) =>
    typed('prompts/list', () => ({ prompts: onlyPage(PROMPT_LISTINGS, params?.cursor) })),
  );
  server.setRequestHandler('prompts/get', ({ params }) => typed('prompts/get', () => promptMessage(params)));
  server.setRequestHandler('skills/list', { params: listParams }, (params) =>
    skillsAnswer(typed('skills/list', () => onlyPage(SKILLS, params?.cursor))),
  );
  server.setRequestHandler('skills/get', { params: getParams }, ({ uri }) =>
    skillAnswer(typed('skills/get', () => skillAt(uri))),
  );
  server.setRequestHandler('completion/complete', ({ params }, mcp) =>
    answer('completion/complete', mcp, (environment) => complete(params, environment)),
  );
  return server;
}

/** What `work` returns. Throws protocol errors only: the SDK would send the message of any other to the client. */
function typed<Result>(method: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw toProtocolError(error, method);
  }
}

/** The result with links as text. */
function withoutLinks(result: CallToolResult): CallToolResult {
  const content = result.content.map((block) =>
    block.type === 'resource_link'
      ? { type: 'text' as const, text: `${block.title ?? block.name}: ${block.uri}` }
      : block,
  );
  return { ...result, content };
}

/** What a call is made with. */
interface CallFrame {
  readonly environment: ToolEnvironment;
  readonly host: ServerHost;
  readonly mcp: ServerContext;
  readonly revision: string | undefined;
  readonly clientModel: ClientModel;
}

/** Throws protocol errors only. The one place where tools are called, and so where scopes and limits stand before them. */
async function callTool(
  { name, args }: Call,
  { environment, host, mcp, revision, clientModel }: CallFrame,
): Promise<CallToolResult | InputRequiredResult> {
  const entry = environment.catalog.get(name);
  if (entry === undefined) throw protocolError(unknownTool(name, [...environment.catalog.keys()]));
  const entered = host.gate.enter(environment.principal, entry.tool.scopes, Date.now(), chargeOf(entry.tool));
  if ('denial' in entered) return toErrorResult(denied(entered.denial), `tool ${name}`, entry.tool.toolset);
  // What hangs over a call does not hold the place of a client that has gone.
  mcp.mcpReq.signal.addEventListener('abort', entered.leave, { once: true });
  try {
    const ctx = createToolContext(environment, mcp, clientModel);
    // Makes the answer an event stream at once: its heartbeat tells when the client goes away.
    await ctx.progress({ done: 0, message: `${name} started` });
    const { tool } = entry;
    return await host.hungCalls.track({ name, args }, environment.hung, () =>
      answeredByClient(
        name,
        tool.asksCaller === true ? 'none' : clientModel,
        mcp,
        () => tool.call(args, ctx),
        (answered, answeredBy) => tool.call(answered, { ...ctx, answeredBy }),
      ),
    );
  } catch (error) {
    const isFault = error instanceof ToolFailure && error.failure.errorType === 'validation_error';
    if (isFault && !wantsFaultsAsResults(revision)) throw toProtocolError(error, `tool ${name}`);
    return toErrorResult(error, `tool ${name}`, entry.tool.toolset);
  } finally {
    entered.leave();
  }
}

/** Makes the MCP server that answers one exchange or one session: the same tools for every protocol revision. */
import { type CallToolResult, Server, type ServerCapabilities, type ServerContext } from '@modelcontextprotocol/server';
import { type CallGate, denied, missingScope } from '../auth/call-gate.ts';
import type { Principal } from '../auth/principal.ts';
import { DESCRIPTION, VERSION } from '../lib/version.ts';
import { type CallMetrics, UNKNOWN_TOOL } from './call-metrics.ts';
import type { Call, Tool } from './define-tool.ts';
import { protocolError, toErrorResult, toProtocolError } from './errors.ts';
import { readReport } from './report/read.ts';
import { REPORT_FORMS, REPORT_PREFIX, REPORT_TYPE } from './reports.ts';
import { createToolContext, type ToolEnvironment } from './tool-context.ts';
import { unknownTool } from './unknown-tool.ts';

/** How this server introduces itself. */
export const SERVER_INFO = { name: 'lemma', title: 'Lemma', version: VERSION, description: DESCRIPTION } as const;

/** What this server offers. The list of tools never changes while it runs; resources are the reports of the user's runs. */
export const CAPABILITIES: ServerCapabilities = { tools: {}, resources: {} };

/** What a client's model is told about the server as a whole. */
export const INSTRUCTIONS =
  'Lemma proves properties of Python functions, finds inputs that break them, compares two functions and tells which inputs take each ' +
  'branch (every input shown was replayed on CPython). It runs Python code in sessions with files, packages, checkpoints and forks. It ' +
  'holds repositories, filled by git push, and answers from them: search, symbols, references, call graph, context for a task, history. ' +
  'find_tools finds the right tool, also among those that this URL does not list; call_tool calls any tool by its name.';

/** What all servers of one user share. */
export interface ServerHost {
  /** What the calls of `caller` work on. */
  environment(caller: Principal): ToolEnvironment;
  /** Lets calls in. */
  readonly gate: CallGate;
  /** Counts them. */
  readonly metrics: CallMetrics;
}

/** Who sent a message: a session and a connection outlive the request that opened them. */
export type Caller = (message: ServerContext) => Principal;

/**
 * A server that lists the tools of `surface` and calls any tool of the catalogue for the caller of each message.
 * Built on the low-level `Server`: `McpServer` would turn every error, protocol errors too, into an `isError` result.
 */
export function createServer(surface: readonly Tool[], host: ServerHost, caller: Caller): Server {
  const server = new Server(SERVER_INFO, { capabilities: CAPABILITIES, instructions: INSTRUCTIONS });
  server.setRequestHandler('tools/list', () => ({ tools: surface.map((tool) => tool.listing) }));
  server.setRequestHandler('tools/call', async ({ params }, mcp) => {
    const environment = typed('tools/call', () => host.environment(caller(mcp)));
    const { name, args } = meantCall({ name: params.name, args: params.arguments }, environment);
    const counted = environment.catalog.has(name) ? name : UNKNOWN_TOOL;
    const result = await host.metrics.track(counted, mcp.mcpReq.signal, () =>
      callTool(name, args, environment, host.gate, mcp),
    );
    return knowsLinks(server.getNegotiatedProtocolVersion()) ? result : withoutLinks(result);
  });
  const environmentFor = (mcp: ServerContext): ToolEnvironment => {
    const principal = caller(mcp);
    const denial = missingScope(principal, 'read');
    if (denial !== undefined) throw denied(denial);
    return host.environment(principal);
  };
  server.setRequestHandler('resources/list', (_request, mcp) =>
    typed('resources/list', () => ({
      resources: environmentFor(mcp)
        .reports.list()
        .map(({ uri, title }) => ({ uri, name: uri, title, mimeType: REPORT_TYPE })),
    })),
  );
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: REPORT_FORMS.map(({ suffix, mimeType, title }) => ({
      uriTemplate: `${REPORT_PREFIX}{id}${suffix}`,
      name: `report${suffix}`,
      title,
      mimeType,
    })),
  }));
  server.setRequestHandler('resources/read', ({ params }, mcp) =>
    typed('resources/read', () => readReport(environmentFor(mcp), params.uri)),
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

/** Links came with the revision of 2025-06-18; revisions compare as texts. Without a handshake there is none. */
function knowsLinks(revision: string | undefined): boolean {
  return revision === undefined || revision >= '2025-06-18';
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

/** The call that `call` stands for: itself, unless its tool passes it on to another that exists and does the work. */
function meantCall(call: Call, { catalog }: ToolEnvironment): Call {
  const passed = catalog.get(call.name)?.tool.passesOn?.(call.args);
  const target = passed === undefined ? undefined : catalog.get(passed.name)?.tool;
  return passed === undefined || target === undefined || target.passesOn !== undefined ? call : passed;
}

/** Throws protocol errors only. The one place where tools are called, and so where scopes and limits stand before them. */
async function callTool(
  name: string,
  args: unknown,
  environment: ToolEnvironment,
  gate: CallGate,
  mcp: ServerContext,
): Promise<CallToolResult> {
  const entry = environment.catalog.get(name);
  if (entry === undefined) throw protocolError(unknownTool(name, [...environment.catalog.keys()]));
  const entered = gate.enter(environment.principal, entry.tool.scope, Date.now());
  if ('denial' in entered) return toErrorResult(denied(entered.denial), `tool ${name}`);
  try {
    const ctx = createToolContext(environment, mcp);
    // Makes the answer an event stream at once: its heartbeat tells when the client goes away.
    await ctx.progress({ done: 0, message: `${name} started` });
    return await entry.tool.call(args, ctx);
  } catch (error) {
    return toErrorResult(error, `tool ${name}`);
  } finally {
    entered.leave();
  }
}

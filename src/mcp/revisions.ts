/** What is different between the revisions of the protocol, which compare as texts. */
import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  type ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { RPC } from '../lib/rpc-codes.ts';
import { sentences } from '../lib/sentences.ts';
import { protocolError } from './errors.ts';

/** Every revision that is served, the newest first. */
export const SERVED_VERSIONS: readonly string[] = ['2026-07-28', ...SUPPORTED_PROTOCOL_VERSIONS];

/** The revision that a message is of; undefined without a handshake and a header, as of scripts. */
export function revisionOf(server: Server, { http }: ServerContext): string | undefined {
  return server.getNegotiatedProtocolVersion() ?? http?.req?.headers.get('mcp-protocol-version') ?? undefined;
}

/** Links came with the revision of 2025-06-18. */
export function knowsLinks(revision: string | undefined): boolean {
  return revision === undefined || revision >= '2025-06-18';
}

/**
 * Since 2025-11-25, arguments that a tool does not take are a result, which the model sees and can mend (SEP-1303); before, and where no
 * revision is named, which counts as 2025-03-26, they are an error of the protocol.
 */
export function wantsFaultsAsResults(revision: string | undefined): boolean {
  return revision !== undefined && revision >= '2025-11-25';
}

/** What the SDK says of a request that is not as the protocol has it: zod's issues, as JSON behind a few words. */
const issueSchema = z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() });
const issuesSchema = z.tuple([issueSchema], issueSchema);

/**
 * A server that gives errors the codes that the client's revision has for them, where the SDK has those of the newest one, or calls what
 * the client did wrong an internal error.
 */
export class RevisedServer extends Server {
  protected override _wrapHandler(
    method: string,
    handler: (request: JSONRPCRequest, ctx: ServerContext) => Promise<Result>,
  ): (request: JSONRPCRequest, ctx: ServerContext) => Promise<Result> {
    const wrapped = super._wrapHandler(method, handler);
    return async (request, ctx) => {
      try {
        return await wrapped(request, ctx);
      } catch (error) {
        throw malformedRequest(method, error) ?? error;
      }
    };
  }

  override connect(transport: Transport): Promise<void> {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(this.#revised(message), options);
    return super.connect(transport);
  }

  /** An unknown resource has been -32602 since 2026-07-28 (SEP-2164), with its URI as the only data; it was -32002 before. */
  #revised(message: JSONRPCMessage): JSONRPCMessage {
    const revision = this.getNegotiatedProtocolVersion();
    if ((revision !== undefined && revision >= '2026-07-28') || !('error' in message)) return message;
    const { code, data } = message.error;
    if (code !== RPC.invalidParams || !isUriOnly(data)) return message;
    return { ...message, error: { ...message.error, code: ProtocolErrorCode.ResourceNotFound } };
  }
}

/** The failure of a request whose params are missing or of a wrong type; undefined for any other error. */
function malformedRequest(method: string, error: unknown): ProtocolError | undefined {
  const text = error instanceof Error ? error.message.replace(/^Invalid \S+ request: /, '') : '';
  if (!text.startsWith('[')) return undefined;
  const issues = issuesSchema.safeParse(parsed(text));
  if (!issues.success) return undefined;
  const [first] = issues.data;
  const field = first.path.join('.');
  return protocolError({
    errorType: 'validation_error',
    message: `The request ${method} is not as MCP has it: ${field}: ${sentences(first.message)}`,
    advice: 'Send the params that the protocol names for this method.',
    details: { field },
  });
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function isUriOnly(data: unknown): boolean {
  return typeof data === 'object' && data !== null && Object.keys(data).join() === 'uri';
}

/** What is different between the revisions of the protocol, which compare as texts. */
import {
  type JSONRPCMessage,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type Transport,
} from '@modelcontextprotocol/server';
import { RPC } from '../lib/rpc-codes.ts';

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

/** A server that gives errors the codes that the client's revision has for them, where the SDK has those of the newest one. */
export class RevisedServer extends Server {
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

function isUriOnly(data: unknown): boolean {
  return typeof data === 'object' && data !== null && Object.keys(data).join() === 'uri';
}

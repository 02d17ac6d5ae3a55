/** Reads what a client sends as JSON-RPC. */
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
} from '@modelcontextprotocol/server';
import { RPC, refusal } from '../lib/json-rpc.ts';

/** Largest accepted message of a client: 4 MB. */
export const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

/** What a message looks like, for whoever sent none. */
export const MESSAGE_EXAMPLE =
  '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": …, "arguments": {…}}}.';

/** The JSON of a request's body, or the refusal that says what is wrong with it. */
export async function readJson(request: Request): Promise<{ readonly json: unknown } | Response> {
  const text = await request.text();
  try {
    return { json: JSON.parse(text) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return refusal(400, RPC.parseError, `The body is not valid JSON: ${reason}. Send one JSON-RPC 2.0 message.`);
  }
}

/** Whether `value` is a JSON-RPC 2.0 request, notification or response. */
export function isMessage(value: unknown): value is JSONRPCMessage {
  return isJSONRPCRequest(value) || isJSONRPCNotification(value) || isJSONRPCResponse(value);
}

/** The refusal of a body that is JSON but not JSON-RPC. */
export function notAMessage(): Response {
  return refusal(400, RPC.invalidRequest, `The body is not a JSON-RPC 2.0 message. Send e.g. ${MESSAGE_EXAMPLE}`);
}

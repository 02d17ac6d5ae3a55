/** Reads what a client sends as JSON-RPC. */
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
} from '@modelcontextprotocol/server';
import { type Failure, ToolFailure } from '../lib/errors.ts';

/** Largest accepted message of a client: 4 MB. */
export const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

/** What a message looks like, for whoever sent none. */
const MESSAGE_EXAMPLE = '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": …, "arguments": {…}}}';

/** The failure of a message over {@link MAX_MESSAGE_BYTES}; `what` is what the message came in. */
export function tooLarge(what: string): Failure {
  return {
    errorType: 'body_too_large',
    message: `The ${what} is larger than ${MAX_MESSAGE_BYTES} bytes.`,
    advice: 'Send less code or data in one call.',
    details: { max_bytes: MAX_MESSAGE_BYTES },
  };
}

/** What `text`, which came in `what`, is as JSON. Throws `ToolFailure`. */
export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ToolFailure({
      errorType: 'parse_error',
      message: `The ${what} is not valid JSON: ${reason}`,
      advice: `Send one JSON-RPC 2.0 message per ${what}.`,
    });
  }
}

/** Whether `value` is a JSON-RPC 2.0 request, notification or response. */
export function isMessage(value: unknown): value is JSONRPCMessage {
  return isJSONRPCRequest(value) || isJSONRPCNotification(value) || isJSONRPCResponse(value);
}

/** The failure of JSON that is not JSON-RPC; `what` is what it came in. */
export function notAMessage(what: string): Failure {
  return {
    errorType: 'invalid_request',
    message: `The ${what} is not a JSON-RPC 2.0 message; batches are not taken.`,
    advice: `Send e.g. ${MESSAGE_EXAMPLE}`,
  };
}

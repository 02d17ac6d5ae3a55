/** Reads a WebSocket frame as one JSON-RPC message, or says what is wrong with it. */
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';
import { errorMessage, RPC, type RpcCode } from '../lib/json-rpc.ts';
import { isMessage, MAX_MESSAGE_BYTES, MESSAGE_EXAMPLE } from './message.ts';

/** The message of a frame, or the error that answers it. */
export type Frame = { readonly message: JSONRPCMessage } | { readonly fault: object };

/** Reads what a client sent: text of at most 4 MB that is one JSON-RPC 2.0 message. */
export function readFrame(data: string | ArrayBuffer): Frame {
  if (typeof data !== 'string') {
    return fault(RPC.invalidRequest, 'The frame is binary. Send each JSON-RPC 2.0 message as one text frame.');
  }
  if (isLarge(data)) {
    const message = `The message is larger than ${MAX_MESSAGE_BYTES} bytes. Send less code or data in one call.`;
    return fault(RPC.invalidRequest, message, { type: 'message_too_large', max_bytes: MAX_MESSAGE_BYTES });
  }
  let json: unknown;
  try {
    json = JSON.parse(data);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fault(RPC.parseError, `The frame is not valid JSON: ${reason}. Send one JSON-RPC 2.0 message per frame.`);
  }
  if (isMessage(json)) return { message: json };
  const message = `The frame is not a JSON-RPC 2.0 message; batches are not taken. Send e.g. ${MESSAGE_EXAMPLE}`;
  return { fault: errorMessage(idOf(json), RPC.invalidRequest, message) };
}

function fault(code: RpcCode, message: string, data?: Readonly<Record<string, unknown>>): Frame {
  return { fault: errorMessage(null, code, message, data) };
}

function isLarge(text: string): boolean {
  // A UTF-16 unit takes at most three bytes of UTF-8.
  if (text.length * 3 <= MAX_MESSAGE_BYTES) return false;
  return text.length > MAX_MESSAGE_BYTES || new TextEncoder().encode(text).length > MAX_MESSAGE_BYTES;
}

function idOf(json: unknown): RequestId | null {
  if (typeof json !== 'object' || json === null || !('id' in json)) return null;
  return typeof json.id === 'string' || typeof json.id === 'number' ? json.id : null;
}

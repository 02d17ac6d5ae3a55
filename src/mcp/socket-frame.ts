/** Reads a WebSocket frame as one JSON-RPC message, or says what is wrong with it. */
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';
import { failureOf } from '../lib/errors.ts';
import { errorMessage } from '../lib/json-rpc.ts';
import { isMessage, MAX_MESSAGE_BYTES, notAMessage, parseJson, tooLarge } from './message.ts';

/** The message of a frame, or the error that answers it. */
export type Frame = { readonly message: JSONRPCMessage } | { readonly fault: object };

/** Reads what a client sent: text of at most 4 MB that is one JSON-RPC 2.0 message. */
export function readFrame(data: string | ArrayBuffer): Frame {
  if (typeof data !== 'string') {
    const message = 'The frame is binary.';
    const advice = 'Send each JSON-RPC 2.0 message as one text frame.';
    return { fault: errorMessage(null, { errorType: 'invalid_request', message, advice }) };
  }
  if (isLarge(data)) return { fault: errorMessage(null, tooLarge('message')) };
  let json: unknown;
  try {
    json = parseJson(data, 'frame');
  } catch (error) {
    return { fault: errorMessage(null, failureOf(error, 'frame of a WebSocket')) };
  }
  return isMessage(json) ? { message: json } : { fault: errorMessage(idOf(json), notAMessage('frame')) };
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

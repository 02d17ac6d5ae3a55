/** The one place where an error of a tool gets its wire form. */
import { type CallToolResult, ProtocolError } from '@modelcontextprotocol/server';
import { ToolFailure } from '../lib/errors.ts';
import { RPC } from '../lib/json-rpc.ts';
import { logLine } from '../lib/log-line.ts';
import { Cancelled } from '../lib/work.ts';

/**
 * The result for an error thrown by a tool: `isError` with `{status: "error", error_type, message}` and advice.
 * Throws a protocol error for everything else; the cause of an internal one goes to the log only. A cancelled call gets no
 * answer: its error passes through to the SDK, which drops it.
 */
export function toErrorResult(error: unknown): CallToolResult {
  if (error instanceof ToolFailure) return failureResult(error);
  if (error instanceof ProtocolError || error instanceof Cancelled) throw error;
  const reference = crypto.randomUUID();
  console.error(`internal error ${reference}: ${logLine(error)}`);
  throw new ProtocolError(
    RPC.internalError,
    `The server failed in a way it should not (reference ${reference}). Calling again may work; if not, report the reference.`,
    { type: 'internal_error', reference },
  );
}

function failureResult({ failure }: ToolFailure): CallToolResult {
  const { errorType, message, advice, line } = failure;
  const place = line === undefined ? '' : ` (line ${line})`;
  return {
    isError: true,
    content: [{ type: 'text', text: `${errorType}: ${message}${place}\n${advice}` }],
    structuredContent: {
      status: 'error',
      error_type: errorType,
      message,
      advice,
      ...(line !== undefined && { line }),
    },
  };
}

/** The one place where an error of MCP's methods gets its wire form. */
import { type CallToolResult, ProtocolError } from '@modelcontextprotocol/server';
import { kindOf } from '../lib/error-types.ts';
import { type Failure, failureOf, ToolFailure, wordsOf } from '../lib/errors.ts';
import { errorData } from '../lib/json-rpc.ts';
import { Cancelled } from '../lib/work.ts';
import { fitFailure } from './answer-size.ts';

/**
 * The result for an error thrown by a tool: `isError` with `{status: "error", error_type, message, advice, retryable}`.
 * Throws what {@link toProtocolError} makes of everything else.
 */
export function toErrorResult(error: unknown, where: string): CallToolResult {
  if (error instanceof ToolFailure) return failureResult(error.failure);
  throw toProtocolError(error, where);
}

/**
 * The error that the SDK may send as it is. The cause of an internal one goes to the log only. A cancelled call gets no answer: its
 * error stays as it is, and the SDK drops it.
 */
export function toProtocolError(error: unknown, where: string): ProtocolError | Cancelled {
  if (error instanceof ProtocolError || error instanceof Cancelled) return error;
  return protocolError(failureOf(error, where));
}

/** A failure as a JSON-RPC error. */
export function protocolError(whole: Failure): ProtocolError {
  const failure = fitFailure(whole);
  return new ProtocolError(kindOf(failure.errorType).rpcCode, wordsOf(failure), errorData(failure));
}

function failureResult(whole: Failure): CallToolResult {
  const failure = fitFailure(whole);
  const { errorType, message, advice, line, details } = failure;
  return {
    isError: true,
    content: [{ type: 'text', text: `${errorType}: ${wordsOf(failure)}` }],
    structuredContent: {
      ...details,
      status: 'error',
      error_type: errorType,
      message,
      advice,
      retryable: kindOf(errorType).retryable,
      ...(line !== undefined && { line }),
    },
  };
}

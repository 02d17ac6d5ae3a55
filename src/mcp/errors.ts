/** The one place where an error of MCP's methods gets its wire form. */
import { type CallToolResult, ProtocolError } from '@modelcontextprotocol/server';
import { type ErrorType, kindOf } from '../lib/error-types.ts';
import { type Failure, failureOf, isRetryable, ToolFailure, wordsOf } from '../lib/errors.ts';
import { errorData } from '../lib/json-rpc.ts';
import { SPACE_BEGUN_ANEW, storageFailure } from '../lib/storage-failure.ts';
import { withoutHidden } from '../lib/visible-text.ts';
import { Cancelled } from '../lib/work.ts';
import { fitFailure } from './answer-size.ts';
import type { Toolset } from './define-tool.ts';

/** Toolsets whose contract is the Context Engine's: errors of their tools have its form, too. */
const CONTEXT_ENGINE: ReadonlySet<Toolset> = new Set<Toolset>(['context', 'planning', 'review']);
/** Tokens for a failure that is reported in both forms. */
const TWICE_TOKENS = 750;

/**
 * The result for an error thrown by a tool: `isError` with `{status: "error", error_type, message, advice, retryable}`, and `error: {code,
 * message, details}` beside it where that is the contract of its toolset. Throws what {@link toProtocolError} makes of everything else.
 */
export function toErrorResult(error: unknown, where: string, toolset?: Toolset): CallToolResult {
  const isTwice = toolset !== undefined && CONTEXT_ENGINE.has(toolset);
  const refused = error instanceof ToolFailure ? error : ofOwnSpace(error);
  if (refused !== undefined) return failureResult(refused.failure, isTwice);
  throw toProtocolError(error, where);
}

/**
 * The error that the SDK may send as it is. The cause of an internal one goes to the log only. A cancelled call gets no answer: its
 * error stays as it is, and the SDK drops it.
 */
export function toProtocolError(error: unknown, where: string): ProtocolError | Cancelled {
  if (error instanceof ProtocolError || error instanceof Cancelled) return error;
  return protocolError(failureOf(ofOwnSpace(error) ?? error, where));
}

/** What the database of the user's space refuses: errors of all others were worded where they came out of their engine. */
export function ofOwnSpace(error: unknown): ToolFailure | undefined {
  return storageFailure(error, 'user space', SPACE_BEGUN_ANEW);
}

/** A failure as a JSON-RPC error. */
export function protocolError(whole: Failure): ProtocolError {
  const failure = fitFailure(whole);
  return new ProtocolError(kindOf(failure.errorType).rpcCode, withoutHidden(wordsOf(failure)), errorData(failure));
}

function failureResult(whole: Failure, isTwice: boolean): CallToolResult {
  const failure = isTwice ? fitFailure(whole, TWICE_TOKENS) : fitFailure(whole);
  const { errorType, message, advice, line, details } = failure;
  return {
    isError: true,
    content: [{ type: 'text', text: `${errorType}: ${withoutHidden(wordsOf(failure))}` }],
    structuredContent: {
      ...details,
      status: 'error',
      error_type: errorType,
      message,
      advice,
      retryable: isRetryable(failure),
      ...(line !== undefined && { line }),
      ...(isTwice && { error: { code: codeOf(errorType), message, details: { ...details, advice } } }),
    },
  };
}

/** The Context Engine's name of a type: arguments that are wrong have one there. */
function codeOf(type: ErrorType): string {
  return type === 'validation_error' ? 'INVALID_INPUT' : type;
}

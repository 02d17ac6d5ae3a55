/** JSON-RPC 2.0 errors, for requests refused before any MCP session sees them. */
import { kindOf } from './error-types.ts';
import { type Failure, isRetryable, wordsOf } from './errors.ts';

/** An HTTP response holding a JSON-RPC error that answers no particular request (`id: null`). */
export function refusal(failure: Failure): Response {
  const { httpStatus: status } = kindOf(failure.errorType);
  return Response.json(errorMessage(null, failure), { status, ...(failure.headers && { headers: failure.headers }) });
}

/** A JSON-RPC error message; `id` is that of the request it answers, if any. */
export function errorMessage(id: string | number | null, failure: Failure): object {
  const { rpcCode: code } = kindOf(failure.errorType);
  return { jsonrpc: '2.0', id, error: { code, message: wordsOf(failure), data: errorData(failure) } };
}

/** What a JSON-RPC error says to programs. */
export function errorData(failure: Failure): Readonly<Record<string, unknown>> {
  return { ...failure.details, type: failure.errorType, retryable: isRetryable(failure) };
}

/** JSON-RPC 2.0 errors over HTTP, for requests refused before any MCP session sees them. */

/** Error codes of JSON-RPC 2.0, and -32000 and -32001 as MCP's Streamable HTTP transport uses them. */
export const RPC = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  serverError: -32000,
  sessionNotFound: -32001,
} as const;

/** An error code of {@link RPC}. */
export type RpcCode = (typeof RPC)[keyof typeof RPC];

/** What goes into a refusal besides its message. */
export interface RefusalOptions {
  readonly data?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An HTTP response holding a JSON-RPC error that answers no particular request (`id: null`). */
export function refusal(status: number, code: RpcCode, message: string, options: RefusalOptions = {}): Response {
  return Response.json(errorMessage(null, code, message, options.data), {
    status,
    ...(options.headers && { headers: options.headers }),
  });
}

/** A JSON-RPC error message; `id` is that of the request it answers, if any. */
export function errorMessage(
  id: string | number | null,
  code: RpcCode,
  message: string,
  data?: Readonly<Record<string, unknown>>,
): object {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data && { data }) } };
}

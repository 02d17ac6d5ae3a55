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

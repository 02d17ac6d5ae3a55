/** The handlers that production gave a server, for fixtures that stand before them. */
import type { Server, ServerContext } from '@modelcontextprotocol/server';

/** What a handler is asked. */
interface Asked {
  readonly method: string;
  readonly params?: object | undefined;
}

/** Production's handler of `method`, whose results `isResult` tells from others. */
export function productionHandler<Result>(
  server: Server,
  method: string,
  isResult: (value: unknown) => value is Result,
): (request: Asked, context: ServerContext) => Promise<Result> {
  const handler = server['_getRequestHandler'](method);
  if (handler === undefined) throw new Error(`Production does not answer ${method}.`);
  return async (request, context) => {
    const result = await handler(
      { jsonrpc: '2.0', id: context.mcpReq.id, method, params: { ...request.params } },
      context,
    );
    if (!isResult(result)) throw new Error(`Production answers ${method} with something else.`);
    return result;
  };
}

/**
 * The front Worker as tests start it when it was bundled before: it reads the rest of a request that it answers early, as what wrangler bundles
 * for development does. Without that, workerd closes the connection, and the next request over it fails.
 */
import front from '../../src/index.ts';

export * from '../../src/index.ts';

export default {
  async fetch(request: Request, env: Env, context: ExecutionContext): Promise<Response> {
    try {
      return await front.fetch(request, env, context);
    } finally {
      if (request.body !== null && !request.bodyUsed) await request.body.pipeTo(new WritableStream());
    }
  },
};

/** The real application, whose access rules change while it runs: PUT /keys sets API_KEYS. A deployment restarts the objects instead. */
import { UserSpace as ProductionSpace } from '../../durable-objects/user-space/user-space.ts';
import { createApp } from '../../src/app.ts';
import { CAPABILITIES } from '../../src/mcp/server.ts';

let apiKeys = '';

function changing(env: Env): Env {
  return {
    ...env,
    get API_KEYS() {
      return apiKeys;
    },
  };
}

/** A user space that sees the present rules. */
export class UserSpace extends ProductionSpace {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, changing(env));
  }
}

const app = createApp(CAPABILITIES);

export default {
  async fetch(request, env, ctx) {
    if (new URL(request.url).pathname !== '/keys') return app.fetch(request, changing(env), ctx);
    apiKeys = await request.text();
    return new Response();
  },
} satisfies ExportedHandler<Env>;

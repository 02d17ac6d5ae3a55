/** The production front Worker with the fixtures that the official conformance suite calls by name; README.md says how. */
import {
  createRequestStateCodec,
  isCallToolResult,
  isSpecType,
  mergeCapabilities,
  type Server,
  type ServerCapabilities,
} from '@modelcontextprotocol/server';
import { UserSpace as ProductionSpace } from '../../durable-objects/user-space/user-space.ts';
import { createApp } from '../../src/app.ts';
import type { Principal } from '../../src/auth/principal.ts';
import type { Tool } from '../../src/mcp/define-tool.ts';
import { CAPABILITIES, type Caller } from '../../src/mcp/server.ts';
import type { ToolEnvironment } from '../../src/mcp/tool-context.ts';
import { Calls } from './fixture-tools.ts';
import { inputRequestTools, type StateCodec } from './input-requests.ts';
import { productionHandler } from './production.ts';
import { addPrompts } from './prompts.ts';
import { pushRequestTools } from './push-requests.ts';
import { addResources } from './resources.ts';
import { plainTools } from './tools.ts';

export { Accounts } from '../../durable-objects/accounts/accounts.ts';
export { Renewals } from '../../durable-objects/renewals/renewals.ts';

/** What the fixtures add to production's own. */
const ADDED: ServerCapabilities = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  logging: {},
};

/** A user space whose servers have the fixtures too. */
export class UserSpace extends ProductionSpace {
  // One key for the object's life: a retried request may carry state minted by an earlier exchange.
  readonly #codec: StateCodec = createRequestStateCodec({ key: crypto.getRandomValues(new Uint8Array(32)) });
  readonly #calls = new Calls();
  readonly #tools: readonly Tool[] = [
    ...plainTools(this.#calls, (event) => this.publish(event)),
    ...pushRequestTools(this.#calls),
    ...inputRequestTools(this.#calls, this.#codec),
  ];

  protected override environment(principal: Principal): ToolEnvironment {
    const environment = super.environment(principal);
    const fixtures = this.#tools.map((tool) => [tool.name, { tool, listedAt: [] }] as const);
    return { ...environment, catalog: new Map([...environment.catalog, ...fixtures]) };
  }

  protected override createServer(path: string, caller?: Caller): Server {
    const server = super.createServer(path, caller);
    server.registerCapabilities(ADDED);
    const list = productionHandler(server, 'tools/list', isSpecType.ListToolsResult);
    server.setRequestHandler('tools/list', async (request, ctx) => {
      const { tools } = await list(request, ctx);
      return { tools: [...tools, ...this.#tools.map(({ listing }) => listing)] };
    });
    const call = productionHandler(server, 'tools/call', isCallToolResult);
    server.setRequestHandler('tools/call', (request, ctx) => this.#calls.around(server, ctx, () => call(request, ctx)));
    addResources(server);
    addPrompts(server);
    return server;
  }
}

export default createApp(mergeCapabilities(CAPABILITIES, ADDED));

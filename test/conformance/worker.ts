/** The real application and user space, with the fixtures that the official conformance suite calls by name. */
import {
  createRequestStateCodec,
  McpServer,
  type RequestStateCodec,
  type ServerCapabilities,
} from '@modelcontextprotocol/server';
import { UserSpace as ProductionSpace } from '../../durable-objects/user-space/user-space.ts';
import { createApp } from '../../src/app.ts';
import { SERVER_INFO } from '../../src/mcp/server.ts';
import { registerInputRequests } from './input-requests.ts';
import { registerPrompts } from './prompts.ts';
import { registerPushRequests } from './push-requests.ts';
import { registerResources } from './resources.ts';
import { registerTools } from './tools.ts';

const CAPABILITIES: ServerCapabilities = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  logging: {},
  completions: {},
};

/** A user space whose servers have the fixtures for tools. */
export class UserSpace extends ProductionSpace {
  // One key for the object's life: a retried request may carry state minted by an earlier exchange.
  readonly #codec: RequestStateCodec<Record<string, unknown>> = createRequestStateCodec({
    key: crypto.getRandomValues(new Uint8Array(32)),
  });

  protected override createServer(): McpServer {
    const options = { capabilities: CAPABILITIES, requestState: { verify: this.#codec.verify } };
    const server = new McpServer(SERVER_INFO, options);
    registerTools(server, (event) => this.publish(event));
    registerPushRequests(server);
    registerInputRequests(server, this.#codec);
    registerResources(server);
    registerPrompts(server);
    return server;
  }
}

export default createApp(CAPABILITIES);

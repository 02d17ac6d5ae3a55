/** Fixture tools as entries of the production catalogue, and their way to what production tools never need. */
import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Tool } from '../../src/mcp/define-tool.ts';
import type { ObjectSchema } from '../../src/mcp/json-schema.ts';

/** What a fixture does for a call. */
export type Fixture = (
  args: Readonly<Record<string, unknown>>,
  request: ServerContext,
  server: Server,
) => CallToolResult | InputRequiredResult | Promise<CallToolResult | InputRequiredResult>;

/** What the handler around production's keeps of one call. */
export class Calls {
  readonly #asked = new WeakMap<AbortSignal, readonly [ServerContext, Server]>();
  readonly #inputRequired = new WeakMap<AbortSignal, InputRequiredResult>();

  /** Runs production's handler for `request`; a fixture that asks for input is answered with what it asked. */
  async around(server: Server, request: ServerContext, production: () => Promise<CallToolResult>) {
    const { signal } = request.mcpReq;
    this.#asked.set(signal, [request, server]);
    this.#inputRequired.delete(signal);
    const result = await production();
    return this.#inputRequired.get(signal) ?? result;
  }

  /** A tool for the catalogue. Its result is what `fixture` returns. */
  tool(name: string, fixture: Fixture, inputSchema: ObjectSchema = { type: 'object', properties: {} }): Tool {
    const definition = { name, description: `Fixture ${name}`, inputSchema };
    return {
      name,
      toolset: 'health',
      scopes: ['read'],
      toolsets: ['health'],
      definition,
      listing: definition,
      shortListing: definition,
      call: async (args, { signal }) => {
        const asked = this.#asked.get(signal);
        if (asked === undefined) throw new Error('The call came by another handler.');
        const result = await fixture({ ...(args ?? {}) }, ...asked);
        if (!isInputRequiredResult(result)) return result;
        // Production's tools have no such result.
        this.#inputRequired.set(signal, result);
        return { content: [] };
      },
      document: () => undefined,
    };
  }
}

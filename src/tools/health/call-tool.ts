/**
 * `call_tool`: a call of any tool of the catalogue, for clients that can call only what their URL lists. The server makes that call in
 * its place, so its scope, limits, counts, progress and result are those of the tool that is named.
 */
import type { Tool as ToolDefinition } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { ToolFailure } from '../../lib/errors.ts';
import { parseArguments } from '../../mcp/arguments.ts';
import type { Tool } from '../../mcp/define-tool.ts';
import { inputJsonSchema } from '../../mcp/json-schema.ts';
import { listingOf } from '../../mcp/listing.ts';
import { unknownTool } from '../../mcp/unknown-tool.ts';

const NAME = 'call_tool';

const input = z.strictObject({
  name: z.string().min(1).describe('The tool, such as list_variables.'),
  arguments: z.record(z.string(), z.unknown()).default({}).describe('Its arguments, as find_tools tells them.'),
});
const inputSchema = inputJsonSchema(input);

/** Its results are those of another tool: it has no schema of its own for them. */
const definition: ToolDefinition = {
  name: NAME,
  title: 'Call any tool',
  description:
    'Calls any tool of this server by its name, also an unlisted one, and returns its result. find_tools finds names and arguments.',
  inputSchema,
  // Those of the tool that may do most.
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
};

const callTool: Tool = {
  name: NAME,
  toolset: 'health',
  toolsets: ['health'],
  scopes: ['read'],
  definition,
  listing: listingOf(definition, 'whole'),
  shortListing: listingOf(definition, 'short'),
  passesOn(args) {
    const { success, data } = input.safeParse(args);
    return success ? { name: data.name, args: data.arguments } : undefined;
  },
  /** Reached only by what cannot be passed on. */
  async call(args, { catalog }) {
    const { name } = parseArguments(NAME, input, inputSchema, args);
    if (!catalog.has(name)) throw new ToolFailure(unknownTool(name, [...catalog.keys()]));
    throw new ToolFailure({
      errorType: 'ValueError',
      message: `${NAME} calls other tools, not ${JSON.stringify(name)}.`,
      advice: 'Pass the name of the tool that does the work, and its own arguments.',
    });
  },
  document: () => undefined,
};

export default callTool;

/** What a tool is: a schema in, a schema out, four safety hints, a handler that returns data and a renderer that words it. */
import type { CallToolResult, ContentBlock, ResourceLink, Tool as ToolListing } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { Scope } from '../auth/scope.ts';
import { parseArguments } from './arguments.ts';
import { inputJsonSchema, type OutputSchema, outputJsonSchema } from './json-schema.ts';
import { REPORT_TYPE, type Report } from './reports.ts';
import type { ToolContext } from './tool-context.ts';
import { scopeOf } from './tool-scope.ts';

/** Capabilities of the server; a URL can list some of them only. */
export type Toolset = 'context' | 'health' | 'python' | 'symbolic';

/** MCP's safety hints, every one of them stated. */
export interface SafetyHints {
  /** Does not change anything that lasts. */
  readonly readOnlyHint: boolean;
  /** May overwrite or delete something that lasts. */
  readonly destructiveHint: boolean;
  /** Calling again with the same arguments changes nothing more. */
  readonly idempotentHint: boolean;
  /** Reaches beyond this server. */
  readonly openWorldHint: boolean;
}

/** A tool as its file writes it. */
export interface ToolDefinition<
  Input extends z.ZodObject,
  Facts extends Record<string, unknown>,
  Given,
  Result extends Given = Given,
> {
  readonly name: string;
  readonly toolset: Toolset;
  /** Other toolsets whose URLs list it too. */
  readonly alsoIn?: readonly Toolset[];
  readonly title: string;
  readonly description: string;
  readonly annotations: SafetyHints;
  /** Whether it ends a whole workspace, which needs the scope `admin`; the hints do not tell. */
  readonly endsWorkspace?: boolean;
  readonly input: Input;
  /** An object, or several told apart by one field, such as `orHandBack(...)`. */
  readonly output: OutputSchema & z.ZodType<Facts, Given>;
  /** Does the work; throws `ToolFailure` when it cannot. What it returns beside the output's fields is for `content` and `report` only. */
  readonly handler: (args: z.output<Input>, ctx: ToolContext) => Promise<Result>;
  /** The same complete facts as readable text. */
  readonly render: (output: Facts) => string;
  /** What the result carries behind its text, such as images. */
  readonly content?: (result: Result) => readonly ContentBlock[];
  /** What is kept of the run as a resource that the result links to. */
  readonly report?: (args: z.output<Input>, output: Facts, result: Result) => Report;
}

/** A tool as the catalogue holds it, its argument types behind `call`. */
export interface Tool {
  readonly name: string;
  readonly toolset: Toolset;
  /** All toolsets whose URLs list it. */
  readonly toolsets: readonly Toolset[];
  /** What a credential needs to call it. */
  readonly scope: Scope;
  /** The definition that `tools/list` sends. */
  readonly listing: ToolListing;
  /** Checks the arguments, works and renders. Throws what the handler throws, and a protocol error for bad arguments. */
  call(args: unknown, ctx: ToolContext): Promise<CallToolResult>;
}

/** Makes a {@link Tool} of its definition. */
export function defineTool<
  Input extends z.ZodObject,
  Facts extends Record<string, unknown>,
  Given,
  Result extends Given,
>(definition: ToolDefinition<Input, Facts, Given, Result>): Tool {
  const { name, toolset, alsoIn = [], title, description, annotations } = definition;
  const output: z.ZodType<Facts> = definition.output;
  const inputSchema = inputJsonSchema(definition.input);
  const listing: ToolListing = {
    name,
    title,
    description,
    inputSchema,
    outputSchema: outputJsonSchema(definition.output),
    annotations: { ...annotations },
  };
  return {
    name,
    toolset,
    toolsets: [toolset, ...alsoIn],
    scope: scopeOf(definition),
    listing,
    async call(args, ctx) {
      const parsed = parseArguments(name, definition.input, inputSchema, args);
      const result = await definition.handler(parsed, ctx);
      const facts = output.parse(result);
      const content: CallToolResult['content'] = [{ type: 'text', text: definition.render(facts) }];
      content.push(...(definition.content?.(result) ?? []));
      const report = definition.report?.(parsed, facts, result);
      if (report !== undefined) content.push(await linkTo(report, ctx));
      return { content, structuredContent: facts };
    },
  };
}

async function linkTo(report: Report, { reports }: ToolContext): Promise<ResourceLink> {
  const uri = await reports.keep(report);
  return { type: 'resource_link', uri, name: uri, title: report.title, mimeType: REPORT_TYPE };
}

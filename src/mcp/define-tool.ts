/** What a tool is: a schema in, a schema out, four safety hints, a handler that returns data and a renderer that words it. */
import type { CallToolResult, ContentBlock, ResourceLink, Tool as ToolListing } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { Scope } from '../auth/scope.ts';
import { VERSION } from '../lib/version.ts';
import { visibleText } from '../lib/visible-text.ts';
import { ANSWER_TOKENS, fitAnswer } from './answer-size.ts';
import { parseArguments } from './arguments.ts';
import {
  factsJsonSchema,
  inputJsonSchema,
  type JsonSchema,
  type OutputSchema,
  outputJsonSchema,
} from './json-schema.ts';
import { listingOf } from './listing.ts';
import type { ReportDocument } from './report/document.ts';
import { renderMarkdown } from './report/markdown.ts';
import { LONGEST_FACTS, REPORT_TYPE } from './reports.ts';
import { answeredByServer, questionIn } from './server-model.ts';
import { listenerOf, type Telling } from './telling.ts';
import type { ToolContext } from './tool-context.ts';
import { scopesOf } from './tool-scope.ts';

/** Capabilities of the server; a URL can list some of them only. */
export type Toolset = 'context' | 'health' | 'planning' | 'python' | 'reasoning' | 'review' | 'scaffolds' | 'symbolic';

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

/** How a run becomes a report. */
export interface ReportDefinition<Args, Facts, Result, Kept extends object> {
  /** What is kept, as JSON: no times, so that equal runs have one report. What does not fit any longer is shown as JSON. */
  readonly kept: z.ZodType<Kept>;
  /** Undefined: nothing is kept of this run. */
  readonly keep: (args: Args, output: Facts, result: Result) => Kept | undefined;
  /** The report; called when it is read. */
  readonly document: (kept: Kept) => ReportDocument;
}

/** A tool as its file writes it. */
export interface ToolDefinition<
  Input extends z.ZodObject,
  Facts extends Record<string, unknown>,
  Given extends object,
  Result extends Given,
  Kept extends object,
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
  /** Whether it runs code that a caller wrote, which needs the scope `run`, beside that of what it changes. */
  readonly runsCode?: boolean;
  /** Whether its questions are for the caller alone: no model of the server or of the client answers them. */
  readonly asksCaller?: boolean;
  readonly input: Input;
  /** An object, or several told apart by one field, such as `orHandBack(...)`. */
  readonly output: OutputSchema & z.ZodType<Facts, Given>;
  /** Does the work; throws `ToolFailure` when it cannot. What it returns beside the output's fields is for `content` and `report` only. */
  readonly handler: (args: z.output<Input>, ctx: ToolContext) => Promise<Result>;
  /** The same complete facts as readable text. */
  readonly render: (output: Facts) => string;
  /** Forms of the output for an answer, from the fullest on: the first that fits is taken. Each says what it leaves out; reports have all. */
  readonly forms?: (output: Facts) => readonly [Facts, ...(readonly Facts[])];
  /** Tokens that each form of the answer may have where the arguments ask for more than usual; see `answer-size.ts`. */
  readonly tokens?: (args: z.output<Input>) => number;
  /** How to get what was cut off a field, in a few words such as `offset 40`, by the field's path; `shown` is what is there of it. */
  readonly more?: { readonly [path: string]: (shown: number, args: z.output<Input>) => string };
  /** How the result becomes part of a conversation, where the tool has the parameter `session_id: conversationParameter`. */
  readonly tells?: Telling<z.output<Input>, Facts>;
  /** What the result carries behind its text, such as images. */
  readonly content?: (result: Result) => readonly ContentBlock[];
  /** What is kept of the run as a resource that the result links to, and what it says. */
  readonly report?: ReportDefinition<z.output<Input>, Facts, Result, Kept>;
}

/** A call, before its arguments are checked. */
export interface Call {
  readonly name: string;
  readonly args: unknown;
}

/** A tool as the catalogue holds it, its argument types behind `call`. */
export interface Tool {
  readonly name: string;
  readonly toolset: Toolset;
  /** All toolsets whose URLs list it. */
  readonly toolsets: readonly Toolset[];
  /** What a credential needs to call it: all of them. */
  readonly scopes: readonly Scope[];
  /** The whole definition: every field of its results. */
  readonly definition: ToolListing;
  /** What `tools/list` sends of it: see {@link listingOf}. */
  readonly listing: ToolListing;
  /** The same where definitions have a ceiling. */
  readonly shortListing: ToolListing;
  /** Checks the arguments, works and renders. Throws what the handler throws, and `ToolFailure` for bad arguments. */
  call(args: unknown, ctx: ToolContext): Promise<CallToolResult>;
  /** Whether no model answers its questions in the caller's place. */
  readonly asksCaller?: boolean;
  /** The call of another tool that a call with these arguments stands for, if they name one; only of a tool that calls others. */
  passesOn?(args: unknown): Call | undefined;
  /** The report of facts that it kept; undefined when it cannot read them. */
  document(facts: unknown): ReportDocument | undefined;
}

/** Makes a {@link Tool} of its definition. */
export function defineTool<
  Input extends z.ZodObject,
  Facts extends Record<string, unknown>,
  Given extends object,
  Result extends Given,
  Kept extends object = never,
>(definition: ToolDefinition<Input, Facts, Given, Result, Kept>): Tool {
  const { name, toolset, alsoIn = [], title, description, annotations, asksCaller = false } = definition;
  const output: z.ZodType<Facts> = definition.output;
  const inputSchema = inputJsonSchema(definition.input);
  const whole: ToolListing = {
    name,
    title,
    description,
    inputSchema,
    outputSchema: outputJsonSchema(definition.output),
    annotations: { ...annotations },
  };
  let shape: JsonSchema | undefined;
  return {
    name,
    toolset,
    toolsets: [toolset, ...alsoIn],
    scopes: scopesOf(definition),
    definition: whole,
    listing: listingOf(whole, 'whole'),
    shortListing: listingOf(whole, 'short'),
    asksCaller,
    async call(args, ctx) {
      const parsed = parseArguments(name, definition.input, inputSchema, args);
      const { tells } = definition;
      const session = tells?.session(parsed);
      const listener = session === undefined ? undefined : await listenerOf(session, name, ctx);
      const answer = (given: unknown, answeredBy: string) =>
        definition.handler(parseArguments(name, definition.input, inputSchema, given), { ...ctx, answeredBy });
      const own = await definition.handler(parsed, ctx);
      const answered = asksCaller ? own : await answeredByServer<Result>(own, name, ctx, answer);
      const result = listener?.keptIn(answered) ?? answered;
      const facts = output.parse(result);
      shape ??= factsJsonSchema(definition.output);
      const { text, structured } = fitAnswer({
        forms: definition.forms?.(facts) ?? [facts],
        schema: shape,
        parse: (json) => output.parse(json),
        render: (shown) => visibleText(definition.render(shown)),
        most: definition.tokens?.(parsed) ?? ANSWER_TOKENS,
        moreOf: ({ field, shown }) => definition.more?.[field]?.(shown, parsed),
      });
      const content: CallToolResult['content'] = [{ type: 'text', text }];
      content.push(...(definition.content?.(result) ?? []));
      const { report } = definition;
      if (report !== undefined) {
        const given = report.keep(parsed, facts, result);
        const kept = given === undefined ? undefined : report.kept.parse(given);
        if (kept !== undefined) content.push(await keepReport(name, kept, report.document(kept), ctx));
      }
      if (tells !== undefined && listener !== undefined && questionIn(result, name) === undefined) {
        const note = await listener.tell({ tool: name, args: parsed, text, ...tells.about(facts, parsed) });
        content.push({ type: 'text', text: note });
      }
      return { content, structuredContent: structured };
    },
    document(facts) {
      const kept = definition.report?.kept.safeParse(facts);
      return kept?.success ? definition.report?.document(kept.data) : undefined;
    },
  };
}

/** Keeps a report and links to it. One with too many facts is kept as text. */
async function keepReport(
  tool: string,
  facts: object,
  document: ReportDocument,
  { reports }: ToolContext,
): Promise<ResourceLink> {
  const { title } = document;
  const uri = await reports.keep(
    JSON.stringify(facts).length <= LONGEST_FACTS
      ? { kind: 'facts', title, tool, version: VERSION, facts }
      : { kind: 'markdown', title, text: renderMarkdown(document) },
  );
  return { type: 'resource_link', uri, name: uri, title, mimeType: REPORT_TYPE };
}

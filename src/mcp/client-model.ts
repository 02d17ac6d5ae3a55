/**
 * The client's own model answers what a tool would hand back: by sampling, in revisions where a server may ask its client, or since
 * 2026-07-28 by a result that asks for input, after which the client makes the same call again.
 */

import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type CreateMessageRequestParamsBase,
  type InputRequiredResult,
  inputRequired,
  isInputRequiredResult,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { jsonOf } from '../lib/json.ts';
import { visibleText } from '../lib/visible-text.ts';
import { promptOf } from '../models/prompt.ts';
import { type Answer, type Next, type OpenQuestion, type Said, take } from './asking.ts';
import { type HandBack, handBackSchema, renderHandBack } from './hand-back.ts';
import { questionFor, questionIn } from './server-model.ts';

/** How the client's model can be asked. */
export type ClientModel = 'sampling' | 'input-requests' | 'none';

/** Tokens that a client's model is taken to have; nothing tells. */
const CONTEXT_TOKENS = 32_000;
/** Milliseconds for an answer: a person may have to allow it first. */
const PATIENCE_MS = 180_000;
/** Questions of one call. */
const MOST_QUESTIONS = 10;
/** Names the question in the results that ask for input. */
const KEY = 'answer';

const envelopeSchema = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({ sampling: z.looseObject({}).optional() }),
});
const textSchema = z.object({ type: z.literal('text'), text: z.string() });
const saidSchema = z.object({
  model: z.string().max(200).default('unknown'),
  content: z.union([textSchema.transform((block) => [block]), z.array(z.unknown())]),
});
/** Written by this server and kept by the client, who could as well answer otherwise: it holds nothing but the question, with what its tool says beside. */
const stateSchema = z.object({
  handBack: handBackSchema.loose(),
  fault: z.object({ answer: z.string(), why: z.string() }).optional(),
});

/** What the client offers. Over a bare POST nothing is known of it. */
export function clientModelOf(server: Server, { mcpReq }: ServerContext): ClientModel {
  const modern = envelopeSchema.safeParse(mcpReq.envelope);
  if (modern.success)
    return modern.data[CLIENT_CAPABILITIES_META_KEY].sampling === undefined ? 'none' : 'input-requests';
  return server.getClientCapabilities()?.sampling === undefined ? 'none' : 'sampling';
}

/** What comes of a call: `call` makes it, `answer` gives an answer to the tool. */
export async function answeredByClient(
  tool: string,
  client: ClientModel,
  mcp: ServerContext,
  call: () => Promise<CallToolResult>,
  answer: Answer<CallToolResult>,
): Promise<CallToolResult | InputRequiredResult> {
  switch (client) {
    case 'none':
      return call();
    case 'sampling':
      return bySampling(tool, mcp, await call(), answer);
    case 'input-requests': {
      const question = stateOf(mcp, tool);
      if (question === undefined) return asked(tool, await call());
      const next = await take(question, saidIn(mcp.mcpReq.inputResponses?.[KEY]), answer);
      return next.kind === 'repair' ? inputFor(next.question) : asked(tool, resultOf(next), next.kind === 'result');
    }
  }
}

/** Whether a result asks for input. */
export const asksForInput = isInputRequiredResult;

/** A result that is a question as a request for input, unless the client was asked that one already. */
function asked(tool: string, result: CallToolResult, isNew = true): CallToolResult | InputRequiredResult {
  const handBack = isNew ? questionIn(result.structuredContent, tool) : undefined;
  return handBack === undefined ? result : inputFor({ handBack });
}

function inputFor(question: OpenQuestion): InputRequiredResult {
  return inputRequired({
    inputRequests: { [KEY]: inputRequired.createMessage(samplingParams(question)) },
    requestState: JSON.stringify(question),
  });
}

/** The question that the client brings an answer to. */
function stateOf({ mcpReq }: ServerContext, tool: string): OpenQuestion | undefined {
  const state: unknown = mcpReq.requestState();
  if (typeof state !== 'string' || mcpReq.inputResponses === undefined) return undefined;
  const parsed = stateSchema.safeParse(jsonOf(state));
  if (!parsed.success || parsed.data.handBack.how_to_answer.tool !== tool) return undefined;
  const { handBack, fault } = parsed.data;
  return { handBack, ...(fault !== undefined && { fault }) };
}

async function bySampling(
  tool: string,
  mcp: ServerContext,
  first: CallToolResult,
  answer: Answer<CallToolResult>,
): Promise<CallToolResult> {
  let result = first;
  for (let questions = 0; questions < MOST_QUESTIONS; questions++) {
    const handBack = questionIn(result.structuredContent, tool);
    if (handBack === undefined) return result;
    let next: Next<CallToolResult> = { kind: 'repair', question: { handBack } };
    while (next.kind === 'repair') next = await take(next.question, await sample(next.question, mcp), answer);
    result = resultOf(next);
    if (next.kind === 'handed-back') return result;
  }
  return result;
}

async function sample(question: OpenQuestion, { mcpReq }: ServerContext): Promise<Said> {
  try {
    const params = { ...samplingParams(question) };
    const options = { timeout: PATIENCE_MS, signal: mcpReq.signal };
    return saidIn(await mcpReq.send({ method: 'sampling/createMessage', params }, options));
  } catch (error) {
    mcpReq.signal.throwIfAborted();
    const why = error instanceof Error ? error.message : String(error);
    return { silent: `The client's model was asked and did not answer: ${why.slice(0, 200)}` };
  }
}

function saidIn(response: unknown): Said {
  const parsed = saidSchema.safeParse(response);
  const blocks = parsed.success ? parsed.data.content.map((block) => textSchema.safeParse(block)) : [];
  const text = blocks.flatMap((block) => (block.success ? [block.data.text] : [])).join('');
  if (!parsed.success || text === '') return { silent: "The client's model was asked and answered no text." };
  return { text, by: `client model ${parsed.data.model}` };
}

function samplingParams(question: OpenQuestion): CreateMessageRequestParamsBase {
  const { system, messages, mostOutput } = promptOf(questionFor(question), CONTEXT_TOKENS).request;
  return {
    systemPrompt: system,
    messages: messages.map(({ role, text }) => ({
      role: role === 'model' ? 'assistant' : 'user',
      content: { type: 'text', text },
    })),
    maxTokens: mostOutput,
  };
}

function resultOf(next: Exclude<Next<CallToolResult>, { kind: 'repair' }>): CallToolResult {
  return next.kind === 'result' ? next.result : handedBack(next.handBack);
}

function handedBack(handBack: HandBack): CallToolResult {
  return {
    content: [{ type: 'text', text: visibleText(renderHandBack(handBack)) }],
    structuredContent: { ...handBack },
  };
}

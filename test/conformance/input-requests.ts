/** Fixture tools and a prompt that return `input_required`, as revision 2026-07-28 does. */
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type GetPromptResult,
  type InputRequests,
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Tool } from '../../src/mcp/define-tool.ts';
import { text } from './content.ts';
import type { Calls, Fixture } from './fixture-tools.ts';

const nameSchema = z.object({ name: z.string() });
const colorSchema = z.object({ color: z.string() });
const okSchema = z.object({ ok: z.boolean() });
const contextSchema = z.object({ context: z.string() });
const samplingSchema = z.object({ content: z.object({ text: z.string() }) });
const rootsSchema = z.object({ roots: z.array(z.unknown()) });
const roundSchema = z.object({ round: z.number(), name: z.string().optional() });

const capability = z.object({}).optional();
const envelopeSchema = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({ elicitation: capability, sampling: capability, roots: capability }),
});

const askName = inputRequired.elicit({ message: 'What is your name?', requestedSchema: nameSchema });
const askConfirmation = inputRequired.elicit({ message: 'Please confirm', requestedSchema: okSchema });

/** State that travels through the client, signed. */
export type StateCodec = RequestStateCodec<Record<string, unknown>>;

/** All tools of this kind; `codec` signs the state that travels through the client. */
export function inputRequestTools(calls: Calls, codec: StateCodec): readonly Tool[] {
  const tools: Tool[] = [];
  const tool = (name: string, handler: (ctx: ServerContext) => ReturnType<Fixture>) =>
    tools.push(calls.tool(name, (_args, ctx) => handler(ctx)));
  const mint = (state: Record<string, unknown>) => codec.mint({ ...state, nonce: crypto.randomUUID() });
  /** The state that the client sent back, if any. Throws a protocol error when it was changed. */
  const stateOf = async (ctx: ServerContext) => {
    const state: unknown = ctx.mcpReq.requestState();
    if (typeof state !== 'string') return undefined;
    return codec.verify(state, ctx).catch(() => {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState');
    });
  };

  tool('test_input_required_result_elicitation', ({ mcpReq }) => {
    const answer = acceptedContent(mcpReq.inputResponses, 'user_name', nameSchema);
    return answer ? text(`Hello, ${answer.name}!`) : inputRequired({ inputRequests: { user_name: askName } });
  });
  tool('test_input_required_result_sampling', ({ mcpReq }) => {
    const answer = samplingSchema.safeParse(mcpReq.inputResponses?.capital_question);
    if (answer.success) return text(`Sampling response: ${answer.data.content.text}`);
    return inputRequired({ inputRequests: { capital_question: askModel('What is the capital of France?') } });
  });
  tool('test_input_required_result_list_roots', ({ mcpReq }) => {
    const answer = rootsSchema.safeParse(mcpReq.inputResponses?.client_roots);
    if (answer.success) return text(`Client exposed ${answer.data.roots.length} root(s)`);
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  });
  tool('test_input_required_result_request_state', async (ctx) => {
    const { mcpReq } = ctx;
    const state = await stateOf(ctx);
    if (acceptedContent(mcpReq.inputResponses, 'confirm') === undefined) {
      return inputRequired({ inputRequests: { confirm: askConfirmation }, requestState: await mint({}) });
    }
    if (state !== undefined) return text('state-ok: requestState verified');
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'missing requestState');
  });
  tool('test_input_required_result_tampered_state', async (ctx) => {
    const state = await stateOf(ctx);
    const confirmed = acceptedContent(ctx.mcpReq.inputResponses, 'confirm') !== undefined;
    if (confirmed && state !== undefined) return text('integrity-ok');
    return inputRequired({ inputRequests: { confirm: askConfirmation }, requestState: await mint({}) });
  });
  tool('test_input_required_result_multiple_inputs', async ({ mcpReq }) => {
    const name = acceptedContent(mcpReq.inputResponses, 'user_name', nameSchema)?.name;
    const greeting = samplingSchema.safeParse(mcpReq.inputResponses?.greeting);
    const roots = rootsSchema.safeParse(mcpReq.inputResponses?.client_roots);
    if (name !== undefined && greeting.success && roots.success) {
      return text(`${greeting.data.content.text} ${name} - ${roots.data.roots.length} root(s)`);
    }
    const inputRequests = {
      user_name: askName,
      greeting: askModel('Generate a greeting'),
      client_roots: inputRequired.listRoots(),
    };
    return inputRequired({ inputRequests, requestState: await mint({}) });
  });
  tool('test_input_required_result_multi_round', async (ctx) => {
    const { mcpReq } = ctx;
    const state = roundSchema.safeParse(await stateOf(ctx)).data ?? { round: 0 };
    switch (state.round) {
      case 0:
        return inputRequired({ inputRequests: { step1: askName }, requestState: await mint({ round: 1 }) });
      case 1: {
        const name = acceptedContent(mcpReq.inputResponses, 'step1', nameSchema)?.name;
        const step2 = inputRequired.elicit({ message: 'Favorite color?', requestedSchema: colorSchema });
        return inputRequired({ inputRequests: { step2 }, requestState: await mint({ round: 2, name }) });
      }
      default: {
        const color = acceptedContent(mcpReq.inputResponses, 'step2', colorSchema)?.color;
        return text(`Multi-round complete: ${state.name} likes ${color}`);
      }
    }
  });
  tool('test_input_required_result_capabilities', ({ mcpReq }) => {
    if (mcpReq.inputResponses !== undefined) return text('fulfilled');
    const declared = envelopeSchema.parse(mcpReq.envelope)[CLIENT_CAPABILITIES_META_KEY];
    const inputRequests: InputRequests = {
      ...(declared.elicitation && { user_name: askName }),
      ...(declared.sampling && { greeting: askModel('Generate a short greeting') }),
      ...(declared.roots && { client_roots: inputRequired.listRoots() }),
    };
    return Object.keys(inputRequests).length > 0 ? inputRequired({ inputRequests }) : text('no capability');
  });
  tool('test_missing_capability', ({ mcpReq }) =>
    mcpReq.inputResponses?.llm_answer === undefined
      ? inputRequired({ inputRequests: { llm_answer: askModel('pong') } })
      : text('done'),
  );

  return tools;
}

/** A prompt that asks for input first. */
export function promptOfContext({ mcpReq }: ServerContext): GetPromptResult | InputRequiredResult {
  const answer = acceptedContent(mcpReq.inputResponses, 'user_context', contextSchema);
  if (answer) return { messages: [{ role: 'user', content: { type: 'text', text: `Use: ${answer.context}` } }] };
  const user_context = inputRequired.elicit({ message: 'What context?', requestedSchema: contextSchema });
  return inputRequired({ inputRequests: { user_context } });
}

function askModel(question: string) {
  return inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: question } }],
    maxTokens: 100,
  });
}

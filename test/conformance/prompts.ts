/** Fixture prompts, before production's own. */
import {
  type GetPromptResult,
  type InputRequiredResult,
  isSpecType,
  type Prompt,
  type PromptMessage,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { PNG } from './content.ts';
import { promptOfContext } from './input-requests.ts';
import { productionHandler } from './production.ts';

interface FixturePrompt {
  readonly names?: readonly string[];
  get(args: Readonly<Record<string, string>>, request: ServerContext): GetPromptResult | InputRequiredResult;
}

const PROMPTS: Readonly<Record<string, FixturePrompt>> = {
  test_simple_prompt: {
    get: () => ({ messages: [user({ type: 'text', text: 'This is a simple prompt for testing.' })] }),
  },
  test_prompt_with_arguments: {
    names: ['arg1', 'arg2'],
    get: ({ arg1, arg2 }) => ({
      messages: [user({ type: 'text', text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` })],
    }),
  },
  test_prompt_with_embedded_resource: {
    names: ['resourceUri'],
    get: ({ resourceUri: uri = '' }) => ({
      messages: [
        user({
          type: 'resource',
          resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
        }),
        user({ type: 'text', text: 'Please process the embedded resource above.' }),
      ],
    }),
  },
  test_prompt_with_image: {
    get: () => ({
      messages: [
        user({ type: 'image', data: PNG, mimeType: 'image/png' }),
        user({ type: 'text', text: 'Please analyze the image above.' }),
      ],
    }),
  },
  test_input_required_result_prompt: { get: (_args, request) => promptOfContext(request) },
};

/** Puts them before what production serves, which answers for every other prompt. */
export function addPrompts(server: Server): void {
  const list = productionHandler(server, 'prompts/list', isSpecType.ListPromptsResult);
  server.setRequestHandler('prompts/list', async (request, ctx) => {
    const { prompts } = await list(request, ctx);
    const fixtures = Object.entries(PROMPTS).map(
      ([name, { names = [] }]): Prompt => ({
        name,
        description: `Fixture ${name}`,
        arguments: names.map((argument) => ({ name: argument, description: argument, required: true })),
      }),
    );
    return { prompts: [...fixtures, ...prompts] };
  });
  const get = productionHandler(server, 'prompts/get', isSpecType.GetPromptResult);
  server.setRequestHandler('prompts/get', (asked, request) => {
    const { params } = asked;
    const prompt = PROMPTS[params.name];
    if (prompt === undefined) return get(asked, request);
    const missing = prompt.names?.filter((name) => params.arguments?.[name] === undefined) ?? [];
    if (missing.length === 0) return prompt.get(params.arguments ?? {}, request);
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `It misses ${missing.join(', ')}.`);
  });
  const complete = productionHandler(server, 'completion/complete', isSpecType.CompleteResult);
  server.setRequestHandler('completion/complete', (asked, request) => {
    const { ref } = asked.params;
    if (ref.type !== 'ref/prompt' || PROMPTS[ref.name] === undefined) return complete(asked, request);
    return { completion: { values: [], total: 0, hasMore: false } };
  });
}

function user(content: PromptMessage['content']): PromptMessage {
  return { role: 'user', content };
}

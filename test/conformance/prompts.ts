/** Fixture prompts and completion: production has neither. */
import {
  type GetPromptResult,
  type InputRequiredResult,
  type Prompt,
  type PromptMessage,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { PNG } from './content.ts';
import { promptOfContext } from './input-requests.ts';

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

/** Adds their handlers. */
export function addPrompts(server: Server): void {
  server.setRequestHandler('prompts/list', () => ({
    prompts: Object.entries(PROMPTS).map(
      ([name, { names = [] }]): Prompt => ({
        name,
        description: `Fixture ${name}`,
        arguments: names.map((argument) => ({ name: argument, description: argument, required: true })),
      }),
    ),
  }));
  server.setRequestHandler('prompts/get', ({ params }, request) => {
    const prompt = PROMPTS[params.name];
    const missing = prompt?.names?.filter((name) => params.arguments?.[name] === undefined) ?? [];
    if (prompt !== undefined && missing.length === 0) return prompt.get(params.arguments ?? {}, request);
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `No such prompt, or it misses ${missing.join(', ')}.`);
  });
  server.setRequestHandler('completion/complete', () => ({ completion: { values: [], total: 0, hasMore: false } }));
}

function user(content: PromptMessage['content']): PromptMessage {
  return { role: 'user', content };
}

/** Fixture prompts and completion. */
import type { McpServer, PromptMessage } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { PNG } from './content.ts';

/** Registers them. */
export function registerPrompts(server: McpServer): void {
  server.registerPrompt('test_simple_prompt', { description: 'Fixture test_simple_prompt' }, async () => ({
    messages: [user({ type: 'text', text: 'This is a simple prompt for testing.' })],
  }));
  const argsSchema = z.object({ arg1: z.string().describe('First'), arg2: z.string().describe('Second') });
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'Fixture test_prompt_with_arguments', argsSchema },
    async ({ arg1, arg2 }) => ({
      messages: [user({ type: 'text', text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` })],
    }),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'Fixture test_prompt_with_embedded_resource', argsSchema: z.object({ resourceUri: z.string() }) },
    async ({ resourceUri: uri }) => ({
      messages: [
        user({
          type: 'resource',
          resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
        }),
        user({ type: 'text', text: 'Please process the embedded resource above.' }),
      ],
    }),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'Fixture test_prompt_with_image' }, async () => ({
    messages: [
      user({ type: 'image', data: PNG, mimeType: 'image/png' }),
      user({ type: 'text', text: 'Please analyze the image above.' }),
    ],
  }));
  server.server.setRequestHandler('completion/complete', async () => ({
    completion: { values: [], total: 0, hasMore: false },
  }));
}

function user(content: PromptMessage['content']): PromptMessage {
  return { role: 'user', content };
}

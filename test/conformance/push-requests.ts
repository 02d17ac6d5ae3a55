/** Fixture tools that ask the client something while they run, as revisions up to 2025-11-25 do. */
import type { ServerContext } from '@modelcontextprotocol/server';
import type { Tool } from '../../src/mcp/define-tool.ts';
import { text } from './content.ts';
import type { Calls } from './fixture-tools.ts';

type ElicitParams = Parameters<ServerContext['mcpReq']['elicitInput']>[0];
type FormSchema = Extract<ElicitParams, { requestedSchema: unknown }>['requestedSchema'];

/** All of them. */
export function pushRequestTools(calls: Calls): readonly Tool[] {
  return [
    calls.tool(
      'test_sampling',
      async ({ prompt }, { mcpReq }) => {
        const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: String(prompt) } }];
        const params = { messages, maxTokens: 100 };
        const { content } = await mcpReq.send({ method: 'sampling/createMessage', params });
        return text(`LLM response: ${'text' in content ? content.text : JSON.stringify(content)}`);
      },
      { type: 'object', properties: { prompt: { type: 'string' } }, required: ['prompt'] },
    ),
    calls.tool(
      'test_elicitation',
      ({ message }, ctx) =>
        elicit(ctx, String(message), {
          type: 'object',
          properties: { response: { type: 'string', description: "User's response" } },
          required: ['response'],
        }),
      { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
    ),
    calls.tool('test_elicitation_sep1034_defaults', (_args, ctx) =>
      elicit(ctx, 'Please review', {
        type: 'object',
        properties: {
          name: { type: 'string', default: 'John Doe' },
          age: { type: 'integer', default: 30 },
          score: { type: 'number', default: 95.5 },
          status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
          verified: { type: 'boolean', default: true },
        },
      }),
    ),
    calls.tool('test_elicitation_sep1330_enums', (_args, ctx) =>
      elicit(ctx, 'Please select', {
        type: 'object',
        properties: {
          untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
          titledSingle: { type: 'string', oneOf: titled('Option') },
          legacyEnum: {
            type: 'string',
            enum: ['opt1', 'opt2', 'opt3'],
            enumNames: ['Option One', 'Option Two', 'Option Three'],
          },
          untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
          titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
        },
      }),
    ),
  ];
}

async function elicit({ mcpReq }: ServerContext, message: string, requestedSchema: FormSchema) {
  // `send` relates the question to the call's own stream, which is open for sure.
  const { action, content = {} } = await mcpReq.send({
    method: 'elicitation/create',
    params: { message, requestedSchema },
  });
  return text(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`);
}

function titled(prefix: string) {
  return [1, 2, 3].map((number) => ({ const: `value${number}`, title: `${prefix} ${number}` }));
}

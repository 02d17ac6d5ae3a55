/** Fixture tools with plain results, progress, logging and change notifications. */
import type { CallToolResult, Server, ServerContext, ServerEvent } from '@modelcontextprotocol/server';
import { ToolFailure } from '../../src/lib/errors.ts';
import type { Tool } from '../../src/mcp/define-tool.ts';
import { PNG, text, WAV } from './content.ts';
import type { Calls } from './fixture-tools.ts';

const LOG_MESSAGES = ['Tool execution started', 'Tool processing data', 'Tool execution completed'];

/** All of them; `publish` reaches every open subscription. */
export function plainTools(calls: Calls, publish: (event: ServerEvent) => void): readonly Tool[] {
  const tools: Tool[] = [];
  type Handler = (ctx: ServerContext, server: Server) => CallToolResult | Promise<CallToolResult>;
  const tool = (name: string, handler: Handler) =>
    tools.push(calls.tool(name, (_args, ctx, server) => handler(ctx, server)));

  tool('test_simple_text', () => text('This is a simple text response for testing.'));
  tool('test_image_content', () => ({ content: [{ type: 'image', data: PNG, mimeType: 'image/png' }] }));
  tool('test_audio_content', () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }));
  tool('test_embedded_resource', () => ({
    content: [
      {
        type: 'resource',
        resource: {
          uri: 'test://embedded-resource',
          mimeType: 'text/plain',
          text: 'This is an embedded resource content.',
        },
      },
    ],
  }));
  tool('test_multiple_content_types', () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      { type: 'image', data: PNG, mimeType: 'image/png' },
      {
        type: 'resource',
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: JSON.stringify({ test: 'data', value: 123 }),
        },
      },
    ],
  }));
  tool('test_error_handling', () => {
    throw new ToolFailure({
      errorType: 'ValueError',
      message: 'This tool intentionally returns an error for testing',
      advice: 'Nothing needs to be done.',
    });
  });

  tool('test_tool_with_logging', async ({ mcpReq }) => {
    for (const data of LOG_MESSAGES) {
      await mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } });
      await scheduler.wait(50);
    }
    return text('Tool with logging executed successfully');
  });
  tool('test_logging_tool', async ({ mcpReq }) => {
    await mcpReq.log('info', 'test_logging_tool ran');
    return text('logged');
  });
  tool('test_tool_with_progress', async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
      const message = `Completed step ${progress} of 100`;
      const params = { progressToken: progressToken ?? '', progress, total: 100, message };
      await mcpReq.notify({ method: 'notifications/progress', params });
      await scheduler.wait(50);
    }
    return text(String(progressToken));
  });
  tool('test_reconnection', async ({ http }) => {
    http?.closeSSE?.();
    await scheduler.wait(100);
    return text('Reconnection test completed successfully.');
  });

  tool('test_streaming_elicitation', () => text('result frames only'));
  tool('test_trigger_tool_change', async (_ctx, server) => {
    publish({ kind: 'tools_list_changed' });
    // Sessions of older revisions hear it from their own server.
    await server.sendToolListChanged();
    return text('tools_list_changed');
  });
  tool('test_trigger_prompt_change', () => {
    publish({ kind: 'prompts_list_changed' });
    return text('prompts_list_changed');
  });
  return tools;
}

/** Requests that several benchmarks send. */
import type { FrontFetch } from './benchmark.ts';

/** A plain Hono route: what the server costs without MCP. */
export async function plainRoute(front: FrontFetch): Promise<void> {
  await (await front('/')).text();
}

/** A tool that needs no engine: what MCP costs without a tool's work. */
export function trivialTool(front: FrontFetch): Promise<Record<string, unknown>> {
  return callTool(front, 'find_tools', { query: 'python', limit: 1 });
}

/** The structured result of a tool, by a bare POST. Throws when the call fails. */
export async function callTool(
  front: FrontFetch,
  name: string,
  args: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const response = await front('/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });
  const text = await response.text();
  const { result } = JSON.parse(text);
  if (result === undefined || result.isError) throw new Error(`${name} failed: ${text}`);
  return result.structuredContent;
}

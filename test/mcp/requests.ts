/** Requests as curl and the official clients send them. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** A JSON-RPC answer, loosely: tests look into it. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly result?: { readonly content: { readonly text: string }[]; readonly [field: string]: unknown };
    readonly error?: { readonly code: number; readonly message: string; readonly data?: Record<string, unknown> };
  };
}

/** Posts a body with only a Content-Type header, and `headers`. */
export async function post(url: URL, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
}

/** Calls a tool by a bare POST, without any handshake. */
export function callTool(
  base: URL,
  name: string,
  args: Record<string, unknown>,
  options: { readonly path?: string; readonly token?: string } = {},
): Promise<Answer> {
  const { path = '/mcp', token } = options;
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  return post(new URL(path, base), body, token === undefined ? {} : bearer(token));
}

/** An Authorization header. */
export function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

/** Headers that a 2025-era client sends with every POST. */
export const STREAMABLE = { accept: 'application/json, text/event-stream' };

/** Opens a 2025-11-25 session by hand and returns its id. */
export async function openSession(base: URL, headers: Record<string, string> = {}): Promise<string> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const response = await fetch(new URL('/mcp', base), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...STREAMABLE, ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params }),
  });
  await response.text();
  const session = response.headers.get('mcp-session-id');
  if (session === null) throw new Error(`No session was opened: ${response.status}`);
  return session;
}

/** The official client, connected; `modern` speaks 2026-07-28, `legacy` 2025-11-25. */
export async function connect(
  base: URL,
  era: 'modern' | 'legacy',
  options: { readonly path?: string; readonly token?: string } = {},
): Promise<Client> {
  const { path = '/mcp', token } = options;
  const mode = era === 'modern' ? 'auto' : 'legacy';
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const requestInit = token === undefined ? {} : { headers: bearer(token) };
  await client.connect(new StreamableHTTPClientTransport(new URL(path, base), { requestInit }));
  return client;
}

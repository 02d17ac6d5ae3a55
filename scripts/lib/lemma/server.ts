/** A Lemma server as a command sees it. */
import { z } from 'zod';
import { CommandProblem } from './problem.ts';

const answerSchema = z.object({
  result: z.object({ isError: z.boolean().optional(), structuredContent: z.unknown() }).optional(),
  error: z.object({ message: z.string() }).optional(),
});

const failureSchema = z.object({ error_type: z.string(), message: z.string(), advice: z.string() });

/** Where a server is, and the key for it. */
export interface Server {
  readonly server: string;
  readonly key: string | undefined;
}

/** Headers that carry the key. */
export function authorization(key: string | undefined): Readonly<Record<string, string>> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` };
}

/** Throws {@link CommandProblem} unless the server answers and knows the key. */
export async function expectServer({ server, key }: Server): Promise<void> {
  const response = await request(`${server}/metrics`, { headers: authorization(key) });
  const body = await response.text();
  if (response.status === 401) {
    throw new CommandProblem(
      key === undefined ? `${server} wants an API key.` : `${server} does not know this API key.`,
      'Put the key into the environment variable LEMMA_KEY.',
    );
  }
  if (!response.ok) {
    throw new CommandProblem(
      `${server} answers ${response.status}: ${body.slice(0, 500)}`,
      'Is this the URL of a Lemma server?',
    );
  }
}

/** What a tool answers. Throws {@link CommandProblem} when it fails. */
export async function callTool<Output extends z.ZodType>(
  { server, key }: Server,
  name: string,
  args: Readonly<Record<string, unknown>>,
  output: Output,
): Promise<z.output<Output>> {
  const response = await request(`${server}/mcp/all`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization(key) },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });
  const { result, error } = answerSchema.parse(await response.json());
  if (error !== undefined)
    throw new CommandProblem(`${name} failed: ${error.message}`, 'The log of the server tells more.');
  if (result?.isError) {
    const { error_type, message, advice } = failureSchema.parse(result.structuredContent);
    throw new CommandProblem(`${name} failed: ${error_type}: ${message}`, advice);
  }
  return output.parse(result?.structuredContent);
}

async function request(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new CommandProblem(
      `No server answers at ${new URL(url).origin} (${cause}).`,
      'Start one with npm start, or name another one with --url or LEMMA_URL.',
    );
  }
}

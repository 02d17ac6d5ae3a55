/** A Lemma server as a command sees it. */
import { z } from 'zod';
import { CommandProblem } from './problem.ts';

const answerSchema = z.object({
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});

const toolResult = z.object({
  isError: z.boolean().optional(),
  structuredContent: z.unknown(),
  content: z.array(z.object({ type: z.string(), text: z.string().optional(), uri: z.string().optional() })).optional(),
});

const resourceResult = z.object({
  contents: z.tuple([z.union([z.object({ text: z.string() }), z.object({ blob: z.base64() })])]),
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
      'Put the key into the environment variable LEMMA_KEY, or run login.',
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
  server: Server,
  name: string,
  args: Readonly<Record<string, unknown>>,
  output: Output,
): Promise<z.output<Output>> {
  return output.parse((await callForText(server, name, args)).facts);
}

/** The same with its text, and where its report is. */
export async function callForText(
  server: Server,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<{ readonly facts: unknown; readonly text: string; readonly report?: string }> {
  const {
    isError,
    structuredContent,
    content = [],
  } = toolResult.parse(await ask(server, name, 'tools/call', { name, arguments: args }));
  if (isError) {
    const { error_type, message, advice } = failureSchema.parse(structuredContent);
    throw new CommandProblem(`${name} failed: ${error_type}: ${message}`, advice);
  }
  const report = content.find(({ type }) => type === 'resource_link')?.uri;
  const text = content.flatMap((each) => each.text ?? []).join('\n');
  return { facts: structuredContent, text, ...(report !== undefined && { report }) };
}

/** The text of a resource, or its bytes. Throws {@link CommandProblem} when there is none. */
export async function readResource(server: Server, uri: string): Promise<string | Uint8Array> {
  const [content] = resourceResult.parse(await ask(server, uri, 'resources/read', { uri })).contents;
  return 'text' in content ? content.text : Buffer.from(content.blob, 'base64');
}

async function ask({ server, key }: Server, what: string, method: string, params: object): Promise<unknown> {
  const response = await request(`${server}/mcp/all`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization(key) },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = answerSchema.parse(await response.json());
  if (error !== undefined)
    throw new CommandProblem(`${what} failed: ${error.message}`, 'The log of the server tells more.');
  return result;
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

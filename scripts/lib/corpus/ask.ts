/** Asking a running server about one case, by a bare `tools/call`. */
import { z } from 'zod';
import { analysisSchema } from './branches.ts';
import type { Answer } from './grade.ts';

const inputsSchema = z.array(z.object({ call: z.string() })).default([]);

/** What any tool answers, as far as grading looks at it. */
const resultSchema = z.object({
  structuredContent: analysisSchema.partial().extend({
    status: z.string(),
    message: z.string().default(''),
    counterexamples: inputsSchema,
    triggering_inputs: inputsSchema,
    differences: inputsSchema,
    reasons: z.array(z.object({ line: z.number().optional(), construct: z.string(), message: z.string() })).default([]),
  }),
});
const listSchema = z.object({ tools: z.array(z.object({ name: z.string() })) });

/** Names of the tools that the server at `url` has. Throws when it does not answer. */
export async function toolNames(url: URL): Promise<ReadonlySet<string>> {
  const { tools } = listSchema.parse(await request(url, 'tools/list', {}, 60));
  return new Set(tools.map(({ name }) => name));
}

/** Calls a tool; whatever goes wrong is an answer with the status `error`. `seconds` limits the waiting. */
export async function ask(url: URL, name: string, args: Record<string, unknown>, seconds: number): Promise<Answer> {
  const started = performance.now();
  const took = () => (performance.now() - started) / 1000;
  try {
    const { structuredContent } = resultSchema.parse(
      await request(url, 'tools/call', { name, arguments: args }, seconds),
    );
    const { status, message, counterexamples, triggering_inputs, differences, reasons } = structuredContent;
    const analysis = analysisSchema.safeParse(structuredContent).data;
    return {
      status,
      message,
      ...(analysis !== undefined && { analysis }),
      inputs: [...counterexamples, ...triggering_inputs, ...differences].map(({ call }) => call),
      reasons: reasons.map(({ line, ...reason }) => ({ ...reason, ...(line !== undefined && { line }) })),
      seconds: took(),
    };
  } catch (error) {
    return {
      status: 'error',
      message: error instanceof Error ? error.message : String(error),
      inputs: [],
      reasons: [],
      seconds: took(),
    };
  }
}

async function request(url: URL, method: string, params: Record<string, unknown>, seconds: number): Promise<unknown> {
  const response = await fetch(new URL('/mcp/all', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(seconds * 1000),
  });
  const { result, error } = z
    .object({ result: z.unknown().optional(), error: z.object({ message: z.string() }).optional() })
    .parse(await response.json());
  if (error !== undefined) throw new Error(error.message);
  return result;
}

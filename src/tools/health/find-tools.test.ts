import { expect, it } from 'vitest';
import { z } from 'zod';
import { toolContext } from '../../../test/tool-context.ts';
import { CATALOG } from '../catalog.ts';
import findTools from './find-tools.ts';

async function names(query: string, limit = 5): Promise<string[]> {
  const { structuredContent } = await findTools.call({ query, limit }, toolContext());
  const { tools } = z.object({ tools: z.array(z.object({ name: z.string() })) }).parse(structuredContent);
  return tools.map((tool) => tool.name);
}

it.each([
  ['symbolic check', 'symbolic_check'],
  ['which inputs raise', 'find_path_to_exception'],
  ['exception_type', 'find_path_to_exception'],
  ['run python', 'run_python_code'],
  ['HEALTH', 'health_check'],
])('ranks by where the words are: %s', async (query, best) => {
  expect((await names(query))[0]).toBe(best);
});

it('returns full definitions and where they are listed', async () => {
  const { structuredContent } = await findTools.call({ query: 'run_python_code', limit: 1 }, toolContext());
  const listing = CATALOG.find((tool) => tool.name === 'run_python_code')?.listing;
  expect(structuredContent).toMatchObject({
    tools: [
      {
        name: 'run_python_code',
        toolset: 'python',
        input_schema: listing?.inputSchema,
        output_schema: listing?.outputSchema,
        annotations: listing?.annotations,
        listed_at: ['/mcp', '/mcp/all', '/mcp/python'],
      },
    ],
  });
});

it('returns all tools for an empty query, and none for words that nothing has', async () => {
  const { structuredContent } = await findTools.call({ query: '', limit: 50 }, toolContext());
  expect(structuredContent).toMatchObject({ total: CATALOG.length });
  expect(await names('zebra')).toEqual([]);
});

import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { judge, readQuestions } from '../../../bench/find-tools/judge.ts';
import { toolContext } from '../../../test/tool-context.ts';
import { CATALOG } from '../catalog.ts';
import findTools from './find-tools.ts';
import { INTENTS } from './ranking/rank.ts';

const answerSchema = z.object({
  tools: z.array(z.object({ name: z.string(), parameters: z.array(z.string()), description: z.string() })),
  total: z.int(),
  others: z.array(z.string()),
});

async function ask(args: Record<string, unknown>) {
  const { structuredContent, content } = await findTools.call(args, toolContext());
  const [text] = z.array(z.object({ text: z.string() })).parse(content);
  return { ...answerSchema.parse(structuredContent), text: text?.text ?? '', structuredContent };
}

/** The most that an answer may take of a model's context, as text or as structure. */
async function tokens(args: Record<string, unknown>): Promise<number> {
  const { text, structuredContent } = await ask(args);
  return Math.max(countTokens(text), countTokens(JSON.stringify(structuredContent)));
}

it.each([
  ['symbolic check', 'symbolic_check'],
  ['which inputs raise', 'find_path_to_exception'],
  ['run python', 'run_python_code'],
  ['HEALTH', 'health_check'],
  ...CATALOG.map(({ name }) => [name, name]),
])('puts the tool first whose name it is: %s', async (query, best) => {
  expect((await ask({ query })).tools[0]?.name).toBe(best);
});

it('tells parameters in a short form, what it does in a sentence, hints and where it is listed', async () => {
  const { structuredContent, text } = await ask({ query: 'find_symbol', limit: 1 });
  expect(structuredContent).toMatchObject({
    tools: [
      {
        name: 'find_symbol',
        title: 'Find definitions',
        toolset: 'context',
        description: 'Finds definitions by name, with signature, doc comment and place.',
        parameters: [
          'workspace: string = "default"',
          'name: string',
          'match?: exact|ignoring_case|prefix|words|substring|similar',
          'kinds?: function|method|class|interface|struct|enum|type|module|…[]',
          'paths: string[] = []',
          'limit: integer = 20',
          'offset: integer = 0',
        ],
        hints: ['readOnly', 'idempotent'],
        listed_at: ['/mcp', '/mcp/all', '/mcp/context'],
      },
    ],
  });
  expect(text).toContain('find_symbol(workspace: string = "default", name: string');
});

it('gives the whole definition of the best tool on request', async () => {
  const { structuredContent, tools, text } = await ask({ query: 'run_python_code', detail: 'full' });
  const definition = CATALOG.find((tool) => tool.name === 'run_python_code')?.definition;
  expect(tools).toHaveLength(1);
  expect(structuredContent).toMatchObject({
    tools: [
      {
        description: definition?.description,
        input_schema: definition?.inputSchema,
        output_schema: definition?.outputSchema,
      },
    ],
  });
  expect(text).toContain(JSON.stringify(definition?.outputSchema));
});

it('names all tools for an empty query', async () => {
  const { others, total, tools, text } = await ask({ query: ' ' });
  expect([tools, total, others]).toEqual([[], CATALOG.length, CATALOG.map(({ name }) => name)]);
  expect(text).toContain(`All ${CATALOG.length} tools: symbolic_check, `);
});

it('says that no tool fits, with the nearest', async () => {
  expect((await ask({ query: 'zebra' })).text).toMatch(/^No tool fits\..* Use other words/);
  const { tools, total, others, text } = await ask({ query: 'write a limerick about a zebra' });
  expect([tools, total]).toEqual([[], 0]);
  expect(others).toHaveLength(5);
  expect(text).toContain(`No tool fits. Nearest: ${others[0]}, `);
});

it.each([
  ['interupt the runing code', 'interrupt_execution'],
  ['ModuleNotFoundError: polars', 'install_dependencies'],
  ['where does validate() raise KeyError, which input does it', 'find_path_to_exception'],
  ['drop a csv into the sandbox', 'write_file'],
])('understands typos, errors and idioms: %s', async (query, best) => {
  expect((await ask({ query })).tools[0]?.name).toBe(best);
});

it('asks about a topic of elsewhere only when the question is about code', async () => {
  expect((await ask({ query: 'send an email to my friend' })).tools).toEqual([]);
  expect((await ask({ query: 'where does the code send an email' })).tools[0]?.name).toBe('semantic_search');
});

it.each(['', 'zzz ', '*'.repeat(1000), 'a'.repeat(1000), '_'.repeat(1000), 'a.'.repeat(500), '"`'.repeat(500)])(
  'answers %j',
  async (query) => {
    expect((await ask({ query })).total).toBeGreaterThanOrEqual(0);
  },
);

describe('the size of an answer', () => {
  it('is at most 600 tokens by default', async () => {
    const halves = await Promise.all([readQuestions('tuning'), readQuestions('judging')]);
    const queries = [
      '',
      ...CATALOG.map(({ name }) => name),
      ...halves.flatMap(({ asked }) => asked.map(({ text }) => text)),
    ];
    const sizes = await Promise.all(queries.map((query) => tokens({ query })));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(600);
  });

  it('is at most 2,000 tokens with every tool that may be shown, and with a whole definition', async () => {
    expect(await tokens({ query: 'file of a workspace or session, code, function', limit: 10 })).toBeLessThanOrEqual(
      2000,
    );
    const sizes = await Promise.all(CATALOG.map(({ name }) => tokens({ query: name, detail: 'full' })));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2000);
  });
});

describe('the judging questions', () => {
  it('are at least a hundred, as many as the tuning ones, and others', async () => {
    const [tuning, judging] = await Promise.all([readQuestions('tuning'), readQuestions('judging')]);
    expect(Math.min(judging.asked.length, tuning.asked.length)).toBeGreaterThanOrEqual(100);
    const known = new Set(tuning.asked.map(({ text }) => text));
    expect(judging.asked.filter(({ text }) => known.has(text))).toEqual([]);
  });

  it('get the right tool first, and among the first three', async () => {
    const { first, amongThree, nothing } = await judge('judging');
    expect(first).toBeGreaterThanOrEqual(0.88);
    expect(amongThree).toBeGreaterThanOrEqual(0.96);
    expect(nothing).toBeGreaterThanOrEqual(0.85);
  });

  it('get them where neither intents nor weights have their author', async () => {
    const { first, amongThree } = await judge('judging', 'blind');
    expect(first).toBeGreaterThanOrEqual(0.85);
    expect(amongThree).toBeGreaterThanOrEqual(0.95);
  });
});

it('knows what people say when they want a tool, of each tool and of no other', () => {
  expect(Object.keys(INTENTS).sort()).toEqual(CATALOG.map(({ name }) => name).sort());
  expect(Object.entries(INTENTS).filter(([, intents]) => intents.length < 2)).toEqual([]);
});

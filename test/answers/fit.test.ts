/** The guard of `defineTool`: whatever a handler returns, the answer fits, says what was cut, and keeps to its schema. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ToolFailure } from '../../src/lib/errors.ts';
import { Random } from '../../src/lib/random.ts';
import { ANSWER_TOKENS } from '../../src/mcp/answer-size.ts';
import { defineTool } from '../../src/mcp/define-tool.ts';
import { toErrorResult } from '../../src/mcp/errors.ts';
import { SYMBOLIC_TOKENS } from '../../src/tools/symbolic/source.ts';
import { amount, seedOf } from '../generated.ts';
import { toolContext } from '../tool-context.ts';
import { realTokens } from './real-tokens.ts';
import { TEXT_KINDS } from './texts.ts';

const output = z.object({
  status: z.enum(['ok', 'failed']),
  text: z.string(),
  note: z.string().optional(),
  items: z.array(
    z.object({ file: z.string(), line: z.int(), kind: z.enum(['call', 'use']), parts: z.array(z.string()) }),
  ),
  numbers: z.array(z.int()),
  sizes: z.record(z.string(), z.int()),
  args: z.record(z.string(), z.unknown()),
  nested: z.object({ left: z.object({ value: z.string().nullable() }), right: z.array(z.array(z.string())) }),
});
type Facts = z.output<typeof output>;

/** A tool that returns `facts` and words all of them, as JSON or at greater length. */
function toolFor(facts: Facts, wordy: boolean, tokens?: number) {
  return defineTool({
    name: 'fixture',
    toolset: 'health',
    title: 'Fixture',
    description: 'Returns what it was made with.',
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    input: z.strictObject({ offset: z.int().default(0) }),
    output,
    handler: async () => facts,
    render: (all) => (wordy ? JSON.stringify(all, null, 8) : JSON.stringify(all)),
    more: { items: (shown, { offset }) => `offset ${offset + shown}` },
    ...(tokens !== undefined && { tokens: () => tokens }),
  });
}

const kinds = Object.values(TEXT_KINDS);

function text(random: Random, units: number): string {
  return random.pick(kinds)(random, random.below(4) === 0 ? units : random.below(40));
}

function list<Item>(random: Random, most: number, item: (index: number) => Item): Item[] {
  return Array.from({ length: random.below(3) === 0 ? most : random.below(5) }, (_, index) => item(index));
}

function factsOf(random: Random): Facts {
  const long = 10 ** (2 + random.below(4));
  const many = 10 ** (1 + random.below(3));
  const named = (value: () => unknown) => Object.fromEntries(list(random, many, (index) => [`name ${index}`, value()]));
  return {
    status: 'ok',
    text: text(random, long),
    ...(random.below(2) === 0 && { note: text(random, long) }),
    items: list(random, many, (line) => ({
      file: text(random, 200),
      line,
      kind: 'call' as const,
      parts: list(random, 20, () => text(random, 500)),
    })),
    numbers: list(random, 10 * many, (index) => index),
    sizes: Object.fromEntries(list(random, many, (index) => [`src/file${index}.ts`, index])),
    args: named(() => list(random, 100, () => text(random, 300))),
    nested: {
      left: { value: random.below(2) === 0 ? null : text(random, long) },
      right: list(random, 30, () => list(random, 30, () => text(random, 300))),
    },
  };
}

const ajv = new Ajv2020({ strict: false });

describe('an answer', () => {
  it('of any facts fits and keeps to its schema', async () => {
    for (let index = 0; index < amount(400, 12); index++) {
      const facts = factsOf(new Random(seedOf(index)));
      const most = index % 5 === 0 ? 6000 : undefined;
      const tool = toolFor(facts, index % 2 === 0, most);
      const { structuredContent, content } = await tool.call({}, toolContext());
      const [block] = content;
      if (block?.type !== 'text') throw new Error('The answer has no text.');
      const whole = JSON.stringify(facts);
      const { shortened: cuts } = Object(structuredContent);
      expect(realTokens(block.text)).toBeLessThanOrEqual(most ?? ANSWER_TOKENS);
      expect(realTokens(JSON.stringify(structuredContent))).toBeLessThanOrEqual(most ?? ANSWER_TOKENS);
      expect(ajv.validate(Object(tool.listing.outputSchema), structuredContent), ajv.errorsText()).toBe(true);
      output.parse(structuredContent);
      const isWhole = JSON.stringify(structuredContent) === whole;
      expect(cuts === undefined).toBe(isWhole);
      if (!isWhole) {
        if (whole.length < 50_000) expect(realTokens(whole) * 1.6).toBeGreaterThan(most ?? ANSWER_TOKENS);
        expect(realTokens(JSON.stringify(structuredContent))).toBeGreaterThan((most ?? ANSWER_TOKENS) / 3);
      }
      const again = await tool.call({}, toolContext());
      expect(again).toEqual({ structuredContent, content });
    }
  });

  it('says in both forms what was cut and how to get it', async () => {
    const base = factsOf(new Random(0));
    const items = Array.from({ length: 5000 }, (_, line) => ({ file: 'a.ts', line, kind: 'use' as const, parts: [] }));
    const facts: Facts = { ...base, text: 'x'.repeat(200_000), items, numbers: [], sizes: {}, args: {} };
    const { structuredContent, content } = await toolFor(facts, false).call({ offset: 10 }, toolContext());
    const shown = output.parse(structuredContent);
    expect(shown.items).toEqual(items.slice(0, shown.items.length));
    expect(Object(structuredContent).shortened).toContainEqual({
      field: 'items',
      shown: shown.items.length,
      total: 5000,
      unit: 'items',
      more: `offset ${10 + shown.items.length}`,
    });
    expect(shown.text).toMatch(/^x+\[… \d+ of 200000 characters left out …\]x+$/);
    expect(content[0]).toMatchObject({
      text: expect.stringMatching(/\[Shortened to fit: .*items \(\d+ of 5000 items; offset \d+\)/),
    });
  });
});

it('a failure fits, whatever it tells of', () => {
  for (let index = 0; index < amount(200, 8); index++) {
    const random = new Random(seedOf(index));
    const failure = new ToolFailure({
      errorType: 'ValueError',
      message: text(random, 100_000),
      advice: text(random, 100_000),
      details: { value: factsOf(random), exception: text(random, 100_000), field: 'value' },
    });
    const toolset = index % 2 === 0 ? 'python' : 'planning';
    const { structuredContent, content } = toErrorResult(failure, 'a test', toolset);
    expect(realTokens(JSON.stringify(structuredContent))).toBeLessThanOrEqual(SYMBOLIC_TOKENS);
    expect(realTokens(JSON.stringify(content))).toBeLessThanOrEqual(1500 + 20);
    expect(structuredContent).toMatchObject({ status: 'error', error_type: 'ValueError', field: 'value' });
  }
});

/** `find_tools` with detail full, through the front: what a caller can pass to a tool can be learned, whatever its size. */
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { countTokens } from '../../src/lib/tokens/count.ts';
import { ANSWER_TOKENS } from '../../src/mcp/answer-size.ts';
import { CATALOG } from '../../src/tools/catalog.ts';
import { partAt, partNames, type Schema } from '../../src/tools/health/schema-parts.ts';
import { sharedFront } from './harness.ts';
import { type Answer, callTool } from './requests.ts';

const front = sharedFront();
let base: URL;

beforeAll(async () => {
  base = (await front.listen()).url;
});

const schema = z.record(z.string(), z.unknown());
const answerSchema = z.strictObject({
  tools: z.tuple([
    z.looseObject({
      input_schema: schema.optional(),
      output_schema: schema.optional(),
      left_out: z.array(z.string()).default([]),
    }),
  ]),
  total: z.int(),
  others: z.array(z.string()),
});

/** Asks as one of several users, since a user has so many calls a minute. */
function ask(query: string, user = query): Promise<Answer> {
  return callTool(base, 'find_tools', { query, detail: 'full' }, { token: `find-tools-${user}` });
}

/** What a query shows; the answer is whole, and no larger than an answer may be. */
async function shown(query: string, user?: string) {
  const { body } = await ask(query, user);
  const text = body.result?.content[0]?.text ?? '';
  const structuredContent = body.result?.structuredContent;
  expect(Math.max(countTokens(text), countTokens(JSON.stringify(structuredContent)))).toBeLessThanOrEqual(
    ANSWER_TOKENS,
  );
  const [tool] = answerSchema.parse(structuredContent).tools;
  for (const left of tool.left_out) expect(text).toContain(left);
  return tool;
}

/** Every path into a schema. */
function pathsOf(node: Schema, path: string): readonly string[] {
  return partNames(node).flatMap((name) => [
    `${path}.${name}`,
    ...pathsOf(partAt(node, [name]) ?? {}, `${path}.${name}`),
  ]);
}

it.each(CATALOG.map(({ name, definition }) => [name, definition] as const))(
  'shows all that can be passed to %s, in one answer or in those that it names',
  async (name, { inputSchema, outputSchema }) => {
    const found = new Set<string>();
    const queries = [name];
    for (const query of queries) {
      const { input_schema = {}, output_schema = {}, left_out } = await shown(query, name);
      const isResult = query === `${name}.result` || query.startsWith(`${name}.result.`);
      const [result, arguments_] = isResult ? [query, undefined] : [`${name}.result`, query];
      if (arguments_ !== undefined) for (const path of pathsOf(input_schema, arguments_)) found.add(path);
      for (const path of pathsOf(output_schema, result)) found.add(path);
      queries.push(...left_out);
    }
    const all = [...pathsOf(inputSchema, name), ...pathsOf(outputSchema ?? {}, `${name}.result`)];
    expect(all.filter((path) => !found.has(path))).toEqual([]);
    expect(partNames(inputSchema)).not.toContain('result');
  },
);

it('shows the parameters of review_commit with each of its options', async () => {
  const { input_schema = {} } = await shown('review_commit');
  expect(input_schema).toEqual(CATALOG.find(({ name }) => name === 'review_commit')?.definition.inputSchema);
  expect(partNames(partAt(input_schema, ['options']) ?? {})).toContain('allowlist_finding_ids');
});

it('says which parts of a large schema it leaves out, and shows them when they are asked for', async () => {
  const { left_out } = await shown('update_plan');
  expect(left_out).toContain('update_plan.add_steps');
  const whole = CATALOG.find(({ name }) => name === 'update_plan')?.definition.inputSchema ?? { type: 'object' };
  const { input_schema } = await shown('update_plan.set.scope');
  expect(input_schema).toEqual(partAt(whole, ['set', 'scope']));
});

it.each([
  ['update_plan.add_step', 'update_plan has no part "add_step". Its parts: plan_id, add_steps, '],
  ['update_plan.set.scope.all', 'update_plan.set.scope has no part "all". Its parts: included, '],
  ['update_plan.result.nothing', 'update_plan.result has no part "nothing". Its parts: '],
  ['update_plan.ref.deeper', 'update_plan.ref has no part "deeper". Ask for update_plan.ref: it has no parts.'],
])('says of %s which parts there are', async (query, message) => {
  const { body } = await ask(query, 'wrong');
  expect(JSON.stringify(body).replaceAll('\\"', '"')).toContain(message);
});

/** `generate_test_cases`: instances of an algorithm, made again by their ids. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { pageParameters, pages } from '../../mcp/pages.ts';
import { MOST_CASES } from '../../scaffolds/instances.ts';
import { renderCase, scaffoldName, seedParameters, testCaseFields, testCaseSchema, tier } from './fields.ts';

/** Cases of an ordinary page. */
const PAGE = 4;
const { tokens, next } = pages(PAGE);

export default defineTool({
  name: 'generate_test_cases',
  toolset: 'scaffolds',
  title: 'Generate test cases of a scaffold',
  description:
    'Makes instances of an algorithm, 3 simple, 5 standard and 3 edge cases by default, no two alike. An id makes its case again: by scaffold, ' +
    'tier, number, seed and level.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    scaffold: scaffoldName,
    tier: tier.optional().describe('Only of it.'),
    count: z.int().min(1).max(MOST_CASES).optional().describe('Of each tier, in place of 3, 5 and 3.'),
    ...seedParameters,
    include_expected: z.boolean().default(true).describe('With a right answer each.'),
    ...pageParameters(PAGE, 200),
  }),
  output: z.object({ scaffold: z.string(), test_cases: z.array(testCaseSchema), total: z.int() }),
  tokens,
  more: { test_cases: next },
  async handler({ scaffold, tier: of, count, seed, level, include_expected, offset, limit }, { scaffolds }) {
    const request = {
      scaffold,
      seed,
      level,
      ...(of !== undefined && { tier: of }),
      ...(count !== undefined && { count }),
    };
    const cases = await scaffolds.generate(request);
    return {
      scaffold: cases[0]?.scaffold ?? scaffold,
      test_cases: cases.slice(offset, offset + limit).map((each) => testCaseFields(each, include_expected)),
      total: cases.length,
    };
  },
  render: ({ test_cases, total, scaffold }) =>
    [...test_cases.map(renderCase), `${test_cases.length} of ${total} test cases of ${scaffold}.`].join('\n'),
});

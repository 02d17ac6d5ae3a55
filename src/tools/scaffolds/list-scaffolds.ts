/** `list_scaffolds`: the algorithms whose answers can be checked. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { renderTemplate } from '../../scaffolds/texts/templates.ts';
import { category, overviewSchema } from './fields.ts';

export default defineTool({
  name: 'list_scaffolds',
  toolset: 'scaffolds',
  title: 'List scaffolds',
  description:
    'Lists the scaffolds: algorithms with test cases, a reference, and a checker that accepts every right answer. For a category also a template for other algorithms of its kind.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({ category: category.optional().describe('Only those of it.') }),
  output: z.object({
    scaffolds: z.array(overviewSchema),
    total: z.int(),
    template: z
      .string()
      .optional()
      .describe('Of the category: how to work by an algorithm that is not listed, in Markdown.'),
  }),
  async handler(args, { scaffolds }) {
    const found = await scaffolds.list(args.category);
    return {
      scaffolds: found.map((each) => ({ ...each, aliases: [...each.aliases] })),
      total: found.length,
      ...(args.category !== undefined && { template: renderTemplate(args.category, found) }),
    };
  },
  render: ({ scaffolds, total, template }) =>
    [
      ...scaffolds.map(
        ({ name, title, category: of, aliases, purpose }) =>
          `${name} (${of}; ${title}${aliases.length === 0 ? '' : `; also ${aliases.join(', ')}`}): ${purpose}`,
      ),
      `${total} scaffolds.`,
      ...(template === undefined ? [] : [template]),
    ].join('\n'),
});

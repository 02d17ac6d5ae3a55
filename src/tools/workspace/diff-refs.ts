/** `diff_refs`: what differs between two commits of a workspace. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import {
  comparisonFields,
  comparisonParameters,
  renderComparison,
  SHORT_ID,
  toComparisonFields,
  toPage,
} from './compare-fields.ts';
import { workspaceName } from './workspace.ts';

/** Merge bases that an answer names. */
const MOST_BASES = 5;

export default defineTool({
  name: 'diff_refs',
  toolset: 'context',
  title: 'Compare branches or commits',
  description:
    "What differs between two branches, tags or commits of a workspace's repository: counts for each file, then hunks as a unified " +
    'diff, as git diff has them, renamed files found. By default what head changed since it left base, as a pull request shows.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    base: z.string().min(1).describe('Branch, tag or commit (4 digits or more, ~n).'),
    head: z.string().min(1).optional().describe('The same; the indexed commit by default.'),
    two_dot: z.boolean().default(false).describe('Compare with base itself instead of where head left it.'),
    ...comparisonParameters,
    workspace: workspaceName,
  }),
  output: z.object({
    ...comparisonFields,
    merge_bases: z.array(z.string()).optional().describe('Newest commits that both have; the first is compared with.'),
  }),
  async handler({ base, head, two_dot, workspace: name, ...args }, { workspaces }) {
    const page = toPage(args);
    const request = { base, ...(head !== undefined && { head }), twoDot: two_dot, ...page };
    const result = await workspaces.open(name).workspace.compare(request);
    return {
      ...toComparisonFields(name, result, page),
      ...(result.mergeBases !== undefined && { merge_bases: result.mergeBases.slice(0, MOST_BASES) }),
    };
  },
  render: ({ merge_bases, ...fields }) => {
    const [, ...others] = merge_bases ?? [];
    const several = others.map((oid) => oid.slice(0, SHORT_ID)).join(', ');
    return [
      ...(others.length === 0 ? [] : [`There are other merge bases: ${several}.`]),
      renderComparison(fields),
    ].join('\n');
  },
});

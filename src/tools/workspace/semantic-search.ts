/** `semantic_search`: places of a workspace that fit a question in words. */
import { z } from 'zod';
import { tokensFor } from '../../mcp/answer-size.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { MOST_HITS } from '../../workspace/search/service.ts';
import { queryParameter, renderSearch, searchFields, toSearchFields } from './search-fields.ts';
import { workspaceName } from './workspace.ts';

/** Results of an ordinary answer. */
const PAGE = 5;

export default defineTool({
  name: 'semantic_search',
  toolset: 'context',
  title: 'Search code by meaning',
  description:
    'Finds the code of a workspace that fits a description in words, best first, and says why. ' +
    'For an exact text use search_code, for a name find_symbol.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    query: queryParameter,
    top_k: z.int().min(1).max(MOST_HITS).default(PAGE).describe('Results.'),
    file_filter: z.array(z.string()).default([]).describe('As in .gitignore: src/, *.py.'),
    min_score: z.number().min(0).max(1).default(0).describe('Of results.'),
    include_tests: z.boolean().default(false).describe('Tests too.'),
    workspace: workspaceName,
  }),
  output: z.object(searchFields),
  tokens: ({ top_k }) => tokensFor(top_k, PAGE),
  async handler({ query, top_k, file_filter, min_score, include_tests, workspace: name }, { workspaces }) {
    const result = await workspaces.open(name).workspace.searchByMeaning({
      query,
      topK: top_k,
      minScore: min_score,
      paths: file_filter,
      excludePaths: [],
      fileTypes: [],
      includeTests: include_tests,
    });
    return toSearchFields(query, name, result, tokensFor(top_k, PAGE));
  },
  render: renderSearch,
});

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
    'Finds the code of a workspace that fits a description in words, best first, and says why. Tests are searched too. ' +
    'For an exact text use search_code, for a definition by its name find_symbol.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    query: queryParameter,
    top_k: z.int().min(1).max(MOST_HITS).default(PAGE).describe('Number of results.'),
    file_filter: z
      .array(z.string())
      .default([])
      .describe("Only these paths, as in .gitignore: 'src/', 'src/auth/login.ts', '*.py'."),
    min_score: z.number().min(0).max(1).default(0),
    workspace: workspaceName,
  }),
  output: z.object(searchFields),
  tokens: ({ top_k }) => tokensFor(top_k, PAGE),
  async handler({ query, top_k, file_filter, min_score, workspace: name }, { workspaces }) {
    const result = await workspaces.open(name).workspace.searchByMeaning({
      query,
      topK: top_k,
      minScore: min_score,
      paths: file_filter,
      excludePaths: [],
      fileTypes: [],
      includeTests: true,
    });
    return toSearchFields(query, name, result, tokensFor(top_k, PAGE));
  },
  render: renderSearch,
});

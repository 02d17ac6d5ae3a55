/** `codebase_retrieval`: as `semantic_search`, with filters. */
import { z } from 'zod';
import { tokensFor } from '../../mcp/answer-size.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { MOST_HITS, MOST_PHRASINGS } from '../../workspace/search/service.ts';
import { queryParameter, renderSearch, searchFields, toSearchFields } from './search-fields.ts';
import { workspaceName } from './workspace.ts';

/** Tokens of the filters in an answer. */
const FILTER_TOKENS = 100;
/** Results of an ordinary answer. */
const PAGE = 10;

const options = z.strictObject({
  top_k: z.int().min(1).max(MOST_HITS).default(PAGE).describe('Number of results.'),
  file_types: z.array(z.string()).default([]).describe("Extensions such as '.ts'."),
  offset: z.int().min(0).max(10_000).default(0).describe('Results that are passed over.'),
  queries: z.array(z.string()).max(MOST_PHRASINGS).default([]).describe('The same in other words; fused with query.'),
  paths: z.array(z.string()).default([]).describe("Only these, as in .gitignore: 'src/', '*.py'."),
  exclude_paths: z.array(z.string()).default([]).describe("Not these, as in .gitignore: 'vendor/', '*.gen.go'."),
  include_tests: z.boolean().default(false).describe('Whether tests, told by their paths, are searched too.'),
});

export default defineTool({
  name: 'codebase_retrieval',
  toolset: 'context',
  title: 'Search code by meaning, with filters',
  description:
    'Finds the code of a workspace that fits a description in words, best first, and says why. Without tests unless asked for.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    query: queryParameter,
    options: options.prefault({}).describe('Filters.'),
    workspace: workspaceName,
  }),
  output: z.object({
    ...searchFields,
    next_offset: z.int().optional().describe('There is more from here.'),
    filters: z.object({
      file_types: z.array(z.string()),
      paths: z.array(z.string()),
      exclude_paths: z.array(z.string()),
      include_tests: z.boolean(),
      files_searched: z.int().describe('Files that the filters let through.'),
    }),
  }),
  tokens: ({ options: { top_k } }) => tokensFor(top_k, PAGE),
  async handler({ query, options: { top_k, offset, queries, ...filters }, workspace: name }, { workspaces }) {
    const result = await workspaces.open(name).workspace.searchByMeaning({
      query,
      phrasings: queries,
      offset,
      topK: top_k,
      minScore: 0,
      paths: filters.paths,
      excludePaths: filters.exclude_paths,
      fileTypes: filters.file_types,
      includeTests: filters.include_tests,
    });
    const next = offset + result.hits.length;
    return {
      ...toSearchFields(query, name, result, tokensFor(top_k, PAGE) - FILTER_TOKENS),
      ...(next < result.total && result.hits.length > 0 && { next_offset: next }),
      filters: { ...filters, files_searched: result.filesSearched },
    };
  },
  render: renderSearch,
});

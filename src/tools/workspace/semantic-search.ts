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
  intents: [
    'code responsible for something, where we convert something',
    'find the place that decides whether something happens',
    'what part of the system does something',
    'find code by meaning or description',
    'where is the code that handles or checks something',
    'which part, file or function of the code deals with it',
    'how does something work in our code',
    'code that does something, an implementation of an idea',
    'where do we do something in our code',
    'how does this codebase do authentication',
    'find the code that retries failed requests',
    'which part of the app is responsible for computing taxes',
    'I do not know the name, but something must validate addresses in the project',
    'look up code by meaning rather than by exact words',
    'where do we handle errors, parse dates, send mails, hash passwords',
    'which function computes, decides, checks, formats or converts this',
    'natural language question about the code',
    'where is the logic for login, payment, caching or logging',
    'code similar to this description, vector or embedding search',
    'is there already something that does this, existing implementation',
    'where in the code does the upload happen',
    'what happens in our backend when a user signs up',
    'explain how a feature is implemented',
  ],
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

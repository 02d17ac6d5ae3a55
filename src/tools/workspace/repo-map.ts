/** `repo_map`: an overview of a workspace that fits a token budget. */
import { z } from 'zod';
import { defineTool } from '../../mcp/define-tool.ts';
import { indexSchema, renderIndex, toIndexField } from './coverage.ts';
import { workspaceName } from './workspace.ts';

export default defineTool({
  name: 'repo_map',
  toolset: 'context',
  title: 'Map of a workspace',
  description:
    'An overview of a workspace: its files with the signatures of the symbols that other code rests on most (PageRank over ' +
    'references), with line numbers.',
  intents: [
    'central pieces, source tree with signatures',
    'layout of the project, which files matter most',
    'overview, architecture or structure of a repository',
    'main modules, key files, most important classes and functions',
    'I am new here, understand an unknown codebase, where to start reading',
    'summarize the project, how it is organized',
  ],
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    workspace: workspaceName,
    max_tokens: z.int().min(50).max(100_000).default(4000).describe('Of the map.'),
    query: z.string().max(2000).optional().describe('Words to focus on.'),
    paths: z.array(z.string()).default([]).describe('As in .gitignore: src/, *.ts.'),
  }),
  output: z.object({
    map: z.string(),
    tokens_used: z.int(),
    tokenizer: z.string(),
    files_shown: z.int(),
    files_left_out: z.int().describe('Files with definitions that are not in the map.'),
    symbols_shown: z.int(),
    symbols_left_out: z.int(),
    index: indexSchema,
  }),
  async handler({ workspace: name, max_tokens, query, paths }, { workspaces }) {
    const answer = await workspaces.open(name).workspace.repoMap({
      maxTokens: max_tokens,
      ...(query !== undefined && { query }),
      paths,
    });
    return {
      map: answer.map,
      tokens_used: answer.tokens,
      tokenizer: answer.tokenizer,
      files_shown: answer.filesShown,
      files_left_out: answer.filesLeftOut,
      symbols_shown: answer.symbolsShown,
      symbols_left_out: answer.symbolsLeftOut,
      index: toIndexField(answer.coverage),
    };
  },
  render: (facts) =>
    [
      facts.map.trimEnd(),
      `${facts.files_shown} files and ${facts.symbols_shown} symbols in ${facts.tokens_used} tokens (${facts.tokenizer}); left out: ` +
        `${facts.files_left_out} files with definitions, ${facts.symbols_left_out} symbols.`,
      renderIndex(facts.index),
    ].join('\n'),
});

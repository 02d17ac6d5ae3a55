/** `repo_map`: an overview of a workspace that fits a token budget. */
import { z } from 'zod';
import { ANSWER_TOKENS, MOST_TOKENS } from '../../mcp/answer-size.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { askWithin } from '../../mcp/pages.ts';
import type { RepoMapAnswer } from '../../workspace/graph/service.ts';
import { indexSchema, renderIndex, toIndexField } from './coverage.ts';
import { workspaceName } from './workspace.ts';

/** Tokens of the fields beside the map, and how many more tokens it takes as JSON. */
const FRAME_TOKENS = 150;
const AS_JSON = 1.3;
/** Tokens of a map for which a workspace is asked at least. */
const LEAST_MAP = 20;

const output = z.object({
  map: z.string(),
  tokens_used: z.int(),
  tokenizer: z.string(),
  files_shown: z.int(),
  files_left_out: z.int().describe('Files with definitions that are not in the map.'),
  symbols_shown: z.int(),
  symbols_left_out: z.int(),
  index: indexSchema,
});

type Facts = z.output<typeof output>;

export default defineTool({
  name: 'repo_map',
  toolset: 'context',
  title: 'Map of a workspace',
  description:
    'An overview of a workspace: its files with the signatures of the symbols that other code rests on most (PageRank over ' +
    'references), with line numbers.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    workspace: workspaceName,
    max_tokens: z.int().min(200).max(MOST_TOKENS).default(ANSWER_TOKENS).describe('Of the answer.'),
    query: z.string().max(2000).optional().describe('Words to focus on.'),
    paths: z.array(z.string()).default([]).describe('As in .gitignore: src/, *.ts.'),
  }),
  output,
  tokens: ({ max_tokens }) => max_tokens,
  async handler({ workspace: name, max_tokens, query, paths }, { workspaces }) {
    const { workspace } = workspaces.open(name);
    const request = { ...(query !== undefined && { query }), paths };
    return askWithin(
      { first: Math.floor((max_tokens - FRAME_TOKENS) / AS_JSON), least: LEAST_MAP },
      max_tokens,
      async (maxTokens) => toFacts(await workspace.repoMap({ ...request, maxTokens })),
      (facts) => [JSON.stringify(facts), render(facts)],
    );
  },
  render,
});

function toFacts(answer: RepoMapAnswer): Facts {
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
}

function render(facts: Facts): string {
  return [
    facts.map.trimEnd(),
    `${facts.files_shown} files and ${facts.symbols_shown} symbols in ${facts.tokens_used} tokens (${facts.tokenizer}); left out: ` +
      `${facts.files_left_out} files with definitions, ${facts.symbols_left_out} symbols.`,
    renderIndex(facts.index),
  ].join('\n');
}

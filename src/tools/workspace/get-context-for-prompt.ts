/** `get_context_for_prompt`: the code that matters for a task, within a token budget. */
import { z } from 'zod';
import { shownPath } from '../../lib/shown-path.ts';
import { MOST_TOKENS } from '../../mcp/answer-size.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { countWithin } from '../../mcp/pages.ts';
import type { BundleAnswer, BundledMemories } from '../../workspace/bundle/service.ts';
import { indexSchema, renderIndex, toIndexField } from './coverage.ts';
import { memoryFields, statusSchema } from './memory-fields.ts';
import { workspaceName } from './workspace.ts';

const role = z.enum(['hint', 'match', 'dependency']);

/** What the code and what stands beside it take as JSON, for each token of code. */
const AS_JSON = 1.6;
/** Tokens of the fields that do not grow with the code. */
const FRAME_TOKENS = 1500;
/** Tokens of what was left out. */
const MANIFEST_TOKENS = 500;
/** Characters of the query that are repeated. */
const LONGEST_QUERY = 300;

const output = z.object({
  context: z.string(),
  files_included: z.array(z.string()),
  tokens_used: z.int().describe('Of context.'),
  truncated: z.boolean().describe('Whether something relevant was left out, or is there as signatures only.'),
  metadata: z.object({
    query: z.string(),
    strategy: z.string(),
    timestamp: z.string().describe("When the commit was made, so that answers do not differ; '' without a commit."),
  }),
  workspace: z.string(),
  hash: z.string().describe('SHA-256 of context.'),
  tokenizer: z.string(),
  pieces: z.array(
    z.object({
      file: z.string(),
      line_start: z.int(),
      line_end: z.int(),
      role,
      form: z.enum(['whole', 'skeleton']).describe('skeleton: signatures only.'),
    }),
  ),
  manifest: z.array(
    z.object({
      file: z.string(),
      line_start: z.int().optional(),
      line_end: z.int().optional(),
      symbol: z.string().optional(),
      role,
      reason: z
        .enum(['budget', 'max_files', 'partly_included', 'not_found'])
        .describe('not_found: a hint that no indexed file matches.'),
      similar: z.array(z.string()).optional().describe('Paths like the hint.'),
    }),
  ),
  left_out_total: z.int().describe('Of which the manifest has the first.'),
  memories: z
    .object({
      shown: z
        .array(z.object({ id: z.string(), category: memoryFields.category, status: statusSchema }))
        .describe('In context, before all code, with their evidence.'),
      stale: z.int().describe('Left out, since the code that they cite was changed.'),
      left_out: z.int().describe('For which there was no room.'),
    })
    .optional(),
  index: indexSchema,
});

type Facts = z.output<typeof output>;

export default defineTool({
  name: 'get_context_for_prompt',
  toolset: 'context',
  title: 'Context for a prompt',
  description:
    'Bundles code of a workspace that matters for a task: the lines of each file that match, and what they depend on, under ' +
    'file, commit and lines. Equal arguments give equal bytes.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    workspace: workspaceName,
    query: z.string().min(1).describe('The task.'),
    max_files: z.int().min(1).max(100).optional().describe('Default: by max_tokens.'),
    max_tokens: z.int().min(500).max(MOST_TOKENS).default(8000).describe('Of code.'),
    include_dependencies: z.boolean().default(true).describe('Its calls and types.'),
    file_hints: z.array(z.string().min(1).max(4096)).max(50).default([]).describe('Come first.'),
    include_tests: z.boolean().default(false).describe('Tests too.'),
    include_memories: z.boolean().default(true).describe('Of add_memory.'),
  }),
  output,
  tokens: ({ max_tokens }) => Math.ceil(max_tokens * AS_JSON) + FRAME_TOKENS,
  async handler({ workspace: asked, query, max_files, max_tokens, ...options }, { workspaces }) {
    const { name, workspace } = workspaces.open(asked);
    const answer = await workspace.bundle({
      query,
      ...(max_files !== undefined && { maxFiles: max_files }),
      maxTokens: max_tokens,
      includeDependencies: options.include_dependencies,
      fileHints: options.file_hints,
      includeMemories: options.include_memories,
      includeTests: options.include_tests,
    });
    return toFacts(answer, name, query);
  },
  render,
});

function toFacts(answer: BundleAnswer, workspace: string, query: string): Facts {
  const manifest = answer.leftOut.map(({ path, lineStart, lineEnd, symbol, role: part, reason, similar }) => ({
    file: path,
    ...(lineStart !== undefined && { line_start: lineStart }),
    ...(lineEnd !== undefined && { line_end: lineEnd }),
    ...(symbol !== undefined && { symbol }),
    role: part,
    reason,
    ...(similar !== undefined && { similar: [...similar] }),
  }));
  const told = countWithin(manifest, MANIFEST_TOKENS, (each) => JSON.stringify(each));
  return {
    context: answer.context,
    files_included: [...answer.files],
    tokens_used: answer.tokens,
    truncated: answer.leftOutTotal > 0 || answer.pieces.some(({ form }) => form === 'skeleton'),
    metadata: {
      query: query.length <= LONGEST_QUERY ? query : `${query.slice(0, LONGEST_QUERY).toWellFormed()}…`,
      strategy: answer.strategy,
      timestamp: answer.committedAt ?? '',
    },
    workspace,
    hash: answer.hash,
    tokenizer: answer.tokenizer,
    pieces: answer.pieces.map(({ path, lineStart, lineEnd, ...rest }) => ({
      file: path,
      line_start: lineStart,
      line_end: lineEnd,
      ...rest,
    })),
    manifest: manifest.slice(0, told),
    left_out_total: answer.leftOutTotal,
    ...(answer.memories !== undefined && { memories: toMemories(answer.memories) }),
    index: toIndexField(answer.coverage),
  };
}

function toMemories({ shown, stale, leftOut }: BundledMemories): Facts['memories'] {
  return { shown: shown.map(({ id, category, status }) => ({ id, category, status })), stale, left_out: leftOut };
}

function render(facts: Facts): string {
  return [
    facts.context === '' ? 'Nothing in the workspace matches.' : facts.context,
    '',
    ...renderMemories(facts.memories),
    `${facts.files_included.length} files, ${facts.tokens_used} tokens (${facts.tokenizer}), SHA-256 ${facts.hash}.`,
    ...(facts.left_out_total === 0 ? [] : [`Left out: ${facts.left_out_total}, of which the first:`]),
    ...facts.manifest.map(({ file, line_start, line_end, symbol, role: part, reason, similar = [] }) => {
      const lines = line_start === undefined ? '' : `:${line_start}-${line_end}`;
      const near = similar.length === 0 ? '' : `; similar: ${similar.join(', ')}`;
      return `  ${shownPath(file)}${lines}${symbol === undefined ? '' : ` ${symbol}`} (${part}): ${reason}${near}`;
    }),
    `Strategy: ${facts.metadata.strategy} Commit of ${facts.metadata.timestamp}.`,
    renderIndex(facts.index),
  ].join('\n');
}

function renderMemories(memories: Facts['memories']): readonly string[] {
  if (memories === undefined) return [];
  const { shown, stale, left_out } = memories;
  if (shown.length + stale + left_out === 0) return [];
  return [`Memories: ${shown.length}; left out: ${stale} stale ones, ${left_out} for which there was no room.`];
}

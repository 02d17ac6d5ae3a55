/** `index_status`: what the index of a workspace covers, what it left out and why, and what it takes. */

import { z } from 'zod';
import { shownPath } from '../../lib/shown-path.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { pages } from '../../mcp/pages.ts';
import type { EmbeddingsState } from '../../workspace/embeddings/embeddings.ts';
import type { IndexStatus } from '../../workspace/index/service.ts';
import { indexSchema, renderIndex, toIndexField } from './coverage.ts';
import { workspaceName } from './workspace.ts';

/** Items of each list in one answer, at most and in an ordinary one. */
const MOST_ITEMS = 1000;
const PAGE = 100;
const { tokens, next } = pages(PAGE);

const embeddingsSchema = z.object({
  model: z.string(),
  chunks_embedded: z.int(),
  chunks_pending: z.int(),
  last_error: z.string().optional(),
});

export default defineTool({
  name: 'index_status',
  toolset: 'context',
  title: 'State of the index',
  description:
    'What the index of a workspace covers and how complete it is; its languages, counts and bytes; every file that is skipped, with ' +
    'the reason; and where secrets were found, which are masked in the index. Waits for small pushes, not for large ones.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    offset: z
      .int()
      .min(0)
      .default(0)
      .describe('Items of the lists skipped and secrets to leave out at their beginnings.'),
    limit: z.int().min(0).max(MOST_ITEMS).default(PAGE).describe('Items of each of these lists.'),
    workspace: workspaceName,
  }),
  output: z.object({
    workspace: z.string(),
    index: indexSchema,
    settled: z
      .boolean()
      .describe(
        'Whether centrality is computed for this commit; tools that need it wait for it, or say that they are not complete.',
      ),
    healthy: z.boolean().describe('False: the last attempt to go on failed, see last_error; it is tried again.'),
    last_indexed: z.string().optional().describe('ISO 8601: when work on the index ended last.'),
    last_error: z.object({ message: z.string(), at: z.string() }).optional().describe('The last one there ever was.'),
    languages: z.array(
      z.object({
        language: z.string(),
        files: z.int(),
        lines: z.int(),
        bytes: z.int(),
        damaged_files: z.int().describe('With parts that could not be parsed.'),
      }),
    ),
    counts: z
      .object({ documents: z.int(), chunks: z.int(), symbols: z.int(), references: z.int(), imports: z.int() })
      .describe('Of the covered commit; files with the same content share a document.'),
    reuse: z
      .object({ analysed: z.int(), reused: z.int(), kept: z.int() })
      .describe('Contents analysed ever, files that found an analysis, and analyses that are kept.'),
    bytes: z
      .object({ database: z.int(), git: z.int(), text: z.int(), index: z.int() })
      .describe("The whole database; git's contents; texts that are kept; and the database without git's contents."),
    embeddings: embeddingsSchema.optional().describe('Absent where no embedding model is configured.'),
    skipped_reasons: z.array(z.object({ reason: z.string(), files: z.int() })),
    skipped_total: z.int(),
    skipped: z.array(z.object({ file: z.string(), reason: z.string(), detail: z.string() })),
    secrets_total: z.int(),
    secrets: z
      .array(z.object({ file: z.string(), line: z.int(), kind: z.string() }))
      .describe('Never the secret itself.'),
  }),
  tokens,
  more: { skipped: next, secrets: next },
  async handler({ offset, limit, workspace: name }, { workspaces }) {
    const status = await workspaces.open(name).workspace.indexStatus({ offset, limit });
    return { workspace: name, ...toFields(status) };
  },
  render: (facts) =>
    [
      renderIndex(facts.index),
      `Workspace '${facts.workspace}': ${facts.healthy ? 'healthy' : 'the last attempt to go on failed'}; last indexed ${facts.last_indexed ?? 'never'}; centrality is ${facts.settled ? '' : 'not '}computed.`,
      ...(facts.last_error === undefined ? [] : [`Last error (${facts.last_error.at}): ${facts.last_error.message}`]),
      ...facts.languages.map(
        ({ language, files, lines, bytes, damaged_files }) =>
          `${language}: ${files} files, ${lines} lines, ${bytes} bytes, ${damaged_files} damaged`,
      ),
      `Counts: ${list(facts.counts)}. Analyses: ${list(facts.reuse)}. Bytes: ${list(facts.bytes)}.`,
      ...(facts.embeddings === undefined ? [] : [renderEmbeddings(facts.embeddings)]),
      `Skipped: ${facts.skipped_total}${facts.skipped_reasons.map(({ reason, files }) => `; ${reason} ${files}`).join('')}`,
      ...facts.skipped.map(({ file, reason, detail }) => `- ${shownPath(file)}: ${reason}. ${detail}`),
      `Secrets: ${facts.secrets_total}`,
      ...facts.secrets.map(({ file, line, kind }) => `- ${shownPath(file)}:${line}: ${kind}`),
    ].join('\n'),
});

function renderEmbeddings(facts: z.output<typeof embeddingsSchema>): string {
  const error = facts.last_error === undefined ? '' : ` Last error: ${facts.last_error}`;
  return `Embeddings by ${facts.model}: ${facts.chunks_embedded} chunks, ${facts.chunks_pending} wait.${error}`;
}

function toFields(status: IndexStatus) {
  const {
    coverage,
    settled,
    healthy,
    lastIndexed,
    lastError,
    languages,
    counts,
    reuse,
    bytes,
    embeddings,
    skipped,
    secrets,
  } = status;
  return {
    index: toIndexField(coverage),
    settled,
    healthy,
    ...(lastIndexed !== undefined && { last_indexed: lastIndexed }),
    ...(lastError !== undefined && { last_error: lastError }),
    languages: languages.map(({ damaged, ...rest }) => ({ ...rest, damaged_files: damaged })),
    counts,
    reuse,
    bytes: { ...bytes, index: bytes.database - bytes.git },
    ...(embeddings !== undefined && { embeddings: toEmbeddingsField(embeddings) }),
    skipped_reasons: [...status.skippedReasons],
    skipped_total: skipped.total,
    skipped: [...skipped.items],
    secrets_total: secrets.total,
    secrets: [...secrets.items],
  };
}

function toEmbeddingsField({ model, embedded, pending, lastError }: EmbeddingsState) {
  return {
    model,
    chunks_embedded: embedded,
    chunks_pending: pending,
    ...(lastError !== undefined && { last_error: lastError }),
  };
}

function list(numbers: Readonly<Record<string, number>>): string {
  return Object.entries(numbers)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

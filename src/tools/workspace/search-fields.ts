/** What semantic_search and codebase_retrieval have in common. */

import { z } from 'zod';
import { fenced } from '../../lib/markdown.ts';
import { shownPath } from '../../lib/shown-path.ts';
import { roomBeside } from '../../mcp/pages.ts';
import { LONGEST_QUERY } from '../../workspace/search/query.ts';
import { MOST_OF_A_FILE, type SearchHit, type SearchResult } from '../../workspace/search/service.ts';
import { indexSchema, renderIndex, toIndexField } from './coverage.ts';
import { cutSnippets } from './snippet.ts';

/** Characters of a query that are repeated. */
const LONGEST_ECHO = 500;
/** Words that no file has which an answer lists. */
const MOST_UNKNOWN = 20;

const hitSchema = z.object({
  file: z.string(),
  content: z.string(),
  cut: z.literal(true).optional().describe('Only these lines of the place are shown.'),
  score: z.number().describe('0 to 1; 1 is first by every signal that took part.'),
  line_start: z.int().describe('1-based.'),
  line_end: z.int(),
  scope: z.string().optional().describe('Definitions around it, outermost first.'),
  language: z.string(),
  reasons: z.array(z.string()).describe('Why it was found.'),
});

/** Parameter `query`. */
export const queryParameter = z.string().describe('What the code does; names and "quoted phrases" count too.');

/** Fields of both answers. */
export const searchFields = {
  results: z.array(hitSchema),
  query: z.string(),
  query_cut: z.literal(true).optional().describe(`Only the first ${LONGEST_QUERY} characters were read.`),
  total_results: z
    .int()
    .describe(`Places that were ranked and pass all filters, listed or not: at most ${MOST_OF_A_FILE} of each file.`),
  unknown_words: z.array(z.string()).optional().describe('Words of the query that no file has.'),
  embeddings: z
    .enum(['complete', 'partial', 'none', 'failed'])
    .describe(
      'What an embedding model ranked: all places, those it knows so far, none (not configured), or none (it failed).',
    ),
  workspace: z.string(),
  index: indexSchema,
};

type SearchFields = z.input<z.ZodObject<typeof searchFields>>;

/** The wire form of a result, in an answer of about `most` tokens. */
export function toSearchFields(query: string, workspace: string, result: SearchResult, most: number): SearchFields {
  const { hits, total, unknownWords, embeddings, coverage } = result;
  const facts = {
    query: query.length <= LONGEST_ECHO ? query : `${query.slice(0, LONGEST_ECHO).toWellFormed()}…`,
    ...(query.length > LONGEST_QUERY && { query_cut: true as const }),
    total_results: total,
    ...(unknownWords.length > 0 && { unknown_words: unknownWords.slice(0, MOST_UNKNOWN) }),
    embeddings,
    workspace,
    index: toIndexField(coverage),
  };
  const heads = hits.map((hit) => toFields({ ...hit, content: '', cut: true }));
  const room = roomBeside({ ...facts, results: heads }, most);
  return { results: cutSnippets(hits, query, room).map(toFields), ...facts };
}

/** An answer as text. */
export function renderSearch({
  results,
  total_results,
  unknown_words = [],
  index,
}: z.output<z.ZodObject<typeof searchFields>>): string {
  const found = `${results.length} of ${total_results} places`;
  const unknown = unknown_words.length === 0 ? '' : ` No file has: ${unknown_words.join(', ')}.`;
  const nothing = results.length === 0 ? ' Try other words, fewer filters, or a lower min_score.' : '';
  return [...results.map(renderHit), `${found}.${unknown}${nothing}`, renderIndex(index)].join('\n\n');
}

function toFields(hit: SearchHit & { readonly cut: boolean }): z.input<typeof hitSchema> {
  const { lineStart, lineEnd, scope, score, reasons, cut, ...rest } = hit;
  return {
    ...rest,
    ...(cut && { cut }),
    score,
    line_start: lineStart,
    line_end: lineEnd,
    ...(scope !== '' && { scope }),
    reasons: [...reasons],
  };
}

function renderHit(
  { file, content, cut, score, line_start, line_end, scope, language, reasons }: z.output<typeof hitSchema>,
  index: number,
): string {
  const around = scope === undefined ? '' : ` in ${scope}`;
  return [
    `${index + 1}. ${shownPath(file)}:${line_start}-${line_end}${cut === true ? ', cut' : ''}${around} (score ${score}; ${reasons.join('; ')})`,
    fenced(language, content),
  ].join('\n');
}

/** `search_code`: the lines of a workspace that have a text or match a regular expression. */

import { z } from 'zod';
import { shownPath } from '../../lib/shown-path.ts';
import { tokensFor } from '../../mcp/answer-size.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import {
  type CodeMatch,
  type CodeSearchResult,
  LONGEST_PATTERN,
  MOST_CONTEXT,
  MOST_MATCHES,
} from '../../workspace/code-search/service.ts';
import { indexSchema, renderIndex, toIndexField } from './coverage.ts';
import { workspaceName } from './workspace.ts';

const matchSchema = z.object({
  file: z.string(),
  line: z.int().describe('1-based.'),
  column: z.int().describe('Where the first match of the line begins, 1-based, in code points.'),
  text: z.string().describe('The line; of a long one the part around the match.'),
  cut: z.literal(true).optional().describe('The text is only a part.'),
  before: z.array(z.string()).optional().describe('Lines before.'),
  after: z.array(z.string()).optional().describe('Lines after.'),
});

const patterns = z.array(z.string()).default([]);

/** Lines of an ordinary answer. */
const PAGE = 50;

export default defineTool({
  name: 'search_code',
  toolset: 'context',
  title: 'Search code exactly',
  description:
    'Finds every line of a workspace that has a text, exactly, or matches a regular expression, like grep. For meaning ' +
    'semantic_search, for definitions find_symbol.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    pattern: z.string().describe(`At most ${LONGEST_PATTERN} characters.`),
    regex: z.boolean().default(false).describe('RE2: no lookaround, no backreferences.'),
    case_sensitive: z.boolean().default(true).describe('Tell capitals apart.'),
    whole_word: z.boolean().default(false).describe('No parts of words.'),
    paths: patterns.describe('As in .gitignore: src/, *.test.ts.'),
    exclude_paths: patterns.describe('Not these.'),
    file_types: patterns.describe('Such as .ts.'),
    context_lines: z.int().min(0).max(MOST_CONTEXT).default(0).describe('Around each.'),
    max_results: z.int().min(1).max(MOST_MATCHES).default(PAGE).describe('Lines.'),
    workspace: workspaceName,
  }),
  output: z.object({
    matches: z.array(matchSchema),
    pattern: z.string(),
    total_matches: z.int().describe('Lines that match, listed or not.'),
    total_files: z.int().describe('Files they are in.'),
    totals_exact: z.boolean().describe('False: there are at least so many, since files_left were not searched.'),
    files_searched: z.int(),
    files_left: z.int().describe("Files beyond one call's work: narrow paths to reach them."),
    notes: z.array(z.string()).describe('What these files hold that no search sees.'),
    workspace: z.string(),
    index: indexSchema,
  }),
  tokens: ({ max_results }) => tokensFor(max_results, PAGE),
  more: { matches: () => 'a larger max_results, or narrower paths' },
  async handler({ pattern, regex, workspace: name, ...options }, { workspaces }) {
    const result = await workspaces.open(name).workspace.searchCode({
      pattern,
      regex,
      caseSensitive: options.case_sensitive,
      wholeWord: options.whole_word,
      paths: options.paths,
      excludePaths: options.exclude_paths,
      fileTypes: options.file_types,
      contextLines: options.context_lines,
      maxResults: options.max_results,
    });
    return {
      matches: result.matches.map((match) => toFields(match, options.context_lines > 0)),
      pattern,
      total_matches: result.totalMatches,
      total_files: result.totalFiles,
      totals_exact: result.filesLeft === 0,
      files_searched: result.filesSearched,
      files_left: result.filesLeft,
      notes: notesOn(result.unseen),
      workspace: name,
      index: toIndexField(result.coverage),
    };
  },
  render: ({ matches, total_matches, total_files, totals_exact, files_left, notes, index }) => {
    const least = totals_exact ? '' : 'at least ';
    const listed = matches.length === total_matches ? '' : `; ${matches.length} are listed`;
    const left = totals_exact
      ? ''
      : ` ${files_left} files were not searched, since one call's work was used up: give paths, or a pattern with more literal text.`;
    return [
      ...matches.map(renderMatch),
      `${least}${total_matches} lines in ${total_files} files match${listed}.${left}`,
      ...notes,
      renderIndex(index),
    ].join('\n');
  },
});

function notesOn({ maskedLines, brokenFiles }: CodeSearchResult['unseen']): string[] {
  return [
    ...(maskedLines === 0
      ? []
      : [`Secrets are masked, and not found by what they are, on ${maskedLines} lines: see index_status.`]),
    ...(brokenFiles === 0
      ? []
      : [
          `${brokenFiles} files have bytes that are no UTF-8: letters beyond ASCII may stand there in another encoding.`,
        ]),
  ];
}

function toFields({ cut, before, after, ...match }: CodeMatch, context: boolean): z.input<typeof matchSchema> {
  return { ...match, ...(cut && { cut: true }), ...(context && { before: [...before], after: [...after] }) };
}

function renderMatch({ file, line, column, text, before = [], after = [] }: z.output<typeof matchSchema>): string {
  return [
    ...before.map((each, at) => `${shownPath(file)}-${line - before.length + at}-${each}`),
    `${shownPath(file)}:${line}:${column}:${text}`,
    ...after.map((each, at) => `${shownPath(file)}-${line + at + 1}-${each}`),
    ...(before.length + after.length > 0 ? ['--'] : []),
  ].join('\n');
}

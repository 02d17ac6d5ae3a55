/** `git_commit_retrieval`: commits of a workspace, found by what they say and change. */

import { z } from 'zod';
import { shownPath } from '../../lib/shown-path.ts';
import { tokensFor } from '../../mcp/answer-size.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import type { FoundCommit, HistoryCoverage } from '../../workspace/history/service.ts';
import { workspaceName } from './workspace.ts';

const commitSchema = z.object({
  sha: z.string(),
  message: z.string(),
  author: z.string(),
  date: z.string().describe("The committer's time, ISO 8601."),
  files_changed: z.array(z.string()).describe('At most 100. Of a merge, those that differ from every parent.'),
  more_files: z.int().optional().describe('Files beyond those.'),
  renames: z
    .array(z.object({ from: z.string(), to: z.string() }))
    .optional()
    .describe('Files moved as they were.'),
  changes_known: z.literal(false).optional().describe('Its parents are not in the workspace.'),
  lines_added: z.int(),
  lines_removed: z.int(),
  lines_complete: z
    .boolean()
    .describe('False: there are more: large or much reordered files, or some of very many, were not compared.'),
  relevance_score: z.number().describe('0-1.'),
  matched: z.array(z.string()).describe('Which words were found where.'),
  matching_lines: z.array(z.string()),
});

const historySchema = z.object({
  branch: z.string().optional(),
  commit: z.string().optional().describe('The commit whose history is searched.'),
  complete: z.boolean(),
  commits_indexed: z.int(),
  commits_total: z.int(),
});

/** Commits of an ordinary answer. */
const PAGE = 10;

export default defineTool({
  name: 'git_commit_retrieval',
  toolset: 'context',
  title: 'Search the history',
  description:
    'Finds commits by words of messages, paths and changed lines, or by the beginning of an id. relevance_score is the share ' +
    'of the query that a commit has: each word weighs by its rarity, and counts 1 in the subject, 0.9 in a path, 0.8 in the rest ' +
    'of the message, at most 0.5 in changed lines.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    query: z.string().describe('A commit with any of its words matches.'),
    max_commits: z.int().min(1).max(100).default(PAGE).describe('Commits to show.'),
    since: z
      .string()
      .optional()
      .describe('2026-03-01, 2026-03-01T12:00Z, yesterday or `2 weeks ago`, counted from now in UTC.'),
    author: z.string().optional().describe('Part of a name or address.'),
    path: z.string().optional().describe('Pattern as in .gitignore of a file that was changed.'),
    workspace: workspaceName,
  }),
  output: z.object({
    commits: z.array(commitSchema),
    total_found: z.int().describe('Commits that match, those beyond max_commits included.'),
    since: z.string().optional().describe('What since stands for.'),
    notes: z.array(z.string()),
    history: historySchema,
    workspace: z.string(),
  }),
  tokens: ({ max_commits }) => tokensFor(max_commits, PAGE),
  more: { commits: () => 'a larger max_commits, or a narrower query, path, author or since' },
  async handler({ query, max_commits, since, author, path, workspace: name }, { workspaces }) {
    const found = await workspaces.open(name).workspace.findCommits({
      query,
      most: max_commits,
      now: Date.now(),
      ...(since !== undefined && { since }),
      ...(author !== undefined && { author }),
      ...(path !== undefined && { path }),
    });
    return {
      commits: found.commits.map(toWire),
      total_found: found.totalFound,
      ...(found.since !== undefined && { since: found.since }),
      notes: [...found.notes],
      history: toHistory(found.coverage),
      workspace: name,
    };
  },
  render: ({ commits, total_found, since, notes, history }) =>
    [
      `${total_found} commits match${since === undefined ? '' : ` since ${since}`}; the best ${commits.length}:`,
      ...commits.map(renderCommit),
      ...notes,
      renderHistory(history),
    ].join('\n\n'),
});

function toWire(commit: FoundCommit): z.input<typeof commitSchema> {
  const { sha, message, author, date, files, moreFiles, linesAdded, linesRemoved, linesComplete, score } = commit;
  const renames = files.flatMap(({ path, from }) => (from === undefined ? [] : [{ from, to: path }]));
  return {
    sha,
    message,
    author,
    date,
    files_changed: files.map(({ path }) => path),
    ...(moreFiles > 0 && { more_files: moreFiles }),
    ...(renames.length > 0 && { renames }),
    ...(!commit.changesKnown && { changes_known: false as const }),
    lines_added: linesAdded,
    lines_removed: linesRemoved,
    lines_complete: linesComplete,
    relevance_score: Math.round(score * 1000) / 1000,
    matched: [...commit.matched],
    matching_lines: commit.matchingLines.map(({ path, sign, text }) => `${path}: ${sign} ${text}`),
  };
}

function toHistory(coverage: HistoryCoverage): z.input<typeof historySchema> {
  const { branch, commit, complete, commitsIndexed, commitsTotal } = coverage;
  return {
    ...(branch !== undefined && { branch }),
    ...(commit !== undefined && { commit }),
    complete,
    commits_indexed: commitsIndexed,
    commits_total: commitsTotal,
  };
}

function renderCommit(commit: z.output<typeof commitSchema>): string {
  const { sha, message, author, date, files_changed, more_files = 0, renames = [], relevance_score } = commit;
  const moved = new Map(renames.map(({ from, to }) => [to, from]));
  const files = files_changed.map((path) => {
    const before = moved.get(path);
    return before === undefined ? shownPath(path) : `${shownPath(before)} -> ${shownPath(path)}`;
  });
  if (more_files > 0) files.push(`and ${more_files} more`);
  const lines = `+${commit.lines_added} -${commit.lines_removed}${commit.lines_complete ? '' : ' at least'}`;
  return [
    `${sha} ${date} ${author} (${relevance_score})`,
    ...message
      .trimEnd()
      .split('\n')
      .map((line) => `    ${line}`),
    commit.changes_known === false
      ? 'Files: not known, its parents are not in the workspace'
      : `Files (${lines}): ${files.join(', ')}`,
    ...(commit.matched.length === 0 ? [] : [`Found in ${commit.matched.join('; ')}`]),
    ...commit.matching_lines.map((line) => `  ${line}`),
  ].join('\n');
}

function renderHistory({
  branch,
  commit,
  complete,
  commits_indexed,
  commits_total,
}: z.output<typeof historySchema>): string {
  if (commit === undefined) return '[The workspace is empty: git push to /git/<workspace>, or put_files.]';
  const state = complete ? '' : `; INCOMPLETE: call again for the others of ${commits_total} or more`;
  return `[History of ${branch} at ${commit.slice(0, 12)}: ${commits_indexed} commits indexed${state}]`;
}

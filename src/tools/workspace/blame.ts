/** `blame`: which commit each line of a file comes from. */

import { z } from 'zod';
import { ToolFailure } from '../../lib/errors.ts';
import { shownPath } from '../../lib/shown-path.ts';
import { countTokens } from '../../lib/tokens/count.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import type { BlameAnswer, BlamedCommit, BlamedRun } from '../../workspace/compare/service.ts';
import { MOST_TOKENS, SHORT_ID } from './compare-fields.ts';
import { workspaceName } from './workspace.ts';

/** Tokens around the lists. */
const FRAME_TOKENS = 160;
/** Characters of a name and of a subject. */
const LONGEST_NAME = 60;
const LONGEST_SUBJECT = 100;

const runSchema = z.object({
  line_start: z.int().describe('1-based.'),
  line_end: z.int(),
  commit: z.string(),
  origin: z.string().optional().describe('File and first line in that commit, when they differ.'),
  certainty: z
    .enum(['boundary', 'unfinished'])
    .optional()
    .describe('boundary: history was cut off there. unfinished: that commit or before.'),
  text: z.string().optional(),
});

const commitSchema = z.object({ commit: z.string(), author: z.string(), date: z.string(), summary: z.string() });

export default defineTool({
  name: 'blame',
  toolset: 'context',
  title: 'Blame lines of a file',
  description:
    "Tells for each line of a file in a workspace's repository which commit brought it, with author, date and summary, as git blame " +
    'does: along merges and through renames. show_commit tells more of one.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    path: z.string().min(1).describe("From the repository's root."),
    ref: z.string().min(1).optional().describe('Branch, tag or commit; the indexed commit by default.'),
    line_start: z.int().min(1).default(1).describe('1-based.'),
    line_end: z.int().min(1).optional().describe('Included.'),
    limit: z.int().min(1).max(5000).default(200).describe('Lines at most; fewer when they do not fit.'),
    detail: z.enum(['lines', 'runs']).default('lines').describe('runs: without the text, more lines at once.'),
    workspace: workspaceName,
  }),
  output: z.object({
    path: z.string(),
    commit: z.string().describe('The commit that was read.'),
    runs: z.array(runSchema).describe('Lines that come from one commit, in order.'),
    commits: z.array(commitSchema).describe('Those that runs name.'),
    lines: z.int().describe('Of the whole file.'),
    next_line: z.int().optional().describe('line_start of the next page.'),
    complete: z.boolean().describe('False: older commits were left that one call does not reach.'),
    workspace: z.string(),
  }),
  async handler({ path: given, ref, line_start, line_end, limit, detail, workspace: name }, { workspaces }) {
    if (line_end !== undefined && line_start > line_end) throw backwards(line_start, line_end);
    const path = given.replace(/^(?:\.\/)+/, '');
    const last = Math.min(line_end ?? Number.MAX_SAFE_INTEGER, line_start + limit - 1);
    const request = { path, ...(ref !== undefined && { ref }), lineStart: line_start, lineEnd: last };
    const answer = await workspaces.open(name).workspace.blame(request);
    const { runs, commits } = fitting(answer, detail === 'lines');
    const shown = runs.at(-1)?.line_end ?? 0;
    const wanted = Math.min(line_end ?? answer.lines, answer.lines);
    return {
      path,
      commit: answer.commit,
      runs,
      commits,
      lines: answer.lines,
      ...(shown > 0 && shown < wanted && { next_line: shown + 1 }),
      complete: answer.complete,
      workspace: name,
    };
  },
  render: ({ path, commit, runs, commits, lines, next_line, complete, workspace }) => {
    const known = new Map(commits.map((each) => [each.commit, each]));
    const renderNext = (run: z.output<typeof runSchema>) => {
      const about = known.get(run.commit);
      known.delete(run.commit);
      return renderRun(run, about);
    };
    return [
      ...runs.map(renderNext),
      `[${shownPath(path)} at ${commit.slice(0, SHORT_ID)} of workspace ${workspace}: ${lines} lines]`,
      ...(next_line === undefined ? [] : [`Go on with line_start ${next_line}.`]),
      ...(complete
        ? []
        : ["Some lines come from older commits, which one call's work did not reach: ask for fewer lines."]),
    ].join('\n');
  },
});

/** The runs for which there is room, the last one cut where it ends. */
function fitting({ path, runs, commits }: BlameAnswer, withText: boolean) {
  const named = new Map(commits.map((commit) => [commit.commit, commit]));
  const shownRuns: z.input<typeof runSchema>[] = [];
  const shownCommits = new Map<string, z.input<typeof commitSchema>>();
  let room = MOST_TOKENS - FRAME_TOKENS;
  for (const run of runs) {
    const commit = shownCommits.get(run.commit) ?? toCommit(named.get(run.commit), run.commit);
    const about = shownCommits.has(run.commit) ? 0 : tokensOf(commit);
    // Each line of text has a line of its own in both forms of the answer.
    const costs = run.text.map((line) => countTokens(JSON.stringify(line)) + 1);
    let left = room - about - tokensOf(toRun(path, run, 0, false));
    let count = withText || left < 0 ? 0 : costs.length;
    while (withText && count < costs.length && left >= (costs[count] ?? 0)) left -= costs[count++] ?? 0;
    // There is always a line, so that pages come to an end.
    if (shownRuns.length === 0) count = Math.max(count, 1);
    if (count === 0) break;
    shownRuns.push(toRun(path, run, count, withText));
    shownCommits.set(run.commit, commit);
    room = left;
    if (count < costs.length) break;
  }
  return { runs: shownRuns, commits: [...shownCommits.values()] };
}

function tokensOf(value: object): number {
  return countTokens(JSON.stringify(value));
}

function toRun(path: string, run: BlamedRun, count: number, withText: boolean): z.input<typeof runSchema> {
  const { lineStart, commit, originLine, originPath, certainty, text } = run;
  const moved = originPath !== path || originLine !== lineStart;
  return {
    line_start: lineStart,
    line_end: lineStart + count - 1,
    commit: commit.slice(0, SHORT_ID),
    ...(moved && { origin: originPath === path ? `${originLine}` : `${originPath}:${originLine}` }),
    ...(certainty !== 'exact' && { certainty }),
    ...(withText && { text: text.slice(0, count).join('\n') }),
  };
}

function toCommit(commit: BlamedCommit | undefined, oid: string): z.input<typeof commitSchema> {
  return {
    commit: oid.slice(0, SHORT_ID),
    author: (commit?.author ?? '').slice(0, LONGEST_NAME).toWellFormed(),
    date: commit?.date ?? '',
    summary: (commit?.subject ?? '').slice(0, LONGEST_SUBJECT).toWellFormed(),
  };
}

/** `about` is given where the commit is named first. */
function renderRun(
  { line_start, line_end, commit, origin, certainty, text }: z.output<typeof runSchema>,
  about: z.output<typeof commitSchema> | undefined,
): string {
  const range = line_start === line_end ? `line ${line_start}` : `lines ${line_start}-${line_end}`;
  const from = origin === undefined ? '' : `, there ${/^\d+$/.test(origin) ? `line ${origin}` : origin}`;
  const sure = certainty === undefined ? '' : certainty === 'boundary' ? ' (history cut off)' : ' (or before)';
  const who = about === undefined ? '' : ` ${about.date.slice(0, 10)} ${about.author}: ${about.summary}`;
  const head = `${range}: ${commit}${sure}${who}${from}`;
  const lines = (text ?? '').split('\n').map((line, index) => `${line_start + index} ${line}`);
  return text === undefined ? head : [head, ...lines].join('\n');
}

function backwards(start: number, end: number): ToolFailure {
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: `line_start ${start} is behind line_end ${end}.`,
    advice: 'Give the first line first; one line has the same number twice.',
  });
}

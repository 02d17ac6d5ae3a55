/** `check_workspace`: which functions of a repository keep what they say? */

import { z } from 'zod';
import { secondsSince } from '../../lib/seconds.ts';
import { shownPath } from '../../lib/shown-path.ts';
import { Cancelled } from '../../lib/work.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import type { ToolContext } from '../../mcp/tool-context.ts';
import type { ReadOther } from '../../symbolic/service.ts';
import { FileMemo } from './file-memo.ts';
import { renderList } from './render.ts';
import { inTheReport, limitsParameter, readerAt, SYMBOLIC_TOKENS } from './source.ts';
import { WorkspaceChecks } from './workspace-checks.ts';
import { type CommitFiles, changedFunctions, type FoundFunction, findFunctions } from './workspace-functions.ts';
import { workspaceDocument } from './workspace-report.ts';
import { type FunctionVerdict, STATUSES, verdictSchema } from './workspace-verdict.ts';

const patterns = z.array(z.string()).default([]);

const resultSchema = z.object({
  status: z.enum(['complete', 'more']).describe('more: call again with the same arguments to go on.'),
  message: z.string(),
  workspace: z.string(),
  commit: z.string(),
  totals: z.object({
    verified: z.int(),
    counterexample: z.int(),
    unknown: z.int(),
    timeout: z.int(),
    error: z.int().describe('Could not be looked at: import, contract or name is at fault.'),
    pending: z.int().describe('Not looked at yet.'),
    unchanged: z.int().describe('The same since changed_since.'),
    unstated: z.int().describe('Without annotations, contract or leading asserts: not checked.'),
    files: z.int(),
  }),
  checked_now: z.int(),
  known: z.int().describe('Checked before, and nothing that they use has changed.'),
  functions: z.array(verdictSchema).describe('Worst first.'),
  skipped: z.array(z.object({ file: z.string(), reason: z.string() })).describe('Files that were not read.'),
  time_seconds: z.number(),
});

type Result = z.output<typeof resultSchema>;

const keptSchema = resultSchema.omit({ time_seconds: true, checked_now: true, known: true });

/** Functions that one call checks at most. */
const MOST_CHECKS = 500;

export default defineTool({
  name: 'check_workspace',
  toolset: 'symbolic',
  title: 'Check a whole repository',
  description:
    'Checks every Python function of a workspace that has annotations, a contract or leading asserts, as symbolic_check does, with what ' +
    'it uses of other files: verified (proved), counterexample (replayed on CPython), or not decided. A call checks some functions and ' +
    'keeps their verdicts; call again to go on. Unchanged functions are not checked again. The report has a table, SARIF, and the pytest ' +
    'modules in one archive.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    workspace: z.string().default('default').describe('Name of the workspace.'),
    ref: z.string().min(1).optional().describe('Branch, tag or commit; without, what is indexed.'),
    paths: patterns.describe('Only files that match, as in .gitignore: src/, core/*.py.'),
    exclude_paths: patterns.describe('Not these. Tests are left out in any case.'),
    changed_since: z
      .string()
      .min(1)
      .optional()
      .describe('Branch, tag or commit: only functions that differ from it, or use something that does.'),
    max_functions: z
      .int()
      .min(1)
      .max(MOST_CHECKS)
      .default(25)
      .describe('Functions checked in this call; known verdicts do not count.'),
    timeout_seconds: z.int().min(1).max(60).default(5).describe('Scales the work budget of each function.'),
    ...limitsParameter,
  }),
  output: resultSchema,
  tokens: () => SYMBOLIC_TOKENS,
  more: { functions: inTheReport, skipped: inTheReport },
  async handler(args, ctx) {
    const started = performance.now();
    const { workspace, paths, exclude_paths: excludePaths, changed_since: since } = args;
    const { version } = await ctx.symbolic.info();
    const now = await filesAt(args.ref, workspace, version, ctx);
    const { functions: all, unstated, files, skipped } = await findFunctions({ paths, excludePaths }, now, ctx);
    const functions =
      since === undefined ? all : await changedFunctions(all, now, await filesAt(since, workspace, version, ctx), ctx);
    const checks = new WorkspaceChecks(args, now, ctx);
    await checks.prepare(functions);
    const verdicts: FunctionVerdict[] = [];
    for (const one of functions) {
      if (checks.counts.made >= args.max_functions) break;
      if (ctx.signal.aborted) throw new Cancelled();
      await ctx.progress({ done: verdicts.length, total: functions.length, message: nameOf(one) });
      verdicts.push(await checks.verdictOn(one));
    }
    verdicts.sort((left, right) => STATUSES.indexOf(left.status) - STATUSES.indexOf(right.status));
    const count = (status: FunctionVerdict['status']) => verdicts.filter((one) => one.status === status).length;
    const pending = functions.length - verdicts.length;
    const totals = {
      verified: count('verified'),
      counterexample: count('counterexample'),
      unknown: count('unknown'),
      timeout: count('timeout'),
      error: count('error'),
      pending,
      unchanged: all.length - functions.length,
      unstated,
      files,
    };
    return {
      status: pending === 0 ? ('complete' as const) : ('more' as const),
      message: messageOf(totals),
      workspace,
      commit: now.commit,
      totals,
      checked_now: checks.counts.made,
      known: checks.counts.known,
      functions: verdicts,
      skipped: [...skipped],
      time_seconds: secondsSince(started),
    };
  },
  render: (facts) =>
    [
      `${facts.status}: ${facts.message}`,
      `Commit ${facts.commit} of workspace ${facts.workspace}; ${facts.checked_now} checked now, ${facts.known} known; ${facts.time_seconds} s.`,
      ...(facts.status === 'more' ? ['Call again with the same arguments to go on.'] : []),
      ...renderList('Functions', facts.functions.map(renderVerdict)),
      ...renderList(
        'Files left out',
        facts.skipped.map(({ file, reason }) => `${file}: ${reason}`),
      ),
    ].join('\n'),
  report: {
    kept: keptSchema,
    keep: (_, { time_seconds, checked_now, known, ...result }) => result,
    document: workspaceDocument,
  },
});

async function filesAt(ref: string | undefined, name: string, version: string, ctx: ToolContext): Promise<CommitFiles> {
  const { workspace } = ctx.workspaces.open(name);
  const { commit, files } = await workspace.fileTree(ref);
  const paths = new Set(files.map(({ path }) => path));
  const readThere = readerAt({ workspace: name, commit }, ctx);
  const read: ReadOther = async (path) => (paths.has(path) ? readThere(path) : undefined);
  return { commit, files, memo: new FileMemo(workspace, files, read), version };
}

function nameOf({ file, line, name }: FoundFunction): string {
  return `${file}:${line} ${name}`;
}

function messageOf(totals: Result['totals']): string {
  const { verified, counterexample, unknown, timeout, error, pending, unchanged, unstated, files } = totals;
  const counts = [
    [verified, 'verified'],
    [counterexample, 'with a counterexample'],
    [unknown, 'not decided'],
    [timeout, 'out of budget'],
    [error, 'that could not be looked at'],
    [pending, 'not looked at yet'],
    [unchanged, 'unchanged'],
  ] as const;
  const parts = counts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]));
  const rest = unstated === 0 ? '' : ` ${unstated} more say nothing that could be checked.`;
  return `${parts.length === 0 ? 'No functions to check' : `Functions: ${parts.join(', ')}`}, in ${files} files.${rest}`;
}

function renderVerdict({ status, file, line, name, message }: FunctionVerdict): string {
  return `${status} ${shownPath(file)}:${line} ${name}: ${message}`;
}

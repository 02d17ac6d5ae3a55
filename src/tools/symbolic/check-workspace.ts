/** `check_workspace`: which functions of a repository keep what they say? */
import { z } from 'zod';
import { secondsSince } from '../../lib/seconds.ts';
import { Cancelled } from '../../lib/work.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import type { ToolContext } from '../../mcp/tool-context.ts';
import { checksKeptIn } from './kept-checks.ts';
import { renderList } from './render.ts';
import { inTheReport, limitsParameter, readerAt } from './source.ts';
import { type FoundFunction, findFunctions } from './workspace-functions.ts';
import { workspaceDocument } from './workspace-report.ts';
import { STATUSES, toVerdict, type Verdict, verdictSchema } from './workspace-verdict.ts';

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
    'Checks every Python function of a workspace that has annotations, a contract or leading asserts, as symbolic_check does, with what it uses of ' +
    'other files: verified (proved), counterexample (replayed on CPython), or not decided. A call checks some functions and keeps their verdicts: call ' +
    'again to go on; what is unchanged since costs nothing. The report has a table, SARIF, and the pytest modules in one archive.',
  intents: [
    'check the whole repository or package for contract violations',
    'verify all functions of my project at once',
    'symbolic check of a folder, a glob of files or every module',
    'verdicts for each function that my branch touches since main',
    'gate in continuous integration: no new counterexamples anywhere',
    'failing tests for all bugs of the package in one archive',
  ],
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
  more: { functions: inTheReport, skipped: inTheReport },
  async handler(args, ctx) {
    const started = performance.now();
    const { workspace, ref, paths, exclude_paths: excludePaths, changed_since: changedSince } = args;
    const found = await findFunctions({ workspace, ref, paths, excludePaths, changedSince }, ctx);
    const { commit, functions, unstated, unchanged, files, skipped } = found;
    const checks = checksKeptIn(ctx.workspaces.open(workspace).workspace);
    const read = readerAt({ workspace, commit }, ctx);
    const verdicts: Verdict[] = [];
    let module: { readonly file: string; readonly code: string } | undefined;
    for (const one of functions) {
      if (checks.counts.made >= args.max_functions) break;
      await ctx.progress({ done: verdicts.length, total: functions.length, message: nameOf(one) });
      if (ctx.signal.aborted) throw new Cancelled();
      if (module?.file !== one.file) module = { file: one.file, code: (await read(one.file)) ?? '' };
      const request = {
        code: module.code,
        file: { path: one.file, mostBytes: ctx.codeSizeLimit, isSliced: true },
        functionName: one.name,
        timeoutSeconds: args.timeout_seconds,
        owner: ctx.principal.userId,
        ...(args.machine_limits === 'count' && { countsLimits: true }),
      };
      verdicts.push(toVerdict(one, await ctx.symbolic.check(request, goOn(ctx), read, checks.kept)));
    }
    verdicts.sort((left, right) => STATUSES.indexOf(left.status) - STATUSES.indexOf(right.status));
    const count = (status: Verdict['status']) => verdicts.filter((one) => one.status === status).length;
    const pending = functions.length - verdicts.length;
    const totals = {
      verified: count('verified'),
      counterexample: count('counterexample'),
      unknown: count('unknown'),
      timeout: count('timeout'),
      error: count('error'),
      pending,
      unchanged,
      unstated,
      files,
    };
    return {
      status: pending === 0 ? ('complete' as const) : ('more' as const),
      message: messageOf(totals),
      workspace,
      commit,
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

/** Asks a long check whether to go on; its own steps are no progress of the whole. */
function goOn(ctx: ToolContext): () => Promise<boolean> {
  return async () => !ctx.signal.aborted;
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
  const told = counts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]));
  const rest = unstated === 0 ? '' : ` ${unstated} more say nothing that could be checked.`;
  return `${told.length === 0 ? 'No functions to check' : `Functions: ${told.join(', ')}`}, in ${files} files.${rest}`;
}

function renderVerdict({ status, file, line, name, message }: Verdict): string {
  return `${status} ${file}:${line} ${name}: ${message}`;
}

/** `compare_behaviour`: what a change does to the behaviour of Python functions. */

import { z } from 'zod';
import { shownPath } from '../../lib/shown-path.ts';
import { supplySchema } from '../../lib/supply.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { pageParameters, pages } from '../../mcp/pages.ts';
import type { Block, Section } from '../../mcp/report/document.ts';
import { expectSupply } from '../../mcp/supply.ts';
import { conversationParameter } from '../../mcp/telling.ts';
import type { BehaviourChange } from '../../review/behaviour/changes.ts';
import { renderOmission } from './finding-fields.ts';

const STATUSES = ['different', 'unknown', 'timeout', 'signature', 'equivalent', 'new', 'removed', 'unchanged'] as const;

const outcomeSchema = z.object({
  kind: z.enum(['returned', 'raised']),
  value: z.string().optional(),
  exception: z.string().optional(),
  message: z.string().optional(),
  traceback: z.string().optional(),
});

const changeSchema = z.object({
  function: z.string(),
  file: z.string(),
  line: z.int().describe('After the change; of a removed one, before.'),
  status: z.enum(STATUSES),
  call: z.string().optional().describe('An input for which they differ.'),
  message: z.string(),
  before: outcomeSchema.optional().describe('What CPython did.'),
  after: outcomeSchema.optional(),
  test: z.string().optional().describe('By whose call the input was found.'),
  declared_types: z.boolean().describe('Inputs are of declared types.'),
  reasons: z.array(z.string()).describe('What stood in the way.'),
  assumptions: z.array(z.string()),
  pytest: z.string().optional().describe('Passes before the change, fails after it.'),
});

type ChangeFields = z.output<typeof changeSchema>;

const resultSchema = z.object({
  base: z.string().optional().describe('Commit.'),
  head: z.string().optional(),
  total: z.int(),
  counts: z.record(z.string(), z.int()).describe('By status.'),
  changes: z.array(changeSchema).describe('Most interesting first.'),
  findings: z.array(z.string()).describe('Those that are faults.'),
  omitted: z.array(z.string()).describe('What was not compared, and why.'),
});

const PAGE = 20;

export default defineTool({
  name: 'compare_behaviour',
  toolset: 'review',
  title: 'Compare what functions do before and after a change',
  description:
    'For each Python function that a commit range changes, by itself or by what it uses: equivalent (proved), different (an input, both ' +
    'outcomes, replayed on CPython, as a pytest module), or not decided with reasons. Modules of the workspace are linked.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  runsCode: true,
  input: z.strictObject({
    base: z.string().min(1).max(300).optional().describe('Branch, tag or commit; the parent of head by default.'),
    head: z.string().min(1).max(300).optional().describe('The same; the indexed commit by default.'),
    paths: z.array(z.string().min(1).max(3000)).max(1000).default([]).describe('Only these; globs work.'),
    functions: z.array(z.string().min(1).max(300)).max(100).default([]).describe('Only these: f or C.m.'),
    timeout_seconds: z.int().min(1).max(60).default(5).describe('Scales the work budget of each function.'),
    total_seconds: z.int().min(1).max(600).default(20).describe('The same of all functions and their tests.'),
    max_functions: z.int().min(1).max(200).default(40).describe('That are compared; riskiest first.'),
    supply: supplySchema.optional(),
    ...pageParameters(PAGE, 200),
    workspace: z.string().default('default').describe('Name of the workspace.'),
    session_id: conversationParameter,
  }),
  output: resultSchema,
  tells: {
    session: ({ session_id }) => session_id,
    about: ({ changes, head }, { workspace }) => ({
      workspace,
      ...(head !== undefined && { commit: head }),
      places: changes.map(({ file, line }) => ({ file, line })),
    }),
  },
  tokens: pages(PAGE).tokens,
  more: {
    changes: pages(PAGE).next,
    'changes[].pytest': () => 'all of it in the report that the result links to',
    omitted: () => 'all of it in the report that the result links to',
    findings: () => 'all of it in the report that the result links to',
  },
  async handler(args, ctx) {
    const { base, head, paths, functions, timeout_seconds, total_seconds, max_functions, supply, limit, offset } = args;
    expectSupply(supply, ctx);
    const { name } = ctx.workspaces.open(args.workspace);
    const change = {
      kind: 'commits' as const,
      ...(base !== undefined && { base }),
      ...(head !== undefined && { head }),
      twoDot: false,
    };
    const request = { owner: ctx.principal.userId, workspace: name, change, paths, functions };
    const answer = await ctx.review.compareBehaviour(
      {
        ...request,
        timeoutSeconds: timeout_seconds,
        totalSeconds: total_seconds,
        most: max_functions,
        ...(supply !== undefined && { supply }),
      },
      ctx.onProgress,
    );
    const all = answer.changes.map(changeFields).sort((one, other) => rank(one) - rank(other));
    const counts: Record<string, number> = {};
    for (const { status } of all) counts[status] = (counts[status] ?? 0) + 1;
    return {
      ...(answer.base !== undefined && { base: answer.base }),
      ...(answer.head !== undefined && { head: answer.head }),
      total: all.length,
      counts,
      changes: all.slice(offset, offset + limit),
      findings: answer.findings.map(
        ({ title, file, line, description }) => `${file}:${line}: ${title}. ${description}`,
      ),
      omitted: answer.omitted.map(renderOmission),
    };
  },
  render: ({ total, counts, changes, findings, omitted }) =>
    [
      `${total} functions: ${Object.entries(counts)
        .map(([status, count]) => `${count} ${status}`)
        .join(', ')}.`,
      ...findings.map((text) => `Finding: ${text}`),
      ...changes.flatMap(renderChange),
      ...omitted.map((text) => `Not compared: ${text}`),
    ].join('\n'),
  report: {
    kept: z.object({ result: resultSchema }),
    keep: (_args, result) => ({ result }),
    document: ({ result }) => ({
      title: 'compare_behaviour',
      summary: `${result.total} functions.`,
      sections: [
        ...result.changes.map(sectionOf),
        { heading: 'Not compared', blocks: [{ kind: 'list', items: result.omitted }] },
      ],
      properties: { counts: result.counts },
    }),
  },
});

function rank({ status }: ChangeFields): number {
  return STATUSES.indexOf(status);
}

function changeFields(change: BehaviourChange): ChangeFields {
  const { file, line, status, message, isTyped, reasons, assumptions, differences } = change;
  const [difference] = differences;
  return {
    function: change.function,
    file,
    line,
    status,
    message: difference?.message ?? message,
    ...(difference !== undefined && { call: difference.call, before: difference.before, after: difference.after }),
    ...(difference?.test !== undefined && { test: difference.test }),
    declared_types: isTyped,
    reasons: reasons.map((one) => `${one.file}:${one.line ?? 0}: ${one.construct}: ${one.message}`),
    assumptions: [...assumptions],
    ...(difference?.pytest !== undefined && { pytest: difference.pytest }),
  };
}

function renderChange({
  function: name,
  file,
  line,
  status,
  call,
  message,
  before,
  after,
  reasons,
}: ChangeFields): string[] {
  return [
    `${status}: ${name} (${shownPath(file)}:${line})${message === '' ? '' : `: ${message}`}`,
    ...(call === undefined ? [] : [`  ${call}`]),
    ...(before === undefined ? [] : [`  before: ${outcomeText(before)}`]),
    ...(after === undefined ? [] : [`  after: ${outcomeText(after)}`]),
    ...reasons.map((text) => `  ${text}`),
  ];
}

function sectionOf(change: ChangeFields): Section {
  const blocks: Block[] = [{ kind: 'code', language: 'text', text: renderChange(change).join('\n') }];
  if (change.assumptions.length > 0) blocks.push({ kind: 'list', items: change.assumptions });
  if (change.pytest !== undefined) blocks.push({ kind: 'code', language: 'python', text: change.pytest });
  return { heading: `${change.function}: ${change.status}`, blocks };
}

function outcomeText({ kind, value, exception, message, traceback }: z.output<typeof outcomeSchema>): string {
  if (kind === 'returned') return `returned ${value ?? ''}`;
  return `raised ${exception ?? ''}: ${message ?? ''}\n${(traceback ?? '').replace(/^/gm, '    ')}`;
}

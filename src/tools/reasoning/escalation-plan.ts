/** Which analyses an escalation is made of: calls of the other tools that reason. */
import type { z } from 'zod';
import { ToolFailure } from '../../lib/errors.ts';
import type { Call } from '../../mcp/define-tool.ts';
import type { ToolContext } from '../../mcp/tool-context.ts';
import { checksSchema, type HypothesisCheck } from '../../reasoning/hypotheses/checks.ts';
import { HYPOTHESIS_TYPES, type HypothesisType } from '../../reasoning/hypotheses/service.ts';
import type { callerContext } from './conversation-fields.ts';

/** What is escalated. */
export interface Escalation {
  readonly context: z.output<typeof callerContext>;
  readonly depth: number;
  /** Analyses that the budget holds. */
  readonly most: number;
  readonly budgetSeconds: number;
  readonly workspace: string;
}

/** Where an analysis begins. */
interface Entry {
  readonly file: string;
  readonly line: number;
  readonly function_name?: string | undefined;
}

/** A claim that checks decide. */
export interface Supposed {
  readonly description: string;
  readonly type: HypothesisType;
  readonly checks: readonly HypothesisCheck[];
}

/** Calls that are made, and what was left out. */
export interface Plan {
  readonly calls: readonly Call[];
  readonly left: readonly string[];
}

/** Calls of which each reaches further the deeper the escalation is. */
const TRACE_DEPTHS = [2, 5, 10, 20, 50];
/** Words that are looked up as names of functions. */
const MOST_WORDS = 30;

/** A trace from each entry. Throws `ToolFailure` where there is none. */
export async function planTraces(escalation: Escalation, ctx: ToolContext): Promise<Plan> {
  return perEntry(escalation, ctx, (entry_point) => ({
    name: 'trace_execution_path',
    args: {
      entry_point,
      max_depth: TRACE_DEPTHS[Math.round(escalation.depth) - 1] ?? 50,
      workspace: escalation.workspace,
    },
  }));
}

/** What each entry costs. Throws `ToolFailure` where there is none. */
export async function planCosts(escalation: Escalation, ctx: ToolContext): Promise<Plan> {
  const suspected_issues = [escalation.context.stuck_description.slice(0, 500)];
  return perEntry(escalation, ctx, (entry_point) => ({
    name: 'performance_bottleneck',
    args: {
      code_path: { entry_point, suspected_issues },
      profile_depth: Math.round(escalation.depth),
      workspace: escalation.workspace,
    },
  }));
}

/** Who is hit when the files of the scope change. */
export function planImpact({ context: { code_scope }, depth, workspace }: Escalation): Plan {
  const { files, service_names } = code_scope;
  if (files.length === 0) throw noFiles();
  const change_scope = { files, ...(service_names !== undefined && { service_names }) };
  const args = { change_scope, analysis_depth: Math.round(depth), workspace };
  return { calls: [{ name: 'cross_system_impact', args }], left: [] };
}

/** A test of each claim; they share the budget. */
export function planTests(supposed: readonly Supposed[], escalation: Escalation): Plan {
  const { context, most, budgetSeconds, workspace } = escalation;
  const { files } = context.code_scope;
  if (files.length === 0) throw noFiles();
  const tested = supposed.slice(0, most);
  const timeout_seconds = Math.max(1, Math.min(120, Math.floor(budgetSeconds / Math.max(1, tested.length))));
  const calls = tested.map(({ description, type, checks }) => ({
    name: 'hypothesis_test',
    args: {
      hypothesis: { description, type, confidence_level: 3 },
      test_scope: { files, test_data: { checks } },
      timeout_seconds,
      workspace,
    },
  }));
  return { calls, left: supposed.slice(most).map(({ description }) => `${description}: ${overBudget(most)}`) };
}

/** The findings of a caller that are claims with checks. */
export function supposedIn({ partial_findings }: Escalation['context']): readonly Supposed[] {
  return partial_findings.flatMap((finding) => {
    const given = Object(finding['hypothesis'] ?? finding);
    const checks = checksSchema.min(1).safeParse(finding['checks'] ?? given.checks);
    const type = HYPOTHESIS_TYPES.find((each) => each === given.type) ?? 'behavior';
    const description = typeof given.description === 'string' ? given.description.trim().slice(0, 5000) : '';
    return checks.success && description !== '' ? [{ description, type, checks: checks.data }] : [];
  });
}

async function perEntry(escalation: Escalation, ctx: ToolContext, call: (entry: Entry) => Call): Promise<Plan> {
  const { code_scope } = escalation.context;
  const given = code_scope.entry_points ?? [];
  const entries: readonly Entry[] = given.length > 0 ? given : await entriesIn(escalation, ctx);
  if (entries.length === 0) {
    throw new ToolFailure({
      errorType: 'INVALID_INPUT',
      message:
        'There is nowhere to begin: no entry points are given, and stuck_description names no function of the files.',
      advice: 'Give code_scope.entry_points, each a file and a line; find_symbol tells where a function is.',
    });
  }
  const { most } = escalation;
  return {
    calls: entries.slice(0, most).map(call),
    left: entries.slice(most).map(({ file, line }) => `${file}:${line}: ${overBudget(most)}`),
  };
}

/** Functions of the files that the description of the problem names. */
async function entriesIn({ context, workspace: name }: Escalation, ctx: ToolContext): Promise<readonly Entry[]> {
  const { code_scope, stuck_description } = context;
  if (code_scope.files.length === 0) return [];
  const { workspace } = ctx.workspaces.open(name);
  const words = [
    ...new Set(stuck_description.match(/[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*/gu) ?? []),
  ];
  const entries: Entry[] = [];
  for (const word of words.filter((each) => each.length > 1).slice(0, MOST_WORDS)) {
    const { symbols } = await workspace.findSymbol({
      name: word,
      match: 'exact',
      kinds: ['function', 'method'],
      paths: code_scope.files.map((file) => `/${file.replace(/^\.?\//, '')}`),
      limit: 2,
      offset: 0,
    });
    entries.push(
      ...symbols.map(({ path: file, lineStart: line, scope, name: own }) => {
        return { file, line, function_name: scope === '' ? own : `${scope}.${own}` };
      }),
    );
  }
  return [...new Map(entries.map((entry) => [`${entry.file}:${entry.line}`, entry])).values()];
}

function noFiles(): ToolFailure {
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: 'code_scope.files is empty: there is nothing to look at.',
    advice: 'Name the files that it is about; list_workspace_files lists them.',
  });
}

function overBudget(most: number): string {
  return `time_budget_seconds and depth_level hold ${most} ${most === 1 ? 'analysis' : 'analyses'}`;
}

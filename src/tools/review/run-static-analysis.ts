/** `run_static_analysis`: what analyzers say of files, or of what a change brings. */
import { z } from 'zod';
import { tokensFor } from '../../mcp/answer-size.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { conversationParameter } from '../../mcp/telling.ts';
import type { ToolContext } from '../../mcp/tool-context.ts';
import { type Finding, SEVERITIES } from '../../review/finding.ts';
import { identify } from '../../review/report/identify.ts';
import { ANALYZERS } from '../../review/static/analyzer.ts';
import type { Analyzed, AnalyzerResult } from '../../review/static/tool-service.ts';
import { findingSchema, renderFinding, renderOmission, toFindingFields } from './finding-fields.ts';
import { invalid } from './invalid.ts';
import { patternOptions } from './semgrep-args.ts';

/** Findings of each analyzer in an ordinary answer. */
const USUAL = 20;

const path = z.string().min(1).max(3000);
const revision = z.string().min(1).max(300).optional();

const resultSchema = z.object({
  analyzer: z.string(),
  duration_ms: z.int(),
  findings: z.array(findingSchema),
  total_findings: z.int().describe('Listed or not.'),
  skipped_reason: z.string().optional(),
});

const outputSchema = z.object({
  success: z.boolean().describe('Whether every analyzer could look.'),
  analyzers: z.array(z.string()),
  warnings: z.array(z.string()),
  results: z.array(resultSchema),
  findings: z.array(findingSchema).describe('Those of all results.'),
  base: z.string().optional().describe('Commit that findings are new against.'),
  commit: z.string().optional().describe('Commit that was analyzed.'),
});

const inputSchema = z.strictObject({
  changed_files: z
    .array(path)
    .max(1000)
    .optional()
    .describe('Files to analyze; with base, or without it by default, all that changed.'),
  options: z
    .strictObject({
      analyzers: z.array(z.enum(ANALYZERS)).min(1).default(['tsc']).describe('Which to run.'),
      timeout_ms: z.int().min(1000).max(240_000).default(60_000).describe('For each: a guard.'),
      max_findings_per_analyzer: z.int().min(1).max(500).default(USUAL).describe('Of each.'),
      semgrep_args: z
        .array(z.string().max(1000))
        .max(50)
        .default([])
        .describe('--config <file of the workspace>, --severity, --include, --exclude.'),
    })
    .describe('Which analyzers, and how.')
    .prefault({}),
  files: z
    .array(z.strictObject({ path, content: z.string() }))
    .min(1)
    .max(100)
    .optional()
    .describe('Texts to analyze instead, with the workspace beside them when it is named.'),
  session_id: conversationParameter,
  workspace: z.string().optional().describe("Name of the workspace; 'default' without files."),
  ref: revision.describe('Branch, tag or commit; the indexed one by default.'),
  base: revision.describe('Only what is new since ref left it; the parent by default, without changed_files.'),
});

type Input = z.output<typeof inputSchema>;

export default defineTool({
  name: 'run_static_analysis',
  toolset: 'review',
  title: 'Run static analyzers',
  description:
    'Runs TypeScript, Ruff, Biome, pyright or pattern rules (semgrep): on given files everything that they find, on a change only ' +
    'what is new against its base. Settings come from the workspace.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: inputSchema,
  tells: {
    session: ({ session_id }) => session_id,
    about(facts, { files, workspace = 'default' }) {
      // A time would make each run of the same another finding.
      const text = render(facts, () => '');
      const { findings, commit } = facts;
      if (files !== undefined || commit === undefined) return { text, places: [] };
      return { text, workspace, commit, places: findings.map(({ file, line }) => ({ file, line })) };
    },
  },
  output: outputSchema,
  tokens: ({ options }) => tokensFor(options.max_findings_per_analyzer * options.analyzers.length, USUAL),
  more: {
    findings: () => 'fewer analyzers or files',
    'results[].findings': () => 'they are in findings, or fewer files',
  },
  async handler(input, ctx) {
    const { analyzers: named, timeout_ms, max_findings_per_analyzer, semgrep_args } = input.options;
    const workspace = workspaceOf(input, ctx);
    const { patterns, ignored } = patternOptions(semgrep_args);
    const analyzers = [...new Set(named)];
    const answer = await ctx.review.staticAnalysis(
      {
        owner: ctx.principal.userId,
        ...(workspace !== undefined && { workspace }),
        analyzed: analyzedOf(input),
        analyzers,
        timeoutMs: timeout_ms,
        patterns,
      },
      ctx.onProgress,
    );
    const results = await Promise.all(answer.results.map((each) => toResult(each, max_findings_per_analyzer)));
    const { base, head } = answer;
    return {
      success: answer.results.every(({ skippedReason }) => skippedReason === undefined),
      analyzers,
      warnings: [...ignored, ...answer.warnings, ...answer.results.flatMap(warningsOf)],
      results,
      findings: results.flatMap(({ findings }) => findings),
      ...(base !== undefined && { base }),
      ...(head !== undefined && { commit: head }),
    };
  },
  render: (facts) => render(facts, ({ duration_ms }) => ` in ${duration_ms} ms`),
});

/** `timed` says how long an analyzer took. */
function render(
  { results, warnings, base, commit }: z.output<typeof outputSchema>,
  timed: (result: z.output<typeof resultSchema>) => string,
): string {
  return [
    ...(commit === undefined ? [] : [base === undefined ? `Commit ${commit}` : `New in ${commit} against ${base}`]),
    ...results.flatMap((result) => {
      const { analyzer, findings, total_findings, skipped_reason } = result;
      const listed = findings.length < total_findings ? `, ${findings.length} are listed` : '';
      return [
        skipped_reason === undefined
          ? `${analyzer}: ${total_findings} findings${timed(result)}${listed}`
          : `${analyzer}: skipped. ${skipped_reason}`,
        ...findings.map(renderFinding),
      ];
    }),
    ...warnings.map((warning) => `Warning: ${warning}`),
  ].join('\n');
}

function workspaceOf(
  { files, workspace, ref, base, changed_files }: Input,
  { workspaces }: ToolContext,
): string | undefined {
  if (files !== undefined && (ref !== undefined || base !== undefined || changed_files !== undefined)) {
    throw invalid(
      'files does not go with ref, base or changed_files.',
      'Give either texts as files, or a commit of a workspace.',
    );
  }
  const name = files === undefined ? (workspace ?? 'default') : workspace;
  if (name !== undefined) workspaces.open(name);
  return name;
}

function analyzedOf({ files, ref, base, changed_files }: Input): Analyzed {
  if (files !== undefined) return { kind: 'texts', files: files.map(({ path, content }) => ({ path, text: content })) };
  const at = ref === undefined ? {} : { ref };
  if (base === undefined && changed_files !== undefined) return { kind: 'files', paths: changed_files, ...at };
  return { kind: 'change', paths: changed_files ?? [], ...at, ...(base !== undefined && { base }) };
}

async function toResult({ analyzer, milliseconds, findings, skippedReason }: AnalyzerResult, most: number) {
  const identified = (await identify(findings)).toSorted(worstFirst);
  return {
    analyzer,
    duration_ms: milliseconds,
    findings: identified.slice(0, most).map(toFindingFields),
    total_findings: findings.length,
    ...(skippedReason !== undefined && { skipped_reason: skippedReason }),
  };
}

/** By severity, then by file and line. */
function worstFirst(one: Finding, other: Finding): number {
  const order = SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity);
  return order || (one.file < other.file ? -1 : Number(one.file > other.file)) || one.line - other.line;
}

function warningsOf({ warnings, omitted }: AnalyzerResult): readonly string[] {
  return [...warnings, ...omitted.map(renderOmission)];
}

/** `performance_bottleneck`: what a function costs as its input grows, and where. */

import { z } from 'zod';
import { shownPath } from '../../lib/shown-path.ts';
import { onOneLine } from '../../lib/visible-text.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { conversationParameter } from '../../mcp/telling.ts';
import { type CostJudgement, judge, worstSeries } from '../../reasoning/cost/judge.ts';
import type { CostAnswer, Measured, Series } from '../../reasoning/cost/service.ts';
import { tellsAnalysis, workspaceName } from './analysis-result.ts';
import { kindsOf, suspicionOf } from './suspicions.ts';

const growthFields = {
  class: z.string().optional().describe('constant, log n, √n, n, n log n, n², n³ or 2^n; absent with too few points.'),
  certainty: z.enum(['sure', 'likely', 'unclear']).optional(),
};

const output = z.object({
  analysis_id: z.string(),
  findings: z.object({
    root_cause: z.string().optional(),
    evidence: z.array(z.string()),
    confidence_level: z.int().min(1).max(5).describe('5: measured surely, reading agrees; 1: neither run nor read.'),
  }),
  recommendations: z.array(z.string()),
  performance_impact: z
    .object({ current_response_time: z.string(), projected_improvement: z.string(), memory_overhead: z.string() })
    .describe('What was measured, in steps, or unknown.'),
  bottlenecks: z
    .array(
      z.object({
        kind: z.string(),
        file: z.string(),
        line: z.int(),
        function: z.string().optional(),
        basis: z.enum(['measured', 'read']),
        why: z.string(),
        certainty_of_reading: z
          .enum(['exact', 'name'])
          .optional()
          .describe('name: a call or kind on the way is believed by its name.'),
        suspected: z.string().optional().describe('The suspected issue that it belongs to.'),
        share: z.number().optional().describe('Of the steps of the largest run.'),
        ...growthFields,
      }),
    )
    .describe('Measured ones first, then suspected ones.'),
  measurements: z.array(
    z.object({
      inputs: z.string().describe('Their shape.'),
      ...growthFields,
      why: z.string().optional(),
      points: z.array(z.object({ n: z.int(), steps: z.int(), peak_bytes: z.int().optional() })),
      ended: z.string().optional().describe('The size that did not end by itself, and why.'),
    }),
  ),
  cost_class: z.object({
    measured: z.string().optional(),
    read: z.string().optional().describe('An upper bound by stated rules; absent where a loop or call has none.'),
    derivation: z.array(z.string()),
  }),
  entry: z.object({ file: z.string(), line: z.int(), function_name: z.string(), language: z.string() }),
  commit: z.string(),
  not_seen: z.array(z.string()).describe('What was not run, counted or read, and why.'),
  execution_time: z.number().describe('Seconds that this call took.'),
});

type Facts = z.output<typeof output>;

export default defineTool({
  name: 'performance_bottleneck',
  toolset: 'reasoning',
  title: 'Find what makes a function slow',
  description:
    'Measures what a function costs as its input grows. It runs Python at growing sizes and counts steps, not time: points, class (n, n ' +
    'log n, n², …) and the lines of the steps. Inputs come from annotations and names, or from `inputs`. In 10 languages it reads the ' +
    'function and what it calls: loops over which data, queries and searches in loops, growing copies, repeated work, regular ' +
    'expressions that backtrack.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  runsCode: true,
  input: z.strictObject({
    code_path: z
      .strictObject({
        entry_point: z
          .strictObject({
            file: z.string().min(1).max(3000).describe("From the repository's root."),
            line: z.int().min(1).describe('A line of the function.'),
            function_name: z.string().min(1).max(300).optional().describe('f or Class.method; else by the line.'),
          })
          .describe('Where it starts.'),
        suspected_issues: z
          .array(z.string().max(300))
          .max(20)
          .default([])
          .describe('Areas suspected of causing bottlenecks.'),
      })
      .describe('What to look at.'),
    profile_depth: z
      .int()
      .min(1)
      .max(5)
      .default(3)
      .describe('Calls from the entry that are read; what runs is counted at any depth.'),
    include_memory_analysis: z.boolean().default(true).describe('Measure the peak of memory, tell copies in loops.'),
    inputs: z
      .string()
      .min(1)
      .max(2000)
      .optional()
      .describe(
        'Python expression of n for the arguments, such as "([3] * n, n)"; of a method with the instance first.',
      ),
    workspace: workspaceName,
    session_id: conversationParameter,
    ref: z.string().min(1).max(300).optional().describe('Branch, tag or commit; the indexed one by default.'),
  }),
  output,
  tells: tellsAnalysis,
  more: { measurements: () => 'one shape by inputs' },
  async handler(args, ctx) {
    const { code_path, profile_depth, include_memory_analysis, inputs, ref } = args;
    const { file, line, function_name } = code_path.entry_point;
    const { name } = ctx.workspaces.open(args.workspace);
    const started = Date.now();
    const request = {
      owner: ctx.principal.userId,
      workspace: name,
      ...(ref !== undefined && { ref }),
      entry: { path: file, line, ...(function_name !== undefined && { functionName: function_name }) },
      depth: profile_depth,
      memory: include_memory_analysis,
      ...(inputs !== undefined && { inputs }),
    };
    const answer = await ctx.reasoning.cost(request, ctx.onProgress);
    return factsOf(answer, code_path.suspected_issues, (Date.now() - started) / 1000);
  },
  render,
});

function factsOf(answer: CostAnswer, suspected: readonly string[], seconds: number): Facts {
  const { measured, read, commit } = answer;
  const { name, path, line, language } = answer.function;
  const judgement: CostJudgement = judge(answer);
  const worst = worstSeries(measured);
  return {
    analysis_id: `perf_${commit.slice(0, 12)}_${name}`,
    findings: {
      ...(judgement.rootCause !== undefined && { root_cause: judgement.rootCause }),
      evidence: [...judgement.evidence],
      confidence_level: judgement.confidence,
    },
    recommendations: [...judgement.recommendations],
    performance_impact: {
      current_response_time: responseText(worst),
      projected_improvement: 'unknown: no other version was measured',
      memory_overhead: memoryText(worst),
    },
    bottlenecks: bottlenecksOf(answer, suspected),
    measurements: measured.kind === 'measured' ? measured.series.map(measurementFields) : [],
    cost_class: {
      ...(worst?.growth !== undefined && { measured: worst.growth.class }),
      ...(read?.class !== undefined && { read: read.class }),
      derivation: [...(read?.derivation ?? [])],
    },
    entry: { file: path, line, function_name: name, language },
    commit,
    not_seen: notSeen(answer, suspected),
    execution_time: seconds,
  };
}

function bottlenecksOf({ measured, read }: CostAnswer, suspected: readonly string[]): Facts['bottlenecks'] {
  const issues = (read?.issues ?? []).map((issue) => ({ issue, suspicion: suspicionOf(issue.kind, suspected) }));
  const lines = measured.kind === 'measured' ? measured.hotLines : [];
  return [
    ...lines.map(({ path, line, steps, share, n, growth }) => ({
      kind: 'steps',
      file: path,
      line,
      basis: 'measured' as const,
      why: `${steps} steps at n = ${n}`,
      share: Math.round(1000 * share) / 1000,
      ...(growth !== undefined && { class: growth.class, certainty: growth.certainty }),
    })),
    ...issues
      .toSorted((one, other) => Number(one.suspicion === undefined) - Number(other.suspicion === undefined))
      .map(({ issue: { kind, path, line, function: name, why, code, certainty }, suspicion }) => ({
        kind,
        file: path,
        line,
        function: name,
        basis: 'read' as const,
        why: `\`${code}\`: ${why}`,
        certainty_of_reading: certainty,
        ...(suspicion !== undefined && { suspected: suspicion }),
      })),
  ];
}

function measurementFields({ shape, points, growth, peaks, end }: Series): Facts['measurements'][number] {
  return {
    inputs: shape,
    ...(growth !== undefined && { class: growth.class, certainty: growth.certainty, why: growth.why }),
    points: points.map(({ n, steps }) => {
      const peak = peaks?.find((each) => each.n === n);
      return { n, steps, ...(peak !== undefined && { peak_bytes: peak.bytes }) };
    }),
    ...(end !== undefined && { ended: `n = ${end.n}: ${end.why}` }),
  };
}

function responseText(worst: Series | undefined): string {
  const last = worst?.points.at(-1);
  if (worst === undefined || last === undefined) return 'unknown: not measured';
  const growth = worst.growth === undefined ? '' : `, growing as ${worst.growth.class} (${worst.growth.certainty})`;
  return `unknown in seconds; measured: ${last.steps} steps at n = ${last.n}${growth}`;
}

function memoryText(worst: Series | undefined): string {
  const last = worst?.peaks?.at(-1);
  return last === undefined
    ? 'unknown: not measured'
    : `measured: at most ${last.bytes} bytes of objects at n = ${last.n}`;
}

function notSeen(
  { measured, read, unseen, function: { language } }: CostAnswer,
  suspected: readonly string[],
): string[] {
  return [
    ...(measured.kind === 'not run' ? [`Not measured: ${measured.why}`] : uncountedOf(measured)),
    ...(read === undefined ? [`Not read: nothing is concluded from the text of ${language} alone.`] : []),
    ...suspected.flatMap((each) => suspicionText(each, read)),
    ...unseen.map(({ what, why }) => `${what}: ${why}`),
  ];
}

/** Of a suspicion that no finding belongs to: whether it was looked for. */
function suspicionText(suspicion: string, read: CostAnswer['read']): readonly string[] {
  const kinds = kindsOf(suspicion);
  if (kinds.length === 0) return [`Suspected, and not looked for by itself: ${suspicion}`];
  if (read === undefined) return [`Suspected, and not looked for, since nothing was read: ${suspicion}`];
  if (read.issues.some(({ kind }) => kinds.includes(kind))) return [];
  return [`Suspected, looked for (${kinds.join(', ')}) and not found in what was read: ${suspicion}`];
}

function uncountedOf({
  uncounted,
  assumed,
  asked,
  unreached,
  beyond,
  notes,
}: Extract<Measured, { kind: 'measured' }>): string[] {
  return [
    ...(uncounted.length === 0 ? [] : [`Not counted: what these do in C: ${uncounted.join(', ')}.`]),
    ...(assumed.length === 0 ? [] : [`Taken to go once over what they are given, in C: ${assumed.join(', ')}.`]),
    ...(asked.length === 0 ? [] : [`Asked of the machine, which may answer otherwise: ${asked.join(', ')}.`]),
    ...(unreached.length === 0
      ? []
      : [`Never ran, and may cost more: ${unreached.map(({ path, line }) => `${path}:${line}`).join(', ')}.`]),
    ...(beyond.length === 0
      ? []
      : [
          `Larger than all sizes that ran: ${beyond.map(({ path, line, value }) => `${value} at ${path}:${line}`).join(', ')}.`,
        ]),
    'Not counted: arithmetic on large integers, hashing, and other than the inputs that were made.',
    ...notes,
  ];
}

function render(facts: Facts): string {
  const { entry, findings, bottlenecks, performance_impact: impact } = facts;
  return [
    `${entry.function_name} (${shownPath(entry.file)}:${entry.line}) at ${facts.commit}`,
    findings.root_cause ?? 'Nothing grows faster than n log n, as far as was seen.',
    `Confidence: ${findings.confidence_level} of 5.`,
    ...findings.evidence.map((text) => `- ${text}`),
    ...bottlenecks.map((each) => {
      const growth = each.class === undefined ? '' : ` [${each.class}, ${each.certainty}]`;
      return `${shownPath(each.file)}:${each.line} ${each.kind} (${each.basis}): ${each.why}${growth}`;
    }),
    `Time: ${impact.current_response_time}. Improvement: ${impact.projected_improvement}. Memory: ${impact.memory_overhead}.`,
    ...facts.recommendations.map((text) => `Recommended: ${text}`),
    ...facts.not_seen.map((text) => `Not seen: ${onOneLine(text)}`),
  ].join('\n');
}

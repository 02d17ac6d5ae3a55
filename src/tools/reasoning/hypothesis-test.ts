/** `hypothesis_test`: is what somebody supposes about code true? */
import { z } from 'zod';
import { fingerprint } from '../../lib/fingerprint.ts';
import { fenced } from '../../lib/markdown.ts';
import { secondsSince } from '../../lib/seconds.ts';
import { supplySchema } from '../../lib/supply.ts';
import { ANSWER_TOKENS } from '../../mcp/answer-size.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { answerParameters, type HandBack, orHandBack, renderHandBack } from '../../mcp/hand-back.ts';
import type { QuestionKind } from '../../mcp/stored-hand-backs.ts';
import { expectSupply } from '../../mcp/supply.ts';
import { conversationParameter } from '../../mcp/telling.ts';
import type { ToolContext } from '../../mcp/tool-context.ts';
import { type CheckKind, checksSchema, type HypothesisCheck } from '../../reasoning/hypotheses/checks.ts';
import type { Tested } from '../../reasoning/hypotheses/service.ts';
import { tellsAnalysis, workspaceName } from './analysis-result.ts';
import {
  ALL_KINDS,
  describeChecks,
  hypothesisFields,
  outcomeFields,
  outcomeSchema,
  QUESTION_TOKENS,
  refParameter,
  renderOutcome,
  scopeFields,
  toEvidence,
} from './hypothesis-fields.ts';

/** Which checks a method lets run. */
const KINDS = {
  static_analysis: ALL_KINDS,
  trace_simulation: ['contract', 'behaves_like', 'call', 'python_test'],
  pattern_matching: ['pattern', 'search'],
} as const satisfies Readonly<Record<string, readonly CheckKind[]>>;

const METHODS = ['static_analysis', 'trace_simulation', 'pattern_matching'] as const;

const inputSchema = z.strictObject({
  hypothesis: z.strictObject(hypothesisFields).describe('What is supposed.'),
  test_scope: z
    .strictObject({
      ...scopeFields,
      test_data: z
        .looseObject({ checks: checksSchema.default([]).describe(describeChecks('What decides it')) })
        .prefault({})
        .describe('Without checks you are asked for them, with the source.'),
    })
    .describe('Where it is about.'),
  validation_method: z
    .enum(METHODS)
    .default('static_analysis')
    .describe('trace_simulation runs only what ends in runs on CPython, pattern_matching only pattern and search.'),
  timeout_seconds: z.int().min(1).max(120).default(30).describe('Scales the work of all checks.'),
  workspace: workspaceName,
  session_id: conversationParameter,
  ref: refParameter,
  supply: supplySchema.optional(),
  ...answerParameters,
});

type Input = z.output<typeof inputSchema>;

const resultSchema = z.object({
  status: z.literal('tested'),
  analysis_id: z.string(),
  verdict: z.enum(['confirmed', 'refuted', 'undecided']),
  findings: z.object({
    root_cause: z.string().optional().describe('The hypothesis, once confirmed.'),
    evidence: z.array(z.string()),
    confidence_level: z.int().min(1).max(5).describe('5 proved or an input replayed, 4 a test ran, 2 only supported.'),
  }),
  recommendations: z.array(z.string()).describe('Of an undecided one: what would decide it.'),
  execution_time: z.number().describe('Seconds.'),
  checks: z.array(outcomeSchema),
  because: z.string().describe('What the verdict follows from.'),
  commit: z.string(),
  metadata: z.object({ checks_from: z.enum(['caller', 'answer']), not_run: z.int() }),
});

type Result = z.output<typeof resultSchema>;

const CHECKS: QuestionKind<{ checks: HypothesisCheck[] }, { asked: Input }> = {
  tool: 'hypothesis_test',
  answer: z.object({ checks: checksSchema.min(1) }),
  state: z.object({ asked: inputSchema }),
};

export default defineTool({
  name: 'hypothesis_test',
  toolset: 'reasoning',
  title: 'Test a hypothesis',
  description:
    'Decides a hypothesis about code by checks: contracts for all inputs, calls and tests that are run, patterns and searches. It is ' +
    'confirmed with the input or run, refuted with the proof or run, or undecided with what would decide it.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  runsCode: true,
  input: inputSchema,
  output: orHandBack(resultSchema),
  tells: tellsAnalysis,
  tokens: ({ test_scope, handle }) =>
    test_scope.test_data.checks.length === 0 && handle === undefined ? QUESTION_TOKENS : ANSWER_TOKENS,
  more: { checks: () => 'fewer checks in a call' },
  async handler(args, ctx): Promise<Result | HandBack> {
    const { handle, answer, ...asked } = args;
    if (handle !== undefined)
      return ctx.handBacks.answer(CHECKS, handle, answer, ({ checks }, state) =>
        run(state.asked, checks, 'answer', ctx),
      );
    expectSupply(args.supply, ctx);
    const { checks } = args.test_scope.test_data;
    return checks.length === 0 ? ask(asked, ctx) : run(args, checks, 'caller', ctx);
  },
  render: (output) => (output.status === 'hand_back' ? renderHandBack(output) : render(output)),
});

async function ask(asked: Input, ctx: ToolContext): Promise<HandBack> {
  const { hypothesis, test_scope } = asked;
  const scope = scopeOf(asked, ctx);
  const { commit, pieces } = await ctx.reasoning.hypothesisMaterial(scope);
  return ctx.handBacks.ask(CHECKS, {
    question: `Which checks decide this ${hypothesis.type} hypothesis?\n${fenced('text', hypothesis.description)}`,
    evidence: toEvidence(scope.workspace, commit, pieces),
    state: { asked },
    arguments: { hypothesis, test_scope: { files: test_scope.files } },
  });
}

async function run(
  input: Input,
  checks: readonly HypothesisCheck[],
  from: Result['metadata']['checks_from'],
  ctx: ToolContext,
): Promise<Result> {
  const started = performance.now();
  const { hypothesis, validation_method, timeout_seconds, supply } = input;
  const scope = scopeOf(input, ctx);
  const { commit, tested } = await ctx.reasoning.testHypotheses(
    {
      scope,
      hypotheses: [{ id: 'hypothesis', type: hypothesis.type, checks }],
      kinds: KINDS[validation_method],
      supply,
      timeoutSeconds: timeout_seconds,
      parallel: 1,
    },
    ctx.onProgress,
  );
  const [one] = tested;
  if (one === undefined) throw new Error('A hypothesis was asked about, and none came back.');
  const { owner: _owner, ...rest } = scope;
  return {
    status: 'tested',
    analysis_id: `hypothesis-${fingerprint({ ...rest, commit, hypothesis, checks, validation_method, supply })}`,
    verdict: one.verdict,
    findings: {
      ...(one.verdict === 'confirmed' && { root_cause: hypothesis.description }),
      evidence: one.outcomes.filter(({ says }) => says !== 'nothing').map(({ evidence }) => evidence),
      confidence_level: one.confidence,
    },
    recommendations: recommendationsOf(one),
    execution_time: secondsSince(started),
    checks: one.outcomes.map(outcomeFields),
    because: one.because,
    commit,
    metadata: { checks_from: from, not_run: one.outcomes.filter(({ outcome }) => outcome === 'not_run').length },
  };
}

function scopeOf({ test_scope, workspace, ref }: Input, ctx: ToolContext) {
  const { name } = ctx.workspaces.open(workspace);
  const { files, functions } = test_scope;
  return { owner: ctx.principal.userId, workspace: name, files, functions, ...(ref !== undefined && { ref }) };
}

function recommendationsOf({ verdict, open }: Tested): string[] {
  switch (verdict) {
    case 'confirmed':
      return ['Keep the check that shows it as a regression test, then repair.'];
    case 'refuted':
      return ['Drop this hypothesis, and test another.'];
    case 'undecided':
      return open.map((text) => `To decide it: ${text}`);
  }
}

function render({ verdict, because, findings, recommendations, checks, commit }: Result): string {
  return [
    `${verdict} (confidence ${findings.confidence_level} of 5): ${because}`,
    ...checks.map(renderOutcome),
    ...recommendations,
    `Commit ${commit}`,
  ].join('\n');
}

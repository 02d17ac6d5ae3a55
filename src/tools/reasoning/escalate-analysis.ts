/** `escalate_analysis`: hands over a problem that somebody is stuck with. */

import { z } from 'zod';
import { asToolFailure } from '../../lib/errors.ts';
import { onOneLine } from '../../lib/visible-text.ts';
import { ANSWER_TOKENS } from '../../mcp/answer-size.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import {
  answeredBySchema,
  answerParameters,
  type Evidence,
  type HandBack,
  orHandBack,
  renderHandBack,
} from '../../mcp/hand-back.ts';
import type { QuestionKind } from '../../mcp/stored-hand-backs.ts';
import { conversationParameter } from '../../mcp/telling.ts';
import type { ToolContext } from '../../mcp/tool-context.ts';
import { claimSchema, MOST_CLAIMS } from '../../reasoning/claims/service.ts';
import { checksSchema } from '../../reasoning/hypotheses/checks.ts';
import { HYPOTHESIS_TYPES } from '../../reasoning/hypotheses/service.ts';
import { analysisFields, analysisId, secondsSince, tellsAnalysis, workspaceName } from './analysis-result.ts';
import {
  callerContext,
  claimFields,
  masked,
  supportedSchema,
  toContext,
  unsupportedSchema,
} from './conversation-fields.ts';
import {
  type Escalation,
  type Plan,
  planCosts,
  planImpact,
  planTests,
  planTraces,
  supposedIn,
} from './escalation-plan.ts';
import { describeChecks, QUESTION_TOKENS, toEvidence } from './hypothesis-fields.ts';

const TOOL = 'escalate_analysis';
const TYPES = ['execution_trace', 'cross_system', 'performance', 'hypothesis_test'] as const;

/** Seconds of the budget that each analysis counts. */
const SECONDS_EACH = 20;

const askedSchema = z.strictObject({
  claude_context: callerContext.describe('What you tried and found, where you are stuck, and the code.'),
  analysis_type: z
    .enum(TYPES)
    .describe('hypothesis_test tests the partial_findings that have description, type and checks.'),
  depth_level: z.number().min(1).max(5).describe('Calls that are followed, and analyses at most.'),
  time_budget_seconds: z
    .number()
    .min(10)
    .max(300)
    .default(60)
    .describe(`Scales the counted work: one analysis for each ${SECONDS_EACH}.`),
  second_opinion: z.boolean().default(false).describe('Ask a model, or you, for the cause; its claims are checked.'),
  workspace: workspaceName,
});

type Asked = z.output<typeof askedSchema>;

const resultSchema = z.object({
  status: z.literal('analysed'),
  ...analysisFields,
  metadata: z.object({ analysis_type: z.enum(TYPES), depth_level: z.number(), analyses: z.int() }),
  analyses: z.array(
    z.object({
      tool: z.string(),
      arguments: z.record(z.string(), z.unknown()).describe('The same call shows all of it.'),
      outcome: z.string().describe('What came of it, in a line.'),
      confidence_level: z.int().optional(),
    }),
  ),
  opinion: z
    .object({
      root_cause: z.string(),
      answered_by: answeredBySchema,
      recommendations: z.array(z.string()),
      supported_claims: z.array(supportedSchema),
      unsupported_claims: z.array(unsupportedSchema),
    })
    .optional()
    .describe('A second opinion: no fact, whatever of its claims holds.'),
  not_seen: z.array(z.string()),
});

type Result = z.output<typeof resultSchema>;

const supposedSchema = z.object({
  hypotheses: z
    .array(
      z.strictObject({
        description: z.string().trim().min(1).max(5000),
        type: z.enum(HYPOTHESIS_TYPES),
        checks: checksSchema.min(1).describe(describeChecks('What decides it')),
      }),
    )
    .min(1)
    .max(10),
});

const HYPOTHESES: QuestionKind<z.output<typeof supposedSchema>, { pass: 'hypotheses'; asked: Asked }> = {
  tool: TOOL,
  answer: supposedSchema,
  state: z.object({ pass: z.literal('hypotheses'), asked: askedSchema }),
};

const opinionSchema = z.object({
  root_cause: z.string().trim().min(1).max(2000),
  claims: z.array(claimSchema).min(1).max(MOST_CLAIMS).describe('What in the code shows it; each is checked.'),
  recommendations: z.array(z.string().min(1).max(1000)).max(10).default([]),
});

const OPINION: QuestionKind<z.output<typeof opinionSchema>, { pass: 'opinion'; workspace: string; result: Result }> = {
  tool: TOOL,
  answer: opinionSchema,
  state: z.object({ pass: z.literal('opinion'), workspace: z.string(), result: resultSchema }),
};

export default defineTool({
  name: TOOL,
  toolset: 'reasoning',
  title: 'Escalate a problem',
  description:
    'For when you are stuck: takes what you tried and the code, and answers with facts that were traced, run, proved or read. It asks a ' +
    'model only with second_opinion.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  runsCode: true,
  input: askedSchema.extend({ session_id: conversationParameter, ...answerParameters }),
  output: orHandBack(resultSchema),
  tells: tellsAnalysis,
  tokens: ({ analysis_type, second_opinion, handle }) =>
    handle === undefined && (second_opinion || analysis_type === 'hypothesis_test') ? QUESTION_TOKENS : ANSWER_TOKENS,
  more: { analyses: () => 'a lower depth_level', 'findings.evidence': () => 'the calls of analyses' },
  async handler({ handle, answer, session_id: _, ...asked }, ctx): Promise<Result | HandBack> {
    if (handle !== undefined && answer !== undefined && 'hypotheses' in answer) {
      const { result } = await ctx.handBacks.answer(
        HYPOTHESES,
        handle,
        answer,
        async ({ hypotheses }, { asked: before }) => {
          return { result: await analyse(before, planTests(hypotheses, escalationOf(before)), ctx) };
        },
      );
      return result;
    }
    if (handle !== undefined)
      return ctx.handBacks.answer(OPINION, handle, answer, (opinion, { workspace, result }) =>
        judged(opinion, workspace, result, ctx),
      );
    toContext(asked.claude_context);
    const plan = await planOf(asked, ctx);
    if (plan === undefined) return askHypotheses(asked, ctx);
    const result = await analyse(asked, plan, ctx);
    return asked.second_opinion ? askOpinion(asked, result, ctx) : result;
  },
  render: (output) => (output.status === 'hand_back' ? renderHandBack(output) : render(output)),
});

function escalationOf({ claude_context, depth_level, time_budget_seconds, workspace }: Asked): Escalation {
  const most = Math.max(1, Math.min(Math.round(depth_level), Math.floor(time_budget_seconds / SECONDS_EACH)));
  return { context: claude_context, depth: depth_level, most, budgetSeconds: time_budget_seconds, workspace };
}

/** The analyses; undefined where hypotheses have to be asked for. */
async function planOf(asked: Asked, ctx: ToolContext): Promise<Plan | undefined> {
  const escalation = escalationOf(asked);
  switch (asked.analysis_type) {
    case 'execution_trace':
      return planTraces(escalation, ctx);
    case 'performance':
      return planCosts(escalation, ctx);
    case 'cross_system':
      return planImpact(escalation);
    case 'hypothesis_test': {
      const supposed = supposedIn(asked.claude_context);
      return supposed.length === 0 ? undefined : planTests(supposed, escalation);
    }
  }
}

/** What the tools that are called have in common. */
const analysisResult = z.looseObject({
  findings: analysisFields.findings,
  recommendations: analysisFields.recommendations,
  commit: z.string().optional(),
  commits: z.array(z.object({ commit: z.string().optional() })).optional(),
  verdict: z.string().optional(),
  not_seen: z.array(z.string()).default([]),
});

type Outcome = Pick<Result, 'analyses' | 'recommendations' | 'not_seen'> & {
  readonly findings: readonly Result['findings'][];
  readonly commits: readonly string[];
};

async function analyse(asked: Asked, plan: Plan, ctx: ToolContext): Promise<Result> {
  const started = performance.now();
  const { analysis_type, depth_level } = asked;
  const outcome = await callAll(plan, ctx);
  const { findings, commits, recommendations, ...lists } = outcome;
  const root = findings.find(({ root_cause }) => root_cause !== undefined)?.root_cause;
  const telling = findings.filter(({ evidence }) => evidence.length > 0);
  return {
    status: 'analysed',
    analysis_id: await analysisId(TOOL, { ...asked, calls: plan.calls }, commits),
    findings: {
      ...(root !== undefined && { root_cause: root }),
      evidence: [...new Set(findings.flatMap(({ evidence }) => evidence))],
      confidence_level: telling.length === 0 ? 1 : Math.min(...telling.map((each) => each.confidence_level)),
    },
    recommendations: [...new Set(recommendations)],
    execution_time: secondsSince(started),
    metadata: { analysis_type, depth_level, analyses: plan.calls.length },
    ...lists,
    not_seen: [...new Set([...lists.not_seen, ...plan.left])],
  };
}

/** Makes the calls, one after the other; one that fails says why and the others go on. Throws `Cancelled`. */
async function callAll({ calls }: Plan, ctx: ToolContext): Promise<Outcome> {
  const all: {
    analyses: Result['analyses'];
    findings: Result['findings'][];
    recommendations: string[];
    commits: string[];
    not_seen: string[];
  } = { analyses: [], findings: [], recommendations: [], commits: [], not_seen: [] };
  for (const { name: tool, args } of calls) {
    await ctx.announce(`Asking ${tool}`);
    const call = { tool, arguments: z.record(z.string(), z.unknown()).parse(args) };
    try {
      const { structuredContent } = (await ctx.catalog.get(tool)?.tool.call(args, ctx)) ?? {};
      const {
        findings,
        recommendations,
        commit,
        commits = [],
        verdict,
        not_seen,
      } = analysisResult.parse(structuredContent);
      const count = `${findings.evidence.length} facts`;
      const { confidence_level } = findings;
      all.analyses.push({ ...call, outcome: verdict ?? findings.root_cause ?? count, confidence_level });
      all.findings.push(findings);
      all.recommendations.push(...recommendations);
      all.commits.push(...[commit, ...commits.map((each) => each.commit)].filter((each) => each !== undefined));
      all.not_seen.push(...not_seen);
    } catch (error) {
      const failure = asToolFailure(error)?.failure;
      if (failure === undefined) throw error;
      all.analyses.push({ ...call, outcome: failure.message });
      all.not_seen.push(failure.message);
    }
  }
  return all;
}

/** What the call that answers has to say again, since the contract requires it; the question has the whole. */
function inShort({ analysis_type, depth_level }: Asked) {
  const scope = { attempted_approaches: [], partial_findings: [], code_scope: { files: [] } };
  return { claude_context: { ...scope, stuck_description: 'As in the question.' }, analysis_type, depth_level };
}

async function askHypotheses(asked: Asked, ctx: ToolContext): Promise<HandBack> {
  const { evidence } = await materialOf(asked, ctx);
  return ctx.handBacks.ask(HYPOTHESES, {
    question:
      'What could be the cause, and which checks decide it? Several hypotheses that exclude each other tell most.',
    evidence: [...saidBy(asked), ...evidence],
    state: { pass: 'hypotheses', asked },
    arguments: inShort(asked),
  });
}

async function askOpinion(asked: Asked, result: Result, ctx: ToolContext): Promise<HandBack> {
  const { evidence, missing } = await materialOf(asked, ctx);
  const facts = result.findings.evidence.map((text): Evidence => ({ source: { kind: 'run', tool: TOOL }, text }));
  return ctx.handBacks.ask(OPINION, {
    question: 'What is the cause of what the agent is stuck with? Quote the code that shows it: each claim is checked.',
    evidence: [...saidBy(asked), ...facts, ...evidence],
    state: {
      pass: 'opinion',
      workspace: asked.workspace,
      result: { ...result, not_seen: [...result.not_seen, ...missing] },
    },
    arguments: inShort(asked),
  });
}

function saidBy({ claude_context: given }: Asked): readonly Evidence[] {
  const { stuckDescription, attemptedApproaches, partialFindings } = toContext(given);
  const texts = [
    `Where it needs help: ${stuckDescription}`,
    ...attemptedApproaches.map((text) => `It tried: ${text}`),
    ...partialFindings.map((text) => `It found: ${text}`),
  ];
  return texts.map((text) => ({ source: { kind: 'caller' }, text }));
}

/** The source of the files that are there. */
async function materialOf({ claude_context: { code_scope }, workspace }: Asked, ctx: ToolContext) {
  const { name } = ctx.workspaces.open(workspace);
  const evidence: Evidence[] = [];
  const missing: string[] = [];
  for (const file of code_scope.files) {
    try {
      const scope = { owner: ctx.principal.userId, workspace: name, files: [file], functions: [] };
      const { commit, pieces } = await ctx.reasoning.hypothesisMaterial(scope);
      const safe = pieces.map((piece) => ({ ...piece, text: masked(piece.text) }));
      evidence.push(...toEvidence(name, commit, safe));
    } catch (error) {
      const failure = asToolFailure(error)?.failure;
      if (failure === undefined) throw error;
      missing.push(failure.message);
    }
  }
  return { evidence, missing };
}

/** The result with an opinion, of which each claim was checked. */
async function judged(
  { claims, ...opinion }: z.output<typeof opinionSchema>,
  workspace: string,
  result: Result,
  ctx: ToolContext,
): Promise<Result> {
  const scope = { owner: ctx.principal.userId, workspace: ctx.workspaces.open(workspace).name };
  const checked = await ctx.reasoning.checkClaims({ scope, claims }, ctx.onProgress);
  return { ...result, opinion: { ...opinion, answered_by: ctx.answeredBy, ...claimFields(checked) } };
}

function render({ findings, analyses, recommendations, not_seen, opinion }: Result): string {
  const { root_cause, evidence, confidence_level } = findings;
  return [
    `${root_cause === undefined ? 'No cause is shown' : `Cause: ${root_cause}`} (confidence ${confidence_level} of 5)`,
    ...evidence,
    ...analyses.map(({ tool, arguments: args, outcome }) => `${tool} ${JSON.stringify(args)}: ${outcome}`),
    ...recommendations.map((text) => `Recommended: ${text}`),
    ...(opinion === undefined ? [] : renderOpinion(opinion)),
    ...not_seen.map((text) => `Not seen: ${onOneLine(text)}`),
  ].join('\n');
}

function renderOpinion({ root_cause, answered_by, ...opinion }: NonNullable<Result['opinion']>): readonly string[] {
  return [
    `Opinion of ${answered_by}: ${root_cause}`,
    ...opinion.supported_claims.map(({ statement, basis }) => `Holds (${basis}): ${statement}`),
    ...opinion.unsupported_claims.map(({ statement, why }) => `Unsupported: ${statement} (${why})`),
    ...opinion.recommendations.map((text) => `Suggested: ${text}`),
  ];
}

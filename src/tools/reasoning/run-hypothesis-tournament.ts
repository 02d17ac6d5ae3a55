/** `run_hypothesis_tournament`: which of several hypotheses survives being executed? */
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
import { checkSchema, checksSchema, type HypothesisCheck, MOST_CHECKS } from '../../reasoning/hypotheses/checks.ts';
import type { Tested, Tournament } from '../../reasoning/hypotheses/service.ts';
import { tellsAnalysis, workspaceName } from './analysis-result.ts';
import {
  ALL_KINDS,
  describeChecks,
  hypothesisFields,
  QUESTION_TOKENS,
  refParameter,
  scopeFields,
  toEvidence,
} from './hypothesis-fields.ts';
import { invalid } from './invalid.ts';

const id = z.string().min(1).max(100);

const predictionSchema = z.strictObject({
  file: z.string().min(1).max(3000).describe('The module in whose names it is evaluated.'),
  call: z.string().min(1).max(1000).describe('Python expression.'),
  returns: z.string().min(1).max(1000).optional().describe('Python expression that the result equals.'),
  raises: z.string().min(1).max(300).optional(),
});

const inputSchema = z.strictObject({
  hypotheses: z
    .array(
      z.strictObject({
        id,
        ...hypothesisFields,
        checks: checksSchema.default([]).describe(describeChecks('What decides it')),
        predictions: z
          .array(predictionSchema)
          .max(MOST_CHECKS)
          .default([])
          .describe(
            'What code does if it is true: a call that does otherwise refutes it, one that does so supports it.',
          ),
      }),
    )
    .min(2)
    .max(10)
    .describe('Without checks and predictions you are asked for checks.'),
  test_scope: z
    .strictObject({
      ...scopeFields,
      shared_context: z
        .looseObject({
          checks: z.record(id, checksSchema).default({}).describe('Further checks by id of a hypothesis.'),
        })
        .prefault({})
        .describe('For all hypotheses.'),
    })
    .describe('Where they are about.'),
  tournament_settings: z
    .strictObject({
      max_parallel: z.int().min(1).max(5).default(3).describe('Hypotheses at once.'),
      timeout_per_hypothesis: z.number().min(10).max(120).default(30).describe('Scales the work of its checks.'),
    })
    .prefault({})
    .describe('How it is run.'),
  tie_break: z.boolean().default(false).describe('Ask you where execution leaves the best ones alike.'),
  workspace: workspaceName,
  session_id: conversationParameter,
  ref: refParameter,
  supply: supplySchema.optional(),
  ...answerParameters,
});

type Input = z.output<typeof inputSchema>;

const resultSchema = z.object({
  status: z.literal('complete'),
  tournament_id: z.string(),
  results: z.array(
    z.object({
      hypothesis_id: z.string(),
      verdict: z.enum(['confirmed', 'refuted', 'undecided']),
      likelihood_score: z.number().describe('By rules over the evidence; 50 where nothing speaks for or against it.'),
      evidence: z.array(z.string()),
      counter_evidence: z.array(z.string()),
      would_decide: z.array(z.string()),
      test_duration: z.number().describe('Seconds.'),
    }),
  ),
  winner: z
    .object({
      hypothesis_id: z.string().optional().describe('Absent where nothing was decided.'),
      confidence: z.number().describe('1 to 5; 0 without a winner.'),
      recommendation: z.string(),
      decided_by: z.enum(['evidence', 'answer', 'nothing']),
    })
    .describe('Confirmed, and more likely than every other.'),
  matches: z.array(
    z.object({
      round: z.int(),
      hypotheses: z.tuple([z.string(), z.string()]),
      winner: z.string().optional(),
      basis: z.enum(['proved', 'executed', 'read']).optional(),
      because: z.string(),
    }),
  ),
  ties: z.array(z.array(z.string())).describe('Hypotheses of one likelihood.'),
  decided_by_execution: z.object({
    pairs: z.int(),
    decided: z.int().describe('By a proof or a run.'),
    share: z.number(),
  }),
  seed: z.int(),
  commit: z.string(),
  execution_time: z.number().describe('Seconds.'),
});

type Result = z.output<typeof resultSchema>;

const CHECKS: QuestionKind<{ checks: Record<string, HypothesisCheck[]> }, { pass: 'checks'; asked: Input }> = {
  tool: 'run_hypothesis_tournament',
  answer: z.object({
    checks: z.record(id, z.array(checkSchema).max(MOST_CHECKS)).describe('By id of the hypothesis.'),
  }),
  state: z.object({ pass: z.literal('checks'), asked: inputSchema }),
};

const CHOICE: QuestionKind<{ choice: string }, { pass: 'choice'; ids: string[]; result: Result }> = {
  tool: 'run_hypothesis_tournament',
  answer: z.object({ choice: id.describe('Id of a hypothesis.') }),
  state: z.object({ pass: z.literal('choice'), ids: z.array(id), result: resultSchema }),
};

export default defineTool({
  name: 'run_hypothesis_tournament',
  toolset: 'reasoning',
  title: 'Run a tournament of hypotheses',
  description:
    'Runs the checks and predictions of 2 to 10 hypotheses once each and puts them into a seeded bracket: for each pair, what tells them ' +
    'apart by a proof, a run or a distinguishing input. Likelihoods follow from rules; there is no winner where nothing is decided.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  runsCode: true,
  input: inputSchema,
  output: orHandBack(resultSchema),
  tells: tellsAnalysis,
  tokens: ({ hypotheses, handle }) =>
    handle === undefined && hypotheses.some(isBare) ? QUESTION_TOKENS : ANSWER_TOKENS,
  more: { matches: () => 'fewer hypotheses in a call', results: () => 'fewer hypotheses in a call' },
  async handler({ handle, answer, ...asked }, ctx): Promise<Result | HandBack> {
    if (handle !== undefined && answer !== undefined && 'choice' in answer)
      return ctx.handBacks.answer(CHOICE, handle, answer, async ({ choice }, { ids, result }) =>
        chosen(choice, ids, result),
      );
    if (handle !== undefined)
      return ctx.handBacks.answer(CHECKS, handle, answer, ({ checks }, { asked: before }) => {
        const ids = before.hypotheses.map((one) => one.id);
        expectKnown('answer.checks', Object.keys(checks), ids);
        return run(before, checks, ctx);
      });
    expectIds(asked);
    expectSupply(asked.supply, ctx);
    const bare = asked.hypotheses.filter((one) => isBare(one) && !hasShared(one.id, asked));
    return bare.length > 0 ? askChecks(asked, bare, ctx) : run(asked, {}, ctx);
  },
  render: (output) => (output.status === 'hand_back' ? renderHandBack(output) : render(output)),
});

type HypothesisFields = Input['hypotheses'][number];

function isBare({ checks, predictions }: HypothesisFields): boolean {
  return checks.length === 0 && predictions.length === 0;
}

function hasShared(of: string, { test_scope }: Input): boolean {
  return (test_scope.shared_context.checks[of] ?? []).length > 0;
}

function expectIds({ hypotheses, test_scope }: Input): void {
  const ids = hypotheses.map((one) => one.id);
  if (new Set(ids).size < ids.length)
    throw invalid('hypotheses', ids, 'Two hypotheses have one id.', 'ids that differ');
  expectKnown('test_scope.shared_context.checks', Object.keys(test_scope.shared_context.checks), ids);
  for (const { predictions } of hypotheses)
    if (predictions.some(({ returns, raises }) => (returns === undefined) === (raises === undefined)))
      throw invalid(
        'hypotheses.predictions',
        predictions,
        'A prediction names returns or raises.',
        'one of returns and raises',
      );
}

function expectKnown(field: string, named: readonly string[], ids: readonly string[]): void {
  const unknown = named.find((one) => !ids.includes(one));
  if (unknown !== undefined) throw invalid(field, unknown, `No hypothesis has the id ${unknown}.`, ids.join(', '));
}

async function askChecks(asked: Input, bare: readonly HypothesisFields[], ctx: ToolContext): Promise<HandBack> {
  const scope = scopeOf(asked, ctx);
  const { commit, pieces } = await ctx.reasoning.hypothesisMaterial(scope);
  const told = bare.map(({ id: of, type, description }) => `${of} (${type}): ${description}`).join('\n');
  return ctx.handBacks.ask(CHECKS, {
    question: `Which checks decide these hypotheses, and come out differently for them?\n${fenced('text', told)}`,
    evidence: toEvidence(scope.workspace, commit, pieces),
    state: { pass: 'checks', asked },
    arguments: argumentsOf(asked),
  });
}

async function run(input: Input, given: Readonly<Record<string, readonly HypothesisCheck[]>>, ctx: ToolContext) {
  const started = performance.now();
  const { max_parallel, timeout_per_hypothesis } = input.tournament_settings;
  const hypotheses = input.hypotheses.map(({ id: of, type, checks, predictions }) => ({
    id: of,
    type,
    checks: [...checks, ...(input.test_scope.shared_context.checks[of] ?? []), ...(given[of] ?? [])],
    predictions: predictions.map(
      (one): HypothesisCheck => ({ kind: 'call', ...one, expects: { holds: 'supports', fails: 'refutes' } }),
    ),
  }));
  const tournament = await ctx.reasoning.runTournament(
    {
      scope: scopeOf(input, ctx),
      hypotheses,
      kinds: ALL_KINDS,
      supply: input.supply,
      timeoutSeconds: timeout_per_hypothesis,
      parallel: max_parallel,
    },
    ctx.onProgress,
  );
  const result = toResult(input, hypotheses, tournament, started);
  const [best] = tournament.ties;
  const isOpen = result.winner.hypothesis_id === undefined && best !== undefined;
  if (!input.tie_break || !isOpen) return result;
  return ctx.handBacks.ask(CHOICE, {
    question: `Execution leaves ${best.join(' and ')} alike. Which of them is more likely, by the evidence?`,
    evidence: result.results
      .filter(({ hypothesis_id }) => best.includes(hypothesis_id))
      .map(({ hypothesis_id, evidence, counter_evidence }) => ({
        source: { kind: 'run', tool: 'run_hypothesis_tournament' },
        text: `${hypothesis_id}\nfor: ${evidence.join('\n')}\nagainst: ${counter_evidence.join('\n')}`,
      })),
    state: { pass: 'choice', ids: [...best], result },
    arguments: argumentsOf(input),
  });
}

/** What the second call has to say again, since the tool requires it. */
function argumentsOf({ hypotheses, test_scope }: Input): Readonly<Record<string, unknown>> {
  const named = hypotheses.map(({ id: of, description, type, confidence_level }) => {
    return { id: of, description, type, confidence_level };
  });
  return { hypotheses: named, test_scope: { files: test_scope.files } };
}

function chosen(choice: string, ids: readonly string[], result: Result): Promise<Result> {
  expectKnown('answer.choice', [choice], ids);
  const recommendation = `${choice} was chosen by your answer among ${ids.join(', ')}; execution did not decide.`;
  const winner = { hypothesis_id: choice, confidence: 1, recommendation, decided_by: 'answer' as const };
  return Promise.resolve({ ...result, winner });
}

function toResult(
  input: Input,
  hypotheses: readonly { readonly id: string; readonly checks: readonly HypothesisCheck[] }[],
  { commit, tested, matches, ties, winner, seed }: Tournament,
  started: number,
): Result {
  const decided = matches.filter(({ basis }) => basis === 'proved' || basis === 'executed').length;
  const best = tested.find((one) => one.id === winner);
  const { workspace, test_scope, supply } = input;
  return {
    status: 'complete',
    tournament_id: `tournament-${fingerprint({ workspace, commit, files: test_scope.files, hypotheses, supply })}`,
    results: tested
      .map((one) => ({
        hypothesis_id: one.id,
        verdict: one.verdict,
        likelihood_score: one.likelihood,
        evidence: saying(one, 'supports'),
        counter_evidence: saying(one, 'refutes'),
        would_decide: [...one.open],
        test_duration: one.seconds,
      }))
      .sort((one, other) => other.likelihood_score - one.likelihood_score),
    winner:
      best === undefined
        ? { confidence: 0, recommendation: withoutWinner(ties), decided_by: 'nothing' }
        : {
            hypothesis_id: best.id,
            confidence: best.confidence,
            recommendation: `Go on from ${best.id}: ${best.because}`,
            decided_by: 'evidence',
          },
    matches: matches.map(({ round, one, other, ...rest }) => ({ round, hypotheses: [one, other], ...rest })),
    ties: ties.map((group) => [...group]),
    decided_by_execution: { pairs: matches.length, decided, share: decided / Math.max(1, matches.length) },
    seed,
    commit,
    execution_time: secondsSince(started),
  };
}

function saying({ outcomes }: Tested, what: 'supports' | 'refutes'): string[] {
  return outcomes.filter(({ says }) => says === what).map(({ check, evidence }) => `${check}: ${evidence}`);
}

function withoutWinner(ties: Tournament['ties']): string {
  const alike = ties.map((group) => group.join(', ')).join('; ');
  return `No hypothesis is confirmed above all others.${alike === '' ? '' : ` Alike: ${alike}.`} would_decide says what to check next.`;
}

function scopeOf({ test_scope, workspace, ref }: Input, ctx: ToolContext) {
  const { name } = ctx.workspaces.open(workspace);
  const { files, functions } = test_scope;
  return { owner: ctx.principal.userId, workspace: name, files, functions, ...(ref !== undefined && { ref }) };
}

function render({ results, winner, matches, decided_by_execution, commit }: Result): string {
  const { pairs, decided } = decided_by_execution;
  return [
    winner.hypothesis_id === undefined ? 'No winner.' : `Winner: ${winner.hypothesis_id} (by ${winner.decided_by}).`,
    winner.recommendation,
    ...results.flatMap(({ hypothesis_id, verdict, likelihood_score, evidence, counter_evidence, would_decide }) => [
      `${hypothesis_id}: ${verdict}, likelihood ${likelihood_score}`,
      ...evidence.map((text) => `  for: ${text}`),
      ...counter_evidence.map((text) => `  against: ${text}`),
      ...would_decide.map((text) => `  would decide: ${text}`),
    ]),
    ...matches.map(
      ({ round, hypotheses, winner: won, because }) =>
        `Round ${round}: ${hypotheses.join(' against ')}: ${won ?? 'neither'}. ${because}`,
    ),
    `${decided} of ${pairs} pairs were decided by execution. Commit ${commit}`,
  ].join('\n');
}

/** `generate_plan`: a plan for a goal, of what the code says and what a model, or the caller, makes of it. */
import { z } from 'zod';
import { ToolFailure } from '../../lib/errors.ts';
import { plain } from '../../lib/markdown.ts';
import { outgoing } from '../../lib/secrets/outgoing.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { answerParameters, type Evidence, type HandBack, orHandBack, renderHandBack } from '../../mcp/hand-back.ts';
import type { QuestionKind } from '../../mcp/stored-hand-backs.ts';
import type { ToolContext } from '../../mcp/tool-context.ts';
import { type PlanAnswer, planAnswerSchema, planQuestion } from '../../planning/generation/question.ts';
import { scaffoldOf } from '../../planning/generation/scaffold.ts';
import type { GoalEvidence } from '../../planning/generation/service.ts';
import { type Fault, validateDraft } from '../../planning/generation/validate.ts';
import { citationsOf } from '../../planning/generation/words.ts';
import { type Draft, draftSchema } from '../../planning/plan.ts';
import { documentFields, renderDocument, toDocumentFields } from './document-fields.ts';
import { citationSchema, inShort } from './generated-fields.ts';
import { actorOf, agentParameter, DETAIL_TOKENS, detailParameter, PLAN_TOKENS, workspaceName } from './parameters.ts';

const TOOL = 'generate_plan';

/** Steps that an answer with details shows. */
const MOST_SHOWN = 100;
const MOST_STEPS = 100;
/** Faults that are told of an answer. */
const MOST_FAULTS = 20;
/** What the call that answers says in place of the goal, which the question has. */
const AS_ASKED = 'As in the question.';

const askedSchema = z.strictObject({
  goal: z
    .string()
    .trim()
    .min(1)
    .max(20_000)
    .describe('What is to be reached; names of files and functions are looked up.'),
  context: z.string().max(20_000).optional().describe('What else is known.'),
  constraints: z.array(z.string().trim().min(1).max(2000)).max(50).default([]).describe('What must hold.'),
  max_steps: z.int().min(1).max(MOST_STEPS).default(20).describe('Steps at most.'),
  workspace: workspaceName,
  ref: z.string().min(1).max(300).optional().describe('Branch, tag or commit; the indexed one by default.'),
  name: z.string().trim().min(1).max(200).optional().describe('Name of the plan.'),
  scaffold_only: z.boolean().default(false).describe('Store what evidence alone gives, and ask no model.'),
  agent: agentParameter,
});

const stateSchema = z.object({
  asked: askedSchema,
  commit: z.string().optional(),
  evidence: z.array(citationSchema),
});
type State = z.output<typeof stateSchema>;

const PLAN: QuestionKind<PlanAnswer, State> = { tool: TOOL, answer: planAnswerSchema, state: stateSchema };

const resultSchema = z.object({
  status: z.literal('plan'),
  ...documentFields,
  evidence: z.array(citationSchema).describe('What it rests on, at the commit.'),
  left_out: z.array(z.string()).describe('What detail, and load_plan with detail, show beside.'),
});
type Result = z.output<typeof resultSchema>;

export default defineTool({
  name: TOOL,
  toolset: 'planning',
  title: 'Generate a plan',
  description:
    'Makes and stores a plan for a goal. It gathers files, callers, tests, owners and risks; a model, or you, write the steps, which are ' +
    'checked against the commit. scaffold_only asks no model.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  input: askedSchema.extend({ detail: detailParameter, ...answerParameters }),
  output: orHandBack(resultSchema),
  tokens: ({ detail, handle, scaffold_only }) =>
    detail || (handle === undefined && !scaffold_only) ? DETAIL_TOKENS : PLAN_TOKENS,
  more: { steps: () => 'load_plan with detail', evidence: () => 'detail' },
  async handler({ detail, handle, answer, ...asked }, ctx): Promise<Result | HandBack> {
    if (handle !== undefined)
      return ctx.handBacks.answer(PLAN, handle, answer, (given, state) =>
        accepted(given, state, { handle, detail }, ctx),
      );
    const { name: workspace } = ctx.workspaces.open(asked.workspace);
    const { goal, context, constraints, ref, max_steps: maxSteps } = asked;
    const evidence = await ctx.planning.evidence(
      {
        owner: ctx.principal.userId,
        workspace,
        goal,
        constraints,
        ...(context !== undefined && { context }),
        ...(ref !== undefined && { ref }),
      },
      ctx.onProgress,
    );
    const scaffold = scaffoldOf(goal, evidence, { maxSteps, constraints });
    const citations = citationsOf(evidence).map(({ says, ...place }) => ({ ...place, says: outgoing(says) }));
    const { commit } = evidence;
    const state = { asked, evidence: citations, ...(commit !== undefined && { commit }) };
    if (asked.scaffold_only) return stored(scaffold, state, { detail, isScaffold: true }, ctx);
    const { question, evidence: pieces } = planQuestion(asked, evidence, scaffold, maxSteps);
    return ctx.handBacks.ask(PLAN, {
      question,
      evidence: pieces.map(({ file, line, from, text }) => ({ source: sourceOf(evidence, from, file, line), text })),
      state,
      arguments: { goal: AS_ASKED, detail },
    });
  },
  render: (output) => (output.status === 'hand_back' ? renderHandBack(output) : render(output)),
});

function sourceOf(
  { workspace, commit }: GoalEvidence,
  from: 'caller' | 'code' | 'scaffold',
  file: string | undefined,
  line: number | undefined,
): Evidence['source'] {
  if (file !== undefined && commit !== undefined)
    return { kind: 'file', workspace, commit, file, ...(line !== undefined && { line }) };
  return from === 'caller' ? { kind: 'caller' } : { kind: 'run', tool: TOOL };
}

/** Stores the plan that an answer is. Throws `ToolFailure` for one that does not fit the commit. */
async function accepted(
  answer: PlanAnswer,
  state: State,
  { handle, detail }: { readonly handle: string; readonly detail: boolean },
  ctx: ToolContext,
): Promise<Result> {
  const { asked, commit } = state;
  const { workspace } = ctx.workspaces.open(asked.workspace);
  const tree = commit === undefined ? [] : (await workspace.fileTree(commit)).files;
  const files = tree.map(({ path }) => path);
  const validated = validateDraft(answer, { wanted: asked, files, maxSteps: asked.max_steps });
  if ('faults' in validated) throw refused(validated.faults);
  return stored(validated.draft, state, { detail, answeredBy: ctx.answeredBy, key: `generate:${handle}` }, ctx);
}

interface Stored {
  readonly detail: boolean;
  readonly answeredBy?: string;
  readonly isScaffold?: true;
  readonly key?: string;
}

async function stored(
  draft: Draft,
  { asked, commit, evidence }: State,
  { detail, ...by }: Stored,
  ctx: ToolContext,
): Promise<Result> {
  const { name: workspace } = ctx.workspaces.open(asked.workspace);
  // As save_plan reads it: a plan that comes back unchanged differs in nothing.
  const madeOn = asked.ref === undefined ? {} : { madeOn: asked.ref };
  const facts = { owner: ctx.principal.userId, workspace, ...madeOn, ...by, draft: draftSchema.parse(draft) };
  const document = await ctx.plans.create(
    { ...facts, ...(commit !== undefined && { commit }), ...(asked.name !== undefined && { name: asked.name }) },
    actorOf(asked.agent, ctx.principal),
  );
  const fields = { ...toDocumentFields(document, { offset: 0, limit: MOST_SHOWN, detail }), evidence };
  return { status: 'plan', ...(detail ? { ...fields, left_out: [] } : inShort(fields)) };
}

function refused(faults: readonly Fault[]): ToolFailure {
  const shown = faults
    .slice(0, MOST_FAULTS)
    .map(({ step, field, fault }) => `${step === undefined ? '' : `step ${step}, `}${field}: ${fault}`);
  const more = faults.length > MOST_FAULTS ? `; and ${faults.length - MOST_FAULTS} more` : '';
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: `The plan does not fit the commit: ${shown.join('; ')}${more}.`,
    advice: 'Repair these, and answer the same question again: it still waits, and nothing was stored.',
    details: { field: 'answer', faults: faults.slice(0, MOST_FAULTS) },
  });
}

function render({ evidence, left_out, ...document }: Result): string {
  return [
    renderDocument(document),
    ...(evidence.length === 0 ? [] : ['Evidence:']),
    ...evidence.map(
      ({ file, line, says }) => `- ${plain(`${file}${line === undefined ? '' : `:${line}`}`)}: ${plain(says)}`,
    ),
    ...(left_out.length === 0 ? [] : [`Left out here, shown by load_plan with detail: ${left_out.join('; ')}.`]),
  ].join('\n');
}

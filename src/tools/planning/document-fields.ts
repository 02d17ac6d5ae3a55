/** A whole plan in the answers of tools: the fields of the contract's `generate_plan`, and ours. */
import { z } from 'zod';
import { plain } from '../../lib/markdown.ts';
import { headFields, type Step, stepSchema } from '../../planning/plan.ts';
import type { PlanDocument } from '../../planning/service.ts';
import { timeOf } from './parameters.ts';
import { SHORT_ID, stateSchema } from './step-fields.ts';

/** What only `detail` shows of a step. */
export const DETAILS = [
  'id',
  'details',
  'acceptance_criteria',
  'checks',
  'patch',
  'contents',
  'python',
  'supply',
  'symbols',
] as const;

const stepFieldsSchema = z.object({
  ...stepSchema.shape,
  dependencies: z.array(z.int()),
  // As update_plan takes them; their schema is long.
  checks: z.array(z.looseObject({ kind: z.string() })).optional(),
  status: stateSchema,
});

/** The fields of a plan. */
export const documentFields = {
  id: z.string(),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
  name: z.string().optional(),
  goal: z.string(),
  workspace: z.string(),
  commit: z.string().optional().describe('The commit that it was made for.'),
  branch: z.string().describe('Where its steps are applied.'),
  answered_by: z.string().optional().describe('Who wrote it.'),
  is_scaffold: z.literal(true).optional().describe('Made of evidence alone: nobody has judged it.'),
  forked_from: z.object({ plan_id: z.string(), version: z.int() }).optional(),
  scope: headFields.scope.unwrap(),
  mvp_features: headFields.mvp_features.unwrap(),
  nice_to_have_features: headFields.nice_to_have_features.unwrap(),
  steps: z.array(stepFieldsSchema),
  total_steps: z.int(),
  part: z.string().optional().describe('What of the plan is not here; save_plan keeps it.'),
  dependencies: z.record(z.string(), z.array(z.int())).describe('By the numbers of the steps shown.'),
  architecture: headFields.architecture.unwrap(),
  risks: headFields.risks.unwrap(),
  requirements: headFields.requirements.unwrap(),
  questions: headFields.questions.unwrap(),
};

const documentSchema = z.object(documentFields);
export type DocumentFields = z.output<typeof documentSchema>;

/** Which steps are shown, and how. */
export interface Shown {
  readonly offset: number;
  readonly limit: number;
  /** Only these. */
  readonly numbers?: readonly number[] | undefined;
  readonly detail: boolean;
}

/** The fields of a plan. */
export function toDocumentFields(document: PlanDocument, { offset, limit, numbers, detail }: Shown): DocumentFields {
  const { facts, version, createdAt, updatedAt, plan, states } = document;
  const { id, name, workspace, commit, branch, answeredBy, isScaffold, forkOf } = facts;
  const wanted = plan.steps.flatMap((step, index) =>
    numbers === undefined || numbers.includes(step.number) ? [{ ...step, status: states[index] ?? 'pending' }] : [],
  );
  const shown = wanted.slice(offset, offset + limit);
  return {
    id,
    version,
    created_at: timeOf(createdAt),
    updated_at: timeOf(updatedAt),
    ...(name !== undefined && { name }),
    workspace,
    ...(commit !== undefined && { commit }),
    branch,
    ...(answeredBy !== undefined && { answered_by: answeredBy }),
    ...(isScaffold && { is_scaffold: isScaffold }),
    ...(forkOf !== undefined && { forked_from: { plan_id: forkOf.id, version: forkOf.version } }),
    ...plan.head,
    steps: detail ? shown : shown.map(inShort),
    total_steps: wanted.length,
    ...partOf(plan.steps.length - shown.length, !detail && shown.some(hasDetails)),
    dependencies: Object.fromEntries(shown.map((step) => [step.number, step.dependencies])),
  };
}

function partOf(missing: number, isShort: boolean): { part?: string } {
  const what = [
    ...(missing > 0 ? [`${missing} ${missing === 1 ? 'step' : 'steps'}`] : []),
    ...(isShort ? ['details and checks of steps'] : []),
  ];
  return what.length === 0 ? {} : { part: `Not here: ${what.join('; ')}.` };
}

/** Whether something of a step is shown by `detail` only. */
function hasDetails(step: Step): boolean {
  return DETAILS.some((field) => field !== 'id' && step[field] !== undefined);
}

function inShort<Shown extends Step>(step: Shown): Shown {
  const short = { ...step };
  for (const field of DETAILS) delete short[field];
  return short;
}

/** The plan as text. */
export function renderDocument(fields: DocumentFields): string {
  const { id, version, name, goal, workspace, commit, steps, total_steps, scope, risks, questions, requirements } =
    fields;
  const at = commit === undefined ? '' : ` at ${commit.slice(0, SHORT_ID)}`;
  const list = (title: string, items: readonly string[]) =>
    items.length === 0 ? [] : [`${title}:`, ...items.map((item) => `- ${plain(item)}`)];
  const of = steps.length === total_steps ? '' : `, ${steps.length} shown`;
  return [
    `${id}${name === undefined ? '' : ` (${plain(name)})`}, version ${version}, for ${workspace}${at}.`,
    `Goal: ${plain(goal)}`,
    ...(fields.is_scaffold ? ['It is a scaffold, made of evidence alone: nobody has judged it.'] : []),
    `Steps (${total_steps}${of}):`,
    ...steps.map(renderStepFields),
    ...(fields.part === undefined ? [] : [`This is a part of the plan. ${fields.part}`]),
    ...list('In scope', scope.included),
    ...list('Not in scope', scope.excluded),
    ...list('Assumed', scope.assumptions),
    ...list('Constraints', scope.constraints),
    ...list(
      'Requirements',
      requirements.map((each) => `${each.id} ${each.text}`),
    ),
    ...list(
      'Risks',
      risks.map((risk) => `${risk.issue} (${risk.likelihood}): ${risk.mitigation}`),
    ),
    ...list('Open questions', questions),
    ...list(
      'MVP',
      fields.mvp_features.map((each) => `${each.name}: steps ${each.steps.join(', ')}`),
    ),
    ...list(
      'Nice to have',
      fields.nice_to_have_features.map((each) => `${each.name}: steps ${each.steps.join(', ')}`),
    ),
    ...(fields.architecture.notes === '' ? [] : [`Architecture: ${plain(fields.architecture.notes)}`]),
  ].join('\n');
}

function renderStepFields(step: DocumentFields['steps'][number]): string {
  const { number, status, description, dependencies, files_affected = [], checks = [] } = step;
  const facts = [
    dependencies.length === 0 ? undefined : `after ${dependencies.join(', ')}`,
    step.parent === undefined ? undefined : `part of ${step.parent}`,
    files_affected.length === 0 ? undefined : files_affected.join(', '),
    checks.length === 0 ? undefined : `checks: ${checks.map(({ kind }) => kind).join(', ')}`,
  ].filter((fact) => fact !== undefined);
  const criteria = (step.acceptance_criteria ?? []).map((each) => `   - ${plain(each)}`);
  const details = step.details === undefined ? [] : [`   ${plain(step.details)}`];
  const line = `${number}. [${status}] ${plain(description)}${facts.length === 0 ? '' : ` (${plain(facts.join('; '))})`}`;
  return [line, ...details, ...criteria].join('\n');
}

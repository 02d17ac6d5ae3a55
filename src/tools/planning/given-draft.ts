/** A plan as somebody sends it: an object as the server shows plans, or a document. */
import { z } from 'zod';
import { ToolFailure } from '../../lib/errors.ts';
import { FORMATS, type Format, readDocument } from '../../planning/formats/formats.ts';
import { type Draft, draftSchema } from '../../planning/plan.ts';
import { documentFields } from './document-fields.ts';
import { adoptOtherFields } from './other-fields.ts';
import type { Part } from './part.ts';

/** Parameters that give a plan; one of `plan` and `document` is needed. */
export const draftParameters = {
  plan: z
    .looseObject({ id: z.string().max(100).optional(), version: z.int().min(1).optional() })
    .optional()
    .describe('As generate_plan and load_plan with detail give it; goal and steps are enough.'),
  document: z
    .string()
    .min(1)
    .optional()
    .describe(
      "In place of plan: a checklist or requirements (EARS) in Markdown, Task Master's tasks.json, Spec Kit's tasks.md.",
    ),
  format: z.enum(FORMATS).optional().describe('Of the document; recognized by default.'),
};

interface Given {
  readonly plan?:
    | { readonly id?: string | undefined; readonly version?: number | undefined; readonly [field: string]: unknown }
    | undefined;
  readonly document?: string | undefined;
  readonly format?: Format | undefined;
}

/** What was given, with the plan that it is a new version of, and what could not be kept. */
export interface GivenDraft {
  readonly draft: Draft;
  readonly id?: string;
  readonly version?: number;
  /** It is a part of the plan of that id. */
  readonly part?: Part;
  readonly notes: readonly string[];
}

/** Steps that a note names. */
const MOST_NAMED = 20;
/** What the server adds to plans and steps when it shows them. */
const SHOWN = new Set([...Object.keys(documentFields), 'evidence', 'left_out', 'shortened']);
const STATUS = 'status';
/** The status of an answer of generate_plan that is a plan. */
const GENERATED = 'plan';

/** The draft. Throws `ToolFailure` for what is no plan. */
export function draftOf({ plan, document, format }: Given): GivenDraft {
  if ((plan === undefined) === (document === undefined))
    throw invalid('plan', 'Give either plan or document.', 'one of plan and document');
  if (plan === undefined) {
    const { draft, done, notes } = readDocument(document ?? '', format);
    const named = `${done.slice(0, MOST_NAMED).join(', ')}${done.length > MOST_NAMED ? ` and ${done.length - MOST_NAMED} more` : ''}`;
    const claim =
      done.length === 0 ? [] : [`The document says that these steps are done, which nothing has verified: ${named}.`];
    return { draft, notes: [...claim, ...notes] };
  }
  const { id, version } = plan;
  const part = partOf(plan);
  if (part !== undefined && id === undefined) throw partOfNone();
  const { plan: own, notes } = adoptOtherFields(plan);
  return {
    draft: draftOfPlan(own),
    ...(part !== undefined && { part }),
    notes,
    ...(id !== undefined && { id }),
    ...(version !== undefined && { version }),
  };
}

/** What only answers have is left out, what nobody knows is refused. */
function draftOfPlan(plan: Readonly<Record<string, unknown>>): Draft {
  const own = Object.entries(plan).filter(
    ([field, value]) => field in draftSchema.shape || !(SHOWN.has(field) || (field === STATUS && value === GENERATED)),
  );
  const { steps } = plan;
  const parsed = draftSchema.safeParse({
    ...Object.fromEntries(own),
    steps: Array.isArray(steps) ? steps.map(withoutStatus) : steps,
  });
  if (parsed.success) return parsed.data;
  const [issue, ...others] = parsed.error.issues;
  const path = ['plan', ...(issue?.path ?? [])].join('.');
  const more = others.length === 0 ? '' : ` ${others.length} more faults follow.`;
  throw invalid(path, `${path}: ${issue?.message ?? 'It is no plan.'}.${more}`, issue?.message ?? 'a plan');
}

const cutsSchema = z.array(z.looseObject({ field: z.string() })).catch([]);

/** Which part a plan is; undefined where it is whole. Throws `ToolFailure` for texts and lists that were cut to the size of an answer. */
function partOf({
  part,
  left_out,
  shortened,
  dependencies,
  steps,
}: Readonly<Record<string, unknown>>): Part | undefined {
  const cut = cutsSchema.parse(shortened).map(({ field }) => field);
  const lost = cut.filter((field) => field !== 'steps' && (field.split(/[.[]/, 1)[0] ?? '') in draftSchema.shape);
  if (lost.length > 0) throw cutTo(lost);
  const isShort = Array.isArray(left_out) && left_out.length > 0;
  if (part === undefined && !isShort && !cut.includes('steps')) return undefined;
  const numbers = z.record(z.string(), z.unknown()).safeParse(dependencies);
  if (numbers.success && !cut.includes('dependencies'))
    return { isShort, shown: new Set(Object.keys(numbers.data).map(Number)) };
  // Where steps come with their identities, one without is new.
  const withIds =
    Array.isArray(steps) && steps.some((step) => z.looseObject({ id: z.string() }).safeParse(step).success);
  return { isShort, ...(withIds && { shown: new Set<number>() }) };
}

function cutTo(fields: readonly string[]): ToolFailure {
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: `The plan is a part: the answer that it comes from was cut to its size (${fields.join(', ')}), and what is missing cannot be told from what was removed.`,
    advice:
      'Load fewer steps at once (load_plan with detail, limit and offset): such a page can be saved, and what it does not show is kept. ' +
      'update_plan changes single steps; export_plan writes all. Nothing was changed.',
    details: { field: 'plan.shortened', constraint: 'a plan whose texts and lists are whole' },
  });
}

function partOfNone(): ToolFailure {
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: 'The plan is a part (part or left_out says what is missing), and names no id of the plan that it is of.',
    advice:
      'Keep id: what the part does not show is kept then. fork_plan copies a whole plan; load_plan with detail shows what is missing. ' +
      'Nothing was changed.',
    details: { field: 'plan.id', constraint: 'the id of the plan that the part is of' },
  });
}

function withoutStatus(step: unknown): unknown {
  if (typeof step !== 'object' || step === null) return step;
  return Object.fromEntries(Object.entries(step).filter(([field]) => field !== STATUS));
}

function invalid(field: string, message: string, constraint: string): ToolFailure {
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message,
    advice: 'load_plan with detail shows what a plan looks like. Nothing was changed.',
    details: { field, constraint },
  });
}

/** A plan as somebody sends it: an object as the server shows plans, or a document. */
import { z } from 'zod';
import { ToolFailure } from '../../lib/errors.ts';
import { FORMATS, type Format, readDocument } from '../../planning/formats/formats.ts';
import { type Draft, draftSchema } from '../../planning/plan.ts';
import { documentFields } from './document-fields.ts';

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
  readonly notes: readonly string[];
}

/** Steps that a note names. */
const MOST_NAMED = 20;
/** What the server adds to plans and steps when it shows them. */
const SHOWN = new Set(Object.keys(documentFields));
const STATUS = 'status';

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
  return {
    draft: draftOfPlan(plan),
    notes: [],
    ...(id !== undefined && { id }),
    ...(version !== undefined && { version }),
  };
}

/** What only answers have is left out, what nobody knows is refused. */
function draftOfPlan(plan: Readonly<Record<string, unknown>>): Draft {
  const own = Object.entries(plan).filter(([field]) => field in draftSchema.shape || !SHOWN.has(field));
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

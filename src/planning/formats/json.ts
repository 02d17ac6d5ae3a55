/** Our own form: a draft as JSON, which keeps everything. */
import { ToolFailure } from '../../lib/errors.ts';
import { type Draft, draftSchema } from '../plan.ts';
import type { Written } from './formats.ts';

/** What a written plan says beside its draft. */
const SAID = new Set(['id', 'version', 'commit', 'states']);

/** Reads a draft, or what {@link writeJson} wrote; identities are left out, since they are of another plan. */
export function readJson(text: string): Draft {
  const parsed = draftSchema.safeParse(withoutIds(parse(text)));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw refused(`${issue?.path.join('.') || 'The document'}: ${issue?.message}`);
}

/** The plan as JSON, with where its steps stand. */
export function writeJson({ id, version, commit, head, steps, states }: Written): string {
  const said = { id, version, ...(commit !== undefined && { commit }), states: Object.fromEntries(states) };
  return `${JSON.stringify({ ...said, ...head, steps }, null, 2)}\n`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refused(`The document is no JSON: ${error instanceof Error ? error.message : ''}`);
  }
}

function withoutIds(given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return given;
  const fields = Object.fromEntries(Object.entries(given).filter(([field]) => !SAID.has(field)));
  const { steps } = fields;
  if (!Array.isArray(steps)) return fields;
  const named = steps.map((step: unknown) =>
    typeof step === 'object' && step !== null
      ? Object.fromEntries(Object.entries(step).filter(([field]) => field !== 'id'))
      : step,
  );
  return { ...fields, steps: named };
}

function refused(message: string): ToolFailure {
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: message.slice(0, 500),
    advice: 'export_plan writes JSON that can be read again. Nothing was changed.',
    details: { field: 'document', constraint: 'a plan as JSON' },
  });
}

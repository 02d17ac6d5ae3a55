/** Plans as documents of other tools: read into drafts, and written. */
import { ToolFailure } from '../../lib/errors.ts';
import type { StepState } from '../graph/states.ts';
import { type Draft, draftSchema, LONGEST_PLAN, MOST_STEPS, type Plan } from '../plan.ts';
import { readEars, writeEars } from './ears.ts';
import { readJson, writeJson } from './json.ts';
import { readMarkdown, writeMarkdown } from './markdown.ts';
import { isSpecKit, readSpecKit, writeSpecKit } from './spec-kit.ts';
import { isTaskMaster, readTaskMaster, writeTaskMaster } from './task-master.ts';

export const FORMATS = ['json', 'markdown', 'ears', 'task-master', 'spec-kit'] as const;
export type Format = (typeof FORMATS)[number];

/** What a document says, before it is checked. */
export interface Raw {
  readonly goal: string;
  readonly steps: readonly RawStep[];
  readonly requirements?: readonly { readonly id: string; readonly text: string; readonly story?: string }[];
  readonly features?: readonly { readonly name: string; readonly steps: readonly number[] }[];
  /** Numbers of the steps that it says are done. */
  readonly done: readonly number[];
  /** What could not be kept, with its line where it has one. */
  readonly notes: readonly string[];
}

/** A step of a document; what it does not say is left to the schema. */
export interface RawStep {
  readonly number: number;
  readonly description: string;
  readonly [field: string]: unknown;
}

/** A document that was read. */
export interface ReadDocument {
  readonly format: Format;
  readonly draft: Draft;
  /** Steps that it says are done; nothing has verified that. */
  readonly done: readonly number[];
  readonly notes: readonly string[];
}

/** A plan that is to be written. */
export interface Written extends Plan {
  readonly id: string;
  readonly version: number;
  readonly commit?: string;
  readonly states: ReadonlyMap<number, StepState>;
}

/** The most notes that are reported. */
const MOST_NOTES = 20;

/** Reads a document; without a format the one that it looks like. Throws `ToolFailure` for what is none, is too large, or has too many steps. */
export function readDocument(text: string, format: Format | undefined = recognized(text)): ReadDocument {
  if (text.length > LONGEST_PLAN)
    throw refused(
      `The document has ${text.length} characters, and ${LONGEST_PLAN} is the most.`,
      'Split it into several plans.',
    );
  if (format === undefined)
    throw refused(
      'The document is neither JSON nor a Markdown document with a checklist, tasks or requirements.',
      `Say its format: ${FORMATS.join(', ')}; docs/plans.md shows an example of each.`,
    );
  const boxes = text.match(/\[[ xX]\]/g)?.length ?? 0;
  if (boxes > 2 * MOST_STEPS) throw tooManySteps(boxes);
  if (format === 'json') return { format, draft: readJson(text), done: [], notes: [] };
  const { goal, steps, requirements = [], features = [], done, notes } = READERS[format](text);
  if (steps.length > MOST_STEPS) throw tooManySteps(steps.length);
  if (steps.length === 0 && requirements.length === 0)
    throw refused(
      `The document has nothing that ${format} calls a step.`,
      `Say another format: ${FORMATS.join(', ')}.`,
    );
  const mvp_features = features.map((feature) => ({ ...feature, description: '' }));
  const parsed = draftSchema.safeParse({ goal: goal.slice(0, 20_000), steps, requirements, mvp_features });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw refused(`${issue?.path.join('.')}: ${issue?.message}`, 'Correct the document.');
  }
  const more = notes.length > MOST_NOTES ? [`and ${notes.length - MOST_NOTES} more lines that could not be kept`] : [];
  return { format, draft: parsed.data, done, notes: [...notes.slice(0, MOST_NOTES), ...more] };
}

/** Writes a plan. What a format cannot hold is left out of it. */
export function writeDocument(plan: Written, format: Format): string {
  return WRITERS[format](plan);
}

const READERS: { readonly [Name in Exclude<Format, 'json'>]: (text: string) => Raw } = {
  markdown: readMarkdown,
  ears: readEars,
  'task-master': readTaskMaster,
  'spec-kit': readSpecKit,
};

const WRITERS: { readonly [Name in Format]: (plan: Written) => string } = {
  json: writeJson,
  markdown: writeMarkdown,
  ears: writeEars,
  'task-master': writeTaskMaster,
  'spec-kit': writeSpecKit,
};

function recognized(text: string): Format | undefined {
  const start = text.trimStart();
  if (start.startsWith('{') || start.startsWith('[')) return isTaskMaster(text) ? 'task-master' : 'json';
  if (isSpecKit(text)) return 'spec-kit';
  if (/^#{2,4} +(?:Requirement\b|Acceptance Criteria\b)/im.test(text)) return 'ears';
  return /^[ \t]*(?:[-*+]|\d+[.)])[ \t]+\[[ xX~/*-]\]/m.test(text) ? 'markdown' : undefined;
}

function tooManySteps(count: number): ToolFailure {
  return refused(`The document has ${count} steps, and ${MOST_STEPS} is the most.`, 'Split it into several plans.');
}

function refused(message: string, advice: string): ToolFailure {
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message,
    advice: `${advice} Nothing was changed.`,
    details: { field: 'document', constraint: `a document of the format ${FORMATS.join(', ')}` },
  });
}

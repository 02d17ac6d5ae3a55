/** What the tools of memories share. */

import { z } from 'zod';
import { shownPath } from '../../lib/shown-path.ts';
import {
  type CheckedMemory,
  LONGEST,
  MEMORY_CATEGORIES,
  MEMORY_PRIORITIES,
  type Memory,
  MOST_PLACES,
  MOST_TAGS,
  type NewMemory,
} from '../../workspace/memories/service.ts';

/** Digits of a commit's id that are shown. */
export const SHORT_ID = 12;

const category = z.enum(MEMORY_CATEGORIES);
const priority = z.enum(MEMORY_PRIORITIES);

/** Parameters of every tool that writes one; those that all of them must have are required by `add_memory` only. */
export const memoryParameters = {
  category: category.describe('preferences: style, tools, ways of work; decisions: with why; facts: of the project.'),
  content: z.string().min(1).max(LONGEST.content).describe('What is to be kept. Secrets in it are masked.'),
  title: z.string().max(LONGEST.title).optional().describe('A few words.'),
  subtype: z.string().max(LONGEST.subtype).optional().describe('Such as review_finding, failed_attempt, incident.'),
  tags: z.array(z.string().max(LONGEST.tag)).max(MOST_TAGS).optional().describe('To list it by.'),
  priority: priority.optional().describe('critical: in every context bundle; archive: in none.'),
  source: z.string().max(LONGEST.source).optional().describe('Where it comes from: a session and turn, a document.'),
  evidence: z
    .array(
      z.strictObject({
        file: z.string().min(1).max(3000).describe("From the repository's root."),
        line: z.int().min(1).optional().describe('1-based; absent: the file as such.'),
        line_end: z.int().min(1).optional().describe('Included; by default line.'),
      }),
    )
    .max(MOST_PLACES)
    .optional()
    .describe('Code that it rests on: when these lines change, it is stale.'),
  ref: z.string().min(1).optional().describe('Branch, tag or commit of the evidence; the indexed commit by default.'),
} as const;

/** Which memories; for `list_memories`. */
export const categoryFilter = category.optional().describe('Only those of this category.');

type Given = {
  readonly [field in Exclude<keyof typeof memoryParameters, 'ref'>]?:
    | z.output<(typeof memoryParameters)[field]>
    | undefined;
};

/** The fields that were given, as a workspace takes them. */
export function toChanges(given: Given): Partial<NewMemory> {
  const { category, content, title, subtype, tags, priority, source, evidence } = given;
  return {
    ...(category !== undefined && { category }),
    ...(content !== undefined && { content }),
    ...(title !== undefined && { title }),
    ...(subtype !== undefined && { subtype }),
    ...(tags !== undefined && { tags }),
    ...(priority !== undefined && { priority }),
    ...(source !== undefined && { source }),
    ...(evidence !== undefined && {
      evidence: evidence.map(({ file, line, line_end }) => ({
        path: file,
        ...(line !== undefined && { lineStart: line }),
        ...(line_end !== undefined && { lineEnd: line_end }),
      })),
    }),
  };
}

const placeFields = {
  file: z.string(),
  line: z.int().optional(),
  line_end: z.int().optional(),
  hash: z.string().optional().describe('SHA-256 of the lines without white space at their ends.'),
};

/** Fields of every memory in an answer. */
export const memoryFields = {
  category,
  title: z.string().optional(),
  content: z.string(),
  subtype: z.string().optional(),
  tags: z.array(z.string()).optional(),
  priority: priority.optional(),
  source: z.string().optional(),
  created_at: z.string().describe('ISO 8601.'),
  commit: z.string().optional().describe('Of which the evidence is.'),
};

const memorySchema = z.object(memoryFields);

/** A place as it was cited. */
export const placeSchema = z.object(placeFields);

/** A place, and what became of it. */
export const checkedPlaceSchema = z.object({
  ...placeFields,
  state: z.enum(['unchanged', 'moved', 'changed', 'unchecked']),
  now: z.string().optional().describe('Where it is, of a moved one: file:line-line_end.'),
  why: z.string().optional(),
});

/** What became of the evidence. */
export const statusSchema = z
  .enum(['current', 'stale', 'unchecked', 'without_evidence'])
  .describe('current: the cited lines are as they were, here or elsewhere; whether it is true is not judged.');

/** The wire form of what all memories have. */
export function toMemoryFields(memory: Omit<Memory, 'evidence'>): z.output<typeof memorySchema> {
  const { category, title, content, subtype, tags, priority, source, createdAt, commit } = memory;
  return {
    category,
    ...(title !== undefined && { title }),
    content,
    ...(subtype !== undefined && { subtype }),
    ...(tags.length > 0 && { tags: [...tags] }),
    ...(priority !== undefined && { priority }),
    ...(source !== undefined && { source }),
    created_at: createdAt,
    ...(commit !== undefined && { commit: commit.slice(0, SHORT_ID) }),
  };
}

/** The wire form of a place. */
export function toPlace({ path, lines }: Memory['evidence'][number]): z.output<typeof placeSchema> {
  return { file: path, ...(lines !== undefined && { line: lines.start, line_end: lines.end, hash: lines.hash }) };
}

/** The wire form of a place that was compared. */
export function toCheckedPlace(evidence: CheckedMemory['evidence'][number]): z.output<typeof checkedPlaceSchema> {
  const { standing } = evidence;
  const place = { ...toPlace(evidence), state: standing.kind };
  switch (standing.kind) {
    case 'unchanged':
      return place;
    case 'moved': {
      const { path, lineStart, lineEnd } = standing;
      return { ...place, now: lineStart === undefined ? path : `${path}:${lineStart}-${lineEnd}` };
    }
    case 'changed':
    case 'unchecked':
      return { ...place, why: standing.why };
  }
}

/** A memory as text: a head, its content, and `evidence`, which is worded already. */
export function renderMemory(
  id: string,
  memory: z.output<typeof memorySchema>,
  marks: readonly string[],
  evidence: readonly string[],
): string {
  const { category, title, content, subtype, tags = [], priority, source, created_at, commit } = memory;
  const head = [category, subtype, priority, created_at.slice(0, 10), ...marks].filter((mark) => mark !== undefined);
  return [
    `${id} (${head.join(', ')})${title === undefined ? '' : ` ${title}`}`,
    ...content.split('\n').map((line) => `  ${line}`),
    ...(tags.length === 0 ? [] : [`  tags: ${tags.join(', ')}`]),
    ...(source === undefined ? [] : [`  source: ${source}`]),
    ...evidence.map((each) => `  evidence: ${each}${commit === undefined ? '' : ` (at ${commit})`}`),
  ].join('\n');
}

/** A place as text. */
export function renderPlace({ file, line, line_end }: z.output<typeof placeSchema>): string {
  const shown = shownPath(file);
  return line === undefined ? shown : `${shown}:${line}-${line_end}`;
}

/** What is said of secrets that were in texts. */
export function renderMasked(kinds: readonly string[]): readonly string[] {
  return kinds.length === 0
    ? []
    : [`Secrets in it were masked: ${kinds.join(', ')}. What was sent may be in a transcript.`];
}

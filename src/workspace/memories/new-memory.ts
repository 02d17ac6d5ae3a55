/** What is kept of what somebody wants kept: texts without secrets, within their bounds. */
import { createHash } from 'node:crypto';
import { ToolFailure } from '../../lib/errors.ts';
import type { Masking } from '../../lib/secrets/masking.ts';
import { LONGEST, MOST_PLACES, MOST_TAGS, type NewMemory } from './service.ts';

/** A memory's texts without their secrets, and which kinds were masked. */
export interface CleanMemory {
  readonly memory: NewMemory;
  readonly masked: readonly string[];
}

/** Trims, checks bounds and masks; empty texts but the content are as none. Throws `ToolFailure` for a text that is too long or says nothing. */
export function cleanMemory(given: NewMemory, masking: Masking): CleanMemory {
  const masked = new Set<string>();
  const clean = (field: keyof typeof LONGEST, text: string): string => {
    const trimmed = text.toWellFormed().trim();
    if (trimmed.length > LONGEST[field]) throw tooLong(field, trimmed.length);
    const { text: shown, secrets } = masking.mask(trimmed);
    for (const { kind } of secrets) masked.add(kind);
    return shown;
  };
  const content = clean('content', given.content);
  if (content === '') throw says('The content of a memory is empty.', 'Say in a sentence or two what is to be kept.');
  const tags = [...new Set(given.tags.map((tag) => clean('tag', tag)))].filter((tag) => tag !== '');
  if (tags.length > MOST_TAGS) throw says(`There are ${tags.length} tags.`, `Give at most ${MOST_TAGS}.`);
  const places = given.evidence.length;
  if (places > MOST_PLACES)
    throw says(`The evidence has ${places} places.`, `Give the ${MOST_PLACES} that matter most.`);
  const { title, subtype, source, category, priority, evidence } = given;
  const memory = {
    category,
    content,
    ...(title && { title: clean('title', title) }),
    ...(subtype && { subtype: clean('subtype', subtype) }),
    tags,
    ...(priority !== undefined && { priority }),
    ...(source && { source: clean('source', source) }),
    evidence,
  };
  return { memory, masked: [...masked] };
}

/** What tells contents apart: white space does not. */
export function contentKey(content: string): string {
  return createHash('sha256').update(content.normalize('NFC').replace(/\s+/g, ' ').trim()).digest('hex');
}

function tooLong(field: keyof typeof LONGEST, length: number): ToolFailure {
  return says(
    `The ${field} of the memory has ${length} characters, more than the ${LONGEST[field]} that it may have.`,
    'Keep what will be needed again, and cite code by evidence in place of quoting it.',
  );
}

function says(message: string, advice: string): ToolFailure {
  return new ToolFailure({ errorType: 'INVALID_INPUT', message, advice });
}

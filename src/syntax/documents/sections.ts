/** Sections of documents: from headings to lines and chunks. */
import type { Lines } from '../lines.ts';
import { MOST_SECTIONS } from '../select.ts';
import type { LineRange } from '../service.ts';
import { chunkLines, ENOUGH_LINES, isSmall } from '../text-chunks.ts';
import { type Heading, headingsIn } from './markdown.ts';
import type { Parts, Section } from './parts.ts';

/** A heading in its document. */
export interface PlacedHeading extends Omit<Heading, 'at'> {
  readonly line: number;
  /** The last line of what is before. */
  readonly before: number;
}

/** The parts of a file of Markdown. */
export function markdownParts(lines: Lines): Parts {
  const texts = Array.from({ length: lines.count }, (_, index) => lines.slice(index + 1, index + 1));
  const headings = headingsIn(texts).map(({ at, ...heading }) => ({ ...heading, line: at + 1, before: at }));
  return { sections: sectionsOf(headings, lines), starts: [] };
}

/** Nested by level. */
export function sectionsOf(headings: readonly PlacedHeading[], lines: Lines): readonly Section[] {
  const ends = endsOf(headings, lines);
  const open: PlacedHeading[] = [];
  return headings.slice(0, MOST_SECTIONS).map((heading, index) => {
    const { name, written, line, level } = heading;
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    const scope = open.map((each) => each.name).join('.');
    open.push(heading);
    return { name, scope, heading: written, lineStart: line, lineEnd: ends[index] ?? line };
  });
}

function endsOf(headings: readonly PlacedHeading[], lines: Lines): readonly number[] {
  const ends = headings.map(() => lines.count);
  const open: number[] = [];
  for (const [index, { level, before }] of headings.entries()) {
    for (let last = open.at(-1); last !== undefined && (headings[last]?.level ?? 0) >= level; last = open.at(-1)) {
      ends[last] = before;
      open.pop();
    }
    open.push(index);
  }
  return ends.map((end, index) => {
    let last = end;
    while (last > (headings[index]?.line ?? end) && lines.isBlank(last)) last--;
    return last;
  });
}

/** A chunk is a section with all in it, where that is small; else its own text, and then the sections in it. */
export function chunkSections(sections: readonly Section[], lines: Lines): readonly LineRange[] {
  const heads = new Set(sections.map(({ lineStart }) => lineStart));
  const chunks: LineRange[] = [];
  let start = 1;
  let read = 1;
  let whole = 0;
  let hasText = false;
  const cutBefore = (line: number): void => {
    for (; read < line; read++) hasText ||= !heads.has(read) && !lines.isBlank(read);
    // A heading without text goes with what is below it.
    if (!hasText) return;
    chunks.push(...chunkLines(lines, { lineStart: start, lineEnd: line - 1 }));
    start = line;
    hasText = false;
  };
  for (const { lineStart, lineEnd } of sections) {
    if (lineStart <= whole) continue;
    cutBefore(lineStart);
    const count = lineEnd - start + 1;
    if (count <= ENOUGH_LINES && isSmall(lines, { lineStart: start, lineEnd })) whole = lineEnd;
  }
  if (start <= lines.count) chunks.push(...chunkLines(lines, { lineStart: start, lineEnd: lines.count }));
  return chunks;
}

/** What a model is shown of a change: its hunks, the riskiest first, with secrets masked. */
import type { DiffLine, Hunk } from '../diff/diff.ts';
import type { Finding } from '../finding.ts';
import type { ModelOptions } from '../service.ts';
import type { Subject } from '../source.ts';

/** A hunk, or a part of a long one. */
export interface ShownHunk {
  readonly file: string;
  /** 1-based first lines before and after. */
  readonly oldStart: number;
  readonly newStart: number;
  /** Lines as in a unified diff: a sign, then the text with secrets masked. */
  readonly lines: readonly string[];
}

/** Everything that questions are made of, as JSON. */
export interface Material {
  readonly twoPass: boolean;
  readonly instructions: string;
  readonly message: string;
  readonly commit?: string;
  readonly workspace?: string;
  readonly hunks: readonly ShownHunk[];
  /** Hunks that are not among them. */
  readonly omitted: number;
  /** What checks have found, a line each. */
  readonly known: readonly string[];
}

/** Characters of all hunks, of one, and of a line. */
const MOST_CHARACTERS = 400_000;
const MOST_IN_HUNK = 7_000;
const LONGEST_LINE = 1_000;
/** Of what checks have found, and of the author's message. */
const MOST_KNOWN = 40;
const LONGEST_MESSAGE = 2_000;

/** The material of a change; `scrub` masks secrets. */
export function materialOf(
  { byRisk, message = '', workspace, after }: Subject,
  { twoPass, instructions }: ModelOptions,
  findings: readonly Finding[],
  scrub: (text: string) => string,
): Material {
  const hunks: ShownHunk[] = [];
  let [room, omitted] = [MOST_CHARACTERS, 0];
  for (const { path, hunks: all } of byRisk) {
    for (const hunk of all) {
      for (const part of partsOf(hunk)) {
        const shown = toShown(path, part, scrub);
        const size = shown.lines.reduce((sum, line) => sum + line.length + 1, 0);
        if (size > room) omitted++;
        else hunks.push(shown);
        room -= Math.min(size, room);
      }
    }
  }
  return {
    twoPass,
    instructions,
    message: scrub(message.slice(0, LONGEST_MESSAGE)),
    ...(workspace !== undefined && { workspace }),
    ...(after.commit !== undefined && { commit: after.commit }),
    hunks,
    omitted,
    known: findings.slice(0, MOST_KNOWN).map(({ file, line, title }) => scrub(`${file}:${line} ${title}`)),
  };
}

/** A hunk in parts that are not too long to be shown. */
function partsOf({ lines }: Hunk): readonly (readonly DiffLine[])[] {
  const parts: DiffLine[][] = [];
  let room = 0;
  for (const line of lines) {
    const size = Math.min(line.text.length, LONGEST_LINE) + 2;
    if (size > room || parts.length === 0) {
      parts.push([]);
      room = MOST_IN_HUNK;
    }
    parts.at(-1)?.push(line);
    room -= size;
  }
  return parts.filter((part) => part.some(({ kind }) => kind !== 'context'));
}

const SIGNS = { context: ' ', added: '+', removed: '-' } as const;

function toShown(file: string, part: readonly DiffLine[], scrub: (text: string) => string): ShownHunk {
  // As one text: some secrets have several lines.
  const scrubbed = scrub(part.map(({ text }) => text.slice(0, LONGEST_LINE)).join('\n')).split('\n');
  return {
    file,
    oldStart: part.find(({ oldLine }) => oldLine !== undefined)?.oldLine ?? 0,
    newStart: part.find(({ newLine }) => newLine !== undefined)?.newLine ?? 0,
    lines: part.map(({ kind }, index) => SIGNS[kind] + (scrubbed[index] ?? '')),
  };
}

/** A changed line that is shown. */
export interface ShownLine {
  readonly line: number;
  readonly side?: 'before';
  readonly text: string;
}

/** The added and removed lines of a hunk. */
export function changedLines({ oldStart, newStart, lines }: ShownHunk): readonly ShownLine[] {
  let [old, now] = [oldStart, newStart];
  const changed: ShownLine[] = [];
  for (const line of lines) {
    const text = line.slice(1);
    if (line.startsWith('+')) changed.push({ line: now++, text });
    else if (line.startsWith('-')) changed.push({ line: old++, side: 'before', text });
    else [old, now] = [old + 1, now + 1];
  }
  return changed;
}

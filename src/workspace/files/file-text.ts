/** Bytes of a file as text: lines of it, up to a limit. */
import type { BinaryContent, TextContent } from './service.ts';

const NEWLINE = 0x0a;

/** Which part of a file is wanted. */
export interface Part {
  /** 1-based, both included. */
  readonly lineStart: number;
  readonly lineEnd: number;
  readonly mostBytes: number;
}

/** Content, and whether it ends before what was asked for does. */
export interface CutContent {
  readonly content: TextContent | BinaryContent;
  readonly truncated: boolean;
}

/** Whether a file is no text. Git looks at its beginning only, the index at all of it. */
export function isBinary(data: Uint8Array): boolean {
  return data.includes(0);
}

/** Lines of a file; an unfinished last one counts. */
export function countLines(data: Uint8Array): number {
  let lines = 0;
  for (let at = data.indexOf(NEWLINE); at >= 0; at = data.indexOf(NEWLINE, at + 1)) lines++;
  return data.length === 0 || data.at(-1) === NEWLINE ? lines : lines + 1;
}

/** The part of `data` that is wanted. Binary files are cut at the limit, whatever lines are wanted. */
export function contentOf(data: Uint8Array, part: Part): CutContent {
  if (isBinary(data)) {
    return {
      content: { kind: 'binary', bytes: data.slice(0, part.mostBytes) },
      truncated: data.length > part.mostBytes,
    };
  }
  const lines = countLines(data);
  const lineStart = Math.min(part.lineStart, lines + 1);
  const from = startOfLine(data, lineStart);
  const wanted = data.subarray(from, part.lineEnd >= lines ? data.length : startOfLine(data, part.lineEnd + 1));
  const truncated = wanted.length > part.mostBytes;
  const bytes = truncated ? cut(wanted, part.mostBytes) : wanted;
  const { text, replaced } = decode(bytes);
  const lineEnd = lineStart + countLines(bytes) - 1;
  return { content: { kind: 'text', text, lines, lineStart, lineEnd, replaced }, truncated };
}

/** Offset of the first byte of a line; the length of `data` behind the last one. */
function startOfLine(data: Uint8Array, line: number): number {
  let at = 0;
  for (let passed = 1; passed < line; passed++) {
    const end = data.indexOf(NEWLINE, at);
    if (end < 0) return data.length;
    at = end + 1;
  }
  return at;
}

/** At most `most` bytes: whole lines where there are any, else whole characters. */
function cut(data: Uint8Array, most: number): Uint8Array {
  const lastEnd = data.lastIndexOf(NEWLINE, most - 1);
  if (lastEnd >= 0) return data.subarray(0, lastEnd + 1);
  let end = most;
  // Bytes 10xxxxxx go on with a character that began before them.
  while (end > 0 && ((data[end] ?? 0) & 0xc0) === 0x80) end--;
  return data.subarray(0, end);
}

function decode(bytes: Uint8Array): { readonly text: string; readonly replaced: boolean } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), replaced: false };
  } catch {
    return { text: new TextDecoder('utf-8', { fatal: false, ignoreBOM: true }).decode(bytes), replaced: true };
  }
}

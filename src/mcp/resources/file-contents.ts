/** Files as resources: texts by the lines that fit, binary files whole or not at all. */
import type { ReadResourceResult } from '@modelcontextprotocol/server';
import { getMimeType } from 'hono/utils/mime';
import { toBase64 } from '../../lib/base64.ts';
import { ToolFailure } from '../../lib/errors.ts';
import type { BinaryContent, TextContent } from '../../workspace/files/service.ts';

/** Bytes of a text in one answer, some 8,000 tokens of code. */
export const MOST_TEXT = 32 << 10;
/** Bytes of a binary file that is served. */
export const MOST_BINARY = 1 << 20;

/** The query of an address: lines as `10-20` or `10-`, and for workspaces a revision. */
export interface FileQuery {
  readonly lineStart?: number;
  readonly lineEnd?: number;
  readonly ref?: string;
}

/** Reads what stands behind the question mark of an address. Throws `ToolFailure`. */
export function parseFileQuery(query: string, known: readonly string[]): FileQuery {
  const parameters = new URLSearchParams(query);
  const unknown = [...parameters.keys()].find((name) => !known.includes(name));
  if (unknown !== undefined) throw wrongQuery(`There is no parameter ${JSON.stringify(unknown.slice(0, 100))}.`, known);
  const [lines, ref] = [parameters.get('lines'), parameters.get('ref')];
  const [, start, end] = /^([1-9]\d{0,8})(?:-([1-9]\d{0,8})?)?$/.exec(lines ?? '') ?? [];
  const isBackwards = start !== undefined && end !== undefined && Number(end) < Number(start);
  if (lines !== null && (start === undefined || isBackwards)) {
    throw wrongQuery(
      `${JSON.stringify(lines.slice(0, 100))} names no lines: say lines=10-20, or lines=10- for all from there.`,
      known,
    );
  }
  return {
    ...(start !== undefined && { lineStart: Number(start) }),
    ...(end !== undefined && { lineEnd: Number(end) }),
    ...(ref !== null && { ref }),
  };
}

function wrongQuery(message: string, known: readonly string[]): ToolFailure {
  const advice = `Behind the path may stand ?${known.map((name) => `${name}=…`).join(' and &')}.`;
  return new ToolFailure({ errorType: 'validation_error', message, advice, details: { field: 'uri' } });
}

/** What was read of a file. */
export interface FilePart {
  /** The address without its query, and the part of the query that stays the same for the next lines. */
  readonly uri: string;
  readonly kept: string;
  /** The address that was asked for. */
  readonly asked: string;
  readonly path: string;
  /** Bytes of the whole file. */
  readonly size: number;
  readonly content: TextContent | BinaryContent;
  readonly truncated: boolean;
  /** The last line that was asked for. */
  readonly lineEnd?: number | undefined;
  /** How to get the whole of a file that is not served whole. */
  readonly elsewhere: string;
}

/** The resource; what is cut is said in its last line, with the address that goes on. */
export function fileContents(part: FilePart): ReadResourceResult {
  const { asked: uri, path, size, content, truncated, elsewhere } = part;
  if (content.kind === 'text') {
    const note = truncated ? cutNote(part, content) : '';
    return { contents: [{ uri, mimeType: textType(path), text: content.text + note }] };
  }
  if (truncated) {
    const text = `[${path} is a binary file of ${size} bytes, and at most ${MOST_BINARY} are served here: ${elsewhere}]\n`;
    return { contents: [{ uri, mimeType: 'text/plain', text }] };
  }
  const mimeType = getMimeType(path) ?? 'application/octet-stream';
  return { contents: [{ uri, mimeType, blob: toBase64(content.bytes) }] };
}

function cutNote({ uri, kept, lineEnd: last, elsewhere }: FilePart, { text, lines, lineEnd }: TextContent): string {
  if (!text.endsWith('\n')) return `\n[cut within line ${lineEnd} of ${lines}: ${elsewhere}]\n`;
  const next = `${uri}?${kept}lines=${lineEnd + 1}-${last ?? ''}`;
  return `[cut after line ${lineEnd} of ${lines}: go on with ${next}]\n`;
}

/** Of a text: what a browser would make of `.ts` or `.js` is of no use here. */
function textType(path: string): string {
  if (/\.(md|markdown)$/i.test(path)) return 'text/markdown';
  const type = getMimeType(path)?.replace(/;.*/, '') ?? '';
  return /^text\/|^application\/(json|xml|sql|toml|yaml)$|\+(json|xml)$/.test(type) ? type : 'text/plain';
}

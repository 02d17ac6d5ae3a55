/** Code that a conversation shows: read at a commit, bounded by tokens, and later compared with what is there. */
import { countTokens } from '../../lib/tokens/count.ts';
import { headEnd } from '../../lib/tokens/cut.ts';
import type { EntryPoint, Unseen } from '../service.ts';
import type { ConversationRecord, EvidencePiece, StalePiece } from './service.ts';

/** A file, or why there is no text of it. */
export type FileText = { readonly text: string; readonly blob: string } | { readonly missing: string };

/** Lines of a definition, as the syntax engine knows them. */
export interface Definition {
  readonly name: string;
  readonly lineStart: number;
  readonly lineEnd: number;
}

/** A commit of the workspace. */
export interface CodeReader {
  readonly commit: string;
  /** Asked twice, it reads once. */
  read(path: string): Promise<FileText>;
  /** Of a file that has a text; `name` with its scope. */
  definitions(path: string, text: string): Promise<readonly Definition[]>;
}

/** What is to be shown: a file, some of its lines, or the definition at a place. */
export type WantedCode =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'lines'; readonly path: string; readonly line: number; readonly lineEnd: number }
  | { readonly kind: 'entry'; readonly entry: EntryPoint };

const NO_ROOM = 'There was no room for it: attach_files shows more.';
/** Lines around a place that is in no definition. */
const BEFORE = 10;
const AFTER = 40;
/** Names at the end of an absolute path that are looked for. */
const MOST_NAMES = 10;
/** Characters of a piece: a question cuts longer ones. */
export const LARGEST_PIECE = 6_000;

/** The pieces, in order; each of the `wanted` gets an equal share of the tokens that those before it left. */
export async function gatherEvidence(
  turn: number,
  wanted: readonly WantedCode[],
  reader: CodeReader,
  mostTokens: number,
): Promise<{ readonly pieces: readonly EvidencePiece[]; readonly omitted: readonly Unseen[] }> {
  const pieces: EvidencePiece[] = [];
  const omitted: Unseen[] = [];
  let left = mostTokens;
  for (const [index, one] of wanted.entries()) {
    const named = pathOf(one);
    const { path, file } = await fileAt(named, reader);
    if ('missing' in file) {
      omitted.push({ what: path, why: file.missing });
      continue;
    }
    if (path !== named) omitted.push({ what: named, why: `Read as ${path}.` });
    const lines = file.text.split('\n');
    const { line, lineEnd, note } = await rangeOf(one, path, file.text, lines.length, reader);
    if (note !== undefined) omitted.push(note);
    const whole = lines.slice(line - 1, lineEnd);
    const shown = linesWithin(whole, Math.floor(left / (wanted.length - index)));
    if (shown < whole.length) omitted.push({ what: `${path}:${line + shown}-${lineEnd}`, why: NO_ROOM });
    for (const [at, text] of piecesOf(whole.slice(0, shown))) {
      const first = line + at;
      const last = first + text.split('\n').length - 1;
      left -= countTokens(text);
      pieces.push({ turn, path, line: first, lineEnd: last, commit: reader.commit, blob: file.blob, text });
    }
  }
  return { pieces, omitted };
}

/** Pieces of evidence and quotes of claims whose text is not in the workspace any more; `read` gives the files of now. */
export async function stalePieces(
  { evidence, turns }: Pick<ConversationRecord, 'evidence' | 'turns'>,
  read: (path: string) => Promise<FileText>,
): Promise<readonly StalePiece[]> {
  const stale: StalePiece[] = [];
  for (const { turn, path, line, blob, text } of evidence) {
    const now = await read(path);
    if ('text' in now && (now.blob === blob || hasText(now.text, text))) continue;
    stale.push({ turn, what: 'evidence', path, line });
  }
  for (const { number: turn, answer } of turns) {
    const there = (answer?.unsupported ?? []).flatMap(({ claim, place }) =>
      place === undefined ? [] : [{ claim, ...place }],
    );
    for (const { claim, path = claim.file, line = claim.line } of [...(answer?.supported ?? []), ...there]) {
      if (path === undefined || claim.quote === undefined) continue;
      const now = await read(path);
      if ('text' in now && hasText(now.text, claim.quote)) continue;
      stale.push({ turn, what: 'quote', path, ...(line !== undefined && { line }) });
    }
  }
  return stale;
}

/** Where code of earlier turns stands now that has changed since, so that a new turn shows it. */
export async function changedCode(
  evidence: readonly EvidencePiece[],
  read: (path: string) => Promise<FileText>,
): Promise<readonly WantedCode[]> {
  const stale = new Set((await stalePieces({ evidence, turns: [] }, read)).map(({ path, line }) => `${line} ${path}`));
  const wanted = new Map<string, WantedCode>();
  for (const { path, line, lineEnd, text } of evidence) {
    const now = stale.has(`${line} ${path}`) ? await read(path) : undefined;
    if (now === undefined || !('text' in now)) continue;
    const [from, to] = rangeNow(now.text.split('\n'), text.split('\n'), line, lineEnd);
    wanted.set(`${from}-${to} ${path}`, { kind: 'lines', path, line: from, lineEnd: to });
  }
  return [...wanted.values()];
}

/** From the first to the last line of a piece, where these still stand nearest to their places; else the lines of its numbers. */
function rangeNow(now: readonly string[], piece: readonly string[], line: number, lineEnd: number): [number, number] {
  const near = (wanted: string | undefined, place: number): number | undefined => {
    const found = now.flatMap((each, index) => (each === wanted && each.trim() !== '' ? [index + 1] : []));
    return found.toSorted((one, other) => Math.abs(one - place) - Math.abs(other - place))[0];
  };
  const from = near(piece[0], line) ?? Math.min(line, now.length);
  const moved = from + lineEnd - line;
  const last = near(piece.at(-1), moved);
  return [from, Math.min(now.length, last !== undefined && last > from ? Math.max(last, moved) : moved)];
}

/** A path without `./` before it. */
export function plainPath(path: string): string {
  return path.replace(/^(?:\.\/)+/, '');
}

/** The file of a path. Of an absolute one, whose beginning names folders elsewhere, the longest end that there is a text of. */
async function fileAt(path: string, reader: CodeReader): Promise<{ readonly path: string; readonly file: FileText }> {
  const names = path.startsWith('/')
    ? path
        .split('/')
        .filter((name) => name !== '')
        .slice(-MOST_NAMES)
    : [];
  for (const from of names.keys()) {
    const end = names.slice(from).join('/');
    const file = await reader.read(end);
    if ('text' in file) return { path: end, file };
  }
  return { path, file: await reader.read(path) };
}

function pathOf(wanted: WantedCode): string {
  return wanted.kind === 'entry' ? wanted.entry.path : wanted.path;
}

interface Range {
  readonly line: number;
  readonly lineEnd: number;
  /** Why it is not the place that was named. */
  readonly note?: Unseen;
}

async function rangeOf(
  wanted: WantedCode,
  path: string,
  text: string,
  count: number,
  reader: CodeReader,
): Promise<Range> {
  if (wanted.kind === 'file') return { line: 1, lineEnd: count };
  if (wanted.kind === 'lines') return { line: Math.min(wanted.line, count), lineEnd: Math.min(wanted.lineEnd, count) };
  const { line, functionName } = wanted.entry;
  const definitions = await reader.definitions(path, text);
  const fits = ({ name, lineStart, lineEnd }: Definition) =>
    functionName === undefined
      ? lineStart <= line && line <= lineEnd
      : name === functionName || name.endsWith(`.${functionName}`);
  const distance = ({ lineStart }: Definition) => Math.abs(lineStart - line);
  // Of those around a line, the innermost begins nearest to it.
  const [found] = definitions.filter(fits).toSorted((one, other) => distance(one) - distance(other));
  if (found !== undefined) return { line: found.lineStart, lineEnd: found.lineEnd };
  const at = Math.min(line, count);
  const range = { line: Math.max(1, at - BEFORE), lineEnd: Math.min(count, at + AFTER) };
  const note = (why: string) => ({ ...range, note: { what: `${path}:${line}`, why } });
  if (line > count) return note(`The file has ${count} lines; its end is shown.`);
  if (functionName === undefined) return note('The line is in no definition; those around are shown.');
  return note(`The file has no definition called ${functionName}; the lines around are shown.`);
}

/** How many of the lines, from the first, have at most `most` tokens together. */
function linesWithin(lines: readonly string[], most: number): number {
  const text = lines.join('\n');
  const end = headEnd(text, most);
  return end === text.length ? lines.length : text.slice(0, end).split('\n').length - 1;
}

/** The lines as texts of at most {@link LARGEST_PIECE} characters, where no line is longer, each with its place among them. */
function* piecesOf(lines: readonly string[]): Generator<readonly [at: number, text: string]> {
  let from = 0;
  let size = 0;
  for (const [at, line] of lines.entries()) {
    if (at > from && size + line.length > LARGEST_PIECE) {
      yield [from, lines.slice(from, at).join('\n')];
      [from, size] = [at, 0];
    }
    size += line.length + 1;
  }
  if (from < lines.length) yield [from, lines.slice(from).join('\n')];
}

/** Whether the words of `part` stand in `text`, whatever space is between them. */
function hasText(text: string, part: string): boolean {
  return text.includes(part) || oneSpaced(text).includes(oneSpaced(part));
}

function oneSpaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Chunks that follow syntax: whole definitions, small neighbours together, long ones cut between their statements. */
import type { Node } from 'web-tree-sitter';
import type { DefinitionScope } from './extract.ts';
import type { Lines } from './lines.ts';
import type { Chunk, LineRange } from './service.ts';
import { chunkLines, ENOUGH_LINES, isSmall } from './text-chunks.ts';

/** A piece of fewer lines joins a neighbour. */
const REST_LINES = 10;
/** Levels of the tree that are looked at; what nests deeper is cut as text. */
const MOST_LEVELS = 100;
const NO_CUT = MOST_LEVELS + 1;

/** Cuts a file; every line is in exactly one chunk. `joined` are lines that belong to the line before: what follows a comment. */
export function chunkTree(root: Node, lines: Lines, joined: Iterable<number>): readonly LineRange[] {
  return cutAtLevels(cutLevels(root, lines, joined), lines);
}

/** Where chunks of a text may begin: for each line the level of its outermost place, {@link NO_CUT} where there is none. */
export type CutLevels = Uint8Array;

/** Cuts a text at the outermost places that make small pieces; every line is in exactly one. */
export function cutAtLevels(levels: CutLevels, lines: Lines): readonly LineRange[] {
  return lines.count === 0 ? [] : pieces(levels, lines, { lineStart: 1, lineEnd: lines.count });
}

/** Of a text without places. */
export function noCuts(lines: Lines): CutLevels {
  return new Uint8Array(lines.count + 2).fill(NO_CUT);
}

/** The path of the innermost definition around each chunk, blank lines at its ends apart. */
export function withScopes(
  chunks: readonly LineRange[],
  scopes: readonly DefinitionScope[],
  lines: Lines,
): readonly Omit<Chunk, 'tokens'>[] {
  let open: DefinitionScope[] = [];
  let next = 0;
  return chunks.map((chunk) => {
    let { lineStart: first, lineEnd: last } = chunk;
    while (first < last && lines.isBlank(first)) first++;
    while (last > first && lines.isBlank(last)) last--;
    for (let scope = scopes[next]; scope !== undefined && scope.lineStart <= first; scope = scopes[++next]) {
      open.push(scope);
    }
    open = open.filter(({ lineEnd }) => lineEnd >= first);
    return { ...chunk, scope: open.findLast(({ lineEnd }) => lineEnd >= last)?.path ?? '' };
  });
}

/** For each line, how deep in the tree the outermost node is that begins it; only nodes that have to be cut are looked into. */
export function cutLevels(root: Node, lines: Lines, joined: Iterable<number>): CutLevels {
  const levels = treeLevels(root, lines);
  for (const line of joined) levels[line] = NO_CUT;
  return levels;
}

function treeLevels(root: Node, lines: Lines): CutLevels {
  const levels = noCuts(lines);
  const cursor = root.walk();
  try {
    let level = 0;
    let down = true;
    for (;;) {
      if (down && level < MOST_LEVELS && isLarge(cursor, lines) && cursor.gotoFirstChild()) level++;
      else if (cursor.gotoNextSibling()) down = true;
      else if (cursor.gotoParent()) {
        level--;
        down = false;
        continue;
      } else return levels;
      mark(cursor, level, levels, lines);
    }
  } finally {
    cursor.delete();
  }
}

type Cursor = ReturnType<Node['walk']>;

function isLarge({ startPosition, endPosition }: Cursor, lines: Lines): boolean {
  return !isSmall(lines, { lineStart: startPosition.row + 1, lineEnd: Math.min(endPosition.row + 1, lines.count) });
}

/** Brackets and keywords have no names: a piece does not begin with the end of what is before. */
function mark(cursor: Cursor, level: number, levels: CutLevels, lines: Lines): void {
  if (!cursor.nodeIsNamed) return;
  const { row } = cursor.startPosition;
  const line = row + 1;
  const before = lines.text.slice(lines.start(line), cursor.startIndex);
  if (before.trim() === '' && level < (levels[line] ?? 0)) levels[line] = level;
}

/** Cuts a range at its outermost places, and goes on in what is still too large. */
function pieces(levels: CutLevels, lines: Lines, range: LineRange): readonly LineRange[] {
  if (isSmall(lines, range)) return [range];
  const level = levels.subarray(range.lineStart + 1, range.lineEnd + 1).reduce((a, b) => Math.min(a, b), NO_CUT);
  if (level === NO_CUT) return chunkLines(lines, range);
  const chunks: LineRange[] = [];
  let small: LineRange[] = [];
  for (const part of cutAt(levels, level, range)) {
    if (isSmall(lines, part)) {
      small.push(part);
      continue;
    }
    const before = merged(small, lines);
    const head = before.at(-1);
    small = [];
    if (head !== undefined && lengthOf(head) < REST_LINES) {
      // The first line of a function goes with its first statements.
      levels[part.lineStart] = NO_CUT;
      chunks.push(...before.slice(0, -1), ...pieces(levels, lines, { ...part, lineStart: head.lineStart }));
    } else {
      chunks.push(...before, ...pieces(levels, lines, part));
    }
  }
  chunks.push(...merged(small, lines));
  return withoutRest(chunks, lines);
}

/** A short last piece, such as the end of a class, joins the one before. */
function withoutRest(chunks: readonly LineRange[], lines: Lines): readonly LineRange[] {
  const [before, rest] = chunks.slice(-2);
  if (before === undefined || rest === undefined || lengthOf(rest) >= REST_LINES) return chunks;
  const both = { lineStart: before.lineStart, lineEnd: rest.lineEnd };
  return isSmall(lines, both) ? [...chunks.slice(0, -2), both] : chunks;
}

function cutAt(levels: CutLevels, level: number, { lineStart, lineEnd }: LineRange): readonly LineRange[] {
  const parts: LineRange[] = [];
  let start = lineStart;
  for (let line = lineStart + 1; line <= lineEnd; line++) {
    if (levels[line] !== level) continue;
    parts.push({ lineStart: start, lineEnd: line - 1 });
    start = line;
  }
  parts.push({ lineStart: start, lineEnd });
  return parts;
}

/** Joins neighbours until there are enough lines. */
function merged(parts: readonly LineRange[], lines: Lines): readonly LineRange[] {
  const chunks: LineRange[] = [];
  for (const part of parts) {
    const last = chunks.at(-1);
    const both = { lineStart: last?.lineStart ?? part.lineStart, lineEnd: part.lineEnd };
    if (last !== undefined && lengthOf(last) < ENOUGH_LINES && isSmall(lines, both)) chunks.splice(-1, 1, both);
    else chunks.push(part);
  }
  return chunks;
}

function lengthOf({ lineStart, lineEnd }: LineRange): number {
  return lineEnd - lineStart + 1;
}

/** Lines of a damaged file that are no lines of a block: marks of git's conflicts, and texts that stand where code would. */
import type { Node } from 'web-tree-sitter';
import type { Lines } from './lines.ts';

const CONFLICT = /^(<{7}|\|{7}|={7}|>{7})(?!\S)/;
/** Nodes of texts, whatever their grammar calls them. */
const TEXT = /string|heredoc|template|comment/;
/** How a definition begins in some language. A text that has such a line at its start may be code between two others. */
const DEFINITION =
  /^(?:export|public|private|protected|internal|static|async|function|class|interface|enum|struct|trait|impl|mod|pub|fn|func|def|module|type|const|let|var|val|import|from|use|using|namespace|template|extern|void|int|abstract|final|it|describe|test)(?!\w)/;

/** Both sides of conflicts: the lines that are not of each. The second is empty where there is no conflict. */
export function conflictSides(lines: Lines): readonly [ours: ReadonlySet<number>, theirs: ReadonlySet<number>] {
  const notOurs = new Set<number>();
  const notTheirs = new Set<number>();
  let side: string | undefined;
  for (let line = 1; line <= lines.count; line++) {
    const [, mark] = CONFLICT.exec(lines.text.slice(lines.start(line), lines.start(line) + 8)) ?? [];
    if (mark !== undefined && (mark.startsWith('<') || side !== undefined)) {
      side = mark.startsWith('>') ? undefined : mark.charAt(0);
      notOurs.add(line);
      notTheirs.add(line);
    } else if (side === '<') notTheirs.add(line);
    else if (side !== undefined) {
      notOurs.add(line);
      if (side === '|') notTheirs.add(line);
    }
  }
  return [notOurs, notTheirs];
}

/** Lines that begin inside a text of several lines. `doubtful` are those of a text that holds definitions: it may be code between two. */
export interface TextLines {
  readonly inside: ReadonlySet<number>;
  readonly doubtful: ReadonlySet<number>;
}

/** Finds the texts in a tree. */
export function linesOfTexts(root: Node, lines: Lines): TextLines {
  const inside = new Set<number>();
  const doubtful = new Set<number>();
  const cursor = root.walk();
  try {
    let down = true;
    for (;;) {
      const { startPosition, endPosition, nodeType } = cursor;
      const isLong = endPosition.row > startPosition.row;
      const isText = isLong && TEXT.test(nodeType) && !cursor.currentNode.hasError;
      if (down && isText) {
        const range = Array.from(
          { length: endPosition.row - startPosition.row },
          (_, at) => startPosition.row + 2 + at,
        );
        const isDoubtful = range.some((line) => DEFINITION.test(lines.slice(line, line).trimStart()));
        for (const line of range) (isDoubtful ? doubtful : inside).add(line);
      }
      if (down && isLong && !isText && cursor.gotoFirstChild()) continue;
      if (cursor.gotoNextSibling()) down = true;
      else if (cursor.gotoParent()) down = false;
      else return { inside, doubtful };
    }
  } finally {
    cursor.delete();
  }
}

/** Lines of what a grammar read at the top of a file without an error, and begins where a line does. */
export function soundLines(root: Node, lines: Lines, { doubtful }: TextLines): ReadonlySet<number> {
  const sound = new Set<number>();
  const open: Node[] = root.isError ? [] : [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const { startPosition, endPosition, hasError, type } = node;
    if (hasError && (node === root || type.startsWith('preproc')))
      open.push(...node.children.filter((child) => child !== null));
    else if (!hasError && startPosition.column === 0) {
      const last = Math.min(endPosition.column === 0 ? endPosition.row : endPosition.row + 1, lines.count);
      const own = Array.from({ length: last - startPosition.row }, (_, at) => startPosition.row + 1 + at);
      if (!own.some((line) => doubtful.has(line))) for (const line of own) sound.add(line);
    }
  }
  return sound;
}

/** Blocks of a text, told by its indentation alone: what can be said of a file that its grammar does not understand. */
import type { Lines } from './lines.ts';
import type { LineRange } from './service.ts';

/** Lines that stand together: a definition or statement, with what is indented below it, or between its brackets. */
export interface Block extends LineRange {
  /** What stands in it; the lines before and behind are its head and its end. */
  readonly inner: LineRange | undefined;
}

const TAB = 4;
/** What goes on with the line before: closing brackets, operators, and words that begin no statement. */
const GOES_ON =
  /^(?:[)}\]>{,.?:|=]|&&|(?:else|elif|elsif|except|catch|finally|rescue|ensure|when|end|then|do|done|fi|esac|where|in|extends|implements|throws|with|while)(?![\w(]))/;
/** What belongs to the next line of its indentation: comments, decorators, attributes. */
const LEADS = /^(?:@|#\[|\[[A-Z][\w(),.:" =]*\]$|\/\/|\/\*|#(?![A-Za-z!])|--|template\s?<)/;
/** Lines that say nothing by where they stand: of the preprocessor, labels, the middles of comments. */
const ANYWHERE =
  /^(?:#\s*(?:if|ifdef|ifndef|elif|else|endif|region|endregion|pragma)(?!\w)|(?:public|private|protected|signals|public slots|default|case [\w.]+|\w+)\s?:$|\*)/;
const OPENS = /[{([]$/;
const CLOSES = /^[})\]]/;

/** The blocks of some lines, in order. Blank lines at their ends belong to none, nor do lines that `isPassed` leaves out. */
export function blocksIn(lines: Lines, range: LineRange, isPassed: (line: number) => boolean): readonly Block[] {
  return enclosed(pieces(lines, range, isPassed), lines).map((block) => withInner(block, lines, isPassed));
}

/** Lines from one that stands as far out as the first to the next of those. */
function pieces(
  lines: Lines,
  { lineStart, lineEnd }: LineRange,
  isPassed: (line: number) => boolean,
): readonly LineRange[] {
  const found: { lineStart: number; lineEnd: number }[] = [];
  let outermost = Number.POSITIVE_INFINITY;
  let leads = false;
  let open = 0;
  let wasOuter = true;
  for (let number = lineStart; number <= lineEnd; number++) {
    const line = contentOf(lines, number);
    if (line === '' || isPassed(number)) continue;
    const last = found.at(-1);
    const indent = indentOf(lines, number);
    const tellsNothing = ANYWHERE.test(line);
    if (last === undefined && !tellsNothing) outermost = indent;
    const isOuter = !tellsNothing && indent <= outermost;
    const isStray = wasOuter && CLOSES.test(line) && open <= 0;
    if (last === undefined || (isOuter && !leads && (isStray || !GOES_ON.test(line)))) {
      found.push({ lineStart: number, lineEnd: number });
      open = 0;
    } else last.lineEnd = number;
    wasOuter = isOuter;
    if (!isOuter) continue;
    open += balanceOf(line);
    leads = LEADS.test(line);
  }
  return found;
}

/** What opens a bracket, holds lines that are not indented, and closes it is one block. */
function enclosed(parts: readonly LineRange[], lines: Lines): readonly Block[] {
  const blocks: Block[] = [];
  const open: number[] = [];
  for (const part of parts) {
    const opener = CLOSES.test(contentOf(lines, part.lineStart)) ? open.pop() : undefined;
    const head = opener === undefined ? undefined : blocks[opener];
    if (opener === undefined || head === undefined) {
      if (OPENS.test(contentOf(lines, part.lineEnd))) open.push(blocks.length);
      blocks.push({ ...part, inner: undefined });
      continue;
    }
    const inner = { lineStart: head.lineEnd + 1, lineEnd: part.lineStart - 1 };
    blocks.splice(opener, blocks.length - opener, {
      lineStart: head.lineStart,
      lineEnd: part.lineEnd,
      inner: inner.lineStart <= inner.lineEnd ? inner : undefined,
    });
  }
  return blocks;
}

/** Its longest stretch of lines that are indented deeper. */
function withInner(block: Block, lines: Lines, isPassed: (line: number) => boolean): Block {
  if (block.inner !== undefined) return block;
  const indent = indentOf(lines, block.lineStart);
  let longest: LineRange | undefined;
  let start = 0;
  let end = 0;
  for (let number = block.lineStart + 1; number <= block.lineEnd; number++) {
    const line = contentOf(lines, number);
    if (line === '' || isPassed(number)) continue;
    if (!ANYWHERE.test(line) && indentOf(lines, number) <= indent) start = 0;
    else if (!line.startsWith('*')) {
      if (start === 0) start = number;
      end = number;
      if (longest === undefined || end - start > longest.lineEnd - longest.lineStart)
        longest = { lineStart: start, lineEnd: end };
    }
  }
  return { ...block, inner: longest };
}

function balanceOf(line: string): number {
  let balance = 0;
  for (const sign of line) {
    if ('{(['.includes(sign)) balance++;
    else if ('})]'.includes(sign)) balance--;
  }
  return balance;
}

function indentOf(lines: Lines, number: number): number {
  let indent = 0;
  for (let at = lines.start(number); ; at++) {
    const sign = lines.text[at];
    if (sign === '\t') indent += TAB;
    else if (sign === ' ') indent++;
    else return indent;
  }
}

function contentOf(lines: Lines, number: number): string {
  return lines.text.slice(lines.start(number), lines.start(number + 1)).trim();
}

/** Headings of Markdown by the rules of CommonMark, line by line: what is fenced, quoted, indented or within HTML makes none. */

/** A heading. */
export interface Heading {
  /** From 1 to 6. */
  readonly level: number;
  /** Without signs. */
  readonly name: string;
  /** As it is written, on one line. */
  readonly written: string;
  /** Index of its first line. */
  readonly at: number;
}

const NUMBERED = /^ {0,3}(#{1,6})(?=[ \t]|$)/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** What begins another block than a paragraph: lists, quotes, lines of a table, thematic breaks. */
const OTHER = /^ {0,3}(?:[-+*](?:\s|$)|\d{1,9}[.)](?:\s|$)|>|\||(?:[-_*][ \t]*){3,}$)/;
/** HTML that goes on to a blank line. */
const HTML_BLOCK =
  /^ {0,3}<\/?(?:address|article|aside|blockquote|body|center|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|h[1-6]|head|header|hr|html|iframe|li|link|main|menu|nav|ol|p|picture|section|source|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:[\s>]|\/>|$)/i;
/** HTML that goes on to an end of its own. */
const HTML_TEXT = /^ {0,3}<(!--|pre|script|style|textarea)(?=[\s>-]|$)/i;
const LINK = /!?\[([^[\]]*)\](?:\([^()\s]*\)|\[[^[\]]*\])/g;
const FRONT = /^(---|\+\+\+)\s*$/;

/** The headings of these lines. */
export function headingsIn(lines: readonly string[]): readonly Heading[] {
  const headings: Heading[] = [];
  /** Where the paragraph began that goes on; -1 where there is none. */
  let paragraph = -1;
  /** Within a block whose lines make no headings until a blank line. */
  let html = false;
  /** Within one whose underlined lines make none. */
  let other = false;
  for (let at = afterFront(lines); at < lines.length; at++) {
    const line = lines[at] ?? '';
    const end = html ? undefined : (closingFence(line) ?? closingTag(line));
    if (end !== undefined) {
      at = lineWith(end, lines, at);
      paragraph = -1;
      other = false;
    } else if (line.trim() === '') {
      paragraph = -1;
      html = false;
      other = false;
    } else if (html || HTML_BLOCK.test(line)) {
      html = true;
      paragraph = -1;
    } else {
      const numbered = NUMBERED.exec(line);
      const underline = paragraph < 0 || other ? null : UNDERLINE.exec(line);
      if (numbered !== null) {
        const [start, signs = ''] = numbered;
        headings.push(...headingOf(signs.length, withoutClosing(line.slice(start.length)), at));
        paragraph = -1;
        other = false;
      } else if (underline !== null) {
        const text = lines.slice(paragraph, at).map((each) => each.trim());
        headings.push(...headingOf(underline[1]?.startsWith('=') ? 1 : 2, text.join(' '), paragraph));
        paragraph = -1;
      } else if (OTHER.test(line)) {
        other = true;
        paragraph = -1;
      } else if (paragraph < 0 && !other && !/^(?: {4}|\t)/.test(line)) paragraph = at;
    }
  }
  return headings;
}

function headingOf(level: number, title: string, at: number): readonly Heading[] {
  const name = title.replace(LINK, '$1').replace(/[`*]/g, '').replace(/\s+/g, ' ').trim();
  return name === '' ? [] : [{ level, name, written: `${'#'.repeat(level)} ${title}`, at }];
}

/** `Title ##` is `Title`. */
function withoutClosing(text: string): string {
  const title = text.trim();
  let end = title.length;
  while (title[end - 1] === '#') end--;
  return end === 0 || /\s/.test(title.charAt(end - 1)) ? title.slice(0, end).trim() : title;
}

/** Metadata before the text. */
function afterFront(lines: readonly string[]): number {
  const sign = FRONT.exec(lines[0] ?? '')?.[1];
  if (sign === undefined) return 0;
  for (let at = 1; at < lines.length; at++) {
    const line = lines[at]?.trimEnd();
    if (line === sign || (sign === '---' && line === '...')) return at + 1;
  }
  return 0;
}

/** Whether a line, or the first line from some place on, is the end of a block. */
type IsEnd = (line: string, isFirst: boolean) => boolean;

function closingFence(opening: string): IsEnd | undefined {
  const [start = '', signs = ''] = FENCE.exec(opening) ?? [];
  if (signs === '' || (signs.startsWith('`') && opening.includes('`', start.length))) return undefined;
  return (line, isFirst) => {
    const text = line.trim();
    const isLevel = line.length - line.trimStart().length < 4;
    return !isFirst && isLevel && text.length >= signs.length && text === signs.charAt(0).repeat(text.length);
  };
}

function closingTag(line: string): IsEnd | undefined {
  const [, tag] = HTML_TEXT.exec(line) ?? [];
  if (tag === undefined) return undefined;
  const end = tag === '!--' ? '-->' : `</${tag.toLowerCase()}>`;
  return (each) => each.toLowerCase().includes(end);
}

/** The line that ends a block; the last one when none does. */
function lineWith(isEnd: IsEnd, lines: readonly string[], first: number): number {
  for (let at = first; at < lines.length; at++) if (isEnd(lines[at] ?? '', at === first)) return at;
  return lines.length;
}

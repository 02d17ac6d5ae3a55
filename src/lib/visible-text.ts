/** Text that others wrote, such as code, output and messages of commits, where people and models read it. */

/** What moves a cursor, colours or deletes what a terminal shows, or turns the direction of what follows; tabs and ends of lines are text. */
const HIDDEN = /(?!\r\n|[\t\n])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/gu;

/** What stands behind a text in which something is escaped. */
const NOTE = '[Control characters are shown as \\x and \\u escapes.]';

/** The text, with a line that says so where signs in it are written as escapes, since they would hide or turn around what is there. */
export function visibleText(text: string): string {
  const visible = withoutHidden(text);
  return visible === text ? text : `${visible}\n${NOTE}`;
}

/** The same for a message: no line says that something is escaped. */
export function withoutHidden(text: string): string {
  return text.replace(HIDDEN, escaped);
}

/** A name of others in a sentence: no sign of it ends the line. */
export function onOneLine(name: string): string {
  return withoutHidden(name.replace(/[\t\r\n]/g, escaped));
}

function escaped(sign: string): string {
  const code = sign.charCodeAt(0);
  return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`;
}

/** Texts of others as labels of Mermaid's diagrams. */

/** Control characters, and those that turn the direction of what follows, which could make a label read as another. */
const SPACES = /[\s\p{Cc}]+/gu;
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/**
 * Everything in ASCII that means something to a grammar of Mermaid, to Markdown or to HTML, and `°` and `¶`, which Mermaid itself writes
 * entities with. An underscore within a word means nothing.
 */
const SPECIAL = /[!"#$%&*:;<>@[\\\]^`{|}~°¶]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g;

/**
 * The text on one line in at most `most` code points, with entities (`#34;`) for what is special in labels of flowcharts, in double quotes,
 * and in titles of Gantt charts. Empty where nothing visible is in it: a label needs something before it.
 */
export function labelOf(text: string, most: number): string {
  return shortLine(text, most).replace(SPECIAL, (sign) => `#${sign.charCodeAt(0)};`);
}

/** The text on one line in at most `most` code points. */
export function shortLine(text: string, most: number): string {
  // What is behind this cannot be shown, unless all before it is space.
  const head = text.trimStart().slice(0, 8 * most + 8);
  const line = head.toWellFormed().replace(DIRECTIONS, '').replace(SPACES, ' ').trim();
  const points = [...line];
  const isWhole = points.length <= most && head.length === text.trimStart().length;
  return isWhole
    ? line
    : `${points
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}

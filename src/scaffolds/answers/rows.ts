/** Rows as texts have them: edges, pairs and activities, without a list around them. */
import { type Literal, literalAt, parseWord } from './literals.ts';

const ROW_SEPARATORS = /\s*(?:→|->|–|—|,|:|=|\(|\)|\||\bto\b|\bweight\b|(?<=\S)-(?=\S))\s*|\s+/;

/** The row that an item of a list or table is. */
export function rowOfBullet(bullet: string): Literal {
  const parts = () => bullet.split(ROW_SEPARATORS).filter((part) => part !== '');
  return literalAt(bullet, 0)?.value ?? parts().map(parseWord);
}

const BETWEEN_LISTS = /[ \t]*(?:[,;][ \t]*)?(?:(?:and\b|then\b|→|->)[ \t]*)?(?:\n[ \t]*)?(?:[-*+•]|\d+[.)])?/y;

/** `(1, 4), (5, 7)`: the lists that the text has at `at`, one behind the other. */
export function listsAt(text: string, at: number): readonly Literal[] {
  const lists: Literal[] = [];
  for (let list = literalAt(text, at); list !== undefined; ) {
    lists.push(list.value);
    BETWEEN_LISTS.lastIndex = list.end;
    BETWEEN_LISTS.exec(text);
    const next = literalAt(text, BETWEEN_LISTS.lastIndex);
    list = next !== undefined && text.slice(BETWEEN_LISTS.lastIndex, next.start).includes('\n') ? undefined : next;
  }
  return lists;
}

/** `A–B`, `A-B: 3`, `A→B (3)`. */
const ROW = /^(\S+?)\s*(?:→|->|–|—|-|\bto\b)\s*([^\s:=(]+)\s*(?:[:=(]\s*(?:weight\s*)?([^\s)]+)\s*\)?)?$/;
const MOST_OF_ROW = 300;

/** `A–B (3), B–C (4)`; nothing when anything in the line is no row. */
export function rowsOfLine(line: string): readonly Literal[] {
  const rows: Literal[] = [];
  for (const part of line.replace(/\.\s*$/, '').split(/,(?![^()]{0,80}\))|;|\band\b/)) {
    const item = part.trim();
    if (item === '') continue;
    const [, from, to, weight] = (item.length > MOST_OF_ROW ? null : ROW.exec(item)) ?? [];
    if (from === undefined || to === undefined) return [];
    rows.push([from, to, ...(weight === undefined ? [] : [weight])].map(parseWord));
  }
  return rows;
}

const NUMBERS_ONLY = /^[\s|,;[\]()]*[-+]?\d+(?:[\s|,;[\]()]+[-+]?\d+)+[\s|,;[\]().]*$/;
const SIGNS_ONLY = /^[\s|+=:-]*$/;

/** Lines of numbers, such as `5 3 4 | 6 7 8`: those that the lines begin with, with lines of signs between them. */
export function gridOf(lines: readonly string[]): readonly Literal[] {
  const rows: Literal[] = [];
  for (const line of lines) {
    if (SIGNS_ONLY.test(line)) continue;
    if (!NUMBERS_ONLY.test(line)) break;
    rows.push(line.match(/[-+]?\d+/g)?.map(parseWord) ?? []);
  }
  return rows;
}

/** The last lines of numbers, whatever stands behind them. */
export function lastGrid(lines: readonly string[]): readonly Literal[] {
  const last = lines.findLastIndex((line) => NUMBERS_ONLY.test(line));
  return gridOf(lines.slice(0, last + 1).reverse()).toReversed();
}

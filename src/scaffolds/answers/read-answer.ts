/**
 * Reads an answer as a model or person gives it: JSON, or a text with the answer somewhere in it, in Markdown, LaTeX, tables or prose. What
 * was read is part of the verdict, so that a person can see a misreading. The last complete answer of a text counts.
 */
import { findLiterals, isList, type Literal, literalAt, parseWord } from './literals.ts';
import { gridOf, lastGrid, listsAt, rowOfBullet, rowsOfLine } from './rows.ts';
import {
  type AnyAnswer,
  type Field,
  type FieldKind,
  type FieldValues,
  namesOfField,
  plainName,
  readField,
  type Shape,
} from './shape.ts';

/** Characters of an answer that are read. */
export const MOST_CHARACTERS = 500_000;
/** Places of a field that are looked at, from the last one on. */
const MOST_PLACES = 20;
/** Characters behind a place in which words are read; a list or record may be longer. */
const WINDOW = 50_000;

/** Why nothing could be read. */
export type Unreadable = 'empty' | 'refusal' | 'malformed' | 'too_long';

/** What was read of an answer. */
export type Reading =
  | { readonly kind: 'read'; readonly answer: AnyAnswer }
  | { readonly kind: Unreadable; readonly message: string };

/** Reads a text. */
export function readText(text: string, shape: Shape): Reading {
  if (text.length > MOST_CHARACTERS)
    return {
      kind: 'too_long',
      message: `The answer has ${text.length} characters; at most ${MOST_CHARACTERS} are read.`,
    };
  if (text.trim() === '') return { kind: 'empty', message: 'The answer is empty.' };
  const plain = withoutMarkup(text);
  const literals = findLiterals(plain);
  const answer =
    literals.map(({ value }) => answerOfRecord(value, shape)).findLast((read) => read !== undefined) ??
    answerOfFields(plain, shape) ??
    literals.map(({ value }) => answerOfValue(value, shape)).findLast((read) => read !== undefined) ??
    answerOfGrid(plain, shape) ??
    literals.map(({ value }) => answerOfList(value, shape)).findLast((read) => read !== undefined) ??
    answerOfLine(plain, shape);
  if (answer !== undefined) return { kind: 'read', answer };
  if (REFUSAL.test(plain))
    return { kind: 'refusal', message: 'The text gives no answer: it says that it cannot, or does not want to.' };
  return { kind: 'malformed', message: `No answer was found. It needs ${describe(shape)}.` };
}

/** Reads a value of JSON. */
export function readValue(value: Literal, shape: Shape): Reading {
  if (typeof value === 'string') return readText(value, shape);
  const answer = answerOfRecord(value, shape) ?? answerOfValue(value, shape) ?? answerOfList(value, shape);
  if (answer !== undefined) return { kind: 'read', answer };
  if (isEmpty(value)) return { kind: 'empty', message: 'The answer is empty.' };
  return { kind: 'malformed', message: `The answer does not have ${describe(shape)}.` };
}

function isEmpty(value: Literal): boolean {
  return value === null || (isList(value) && value.length === 0) || (value instanceof Map && value.size === 0);
}

const REFUSAL =
  /\b(?:can(?:no|')t|unable to|not able to|won't|will not|refuse|sorry|apologi[sz]e|as an ai|i do(?:n't| not) know|no idea|impossible for me)\b/i;

function describe(shape: Shape): string {
  return Object.entries(shape)
    .filter(([, field]) => field.optional !== true)
    .map(([name, { kind, says }]) => `${name} (${KIND_WORDS[kind]}: ${says})`)
    .join(' and ');
}

/** What a kind is, for people. */
export const KIND_WORDS: Readonly<Record<FieldKind, string>> = {
  boolean: 'true or false',
  number: 'a number',
  distance: 'a number, null where there is no way',
  text: 'a text',
  product: 'a text',
  labels: 'a list of names',
  numbers: 'a list of numbers',
  truths: 'a list of true, false and null',
  distances: 'a number for each name, null where there is no way',
  numberOf: 'a number for each name',
  textOf: 'a text for each name',
  textOfEach: 'a text for each name, or texts in the order of the names',
  rows: 'a list of lists',
  numberRows: 'a list of lists of numbers',
  distanceTable: 'for each name a number for each name, null where there is no way',
};

/** Markdown and LaTeX become plain text. */
export function withoutMarkup(text: string): string {
  return text
    .replaceAll(/\\(?:boxed|text|mathrm|mathbf|textbf|mathit|operatorname)\s*\{([^{}]*)\}/g, ' $1 ')
    .replaceAll(/\\infty\b/g, '∞')
    .replaceAll(/\\(?:to|rightarrow|longrightarrow)\b/g, '→')
    .replaceAll(/\\[dt]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}/g, '$1/$2')
    .replaceAll(/\\(?:left|right|quad|qquad|,|;|!|\(|\)|\[|\])/g, ' ')
    .replaceAll(/\\([{}_%$#&])/g, '$1')
    .replaceAll(/\*\*|__|`+|\$/g, ' ')
    .replaceAll('−', '-');
}

/** Frames that answers stand in. */
const FRAMES: ReadonlySet<string> = new Set(['answer', 'result', 'output', 'solution', 'finalanswer', 'expected']);

/** The answer that a record with names of fields is. */
export function answerOfRecord(value: Literal, shape: Shape): AnyAnswer | undefined {
  if (!(value instanceof Map)) return undefined;
  const given = new Map([...value].map(([key, item]) => [plainName(key), item] as const));
  const answer: Record<string, FieldValues[FieldKind]> = {};
  for (const [name, field] of Object.entries(shape)) {
    const key = namesOfField(name, field).find((each) => given.has(each));
    const item = key === undefined ? undefined : given.get(key);
    // Of a distance, nothing is a value.
    if (item === undefined || (item === null && field.optional === true && field.kind !== 'distance')) continue;
    const read = readField(field.kind, item);
    // A field that is there and is not what it has to be is a fault of the answer, optional or not.
    if (read === undefined) return undefined;
    answer[name] = read;
  }
  if (isComplete(answer, shape)) return answer;
  for (const [key, item] of given)
    if (FRAMES.has(key)) return answerOfRecord(item, shape) ?? answerOfValue(item, shape) ?? answerOfList(item, shape);
  return undefined;
}

function isComplete(answer: AnyAnswer, shape: Shape): boolean {
  const names = Object.entries(shape);
  return (
    Object.keys(answer).length > 0 &&
    names.every(([name, field]) => field.optional === true || answer[name] !== undefined)
  );
}

/** The answer that a value without names of fields is: its first field, when the others may be left out. */
function answerOfValue(value: Literal, shape: Shape): AnyAnswer | undefined {
  const [first, ...others] = Object.entries(shape);
  if (first === undefined || others.some(([, field]) => field.optional !== true)) return undefined;
  const [name, { kind }] = first;
  // Nothing at all is no answer; an answer that is empty names its field.
  const read = isEmpty(value) ? undefined : readField(kind, value);
  return read === undefined ? undefined : { [name]: read };
}

/** The answer that a list without names of fields is: the first field that it can be, when all may be left out. */
function answerOfList(value: Literal, shape: Shape): AnyAnswer | undefined {
  if (!isList(value) || isEmpty(value) || Object.values(shape).some(({ optional }) => optional !== true))
    return undefined;
  for (const [name, { kind }] of Object.entries(shape)) {
    const read = readField(kind, value);
    if (read !== undefined) return { [name]: read };
  }
  return undefined;
}

/** The answer that lines of numbers are. */
function answerOfGrid(text: string, shape: Shape): AnyAnswer | undefined {
  const [first, ...others] = Object.entries(shape);
  if (first?.[1].kind !== 'numberRows' || others.some(([, field]) => field.optional !== true)) return undefined;
  const rows = lastGrid(text.split('\n'));
  return rows.length < 2 ? undefined : { [first[0]]: readField('numberRows', rows) };
}

/** The answer of fields that the text names, such as `Distances: A = 0, B = 3`; the last place of a field counts. */
function answerOfFields(text: string, shape: Shape): AnyAnswer | undefined {
  const answer: Record<string, FieldValues[FieldKind]> = {};
  for (const [name, field] of Object.entries(shape)) {
    const last = lastNamed(text, name, field);
    if (last !== undefined) answer[name] = last;
    else if (field.trueWhen?.test(lastParagraph(text)) === true) answer[name] = true;
    else if (field.falseWhen?.test(lastParagraph(text)) === true) answer[name] = false;
  }
  return isComplete(answer, shape) ? answer : undefined;
}

function lastParagraph(text: string): string {
  return (
    text
      .trim()
      .split(/\n\s*\n/)
      .at(-1) ?? ''
  );
}

/** The value behind the last place that names the field and has one. */
function lastNamed(text: string, name: string, field: Field): FieldValues[FieldKind] | undefined {
  const words = [name, ...(field.aliases ?? [])].map((each) =>
    each
      .split(/[\s_]+/)
      .map(literally)
      .join('[\\s_-]*'),
  );
  const place = new RegExp(
    `(?<![\\w])((?:${words.join('|')})(?!\\w)(?:\\s*\\([^)\\n]*\\))?)\\s*((?:is|are|was|of)?[ \\t]*[:=]?)[ \\t]*`,
    'gi',
  );
  for (const { index, 0: found, 1: named = '', 2: link = '' } of [...text.matchAll(place)]
    .slice(-MOST_PLACES)
    .reverse()) {
    const ends = [index + found.length];
    // `of`, or nothing at all, says of no text that it is the value.
    if (field.kind === 'text' && /^(?:of)?\s*$/i.test(link)) ends.pop();
    if (IN_SENTENCES.has(field.kind)) {
      const nameEnd = index + named.length;
      const [about] = ABOUT.exec(text.slice(nameEnd, nameEnd + 300)) ?? [];
      if (about !== undefined) ends.unshift(nameEnd + about.length);
    }
    for (const end of ends) {
      const read = readAt(text, end, field.kind);
      if (read !== undefined) return read;
    }
  }
  return undefined;
}

/** Kinds of one value or list, which stand behind what they are about: `the edit distance between "a" and "b" is 1`. */
const IN_SENTENCES: ReadonlySet<FieldKind> = new Set(['number', 'distance', 'text', 'product', 'labels', 'numbers']);
const ABOUT =
  /^\s+(?:of|between|for|from)\b(?:[^\n.:=]|\.(?=\d)){1,200}?(?:\s(?:is|are|was|equals)\s+:?|\s?[:=])[ \t]*/i;

function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The value of a kind that begins at `at`. */
function readAt(text: string, at: number, kind: FieldKind): FieldValues[FieldKind] | undefined {
  const rest = text.slice(at, at + WINDOW);
  if (kind === 'text' || kind === 'product') {
    const value = rest.trimStart();
    const quoted = /^(?:"([^"\n]*)"|'([^'\n]*)')/.exec(value);
    if (quoted !== null) return quoted[1] ?? quoted[2];
    if (kind === 'text') return /^[^\s,;()"'|]+/.exec(value)?.[0].replace(/(?<=\w)[.:!]+$/, '');
    const product = PRODUCT.exec(value)?.[0].replace(/(?<![\s.([{])[\s.([{]+$/, '') ?? '';
    if (product !== '') return product;
  }
  const literal = literalAt(text, at);
  if (literal !== undefined)
    return (
      readField(kind, literal.value) ??
      (kind === 'rows' || kind === 'numberRows' ? readField(kind, listsAt(text, at)) : undefined)
    );
  switch (kind) {
    case 'distance':
    case 'number':
    case 'boolean': {
      if (kind === 'distance' && /^(?:no (?:path|way|route)|not reachable|not found|unreachable)\b/i.test(rest))
        return null;
      const [, word = ''] = /^[("']?([^\s,;()"'|]+)/.exec(rest) ?? [];
      return readField(kind, parseWord(word.replace(/(?<=\w)[.:!]+$/, '')));
    }
    case 'labels':
    case 'numbers':
    case 'truths': {
      const [line = ''] = rest.split('\n', 1);
      const items = (line.trim() === '' ? bulletsOf(rest) : line.replace(/\.$/, '').split(SEPARATORS)).map((item) =>
        item.trim(),
      );
      return readField(kind, items.filter((item) => item !== '').map(parseWord));
    }
    case 'distances':
    case 'numberOf':
    case 'textOf':
    case 'textOfEach': {
      const pairs = pairsIn(rest, kind === 'textOf' || kind === 'textOfEach' ? (word) => word : parseWord);
      return isEmpty(pairs) ? undefined : readField(kind, pairs);
    }
    case 'rows':
    case 'numberRows': {
      const [line = ''] = rest.split('\n', 1);
      const rows = line.trim() === '' ? bulletsOf(rest).map(rowOfBullet) : rowsOfLine(line);
      const grid = rows.length === 0 && kind === 'numberRows' ? gridOf(rest.split('\n')) : rows;
      return grid.length === 0 ? undefined : readField(kind, grid);
    }
    case 'distanceTable': {
      const table = tableIn(rest);
      return isEmpty(table) ? undefined : readField(kind, table);
    }
  }
}

const PRODUCT = /^(?:[()[\]{}×*·⋅∙@. \t]|[A-Za-z]_?\{?\d+\}?|\\times|\\cdot|x(?![a-z])|[A-Z](?![A-Za-z]*[a-z]))+/;

/** A table with names in its head and in its first column. */
function tableIn(text: string): Literal {
  const rows = text
    .split('\n')
    .filter((line) => line.includes('|') && !/^[\s:|+-]+$/.test(line))
    .map((line) =>
      line
        .trim()
        .replace(/^\||\|$/g, '')
        .split('|')
        .map((cell) => cell.trim()),
    );
  const [head = [], ...body] = rows;
  const names = head.slice(1);
  return new Map(
    body.map(([name = '', ...cells]) => [name, new Map(cells.map((cell, at) => [names[at] ?? '', parseWord(cell)]))]),
  );
}

const SEPARATORS = /\s*(?:→|->|=>|,|;|\||\bthen\b|\band\b)\s*|\s+/;

/** The items of the list or table that a text begins with. */
function bulletsOf(text: string): readonly string[] {
  const items: string[] = [];
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    if (trimmed === '') {
      if (items.length > 0) break;
      continue;
    }
    if (/^\|?[\s:|-]+\|?$/.test(trimmed)) continue;
    const bullet = /^(?:[-*+•]|\d+[.)]|\|)(.*?)\|?$/.exec(trimmed)?.[1];
    if (bullet === undefined) break;
    items.push(bullet.trim());
  }
  return items;
}

const PAIR = /([^\s,;|:=→(){}[\]]{1,100})\s{0,20}(?::|=|→|->|\||\bis\b)\s*([^\s,;|)}\]]+)/g;

/** `A: 0, B = 3`, bullets and tables with a name and a value: the entries that a text begins with, up to an empty line behind them. */
function pairsIn(text: string, read: (word: string) => Literal): Literal {
  const entries = new Map<string, Literal>();
  for (const line of text.split('\n')) {
    if (line.trim() === '') {
      if (entries.size > 0) break;
      continue;
    }
    if (/^[\s:|-]+$/.test(line)) {
      // What stood above the line of a table is its head.
      entries.clear();
      continue;
    }
    const bare = line.trim().replace(/^(?:[-*+•]|\d+[.)])\s+/, '');
    const pairs = [...bare.matchAll(PAIR)];
    if (pairs.length === 0) {
      if (entries.size > 0) break;
      continue;
    }
    for (const [, key = '', value = ''] of pairs)
      entries.set(key.replaceAll(/["']/g, ''), read(value.replaceAll(/["']/g, '').replace(/\.$/, '')));
  }
  return entries;
}

/** The value of a kind that a cell of a table holds. */
export function readCell(cell: string, kind: FieldKind): FieldValues[FieldKind] | undefined {
  const literal = literalAt(cell, 0);
  if (literal !== undefined) return readField(kind, literal.value);
  if (cell === '' || /^(?:-|—|–|∅|none|empty)$/i.test(cell)) {
    if (kind === 'labels' || kind === 'numbers' || kind === 'rows' || kind === 'numberRows') return [];
    if (kind === 'distances' || kind === 'numberOf' || kind === 'textOf') return {};
  }
  return readField(kind, parseWord(cell)) ?? readAt(cell, 0, kind);
}

/** Kinds that a text can have in several lines. */
const PAIRS: ReadonlySet<FieldKind> = new Set(['distances', 'numberOf', 'textOf', 'textOfEach']);

/** An answer of one number or truth that nothing names: what stands behind "answer", or the only one on the last line. */
function answerOfLine(text: string, shape: Shape): AnyAnswer | undefined {
  const [first, ...others] = Object.entries(shape);
  if (first === undefined || others.some(([, field]) => field.optional !== true)) return undefined;
  const [name, field] = first;
  const stated = lastNamed(text, 'answer', field);
  if (stated !== undefined) return { [name]: stated };
  const lines = text.trim().split('\n');
  const last = lines.at(-1) ?? '';
  // A sentence is not a list of names.
  if (field.kind === 'labels' || field.kind === 'text' || field.kind === 'product') return undefined;
  const whole = PAIRS.has(field.kind) ? text : last.trim();
  const read = readAt(whole, 0, field.kind);
  return read === undefined || (Array.isArray(read) && read.length === 0) ? undefined : { [name]: read };
}

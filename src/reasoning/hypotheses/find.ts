/** Checks that look at the text of files: patterns of code, and searches. */
import { RE2JS, RE2JSException } from 're2js';
import type { CheckOf } from './checks.ts';
import type { CheckContext } from './context.ts';
import type { HypothesisFinding } from './run-check.ts';

/** UTF-16 units of source that one check looks at; the syntax engine takes 4 MiB. */
const MOST_TEXT = 2_000_000;
/** Characters of a line that evidence quotes. */
const LONGEST_QUOTE = 200;

interface Text {
  readonly path: string;
  readonly text: string;
}

interface Sources {
  readonly texts: readonly Text[];
  /** Files that were not looked at. */
  readonly left: readonly string[];
}

/** Whether a pattern of code matches. Where files could not be read to their end, its absence is not decided. */
export async function findPattern(check: CheckOf<'pattern'>, context: CheckContext): Promise<HypothesisFinding> {
  const { texts, left } = await sourcesOf(check.files, context);
  const { files, problems } = await context.syntax.matchPattern(texts, check.pattern);
  const unseen = [...left];
  for (const [index, { matches, damaged, unfinished }] of files.entries()) {
    const { path = '', text = '' } = texts[index] ?? {};
    const [first] = matches;
    if (first !== undefined) return foundAt(check.must, path, first.range.lineStart, text);
    if (damaged || unfinished.length > 0) unseen.push(path);
  }
  const [problem] = problems;
  if (problem !== undefined) return { outcome: 'undecided', evidence: `The pattern cannot be used: ${problem.why}` };
  return nowhere(check.must, texts, unseen);
}

/** Whether a line has a text, or matches a regular expression. */
export async function searchText(check: CheckOf<'search'>, context: CheckContext): Promise<HypothesisFinding> {
  const { texts, left } = await sourcesOf(check.files, context);
  const matches = matcherOf(check);
  if (typeof matches === 'string') return { outcome: 'undecided', evidence: matches };
  for (const { path, text } of texts) {
    const index = text.split('\n').findIndex(matches);
    if (index >= 0) return foundAt(check.must, path, index + 1, text);
  }
  return nowhere(check.must, texts, left);
}

function matcherOf({ text, regex = '' }: CheckOf<'search'>): ((line: string) => boolean) | string {
  if (text !== undefined) return (line) => line.includes(text);
  try {
    const compiled = RE2JS.compile(regex);
    return (line) => compiled.matcher(line).find();
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return `The regular expression does not parse: ${error.message}`;
  }
}

async function sourcesOf(only: readonly string[] | undefined, { files, read }: CheckContext): Promise<Sources> {
  const texts: Text[] = [];
  const left: string[] = [];
  let size = 0;
  for (const path of new Set(only ?? files)) {
    const text = await read(path);
    if (text === undefined || size + text.length > MOST_TEXT) left.push(path);
    else {
      size += text.length;
      texts.push({ path, text });
    }
  }
  return { texts, left };
}

function foundAt(must: CheckOf<'search'>['must'], path: string, line: number, text: string): HypothesisFinding {
  const quoted = (text.split('\n')[line - 1] ?? '').trim().slice(0, LONGEST_QUOTE).toWellFormed();
  const outcome = must === 'match' ? 'holds' : 'fails';
  return { outcome, basis: 'read', evidence: `${path}:${line}: ${quoted}`, place: { path, line } };
}

function nowhere(
  must: CheckOf<'search'>['must'],
  texts: readonly Text[],
  unseen: readonly string[],
): HypothesisFinding {
  if (unseen.length > 0)
    return { outcome: 'undecided', evidence: `Not found, but not all of these was read: ${unseen.join(', ')}.` };
  const outcome = must === 'match' ? 'fails' : 'holds';
  return { outcome, basis: 'read', evidence: `Nowhere in ${texts.map(({ path }) => path).join(', ')}.` };
}

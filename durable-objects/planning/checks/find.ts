/** Whether something stands in files of the commit. */

import { type Found, named, undecided } from '../../../src/planning/checking/found.ts';
import { LineSearch, lineMatcher, nowhere } from '../../../src/planning/checking/lines.ts';
import type { CheckOf } from '../../../src/planning/checks.ts';
import { languageOf } from '../../../src/syntax/languages.ts';
import { decided, foundOf } from './by-reasoning.ts';
import { LARGEST_FILE, matchingPaths, readText } from './files.ts';
import type { CheckContext } from './run-checks.ts';

/** Bytes of the files whose lines are searched; and of those that one search of code reads. */
const MOST_SEARCHED = 20_000_000;
const MOST_OF_CODE = 1_500_000;
/** Files that are read at once. */
const AT_ONCE = 16;

/** Looks for a text, a regular expression, or code. */
export async function findPattern(check: CheckOf<'pattern'>, context: CheckContext): Promise<Found> {
  const { sizes } = context.files;
  const paths = matchingPaths(check.files, context.files);
  if (paths.length === 0) return undecided(`No file matches ${named(check.files)}.`);
  const readable = paths.filter((path) => (sizes.get(path) ?? 0) <= LARGEST_FILE);
  const tooLarge = paths.filter((path) => !readable.includes(path));
  return check.code === undefined
    ? findLines(check, readable, tooLarge, context)
    : findCode(check.code, check.must, readable, tooLarge, context);
}

async function findLines(
  check: CheckOf<'pattern'>,
  paths: readonly string[],
  tooLarge: readonly string[],
  { services, workspace, commit, files }: CheckContext,
): Promise<Found> {
  const matcher = lineMatcher(check);
  if (typeof matcher === 'string') return undecided(matcher);
  const search = new LineSearch(matcher);
  const within = fitting(paths, files.sizes, MOST_SEARCHED);
  const looked: string[] = [];
  const binary: string[] = [];
  for (let start = 0; start < within.length; start += AT_ONCE) {
    const some = within.slice(start, start + AT_ONCE);
    const read = await Promise.all(some.map((path) => readText(path, commit, workspace, services)));
    for (const [index, path] of some.entries()) {
      const text = read[index]?.text;
      if (text === undefined) binary.push(path);
      else {
        search.look(path, text);
        looked.push(path);
      }
    }
  }
  return search.outcome(check.must, { looked, binary, unread: [...tooLarge, ...paths.slice(within.length)] });
}

async function findCode(
  pattern: string,
  must: CheckOf<'pattern'>['must'],
  paths: readonly string[],
  tooLarge: readonly string[],
  context: CheckContext,
): Promise<Found> {
  const isCode = (path: string): boolean => languageOf({ path, text: '' }) !== 'text';
  const looked = paths.filter(isCode);
  let rest = looked;
  while (rest.length > 0) {
    const group = fitting(rest, context.files.sizes, MOST_OF_CODE);
    rest = rest.slice(group.length);
    const check = {
      kind: 'pattern' as const,
      pattern,
      must,
      files: [...group],
      expects: { holds: 'supports' as const },
    };
    const outcome = await decided(check, group, context);
    const isNowhere = outcome?.place === undefined && outcome?.outcome === (must === 'match' ? 'fails' : 'holds');
    if (!isNowhere) return foundOf(outcome);
  }
  return nowhere(must, { looked, binary: paths.filter((path) => !isCode(path)), unread: tooLarge });
}

/** The first paths that are read together; one at least. */
function fitting(paths: readonly string[], sizes: ReadonlyMap<string, number>, most: number): readonly string[] {
  let bytes = 0;
  const over = paths.findIndex((path, index) => {
    bytes += sizes.get(path) ?? 0;
    return index > 0 && bytes > most;
  });
  return over < 0 ? paths : paths.slice(0, over);
}

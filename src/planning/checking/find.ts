/** Whether something stands in files of the commit. */

import { programLanguageOf } from '../../syntax/api.ts';
import { compilePattern, scanText } from '../../workspace/api.ts';
import type { CheckOf } from '../checks.ts';
import { decided, foundOf } from './by-reasoning.ts';
import { LARGEST_FILE, matchingPaths, readText } from './files.ts';
import { type CheckFinding, named, undecided } from './found.ts';
import { type FoundLine, foundLines, MOST_PLACES, nowhere } from './lines.ts';
import type { CheckContext } from './run-checks.ts';

/** Bytes of the files whose lines are searched; and of those that one search of code reads. */
const MOST_SEARCHED = 20_000_000;
const MOST_OF_CODE = 1_500_000;
/** Work of one search of lines, as `LinePattern.cost` counts it. */
const MOST_WORK = 300_000_000;
/** Files that are read at once. */
const AT_ONCE = 16;

/** Looks for a text, a regular expression, or code. */
export async function findPattern(check: CheckOf<'pattern'>, context: CheckContext): Promise<CheckFinding> {
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
  { text, regex, must }: CheckOf<'pattern'>,
  paths: readonly string[],
  tooLarge: readonly string[],
  { services, workspace, commit, files }: CheckContext,
): Promise<CheckFinding> {
  const request = { pattern: text ?? regex ?? '', regex: regex !== undefined, caseSensitive: true, wholeWord: false };
  const pattern = compilePattern(request);
  const within = fitting(paths, files.sizes, MOST_SEARCHED);
  const lines: FoundLine[] = [];
  const looked: string[] = [];
  const binary: string[] = [];
  let [total, work] = [0, MOST_WORK];
  for (let start = 0; start < within.length && work > 0; start += AT_ONCE) {
    const some = within.slice(start, start + AT_ONCE);
    const read = await Promise.all(some.map((path) => readText(path, commit, workspace, services)));
    for (const [index, path] of some.entries()) {
      // A line ends before its carriage return, so that $ matches there.
      const found = read[index]?.text?.replaceAll('\r\n', '\n');
      if (found === undefined) {
        binary.push(path);
        continue;
      }
      const scan = scanText(found, pattern, { work, lines: MOST_PLACES });
      work = scan.complete ? work - scan.work : 0;
      total += scan.total;
      for (const { number, start: from, end } of scan.lines)
        lines.push({ path, line: number, text: found.slice(from, end) });
      if (!scan.complete) break;
      looked.push(path);
    }
  }
  const seen = new Set([...looked, ...binary]);
  return foundLines(must, lines, total, {
    looked,
    binary,
    unread: [...tooLarge, ...paths.filter((path) => !seen.has(path))],
  });
}

async function findCode(
  pattern: string,
  must: CheckOf<'pattern'>['must'],
  paths: readonly string[],
  tooLarge: readonly string[],
  context: CheckContext,
): Promise<CheckFinding> {
  const isCode = (path: string): boolean => programLanguageOf({ path, text: '' }) !== 'text';
  const looked = paths.filter(isCode);
  let rest = looked;
  let open: CheckFinding | undefined;
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
    if (outcome?.place !== undefined) return foundOf(outcome);
    if (outcome?.outcome !== (must === 'match' ? 'fails' : 'holds')) open ??= foundOf(outcome);
  }
  return open ?? nowhere(must, { looked, binary: paths.filter((path) => !isCode(path)), unread: tooLarge });
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

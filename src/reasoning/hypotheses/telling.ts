/** Whether what a run came to depends on the code that a hypothesis is about: a mutant of that code has to change it. */
import { proceed } from '../../lib/work.ts';
import type { TestsOutcome } from '../../python/api.ts';
import type { Mutant } from '../../syntax/api.ts';
import type { Changed, CheckContext } from './context.ts';
import { restsOn } from './dependence.ts';
import type { HypothesisFinding } from './run-check.ts';

/** Mutants that are tried, spread over the lines that ran. */
const MOST_MUTANTS = 8;

/** What a run came to, and the lines of the repository that it executed. */
export interface Ran {
  readonly found: HypothesisFinding;
  readonly executed: TestsOutcome['executed'];
}

/** Runs the same again, with files that are other than in the commit; `attempt` tells runs of one text apart. */
export type Rerun = (changed: Changed, attempt: number) => Promise<Ran>;

type TellingContext = Pick<CheckContext, 'read' | 'files' | 'regions' | 'syntax' | 'onProgress'>;

/** Runs a check twice: what does not come out the same is not decided. */
export async function runTwice(rerun: Rerun, changed: Changed): Promise<Ran> {
  const ran = await rerun(changed, 0);
  if (ran.found.outcome !== 'holds' && ran.found.outcome !== 'fails') return ran;
  const { found: again } = await rerun(changed, 1);
  if (!isOther(ran.found, again)) return ran;
  const evidence = `It came out differently when it ran again: ${ran.found.evidence} Then: ${again.evidence}`;
  return { ...ran, found: { outcome: 'undecided', evidence } };
}

/**
 * Runs a check twice, and marks what comes of it by the first mutant of a line that ran which changes it; without one it is marked as weak,
 * and so is what rests on more than the code. The code is in the files of the scope; without any, wherever lines ran. `text`: of the check.
 */
export async function runTelling(rerun: Rerun, text: string, context: TellingContext): Promise<HypothesisFinding> {
  const { found, executed } = await runTwice(rerun, new Map());
  if (found.outcome !== 'holds' && found.outcome !== 'fails') return found;
  const named = context.files.length > 0 ? context.files : [...executed.keys()];
  const weak = await restsOn(text, named, executed, context.read);
  if (weak !== undefined) return { ...found, weak };
  const mutants = await mutantsOf(executed, named, context);
  for (const [index, { path, text: source, line, start, end, original, replacement }] of mutants.entries()) {
    await proceed(context.onProgress, { done: 0, message: `mutant ${index + 1} of ${mutants.length}` });
    const mutated = source.slice(0, start) + replacement + source.slice(end);
    const { found: other } = await rerun(new Map([[path, mutated]]), 0);
    if (other.outcome !== 'undecided' && isOther(found, other))
      return { ...found, telling: `${path}:${line}: \`${short(replacement)}\` in the place of \`${short(original)}\`` };
  }
  return { ...found, weak: whyWeak(mutants.length) };
}

function whyWeak(tried: number): string {
  return tried === 0
    ? 'It executes no line of that code which could be changed.'
    : `None of ${tried} mutants of the lines that it executes changes what it comes to.`;
}

function isOther(one: HypothesisFinding, other: HypothesisFinding): boolean {
  return one.outcome !== other.outcome || (one.outcome === 'fails' && plain(one.evidence) !== plain(other.evidence));
}

/** Without addresses, which no two runs share. */
function plain(evidence: string): string {
  return evidence.replace(/0x[0-9a-f]+/gi, '0x');
}

function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

async function mutantsOf(
  executed: TestsOutcome['executed'],
  files: readonly string[],
  { read, regions, syntax }: TellingContext,
): Promise<readonly (Mutant & { readonly path: string; readonly text: string })[]> {
  const found: (Mutant & { readonly path: string; readonly text: string })[] = [];
  for (const path of files) {
    const ran = executed.get(path);
    const text = ran === undefined || !path.endsWith('.py') ? undefined : await read(path);
    if (ran === undefined || text === undefined) continue;
    const all = text.split('\n').map((_, index) => index + 1);
    const region = regions.get(path);
    const isWanted = (line: number) => region === undefined || isWithin(line, region);
    const lines = all.filter((line) => isWanted(line) && !isWithin(line, ran.missed));
    for (const mutant of await syntax.mutants({ path, text }, lines, 'all')) found.push({ ...mutant, path, text });
  }
  return spread(found, MOST_MUTANTS);
}

function isWithin(line: number, ranges: readonly (readonly [number, number])[]): boolean {
  return ranges.some(([first, last]) => first <= line && line <= last);
}

/** So many of the items, evenly, with the last one first: what is returned last tells most. */
function spread<Item>(items: readonly Item[], most: number): readonly Item[] {
  const count = Math.min(items.length, most);
  return Array.from(
    { length: count },
    (_, index) => items[items.length - 1 - Math.floor((index * items.length) / count)],
  ).flatMap((item) => (item === undefined ? [] : [item]));
}

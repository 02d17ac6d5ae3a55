/** Checks that the engine of reasoning decides: contracts, and what is found in code. */
import type { CheckOf } from '../../../src/planning/checks.ts';
import type { Check } from '../../../src/reasoning/hypotheses/checks.ts';
import type { CheckOutcome } from '../../../src/reasoning/hypotheses/service.ts';
import { matchingPaths, named } from './files.ts';
import type { CheckContext, Found } from './run-checks.ts';

/** Bytes of the files that one search reads. */
const MOST_BYTES = 1_500_000;
const EXPECTS = { holds: 'supports' } as const;

/** Whether a function keeps its contract: it holds when that is proved. */
export async function checkContract(
  { kind, file, function: name, pre, post, raises, types }: CheckOf<'contract'>,
  context: CheckContext,
): Promise<Found> {
  const check = {
    kind,
    file,
    function: name,
    pre,
    post,
    types,
    expects: EXPECTS,
    ...(raises !== undefined && { raises }),
  };
  const [outcome] = await decided([check], [file], context);
  return outcome === undefined ? NOTHING : foundOf(outcome);
}

/** Whether something stands in files. Nothing is said of files that could not be read. */
export async function findCode(
  { text, regex, code, files, must }: CheckOf<'pattern'>,
  context: CheckContext,
): Promise<Found> {
  const paths = matchingPaths(files, context.files);
  if (paths.length === 0) return { outcome: 'undecided', evidence: `No file matches ${files.join(', ')}.` };
  const what =
    code !== undefined
      ? { kind: 'pattern' as const, pattern: code }
      : { kind: 'search' as const, ...(text !== undefined && { text }), ...(regex !== undefined && { regex }) };
  let unread: Found | undefined;
  for (const group of grouped(paths, context.files.sizes)) {
    const [outcome] = await decided([{ ...what, must, files: [...group], expects: EXPECTS }], group, context);
    if (outcome?.place !== undefined) return foundOf(outcome);
    if (outcome?.outcome !== (must === 'match' ? 'fails' : 'holds'))
      unread ??= outcome === undefined ? NOTHING : foundOf(outcome);
  }
  const nowhere = `Nowhere in ${named(paths)}.`;
  return unread ?? { outcome: must === 'match' ? 'fails' : 'holds', basis: 'read', evidence: nowhere };
}

const NOTHING: Found = { outcome: 'undecided', evidence: 'It was not run.' };

async function decided(
  checks: readonly Check[],
  files: readonly string[],
  { services, workspace, commit, seconds, onProgress }: CheckContext,
): Promise<readonly CheckOutcome[]> {
  const scope = { owner: services.owner, workspace, ref: commit, files, functions: [] };
  const { tested } = await services.reasoning.testHypotheses(
    {
      scope,
      hypotheses: [{ id: 'check', type: 'behavior', checks }],
      kinds: ['contract', 'pattern', 'search'],
      timeoutSeconds: seconds,
      parallel: 1,
    },
    // The checks of a step are counted by whoever runs them.
    ({ message }) => onProgress({ done: 0, message }),
  );
  return tested.flatMap(({ outcomes }) => outcomes);
}

function foundOf({ outcome, basis, evidence, input }: CheckOutcome): Found {
  const shown = input === undefined ? evidence : `${input}: ${evidence}`;
  if (outcome === 'not_run' || outcome === 'undecided') return { outcome: 'undecided', evidence: shown };
  return { outcome, ...(basis !== undefined && { basis }), evidence: shown };
}

/** The paths in groups that are read at once; a file that is larger than a group is one of its own. */
function grouped(paths: readonly string[], sizes: ReadonlyMap<string, number>): readonly (readonly string[])[] {
  const groups: string[][] = [];
  let room = 0;
  for (const path of paths) {
    const size = sizes.get(path) ?? 0;
    const last = groups.at(-1);
    if (last === undefined || size > room) {
      groups.push([path]);
      room = MOST_BYTES - size;
    } else {
      last.push(path);
      room -= size;
    }
  }
  return groups;
}

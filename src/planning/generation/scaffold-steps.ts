/** The steps of a scaffold, before they are numbered and cut to what a plan may have. */
import type { PlanCheck } from '../checks.ts';
import type { GivenStep } from '../plan.ts';
import type { CodePlace, FileEvidence, GoalEvidence, SymbolEvidence } from './service.ts';
import { isPytestFile, nearestTests, type TestPlace, testPlaceFor } from './test-files.ts';
import { counted, lineOf, listed, nameIn, placeIn, symbolWords } from './words.ts';

/** A step that names those before it by their keys. */
export interface Sketch {
  readonly key: string;
  /** Those of most weight stay where a plan may have fewer steps. */
  readonly weight: number;
  readonly after: readonly string[];
  /** Whether the goal is reached without it. */
  readonly isExtra: boolean;
  readonly step: Omit<GivenStep, 'number' | 'dependencies'>;
}

/** Files that one step changes. */
export const MOST_FILES = 5;
/** Files of tests that a check runs. */
const MOST_TESTS = 20;
/** Functions of a check of behaviour, and files that have such checks. */
const MOST_FUNCTIONS = 10;
const MOST_CALLER_FILES = 5;

/** Says that behaviour is to stay as it is. */
const KEEPS_BEHAVIOUR =
  /\b(?:backwards?|compatib\w*|refactor\w*|not (?:break|change)|no breaking|unchanged|same behaviou?r|behaves? as before)\b/i;

/** Files that search found and that get a step where the goal names none. */
const MOST_FOUND = 3;

/** The files that get steps: those that the goal names, else the first that search found. */
export function filesToChange({ files }: GoalEvidence): readonly FileEvidence[] {
  const named = files.filter(({ isNamed }) => isNamed);
  return named.length > 0 ? named : files.slice(0, MOST_FOUND);
}

/** The steps for a goal, each behind those that it names. */
export function sketchesOf(goal: string, evidence: GoalEvidence, constraints: readonly string[]): readonly Sketch[] {
  const keepsBehaviour = [goal, ...constraints].some((text) => KEEPS_BEHAVIOUR.test(text));
  const taken = new Set([...evidence.testFiles, ...evidence.files.map(({ path }) => path)]);
  const changed = filesToChange(evidence);
  const work = changed.flatMap((file, rank): Sketch[] => {
    const untested = file.symbols.filter(({ reach }) => reach === 'none');
    const place = untested.length === 0 ? undefined : testPlaceFor(file.path, evidence.testFiles, taken);
    const test = place === undefined ? [] : [testSketch(file, untested, place, rank, evidence)];
    const edit = editSketch(file, place, rank, evidence, keepsBehaviour);
    return [...test, edit, ...callersSketch(file, rank, evidence)];
  });
  const documents = docsSketch(changed);
  const begun = work.length > 0 ? work : [searchSketch(evidence)];
  const done = [...begun, ...documents].map(({ key }) => key);
  return oneAfterAnother([...inOrder(begun), ...documents, runSketch(done, evidence), reviewSketch(done)]);
}

/** Tests first, then edits, then callers. */
function inOrder(sketches: readonly Sketch[]): readonly Sketch[] {
  const places = ['test', 'edit', 'callers'];
  const placeOf = ({ key }: Sketch) => places.indexOf(key.slice(0, key.indexOf(':')));
  return sketches.toSorted((left, right) => placeOf(left) - placeOf(right));
}

/** The same, where each step waits for the one before it that touches the same file; what one creates, the next one edits. */
function oneAfterAnother(sketches: readonly Sketch[]): readonly Sketch[] {
  const last = new Map<string, Sketch>();
  return sketches.map((sketch) => {
    const { files_affected: files = [], type } = sketch.step;
    const before = files.flatMap((file) => last.get(file) ?? []);
    for (const file of files) last.set(file, sketch);
    if (before.length === 0) return sketch;
    const step = { ...sketch.step, type: type === 'file_create' ? ('file_edit' as const) : type };
    return { ...sketch, after: [...sketch.after, ...before.map(({ key }) => key)], step };
  });
}

function testSketch(
  { path }: FileEvidence,
  untested: readonly SymbolEvidence[],
  { path: test, isThere }: TestPlace,
  rank: number,
  evidence: GoalEvidence,
): Sketch {
  const names = untested.map(({ name }) => name);
  return {
    key: `test:${path}`,
    weight: 60 - rank,
    after: [],
    isExtra: false,
    step: {
      description: lineOf(
        `Write characterization tests of ${listed(names)} (${nameIn(path)}) in ${nameIn(test)}: what it does now, before it changes`,
      ),
      type: isThere ? 'file_edit' : 'file_create',
      files_affected: [test],
      symbols: symbolsOf(untested),
      details: placedWords(untested),
      acceptance_criteria: [
        lineOf(`Each of ${listed(names)} is called by a test in ${nameIn(test)}`),
        criterionOf('The new tests pass at the commit before the change', evidence),
      ],
      checks: [...(isThere ? [] : [{ kind: 'file', path: test, exists: true } as const]), ...testsCheck([test])],
    },
  };
}

function editSketch(
  { path, symbols, isNamed, why, score }: FileEvidence,
  test: TestPlace | undefined,
  rank: number,
  evidence: GoalEvidence,
  keepsBehaviour: boolean,
): Sketch {
  const names = symbols.map(({ name }) => name);
  const reaching = [
    ...new Set([...(test === undefined ? [] : [test.path]), ...symbols.flatMap((one) => one.testFiles)]),
  ];
  const what = names.length === 0 ? nameIn(path) : `${listed(names)} in ${nameIn(path)}`;
  return {
    key: `edit:${path}`,
    weight: rank === 0 ? 100 : 80 - rank,
    after: test === undefined ? [] : [`test:${path}`],
    isExtra: false,
    step: {
      description: lineOf(
        isNamed
          ? `Change ${what} as the goal needs`
          : `Change ${what} where the goal needs it; skip the step where it does not`,
      ),
      type: 'file_edit',
      files_affected: [path],
      symbols: symbolsOf(symbols),
      details: [isNamed ? lineOf(why) : lineOf(`${why} (score ${score.toFixed(2)} of 1)`), placedWords(symbols)].join(
        '\n',
      ),
      acceptance_criteria: [
        criterionOf(reaching.length === 0 ? 'All tests pass' : `The tests in ${listed(reaching)} pass`, evidence),
      ],
      checks: [...testsCheck(reaching), ...(keepsBehaviour ? behaviourChecks(symbols) : [])],
    },
  };
}

/** Functions of other files that call what is changed: they must do what they did. */
function behaviourChecks(symbols: readonly SymbolEvidence[]): readonly PlanCheck[] {
  const byFile = new Map<string, Set<string>>();
  for (const { file, within } of symbols.flatMap(({ callers }) => callers))
    if (file.endsWith('.py') && within !== undefined) byFile.set(file, (byFile.get(file) ?? new Set()).add(within));
  return [...byFile].slice(0, MOST_CALLER_FILES).map(([file, functions]): PlanCheck => {
    const named = [...functions].slice(0, MOST_FUNCTIONS);
    return { kind: 'behaves_as_before', file, functions: named, accept: 'no_difference_found' };
  });
}

function callersSketch({ path, symbols }: FileEvidence, rank: number, evidence: GoalEvidence): readonly Sketch[] {
  const used = symbols.filter(({ isExported, totalCallers }) => isExported && totalCallers > 0);
  if (used.length === 0) return [];
  const places = uniquePlaces(used.flatMap(({ callers }) => callers));
  const files = [...new Set(places.map(({ file }) => file))].sort();
  const total = used.reduce((sum, { totalCallers }) => sum + totalCallers, 0);
  const left = files.length > MOST_FILES ? [`Files beyond these: ${listed(files.slice(MOST_FILES))}`] : [];
  return [
    {
      key: `callers:${path}`,
      weight: 50 - rank,
      after: [`edit:${path}`],
      isExtra: false,
      step: {
        description: lineOf(
          `Update what uses ${listed(used.map(({ name }) => name))} of ${nameIn(path)} (${counted(total, 'place')}); skip the step where the interface stays`,
        ),
        type: 'file_edit',
        files_affected: files.slice(0, MOST_FILES),
        details: [`Places: ${places.map(placeIn).join(', ')}`, ...left].join('\n'),
        acceptance_criteria: [
          'Every place that is listed fits the new interface',
          criterionOf('All tests pass', evidence),
        ],
        checks: evidence.hasPytest ? [{ kind: 'tests', paths: [], keyword: '' }] : [],
      },
    },
  ];
}

function docsSketch(files: readonly FileEvidence[]): readonly Sketch[] {
  const symbols = files.flatMap((file) => file.symbols).filter(({ docs }) => docs.length > 0);
  if (symbols.length === 0) return [];
  const places = uniquePlaces(symbols.flatMap(({ docs }) => docs));
  const paths = [...new Set(places.map(({ file }) => file))];
  return [
    {
      key: 'docs',
      weight: 40,
      after: files.map(({ path }) => `edit:${path}`),
      isExtra: true,
      step: {
        description: lineOf(
          `Update documents that name ${listed(symbols.map(({ name }) => name))}; skip the step where what they say stays true`,
        ),
        type: 'file_edit',
        files_affected: paths.slice(0, MOST_FILES),
        details: `Places: ${places.map(placeIn).join(', ')}`,
        acceptance_criteria: [lineOf(`What they say is true: ${listed(places.map(placeIn))}`)],
      },
    },
  ];
}

/** The first step where nothing is known to be changed. */
function searchSketch({ commit, others }: GoalEvidence): Sketch {
  const what =
    commit === undefined
      ? 'Put the first files into the workspace, and add steps for what the goal needs'
      : 'Find out which files the goal concerns, and add steps for them';
  return {
    key: 'edit:',
    weight: 100,
    after: [],
    isExtra: false,
    step: {
      description: what,
      type: 'command',
      details: others.length === 0 ? 'Nothing was found.' : `Found beside programs: ${listed(others)}`,
      acceptance_criteria: ['The plan has a step for each file that is created or changed'],
    },
  };
}

function runSketch(after: readonly string[], { hasPytest, testCommand, totalTestFiles }: GoalEvidence): Sketch {
  const { command, file } = testCommand ?? {};
  const says =
    hasPytest || command === undefined
      ? `Run all tests (${counted(totalTestFiles, 'file')} of tests)`
      : `Run all tests: ${command}`;
  return {
    key: 'run',
    weight: 95,
    after,
    isExtra: false,
    step: {
      description: says,
      type: 'command',
      ...(file !== undefined && { details: `${file} tells how.` }),
      acceptance_criteria: ['No test fails'],
      ...(hasPytest ? { checks: [{ kind: 'tests', paths: [], keyword: '' }] } : command !== undefined && { command }),
    },
  };
}

function reviewSketch(after: readonly string[]): Sketch {
  return {
    key: 'review',
    weight: 90,
    after: [...after, 'run'],
    isExtra: false,
    step: {
      description: 'Review the diff',
      type: 'review',
      acceptance_criteria: ['No finding is more severe than low'],
      checks: [{ kind: 'review', allow: 'low' }],
    },
  };
}

/** A check that runs those files that pytest takes. */
function testsCheck(files: readonly string[]): readonly PlanCheck[] {
  const paths = nearestTests(files.filter(isPytestFile), files).slice(0, MOST_TESTS);
  return paths.length === 0 ? [] : [{ kind: 'tests', paths, keyword: '' }];
}

/** A criterion with the command that decides it, where one is known. */
function criterionOf(text: string, { testCommand, hasPytest }: GoalEvidence): string {
  return lineOf(hasPytest || testCommand === undefined ? text : `${text} (${testCommand.command})`);
}

function placedWords(symbols: readonly SymbolEvidence[]): string {
  return symbols.map((symbol) => `${placeIn(symbol)}: ${symbolWords(symbol)}`).join('\n');
}

function symbolsOf(symbols: readonly SymbolEvidence[]): { file: string; name: string }[] {
  return symbols.filter(({ name }) => name.length <= 300).map(({ file, name }) => ({ file, name }));
}

function uniquePlaces(places: readonly CodePlace[]): readonly CodePlace[] {
  const byName = new Map(places.map((place) => [placeIn(place), place]));
  return [...byName.values()].sort((left, right) =>
    left.file < right.file ? -1 : left.file > right.file ? 1 : left.line - right.line,
  );
}

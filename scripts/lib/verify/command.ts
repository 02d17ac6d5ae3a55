/** The command line of `verify`. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findScaffold, SCAFFOLDS, scaffoldsIn } from '../../../src/scaffolds/catalog.ts';
import { DATASETS, type Dataset } from '../../../src/scaffolds/certification/formats.ts';
import { MOST_CASES, MOST_LEVEL } from '../../../src/scaffolds/instances.ts';
import { CATEGORIES } from '../../../src/scaffolds/scaffold.ts';
import { CommandProblem } from '../lemma/problem.ts';

export const USAGE = `Usage: npm run verify -- list
       npm run verify -- <scaffold…> [--category NAME] [--answers FILE | --mode dev|cert] [options]
       npm run verify -- <scaffold…> --export DATASET [--count N] [options]
       npm run verify -- report [-v] [--compare MODEL] [options]

list prints the scaffolds. With names (all for every scaffold) or a category a model is tested: it gets the suite of each scaffold, its answers and steps are
checked, and reports are written. What was answered already is not asked again, unless it ended in an error. --export prints test cases as rows of a dataset. report writes the reports again from the results.

  --category NAME   ${CATEGORIES.join(', ')}
  --answers FILE    check answers that were made elsewhere in place of asking: a line of JSON each, {"id": …, "answer": …, "trace": …}
  --mode MODE       dev or cert: which model is asked, VERIFY_DEV_MODEL or VERIFY_CERT_MODEL; VERIFY_CURRENT_MODE, else dev
  --export DATASET  ${DATASETS.join(', ')}: a line of JSON for each test case
  --count N         of --export: test cases of each tier, up to 1000; as many as a suite has by default
  --model NAME      the model, or the name of the results of --answers
  --seed N          other instances for each seed; 1 by default (0 has the examples of the scaffolds' texts)
  --level N         difficulty from 1 to 10; 1 by default
  --parallel N      tests that are asked at once, up to 16; 4 by default
  --out DIR         folder of results and reports; verification_results by default
  --compare MODEL   of report: compare with the results of another model, test by test
  -v, --verbose     of report: also what was answered to tests that failed
  --help            this text

Models: ANTHROPIC_API_KEY (or VERIFY_ANTHROPIC_API_KEY) asks Anthropic for the model of the mode; MODELS has others, as for a server (docs/reasoning.md).
It exits with 0 when every scaffold is CERTIFIED, with 1 when one is not, and with 2 when the command is wrong or nothing could be tested.`;

/** Options that tests and reports share. */
interface Target {
  /** Absolute. */
  readonly folder: string;
  readonly model: string | undefined;
}

export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'list' }
  | (Target & { readonly kind: 'report'; readonly verbose: boolean; readonly compare: string | undefined })
  | (Target & {
      readonly kind: 'test';
      readonly scaffolds: readonly string[];
      readonly mode: 'dev' | 'cert';
      /** Absolute. */
      readonly answers: string | undefined;
      readonly seed: number;
      readonly level: number;
      readonly parallel: number;
    })
  | {
      readonly kind: 'export';
      readonly scaffolds: readonly string[];
      readonly dataset: Dataset;
      /** Of each tier; absent for those of a suite. */
      readonly count?: number;
      readonly seed: number;
      readonly level: number;
    };

/** Options that stand for nothing when they are left out. */
const OPTIONAL = ['category', 'answers', 'mode', 'export', 'count', 'model', 'compare', 'verbose'] as const;

/** Which of them a command takes. */
const TAKES: Readonly<Record<Exclude<Command['kind'], 'help'>, readonly (typeof OPTIONAL)[number][]>> = {
  list: [],
  report: ['model', 'compare', 'verbose'],
  export: ['category', 'export', 'count'],
  test: ['category', 'answers', 'mode', 'model'],
};
const CALLED = { list: 'list', report: 'report', export: '--export', test: 'a test of scaffolds' } as const;

/** What the caller wants. Throws {@link CommandProblem} for what is no command. */
export function parseCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  currentFolder: string,
): Command {
  const { values, positionals } = parse(args);
  const [first, second] = positionals;
  if (values.help || args.length === 0) return { kind: 'help' };
  const kind = first === 'list' || first === 'report' ? first : values.export === undefined ? 'test' : 'export';
  const stray = OPTIONAL.find((name) => values[name] !== undefined && !TAKES[kind].includes(name));
  if (stray !== undefined) throw wrong(`--${stray} does not belong to ${CALLED[kind]}.`);
  if ((kind === 'list' || kind === 'report') && second !== undefined)
    throw wrong(`${kind} takes no names, and ${JSON.stringify(second)} is one.`);
  if (kind === 'list') return { kind };
  const called = environment.INIT_CWD ?? currentFolder;
  const target = { folder: resolve(called, values.out), model: values.model } as const;
  if (kind === 'report') return { kind, ...target, verbose: values.verbose ?? false, compare: values.compare };
  if (first === undefined && values.category === undefined)
    throw wrong('Name scaffolds or a category, or say all; `npm run verify -- list` has the names.');
  const mode = values.mode ?? environment.VERIFY_CURRENT_MODE ?? 'dev';
  if (mode !== 'dev' && mode !== 'cert') throw wrong(`--mode is dev or cert, not ${JSON.stringify(mode)}.`);
  if (values.answers !== undefined && values.mode !== undefined)
    throw wrong('--mode says which model is asked, and with --answers none is. Leave one of them out.');
  const instances = {
    scaffolds: scaffoldsOf(positionals, values.category),
    seed: wholeNumber('seed', values.seed, 0, 999_999_999),
    level: wholeNumber('level', values.level, 1, MOST_LEVEL),
  };
  if (values.export !== undefined) {
    const dataset = DATASETS.find((each) => each === values.export);
    if (dataset === undefined)
      throw wrong(`--export takes ${DATASETS.join(', ')}, not ${JSON.stringify(values.export)}.`);
    const count = values.count === undefined ? {} : { count: wholeNumber('count', values.count, 1, MOST_CASES) };
    return { kind: 'export', ...instances, dataset, ...count };
  }
  return {
    kind: 'test',
    ...target,
    ...instances,
    mode,
    answers: values.answers === undefined ? undefined : resolve(called, values.answers),
    parallel: wholeNumber('parallel', values.parallel, 1, 16),
  };
}

function scaffoldsOf(names: readonly string[], category: string | undefined): readonly string[] {
  const of = CATEGORIES.find((each) => each === category);
  if (category !== undefined && of === undefined)
    throw wrong(`There is no category ${JSON.stringify(category)}; there are ${CATEGORIES.join(', ')}.`);
  const members = of === undefined ? [] : scaffoldsIn(of);
  const named = names.flatMap((name) => {
    if (name === 'all') return SCAFFOLDS;
    const scaffold = findScaffold(name);
    if (scaffold === undefined)
      throw wrong(`There is no scaffold ${JSON.stringify(name)}; \`npm run verify -- list\` has all.`);
    return [scaffold];
  });
  return [...new Set([...named, ...members].map(({ name }) => name))];
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= least && number <= most)) throw wrong(`--${name} is a whole number from ${least} to ${most}.`);
  return number;
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        category: { type: 'string' },
        answers: { type: 'string' },
        mode: { type: 'string' },
        export: { type: 'string' },
        count: { type: 'string' },
        model: { type: 'string' },
        seed: { type: 'string', default: '1' },
        level: { type: 'string', default: '1' },
        parallel: { type: 'string', default: '4' },
        out: { type: 'string', default: 'verification_results' },
        compare: { type: 'string' },
        verbose: { type: 'boolean', short: 'v' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error));
  }
}

function wrong(message: string): CommandProblem {
  return new CommandProblem(message, USAGE, 2);
}

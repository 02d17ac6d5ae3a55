/** What the runner of tests is asked for; `wasm/python/testing/lemma_testing` reads it. */
import { pythonText } from '../../lib/python-text.ts';
import type { Supply } from '../../lib/supply.ts';

/** The runners: `auto` takes pytest, and unittest when pytest finds no tests. */
export const RUNNERS = ['auto', 'pytest', 'unittest'] as const;

/** One run of a repository's tests, or of a piece of code. */
export type TestRequest = RepositoryTests | CodeRun;

/** Code that is one test: it passes when nothing is raised. */
export interface CodeRun extends RunLimits {
  readonly runner: 'code';
  readonly code: string;
}

export interface RepositoryTests extends RunLimits {
  readonly runner: (typeof RUNNERS)[number];
  /** Files, folders and ids of tests, relative to the folder; none for all tests. */
  readonly paths: readonly string[];
  /** pytest's -k and -m. */
  readonly keyword: string;
  readonly marker: string;
  /** Failures after which it stops; 0 for none. */
  readonly max_failures: number;
  /** Functions whose calls are recorded, and made again with these arguments and others near to them. */
  readonly record?: RecordRequest;
  /** Set after an interpreter was lost: where a fresh one goes on. */
  readonly resume?: Resumption;
}

/** Which calls are recorded; `wasm/python/testing/lemma_recording` reads it. */
export interface RecordRequest {
  /** Most of the work is for those that changed themselves. */
  readonly functions: readonly {
    /** Relative to the root. */
    readonly path: string;
    /** `C.m` is a method. */
    readonly name: string;
    readonly changed: boolean;
    /** What changed in its file: what stands in these lines is varied first. */
    readonly lines: string;
  }[];
  /** Work of all functions. */
  readonly work: number;
  /** How many tests run, and how many of those that differ in their parameters only. */
  readonly tests: number;
  readonly alike: number;
  /** Only these inputs, by the index of their function and their key, are reported, each with all that is known of it. */
  readonly only?: readonly (readonly [number, string])[];
}

/** What tests are left when an interpreter was lost. */
export interface Resumption {
  /** What found them. */
  readonly runner: 'pytest' | 'unittest';
  /** Of the names of all tests in their order: others are not gone on with. */
  readonly digest: string;
  /** How many of them have begun, and do not run again. */
  readonly begun: number;
}

interface RunLimits {
  /** Where the repository is mounted. */
  readonly root: string;
  /** The folder below it to run in; `''` for the root. */
  readonly directory: string;
  /** Seconds after which no further test begins. */
  readonly timeout: number;
  readonly coverage: boolean;
  /** Of the numbers that are drawn without a seed of their own. */
  readonly seed?: number;
  /** Files that are written where the commit has none, and variables that are set. */
  readonly supply?: Pick<Supply, 'files' | 'environment'>;
  /** Which failures are described. */
  readonly offset: number;
  readonly limit: number;
  /** Whether failures are described at length. */
  readonly detail: boolean;
}

/** The program that runs the tests in an interpreter; `changed` files below the root are written before, or deleted where they are null. */
export function testProgram(request: TestRequest, changed: ReadonlyMap<string, string | null> = new Map()): string {
  const files = Object.fromEntries([...changed].map(([path, text]) => [`${request.root}/${path}`, text]));
  const write = changed.size === 0 ? '' : `lemma_testing.replace(${pythonText(JSON.stringify(files))})\n`;
  return `import lemma_testing\n${write}lemma_testing.run(${pythonText(JSON.stringify(request))})`;
}

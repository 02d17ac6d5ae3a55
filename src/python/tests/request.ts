/** What the runner of tests is asked for; `wasm/python/testing/lemma_testing` reads it. */

/** The runners: `auto` takes pytest, and unittest when pytest finds no tests. */
export const RUNNERS = ['auto', 'pytest', 'unittest'] as const;

/** One run of a repository's tests. */
export interface TestRequest {
  /** Where the repository is mounted. */
  readonly root: string;
  /** The folder below it to run in; `''` for the root. */
  readonly directory: string;
  /** Files, folders and ids of tests, relative to the folder; none for all tests. */
  readonly paths: readonly string[];
  readonly runner: (typeof RUNNERS)[number];
  /** pytest's -k and -m. */
  readonly keyword: string;
  readonly marker: string;
  /** Failures after which it stops; 0 for none. */
  readonly max_failures: number;
  /** Seconds after which no further test begins. */
  readonly timeout: number;
  readonly coverage: boolean;
  /** Which failures are described. */
  readonly offset: number;
  readonly limit: number;
  /** Whether failures are described at length. */
  readonly detail: boolean;
}

/** The program that runs the tests in an interpreter. */
export function testProgram(request: TestRequest): string {
  // A text of JSON is a text of Python once nothing in it is outside of ASCII.
  const text = JSON.stringify(JSON.stringify(request)).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `import lemma_testing\nlemma_testing.run(${text})`;
}

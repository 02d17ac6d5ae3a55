/** Files of tests: which there are, how they are run, and where a new one goes. */
import { z } from 'zod';
import type { TestCommand } from './service.ts';

/** Whether pytest takes a path for one of tests. */
export function isPytestFile(path: string): boolean {
  return /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/.test(path);
}

/** The folder of a path, with a slash at its end; empty at the root. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function stemOf(path: string): string {
  return path.slice(folderOf(path).length).replace(/\.[^.]*$/, '');
}

function extensionOf(path: string): string {
  return /\.[^./]+$/.exec(path)?.[0] ?? '';
}

/** Folders that two paths share from the root on. */
function shared(left: string, right: string): number {
  const [one, other] = [folderOf(left).split('/'), folderOf(right).split('/')];
  const differing = one.findIndex((folder, index) => folder !== other[index]);
  return differing < 0 ? one.length : differing;
}

/** Files of tests in the order of how near they are to `paths`: those named after one first, then by shared folders. */
export function nearestTests(tests: readonly string[], paths: readonly string[]): readonly string[] {
  const nearness = (test: string) =>
    Math.max(0, ...paths.map((path) => shared(test, path) + (isNamedAfter(test, path) ? 1_000 : 0)));
  return tests
    .map((path) => ({ path, near: nearness(path) }))
    .sort((left, right) => right.near - left.near || (left.path < right.path ? -1 : 1))
    .map(({ path }) => path);
}

/** Whether a file of tests has the name of what it tests: `test_a.py`, `a_test.go`, `a.test.ts`, `ATest.java`. */
function isNamedAfter(test: string, path: string): boolean {
  if (extensionOf(test) !== extensionOf(path)) return false;
  const stem = stemOf(path);
  const names = [
    `test_${stem}`,
    `${stem}_test`,
    `${stem}.test`,
    `${stem}.spec`,
    `${stem}Test`,
    `${stem}Tests`,
    `${stem}Spec`,
  ];
  return names.includes(stemOf(test));
}

/** What a name of tests has beside the name of what it tests. */
const PATTERNS: readonly (readonly [RegExp, (stem: string) => string])[] = [
  [/^test_/, (stem) => `test_${stem}`],
  [/_test$/, (stem) => `${stem}_test`],
  [/\.test$/, (stem) => `${stem}.test`],
  [/\.spec$/, (stem) => `${stem}.spec`],
  [/Test$/, (stem) => `${stem}Test`],
  [/Tests$/, (stem) => `${stem}Tests`],
  [/Spec$/, (stem) => `${stem}Spec`],
];

/** Where tests of a file go. */
export interface TestPlace {
  readonly path: string;
  readonly isThere: boolean;
}

/**
 * Where tests of `path` go: the file that is named after it, else a new one named and placed as the nearest file of tests of its language is; of
 * Python without tests `tests/test_<name>.py`. Undefined where nothing tells. `tests` are in the order of {@link nearestTests}.
 */
export function testPlaceFor(
  path: string,
  tests: readonly string[],
  taken: ReadonlySet<string>,
): TestPlace | undefined {
  const own = tests.find((test) => isNamedAfter(test, path));
  if (own !== undefined) return { path: own, isThere: true };
  const alike = tests.filter((test) => extensionOf(test) === extensionOf(path));
  for (const test of nearestTests(alike, [path])) {
    const [, name] = PATTERNS.find(([pattern]) => pattern.test(stemOf(test))) ?? [];
    if (name === undefined) continue;
    const isBeside = !/(?:^|\/)(?:tests?|__tests__|specs?)\//.test(test);
    const made = `${isBeside ? folderOf(path) : folderOf(test)}${name(stemOf(path))}${extensionOf(path)}`;
    return { path: made, isThere: taken.has(made) };
  }
  if (extensionOf(path) !== '.py') return undefined;
  const made = `tests/test_${stemOf(path)}.py`;
  return { path: made, isThere: taken.has(made) };
}

const packageSchema = z.object({ scripts: z.object({ test: z.string().min(1) }) });
/** What `npm init` writes where there are no tests. */
const NO_TESTS = /no test specified/;

const COMMANDS: readonly (readonly [file: string, command: string])[] = [
  ['Cargo.toml', 'cargo test'],
  ['go.mod', 'go test ./...'],
  ['pom.xml', 'mvn test'],
  ['build.gradle', 'gradle test'],
  ['build.gradle.kts', 'gradle test'],
  ['mix.exs', 'mix test'],
];

/** How tests are run, by the files at the root; `settings` is the text of `package.json`. Undefined where nothing tells. */
export function testCommandOf(paths: ReadonlySet<string>, settings: string | undefined): TestCommand | undefined {
  const script = settings === undefined ? undefined : packageSchema.safeParse(parsed(settings)).data?.scripts.test;
  if (script !== undefined && !NO_TESTS.test(script)) return { file: 'package.json', command: 'npm test' };
  const [file, command] = COMMANDS.find(([name]) => paths.has(name)) ?? [];
  return file === undefined || command === undefined ? undefined : { file, command };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

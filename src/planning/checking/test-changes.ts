/** How tests differ from those of the commit where the work began: tests that ask less than before pass more easily. */
import { named } from './found.ts';

/** A test file at both commits; a side without it is undefined. */
export interface TestFile {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

const TEST = /^[ \t]*(?:async[ \t]+)?def[ \t]+(test\w*)/gm;
const ASSERTION = /^[ \t]*(?:assert\b|(?:self|cls)\.(?:assert|fail)\w*\(|(?:with|async with)[ \t].*\braises\w*\()/gm;

/** A sentence on the files that differ, those that lost tests or lines that assert first. */
export function describeTestChanges(files: readonly TestFile[], since: string): string {
  const commit = since.slice(0, 12);
  const changes = files.flatMap(changeOf).sort((one, other) => Number(other.isLess) - Number(one.isLess));
  if (changes.length === 0) return `The tests are those of ${commit}.`;
  return `Tests since ${commit}: ${named(
    changes.map(({ words }) => words),
    '; ',
  )}.`;
}

interface Change {
  readonly words: string;
  /** The file asks less than before. */
  readonly isLess: boolean;
}

function changeOf({ path, before, after }: TestFile): readonly Change[] {
  if (before === after) return [];
  const [was, is] = [testsOf(before), testsOf(after)];
  if (before === undefined) return [{ words: `${path} is new`, isLess: false }];
  if (after === undefined) {
    const tests = was.names.size === 1 ? '1 test' : `${was.names.size} tests`;
    return [{ words: `${path} is gone, with ${tests}`, isLess: true }];
  }
  const lost = [...was.names].filter((name) => !is.names.has(name));
  const fewer = was.assertions - is.assertions;
  const losses = [
    ...(lost.length === 0 ? [] : [named(lost)]),
    ...(fewer <= 0 ? [] : [fewer === 1 ? '1 line that asserts' : `${fewer} lines that assert`]),
  ];
  if (losses.length === 0) return [{ words: `${path} changed`, isLess: false }];
  return [{ words: `${path} lost ${losses.join(' and ')}`, isLess: true }];
}

function testsOf(text = ''): { readonly names: ReadonlySet<string>; readonly assertions: number } {
  return {
    names: new Set([...text.matchAll(TEST)].map(([, name = '']) => name)),
    assertions: [...text.matchAll(ASSERTION)].length,
  };
}

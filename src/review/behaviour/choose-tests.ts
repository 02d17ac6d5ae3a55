/** Which tests are run so that their calls of changed functions can be recorded. */
import { alternate } from '../../lib/alternate.ts';
import { isCollected } from '../../lib/test-files.ts';
import type { SyntaxApi } from '../../syntax/api.ts';
import type { DiffFile } from '../diff/diff.ts';
import type { Subject } from '../source.ts';
import { changedLines } from '../tests/changed-functions.ts';
import { fileOf } from '../tests/run-both.ts';
import type { Reach } from '../tests/service.ts';
import type { Candidate } from './changes.ts';

/** Files that are taken for one word because they have it in many lines. */
const MOST_NAMING = 2;

/** Who is asked. */
export interface TestChoosers {
  readonly reach: Reach;
  readonly syntax: Pick<SyntaxApi, 'publicSurface'>;
}

/**
 * Ids of tests, or files: tests that the change touches, then the other ones of their files, and of each function in turn those that call it
 * and files that name it.
 */
export async function chooseTests(
  subject: Subject,
  candidates: readonly Candidate[],
  { reach, syntax }: TestChoosers,
): Promise<readonly string[]> {
  const touched = subject.diff.files.filter(({ path, status }) => status !== 'deleted' && isCollected(path));
  const changed: string[] = [];
  for (const file of touched) changed.push(...(await touchedTests(file, subject, syntax)));
  const lists: (readonly string[])[] = [];
  for (const { file, change } of candidates) {
    const calling = (await reach.testsOf(change.name, file.path))?.tests.map(({ id }) => id) ?? [];
    const naming: string[] = [];
    // Those of its classes first: what calls a method may compute its name.
    for (const word of change.name.split('.'))
      naming.push(...(await reach.filesNaming(word)).filter((path) => isCollected(path)).slice(0, MOST_NAMING));
    lists.push(alternate([naming, calling]));
  }
  const found = [...new Set([...changed, ...touched.map(({ path }) => path), ...alternate(lists)])];
  // A file that is run holds its tests.
  const ids = found.filter((id, index) => !id.includes('::') || !found.slice(0, index).includes(fileOf(id)));
  const paths = new Set((await subject.after.paths()) ?? []);
  return ids.filter((id) => fileOf(id).endsWith('.py') && paths.has(fileOf(id)));
}

/** Tests of a file with changed lines, also in the decorators above them. */
async function touchedTests(
  file: DiffFile,
  { after }: Subject,
  syntax: Pick<SyntaxApi, 'publicSurface'>,
): Promise<readonly string[]> {
  const text = await after.read(file.path);
  const [surface] = text === undefined ? [] : await syntax.publicSurface([{ path: file.path, text }]);
  const functions = (surface?.symbols ?? [])
    .filter(({ kind, name }) => (kind === 'function' || kind === 'method') && name.startsWith('test'))
    .toSorted((one, other) => one.line - other.line);
  const found = new Set<string>();
  for (const line of changedLines(file)) {
    const test = functions.find(({ lineEnd }) => line <= lineEnd);
    if (test === undefined) continue;
    const { scope, name } = test;
    found.add([file.path, ...scope.split('.').filter((part) => part !== ''), name].join('::'));
  }
  return [...found];
}

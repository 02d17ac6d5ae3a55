/** Changes of what the code offers to others, and the places in the workspace that they break. */
import { proceed } from '../../lib/work.ts';
import type { FileSurface, SourceFile, SyntaxApi } from '../../syntax/api.ts';
import type { ReviewCheck } from '../check.ts';
import type { DiffFile } from '../diff/diff.ts';
import type { Finding, Omission } from '../finding.ts';
import { named } from '../report/named.ts';
import type { SourceTree, Subject } from '../source.ts';
import { BrokenReferences } from './broken.ts';
import type { References, SurfaceChange, SurfaceReport } from './change.ts';
import { type FoundChange, type SideFile, surfaceChanges } from './compare.ts';
import { findingOf } from './findings.ts';

/** Bytes of source text that one call of the syntax engine takes. */
const MOST_BYTES = 4 << 20;
/** Changed files whose surfaces are compared, the riskiest first. */
const MOST_FILES = 300;
/** Changes whose references are looked for, those of public symbols first. */
const MOST_ASKED = 100;
const SOURCE = /\.(?:pyi?|[cm]?[jt]sx?|go|rs|java|c|h|cc|cpp|cxx|hh|hpp|hxx|cs|rb|php|kts?|scala|sc)$/i;
const SWIFT = /\.swift$/i;

/** The syntax engine's methods that the check needs. */
export type SurfaceSyntax = Pick<SyntaxApi, 'analyze' | 'publicSurface' | 'callSites'>;

/**
 * The check `surface`. A finding is a reference in the workspace that the change breaks and did not mend; every other breaking change is a fact
 * of the report. Without `references` (no workspace) there are no findings.
 */
export function surfaceCheck(syntax: SurfaceSyntax, references: References | undefined): ReviewCheck<SurfaceReport> {
  return {
    name: 'surface',
    async run(subject, onProgress) {
      const omitted: Omission[] = [];
      const omit = (what: string, why: string) => omitted.push({ what, why, check: 'surface' });
      const files = subject.byRisk.filter(({ path, from }) => SOURCE.test(path) || SOURCE.test(from ?? ''));
      for (const { path } of subject.byRisk) {
        if (SWIFT.test(path)) omit(path, 'There is no grammar of Swift.');
      }
      for (const { path } of files.slice(MOST_FILES)) omit(path, `The surfaces of ${MOST_FILES} files are compared.`);
      const looked = files.slice(0, MOST_FILES);
      await proceed(onProgress, { done: 0, total: 2, message: `comparing what ${looked.length} files offer` });
      const [before, after] = [
        await surfaces(syntax, looked, subject.before, 'before'),
        await surfaces(syntax, looked, subject.after, 'after'),
      ];
      const unread = new Set(
        [...before, ...after].filter(({ surface }) => surface === undefined).map(({ path }) => path),
      );
      for (const path of unread) omit(path, 'It cannot be read on both sides, or its syntax is damaged.');
      const readable = (all: readonly ReadSide[]) =>
        all.flatMap(({ surface, ...file }): SideFile[] =>
          surface === undefined || unread.has(file.path) ? [] : [{ ...file, surface }],
        );
      const found = surfaceChanges(readable(before), readable(after));
      await proceed(onProgress, { done: 1, total: 2, message: `looking for who rests on ${found.length} changes` });
      const changes =
        references === undefined
          ? found.map((each) => factOf(each, []))
          : await hits(syntax, references, subject, found, readable(after), omit);
      if (references === undefined && found.length > 0)
        omit('references', 'Without a workspace nobody knows who rests on what changed.');
      return {
        findings: findingsOf(changes),
        executed: looked.length,
        omitted,
        warnings: [],
        surface: changes,
        changes: changes.filter((each) => each.public).map(lineOf),
      };
    },
  };
}

interface ReadSide extends Omit<SideFile, 'surface'> {
  readonly surface: FileSurface | undefined;
}

/** The surfaces of one side; of a file that is not there, none; undefined for one that cannot be read. */
async function surfaces(
  syntax: SurfaceSyntax,
  files: readonly DiffFile[],
  tree: SourceTree,
  side: 'before' | 'after',
): Promise<readonly ReadSide[]> {
  const sides: ReadSide[] = [];
  let batch: { readonly file: SourceFile; readonly path: string }[] = [];
  let bytes = 0;
  const flush = async () => {
    const answers = await syntax.publicSurface(batch.map(({ file }) => file));
    answers.forEach((surface, index) => {
      const one = batch[index];
      if (one === undefined) return;
      sides.push({ path: one.path, origin: one.file.path, surface: surface.damaged ? undefined : surface });
    });
    batch = [];
    bytes = 0;
  };
  for (const { path, from, status } of files) {
    if (status === (side === 'before' ? 'added' : 'deleted') || (side === 'before' && status === 'copied')) continue;
    const origin = side === 'before' ? (from ?? path) : path;
    const text = await tree.read(origin);
    if (text === undefined) {
      sides.push({ path, origin, surface: undefined });
      continue;
    }
    if (bytes + 3 * text.length > MOST_BYTES && batch.length > 0) await flush();
    batch.push({ file: { path: origin, text }, path });
    bytes += 3 * text.length;
  }
  if (batch.length > 0) await flush();
  return sides;
}

async function hits(
  syntax: SurfaceSyntax,
  references: References,
  subject: Subject,
  found: readonly FoundChange[],
  after: readonly SideFile[],
  omit: (what: string, why: string) => void,
): Promise<readonly SurfaceChange[]> {
  const search = new BrokenReferences(syntax, references, subject);
  const asked = found
    .filter((each) => BrokenReferences.concerns(each))
    .sort((left, right) => Number(right.public) - Number(left.public));
  const looked = new Set(asked.slice(0, MOST_ASKED));
  for (const { symbol } of asked.slice(MOST_ASKED)) omit(symbol, `References are looked for of ${MOST_ASKED} changes.`);
  const changes: SurfaceChange[] = [];
  for (const each of found) {
    if (!looked.has(each)) {
      changes.push(factOf(each, []));
      continue;
    }
    const { broken, unsure, complete } = await search.of(each, isElsewhere(each, after));
    if (!complete) omit(each.symbol, 'Not all places that may refer to it were looked at.');
    if (unsure.length > 0) omit(each.symbol, `Whether these places break is not known: ${named(unsure)}.`);
    changes.push(factOf(each, broken));
  }
  return changes;
}

/** Whether a changed file defines or takes the name of what is gone from its place; a member may be another class's now. */
function isElsewhere({ definition, file }: FoundChange, after: readonly SideFile[]): boolean {
  const { name, scope } = definition;
  return after.some(({ path, surface }) => {
    const isOther = (each: { readonly scope: string }) => path !== file || (scope !== '' && each.scope !== scope);
    const isTaken = path !== file && surface.taken.includes(name);
    return isTaken || surface.symbols.some((each) => each.name === name && isOther(each));
  });
}

function factOf(found: FoundChange, broken: SurfaceChange['broken']): SurfaceChange {
  const { definition: _definition, definedIn: _definedIn, olds: _olds, news: _news, ...change } = found;
  return { ...change, broken };
}

/** `parameter_removed f in a.py:3: b`. */
function lineOf({ kind, symbol, file, line, before, after }: SurfaceChange): string {
  const difference = [before, after].filter((text) => text !== undefined).join(' → ');
  return `${kind} ${symbol} in ${file}:${line}${difference === '' ? '' : `: ${difference}`}`;
}

function findingsOf(changes: readonly SurfaceChange[]): readonly Finding[] {
  return changes.filter(({ broken }) => broken.length > 0).map(findingOf);
}

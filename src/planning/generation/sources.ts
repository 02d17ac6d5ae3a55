/** Reads the files that a goal is about, with their definitions. */
import { asToolFailure } from '../../lib/errors.ts';
import type { FileFacts, FileSurface, SymbolFacts, SyntaxApi } from '../../syntax/api.ts';
import type { WorkspaceApi } from '../../workspace/api.ts';
import type { Candidate } from './candidates.ts';
import type { FileEvidence } from './service.ts';

/** Bytes of a file that the syntax engine takes, and of all files of one call. */
const LARGEST_FILE = 1_500_000;
const MOST_BYTES = 4 << 20;

/** A file that was read. */
export interface ReadFile {
  readonly lines: readonly string[];
  readonly facts: FileFacts;
  /** Names that other files may use, with their scopes. */
  readonly exported: ReadonlySet<string>;
  readonly largest?: NonNullable<FileEvidence['largest']>;
}

interface Services {
  readonly workspace: Pick<WorkspaceApi, 'readFile'>;
  readonly syntax: Pick<SyntaxApi, 'analyze' | 'publicSurface'>;
}

/** `f`, `C` or `C.m`. */
export function fullName({ scope, name }: Pick<SymbolFacts, 'scope' | 'name'>): string {
  return scope === '' ? name : `${scope}.${name}`;
}

/** The files of a commit, by path; what could not be read is reported. */
export async function readFiles(
  candidates: readonly Candidate[],
  commit: string,
  { workspace, syntax }: Services,
): Promise<{ readonly files: ReadonlyMap<string, ReadFile>; readonly notSeen: readonly string[] }> {
  const texts: { path: string; text: string }[] = [];
  const notSeen: string[] = [];
  let left = MOST_BYTES;
  for (const { path } of candidates) {
    const read = await textOf(path, commit, workspace);
    const bytes = read === undefined ? 0 : new TextEncoder().encode(read).length;
    if (read === undefined || bytes > left) notSeen.push(`${path}, which is no text or too large`);
    else {
      left -= bytes;
      texts.push({ path, text: read });
    }
  }
  const [facts, surfaces] = await Promise.all([syntax.analyze(texts), syntax.publicSurface(texts)]);
  const files = texts.flatMap(({ path, text }, index): [string, ReadFile][] => {
    const [fact, surface] = [facts[index], surfaces[index]];
    if (fact === undefined || surface === undefined) return [];
    if (fact.damaged) notSeen.push(`parts of ${path} that are not of its language`);
    const largest = largestOf(fact.symbols);
    const exported = exportedOf(surface);
    return [[path, { lines: text.split('\n'), facts: fact, exported, ...(largest !== undefined && { largest }) }]];
  });
  return { files: new Map(files), notSeen };
}

async function textOf(path: string, commit: string, workspace: Services['workspace']): Promise<string | undefined> {
  try {
    const { content, truncated, kind } = await workspace.readFile({ path, ref: commit, mostBytes: LARGEST_FILE });
    return content.kind === 'text' && !truncated && kind !== 'symlink' ? content.text : undefined;
  } catch (error) {
    const type = asToolFailure(error)?.failure.errorType;
    if (type !== 'FILE_NOT_FOUND' && type !== 'INVALID_INPUT') throw error;
    return undefined;
  }
}

function largestOf(symbols: readonly SymbolFacts[]): ReadFile['largest'] {
  const functions = symbols
    .filter(({ kind }) => kind === 'function' || kind === 'method')
    .map((symbol) => ({
      name: fullName(symbol),
      line: symbol.lineStart,
      lines: symbol.lineEnd - symbol.lineStart + 1,
    }));
  return functions.reduce<ReadFile['largest']>(
    (most, one) => (most === undefined || one.lines > most.lines ? one : most),
    undefined,
  );
}

/** What a file offers by its own words: in Python what `__all__` lists, where it does; in JavaScript what is exported. */
function exportedOf({ symbols, listed, language }: FileSurface): ReadonlySet<string> {
  const saysExports = ['javascript', 'typescript', 'tsx'].includes(language);
  return new Set(
    symbols
      .filter(({ visibility, exportedAs, scope, name }) => {
        if (visibility !== 'public') return false;
        const [outer = name] = scope === '' ? [name] : scope.split('.');
        if (saysExports && scope === '') return exportedAs !== undefined && exportedAs.length > 0;
        return listed === undefined || listed.includes(outer);
      })
      .map(fullName),
  );
}

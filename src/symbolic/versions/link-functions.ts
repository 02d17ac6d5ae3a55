/** One module with all that functions of a file use of their workspace. */
import type { TreeParser } from '../syntax/parse.ts';
import { writeMerged } from './emit.ts';
import { Linker, type ReadFile, Undecidable } from './link.ts';
import { aliasesOf, definitionsOf, type Merged, orderOf } from './merge.ts';
import { nameAll } from './naming.ts';
import type { Sides } from './sharing.ts';
import { Slice } from './slice.ts';

/** A module that holds functions with what they use; names of the functions' own file are as they are there. */
export interface Linked extends Pick<Merged, 'code' | 'places' | 'aliases' | 'definedIn'> {
  readonly kind: 'linked';
}

/** Why there is no such module. */
export interface NotLinked {
  readonly kind: 'undecided';
  readonly construct: string;
  readonly message: string;
  readonly file: string;
  readonly line?: number;
}

/** Links functions, `f` or `C.m`, or classes with all their methods. */
export async function linkFunctions(
  { path, names: asked, read }: { readonly path: string; readonly names: readonly string[]; readonly read: ReadFile },
  parser: TreeParser,
): Promise<Linked | NotLinked> {
  try {
    const linker = new Linker(read, parser, path);
    const ids = asked.map((name) => `${path}::${name}`);
    const isAsked = (id: string): boolean => ids.some((one) => id === one || id.startsWith(`${one}.`));
    const slice = new Slice(linker, new Set(), (one) => one, isAsked, ['pre', 'post'], 'one');
    for (const name of asked) await slice.add(path, name.split('.')[0] ?? '');
    const sides: Sides = { before: new Map(), after: slice.nodes, changed: new Set(slice.nodes.keys()) };
    const names = nameAll(sides, new Set(), linker.sources, path);
    const aliases = aliasesOf(names.after);
    if (slice.seen !== undefined && aliases.size > 0) {
      const { construct, message, path: file, line } = slice.seen;
      throw new Undecidable(construct, message, file, line);
    }
    const written = writeMerged(sides, names, orderOf([slice], path), []);
    return {
      kind: 'linked',
      ...written,
      aliases,
      definedIn: definitionsOf(sides, names.after),
    };
  } catch (error) {
    if (!(error instanceof Undecidable)) throw error;
    const { construct, message, path: file, line } = error;
    return { kind: 'undecided', construct, message, file, ...(line !== undefined && { line }) };
  }
}

/** What a module specifier stands for, and how a language finds it. */
import type { Paths } from '../paths.ts';

/** A module of the workspace. */
export interface Module {
  /** The files that define its names: more than one where a folder is a package. */
  readonly paths: readonly string[];
  /** Where in those files: names of definitions with dots between; empty for the top. */
  readonly scope: string;
}

/** A name that an import brings into a file. */
export interface Binding {
  /** How the file calls it; may be dotted, as after `import a.b`; `*` where all names of the module come in. */
  readonly local: string;
  /** As the source writes it. */
  readonly module: string;
  /** What of the module: a name of it; absent for the module itself. */
  readonly name?: string;
  readonly line: number;
}

/** The names that all imports of a file bring into it. */
export class Bindings {
  /** In order of their lines. */
  readonly all: readonly Binding[];
  /** Those that bring in every name of a module. */
  readonly wildcards: readonly Binding[];
  readonly #byLocal = new Map<string, Binding>();

  constructor(all: readonly Binding[]) {
    this.all = all;
    this.wildcards = all.filter(({ local }) => local === '*');
    for (const binding of all) if (!this.#byLocal.has(binding.local)) this.#byLocal.set(binding.local, binding);
  }

  /** The first that the file calls so. */
  named(local: string): Binding | undefined {
    return this.#byLocal.get(local);
  }
}

/** Finds the module that the file `from` means by `specifier`; undefined when it lies outside of the workspace. */
export type FindModule = (specifier: string, from: string, paths: Paths) => Module | undefined;

/** The module that one file is. */
export function fileModule(path: string, scope = ''): Module {
  return { paths: [path], scope };
}

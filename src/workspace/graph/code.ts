/** What resolving names reads: the definitions and imports of one commit. */
import type { SymbolKind } from '../../lib/symbol-kinds.ts';
import type { Language } from '../../syntax/api.ts';
import type { Bindings } from './modules/module.ts';
import type { Paths } from './paths.ts';

/** A definition in a file of the commit. */
export interface Definition {
  /** Of the row in table `symbol`; a document that several files share has it once for each of them. */
  readonly id: number;
  readonly document: number;
  readonly path: string;
  readonly language: Language;
  readonly name: string;
  readonly kind: SymbolKind;
  /** Names of the definitions around it with dots between; empty at the top. */
  readonly scope: string;
  readonly lineStart: number;
  readonly lineEnd: number;
  readonly nameLine: number;
  /** Empty where only names count. */
  readonly signature: string;
}

/** Definitions that are searched one by one. */
const FEW = 8;

/** All definitions of one name, by path and line. */
export class Homonyms {
  readonly all: readonly Definition[];
  /** Made when it is needed: most names have few definitions, and there are many names. */
  #byPath: Map<string, Definition[]> | undefined;

  constructor(all: readonly Definition[]) {
    this.all = all;
  }

  /** Those of one file. */
  in(path: string): readonly Definition[] {
    if (this.all.length <= FEW) return this.all.filter((each) => each.path === path);
    this.#byPath ??= Map.groupBy(this.all, (each) => each.path);
    return this.#byPath.get(path) ?? [];
  }

  /** Those of one scope of one file. */
  at(path: string, scope: string): readonly Definition[] {
    return this.in(path).filter((each) => each.scope === scope);
  }
}

/** The code of one commit. */
export interface Code {
  /** Files of languages whose names are resolved. */
  readonly paths: Paths;
  /** Undefined for a file that is not among {@link Code.paths}. */
  language(path: string): Language | undefined;
  definitions(name: string): Homonyms;
  bindings(path: string): Bindings;
  /** The name by which a file defines what it exports by default, where texts are at hand and it is known. */
  defaultExport?(path: string): string | undefined;
  /** The name by which a file defines what `require` of it gives, likewise. */
  wholeExport?(path: string): string | undefined;
  /** The text of a definition, where texts are at hand. */
  textOf?(definition: Definition): string;
}

/** The scope of what is inside a definition. */
export function scopeInside({ scope, name }: Pick<Definition, 'scope' | 'name'>): string {
  return scope === '' ? name : `${scope}.${name}`;
}

const TYPES: ReadonlySet<SymbolKind> = new Set(['class', 'interface', 'struct', 'enum', 'type', 'module']);
const CALLABLE: ReadonlySet<SymbolKind> = new Set([
  'function',
  'method',
  'class',
  'interface',
  'struct',
  'enum',
  'type',
  'constant',
  'variable',
  'field',
  'macro',
]);

/** Whether definitions of a kind have members. */
export function hasMembers({ kind }: Pick<Definition, 'kind'>): boolean {
  return TYPES.has(kind);
}

/** Whether a reference of one kind can mean a definition of another. */
export function fits(reference: 'call' | 'type' | 'use', { kind }: Pick<Definition, 'kind'>): boolean {
  if (kind === 'section') return false;
  if (reference === 'call') return CALLABLE.has(kind);
  return reference === 'use' || TYPES.has(kind);
}

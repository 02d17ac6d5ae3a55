/** Follows imports: from a module specifier or an imported name to definitions. */
import { type Code, type Definition, scopeInside } from './code.ts';
import { familyOf } from './families.ts';
import type { Binding, Module } from './modules/module.ts';

/** What an imported name stands for. */
export type Imported =
  | { readonly kind: 'definitions'; readonly definitions: readonly Definition[] }
  | { readonly kind: 'module'; readonly module: Module }
  /** Outside of the workspace. */
  | { readonly kind: 'outside' }
  /** In a module of the workspace, where no definition of that name is known. */
  | { readonly kind: 'missing' };

const MISSING: Imported = { kind: 'missing' };
/** Modules that a name is followed through. */
const MOST_HOPS = 8;
/** Files that are looked at for the names that `#include`s bring in. */
const MOST_INCLUDED = 300;

/** Follows the imports of one commit; remembers what it found. */
export class Imports {
  readonly #code: Code;
  /** By the file that imports, then by specifier. */
  readonly #modules = new Map<string, Map<string, Module | undefined>>();
  /** By the module's first path and its scope, then by name. */
  readonly #members = new Map<string, Map<string, Imported>>();
  /** Members that are being looked for. */
  readonly #open = new Set<string>();
  /** Whether the search under way has come back to where it was. */
  #isCut = false;
  readonly #included = new Map<string, readonly string[]>();

  constructor(code: Code) {
    this.#code = code;
  }

  /** The module that the file `from` means by `specifier`; undefined when it is outside of the workspace. */
  module(specifier: string, from: string): Module | undefined {
    const known = inner(this.#modules, from);
    if (known.has(specifier)) return known.get(specifier);
    const language = this.#code.language(from);
    const family = language && familyOf(language);
    const module = family?.findModule(specifier, from, this.#code.paths);
    known.set(specifier, module);
    return module;
  }

  /** What a binding of the file `path` stands for. */
  bound(binding: Binding, path: string): Imported {
    return this.#bound(binding, path, MOST_HOPS);
  }

  /** What `name` is in a module: a definition, one that the module imports itself, or a module inside it. */
  member(module: Module, name: string): Imported {
    return this.#member(module, name, MOST_HOPS);
  }

  /** What `require` of a module gives, where that is one definition of it: `module.exports = View`. */
  whole({ paths, scope }: Module): readonly Definition[] {
    return paths.flatMap((path) => {
      const name = this.#code.wholeExport?.(path);
      return name === undefined ? [] : this.#code.definitions(name).at(path, scope);
    });
  }

  /** What `name` is to a file that imports all of a module's names; undefined where the module does not give it. */
  starred(module: Module, name: string): Imported | undefined {
    return this.#gives(module, name) ? this.member(module, name) : undefined;
  }

  /** Files whose names an `#include` or the like makes visible in `path`, at any depth, nearest first. */
  included(path: string): readonly string[] {
    const known = this.#included.get(path);
    if (known !== undefined) return known;
    const found = new Set([path]);
    for (const file of found) {
      if (found.size >= MOST_INCLUDED) break;
      for (const { module } of this.#code.bindings(file).all) {
        for (const each of this.module(module, file)?.paths ?? []) found.add(each);
      }
    }
    found.delete(path);
    const files = [...found];
    this.#included.set(path, files);
    return files;
  }

  #bound({ module: specifier, name, local }: Binding, path: string, hops: number): Imported {
    const module = this.module(specifier, path);
    if (name === undefined) return module === undefined ? { kind: 'outside' } : { kind: 'module', module };
    if (module === undefined) return this.#inside(specifier, name, path) ?? { kind: 'outside' };
    const member = this.#member(module, name, hops);
    if (member.kind !== 'missing') return member;
    return name === 'default' ? this.#default(module, local) : (this.#inside(specifier, name, path) ?? member);
  }

  /** The module that lies in another: `from package import module`, or a class in the file of its name. */
  #inside(specifier: string, name: string, path: string): Imported | undefined {
    const language = this.#code.language(path);
    const separator = (language && familyOf(language)?.separator) ?? '/';
    if (separator === '/') return undefined;
    const joined = specifier.endsWith(separator) ? specifier + name : specifier + separator + name;
    const module = this.module(joined, path);
    if (module === undefined) return undefined;
    if (!(module.scope === name || module.scope.endsWith(`.${name}`))) return { kind: 'module', module };
    const scope = module.scope.slice(0, -name.length).replace(/\.$/, '');
    const definitions = module.paths.flatMap((each) => this.#code.definitions(name).at(each, scope));
    return definitions.length === 0 ? undefined : { kind: 'definitions', definitions };
  }

  #member(module: Module, name: string, hops: number): Imported {
    const known = inner(this.#members, `${module.paths[0]}\0${module.scope}`);
    const member = known.get(name);
    if (member !== undefined) return member;
    const key = `${module.paths[0]}\0${module.scope}\0${name}`;
    if (this.#open.has(key)) {
      // Modules import one another: what is not found on the way is not known to be missing.
      this.#isCut = true;
      return MISSING;
    }
    this.#open.add(key);
    const found = this.#findMember(module, name, hops);
    this.#open.delete(key);
    if (this.#open.size === 0) this.#isCut = false;
    if (found.kind !== 'missing' || !this.#isCut) known.set(name, found);
    return found;
  }

  #findMember({ paths, scope }: Module, name: string, hops: number): Imported {
    const homonyms = this.#code.definitions(name);
    const definitions = paths.flatMap((path) => homonyms.at(path, scope));
    if (definitions.length > 0) return { kind: 'definitions', definitions };
    if (hops === 0 || scope !== '') return MISSING;
    for (const path of paths) {
      const bindings = this.#code.bindings(path);
      const binding = bindings.named(name);
      const imported = binding === undefined ? MISSING : this.#bound(binding, path, hops - 1);
      if (imported.kind !== 'missing') return imported;
      for (const wildcard of bindings.wildcards.toReversed()) {
        const module = this.module(wildcard.module, path);
        const isGiven = module !== undefined && this.#gives(module, name);
        const member = isGiven ? this.#member(module, name, hops - 1) : MISSING;
        if (member.kind === 'definitions') return member;
      }
      const child = this.#child(path, name);
      if (child !== undefined) return { kind: 'module', module: child };
    }
    return MISSING;
  }

  /** Whether a module gives a name to who imports all of it: in Python `__all__` says so, where it is written out, else the name. */
  #gives({ paths, scope }: Module, name: string): boolean {
    const [path = ''] = paths;
    if (this.#code.language(path) !== 'python') return true;
    const lists = this.#code.definitions('__all__').at(path, scope);
    const [list] = lists;
    if (list === undefined) return !name.startsWith('_');
    const text = this.#code.textOf?.(list) ?? '';
    const written = /^__all__\s*(?::[^=]+)?=\s*[[(]\s*((?:(?:"\w+"|'\w+')\s*(?:,\s*)?|#.*\n\s*)*)[\])]\s*$/.exec(
      text,
    )?.[1];
    return lists.length > 1 || written === undefined || new RegExp(`["']${name}["']`).test(written);
  }

  /** The module of that name inside the one that `path` is. */
  #child(path: string, name: string): Module | undefined {
    const language = this.#code.language(path);
    const child = language && familyOf(language)?.child;
    const isPackage = language !== 'python' || path.endsWith('/__init__.py');
    const module = child === undefined || !isPackage ? undefined : this.module(child + name, path);
    return module?.scope === '' && !module.paths.includes(path) ? module : undefined;
  }

  /** What the module's text calls its default export; else it goes by the name of its definition, as a rule. */
  #default(module: Module, local: string): Imported {
    const definitions = module.paths.flatMap((path) => {
      const name = this.#code.defaultExport?.(path) ?? local;
      return this.#code.definitions(name).at(path, module.scope);
    });
    return definitions.length === 0 ? MISSING : { kind: 'definitions', definitions };
  }
}

function inner<Value>(maps: Map<string, Map<string, Value>>, key: string): Map<string, Value> {
  const known = maps.get(key);
  if (known !== undefined) return known;
  const made = new Map<string, Value>();
  maps.set(key, made);
  return made;
}

/** Definitions inside others, such as methods of a class. */
export function membersOf(code: Code, owners: readonly Definition[], name: string): readonly Definition[] {
  const homonyms = code.definitions(name);
  return owners.flatMap((owner) => homonyms.at(owner.path, scopeInside(owner)));
}

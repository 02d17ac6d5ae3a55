/** Scopes of a piece of code, and what names mean in them. */
import type { FollowedImport } from './imports.ts';

/** One scope with those around it. */
export interface NameScope {
  readonly names: ReadonlySet<string>;
  readonly globals: ReadonlySet<string>;
  readonly isClass: boolean;
  readonly parent: NameScope | undefined;
  /** Name of the first parameter of the method. */
  readonly receiver?: string;
  /** Names that imports of the function bind. */
  readonly imports?: ReadonlyMap<string, FollowedImport>;
  /** Whether the code runs when a function is called. */
  readonly isLate: boolean;
}

/** A scope that binds names, for code that runs when that around it does. */
export function inner(names: ReadonlySet<string>, parent: NameScope | undefined): NameScope {
  return { names, globals: new Set(), isClass: false, parent, isLate: parent?.isLate === true };
}

/** The import that binds a name in the function around, or in one further out. */
export function importOf(id: string, scope: NameScope | undefined): FollowedImport | undefined {
  for (let at = scope, isFirst = true; at !== undefined; at = at.parent, isFirst = false) {
    const found = at.imports?.get(id);
    if (found !== undefined) return found;
    if (at.globals.has(id) || (at.names.has(id) && (isFirst || !at.isClass))) return undefined;
  }
  return undefined;
}

/** Whether a name is the module's, or built in: scopes of classes count only for code that stands directly in them. */
export function isOfModule(id: string, scope: NameScope | undefined): boolean {
  for (let at = scope, isFirst = true; at !== undefined; at = at.parent, isFirst = false) {
    if (at.globals.has(id)) return true;
    if (at.names.has(id) && (isFirst || !at.isClass)) return false;
  }
  return true;
}

/** The first parameter of the method around, where nothing binds it again. */
export function receiverOf(scope: NameScope | undefined): string | undefined {
  const bound = new Set<string>();
  for (let at = scope; at !== undefined; at = at.parent) {
    if (at.receiver !== undefined) return bound.has(at.receiver) ? undefined : at.receiver;
    for (const name of at.names) bound.add(name);
  }
  return undefined;
}

/** What a reference can mean. */
import type { Code, Definition } from './code.ts';
import type { Imported, Imports } from './imports.ts';

/** A reference, and where it stands. */
export interface Site {
  readonly path: string;
  readonly name: string;
  readonly kind: 'call' | 'type' | 'use';
  /** What stands before the dot. */
  readonly qualifier?: string;
  /** Definitions around it, innermost first. */
  readonly enclosing: readonly Definition[];
}

/** How sure a match is. `approximate`: only the name tells. */
export type Certainty = 'resolved' | 'approximate';

/** What a reference means. */
export type Resolution =
  | {
      readonly kind: 'found';
      readonly definitions: readonly Definition[];
      readonly certainty: Certainty;
      /** What the match rests on. */
      readonly reason: string;
    }
  /** A local name, or one of a module that is not in the workspace. */
  | { readonly kind: 'outside' }
  /** No definition can be meant. */
  | { readonly kind: 'unknown' };

export const OUTSIDE: Resolution = { kind: 'outside' };
export const UNKNOWN: Resolution = { kind: 'unknown' };
/** Files that declare what others define. */
const HEADER = /\.(?:h|hh|hpp|hxx)$/;

/** A call without a name at the same place. */
export function bareCall({ path, enclosing }: Site): Site {
  return { path, enclosing, name: '', kind: 'call' };
}

/** The scopes that a bare name can stand for something of, innermost first and the top last. */
export function namespacesOf({ enclosing }: Pick<Site, 'enclosing'>): readonly string[] {
  const names = (enclosing[0]?.scope ?? '').split('.').filter((name) => name !== '');
  return [...names.map((_, index) => names.slice(0, names.length - index).join('.')), ''];
}

/** A name of a qualifier, and whether what it gives is called. */
export function segment(part: string): { readonly name: string; readonly isCall: boolean } {
  return part.endsWith('()') ? { name: part.slice(0, -2), isCall: true } : { name: part, isCall: false };
}

/** The names of a qualifier; what stands in parentheses is left out. */
export function parts(qualifier: string): readonly string[] {
  let plain = qualifier;
  for (let before = ''; before !== plain; ) {
    before = plain;
    plain = plain.replace(/\((?!\))[^()]*\)/g, '()');
  }
  return plain
    .replace(/^new /, '')
    .replace(/(?:\?|!)?\.|::|->|\\/g, '.')
    .split('.')
    .filter((part) => part !== '');
}

/** A match that rests on more than the name. */
export function resolved(definitions: readonly Definition[], reason: string): Resolution {
  return { kind: 'found', definitions, certainty: 'resolved', reason };
}

/** A match of which only the name tells. */
export function approximate(definitions: readonly Definition[]): Resolution {
  const reason =
    definitions.length === 1
      ? 'the only definition of that name'
      : `one of ${definitions.length} definitions of that name`;
  return { kind: 'found', definitions, certainty: 'approximate', reason };
}

/** What an import says. */
export function fromImport(imported: Imported, reason: string): Resolution {
  switch (imported.kind) {
    case 'definitions':
      return resolved(imported.definitions, reason);
    case 'outside':
      return OUTSIDE;
    case 'module':
    case 'missing':
      return UNKNOWN;
  }
}

/** Definitions in the place of what a header of C or C++ only declares: those of files that include it. */
export function withBodies(code: Code, imports: Imports, definitions: readonly Definition[]): readonly Definition[] {
  return definitions.flatMap((definition) => {
    const { name, path, scope } = definition;
    if (!HEADER.test(path)) return [definition];
    const bodies = code
      .definitions(name)
      .all.filter((each) => each.scope === scope && each.kind === definition.kind && !HEADER.test(each.path))
      .filter((each) => !/^static\b/.test(each.signature) && imports.included(each.path).includes(path));
    return bodies.length === 0 ? [definition] : bodies;
  });
}

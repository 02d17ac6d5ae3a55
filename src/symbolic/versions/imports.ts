/** Import statements: what they bind, and which of those inside functions can be followed. */
import { bindingsOf } from '../execute/bindings.ts';
import type { Span, Statement } from '../syntax/ast.ts';
import { STANDARD_MODULES } from './library-names.ts';

/** A name that an import binds. */
export interface Import {
  /** As it is written: with leading dots where it is relative. */
  readonly module: string;
  /** What is taken from the module; absent for `import module`. */
  readonly name?: string;
  readonly alias?: string;
}

type ImportStatement = Extract<Statement, { kind: 'import' | 'importfrom' }>;

/** The names that a statement imports; none of `import *`. */
export function importsOf(statement: ImportStatement): readonly Import[] {
  if (statement.kind === 'import')
    return statement.names.map(({ name, alias }) => ({ module: name, ...(alias !== undefined && { alias }) }));
  if (statement.names === '*') return [];
  const { module } = statement;
  return statement.names.map(({ name, alias }) => ({ module, name, ...(alias !== undefined && { alias }) }));
}

/** The name that an import binds. */
export function boundName({ module, name, alias }: Import): string {
  return alias ?? name ?? module.split('.')[0] ?? '';
}

/** An import inside a function, whose name nothing else there binds. */
export interface FollowedImport {
  readonly import: Import;
  /** Where its block ends: behind the statement and up to here, it has run. */
  readonly from: Span;
  readonly to: Span;
}

/**
 * Imports from outside of the standard library in a function's body, by the names that they bind. A name that is bound twice, a parameter, or one that
 * another function binds with `nonlocal` is none of these.
 */
export function followedImports(
  body: readonly Statement[],
  parameters: readonly string[],
): ReadonlyMap<string, FollowedImport> {
  const found = new Map<string, FollowedImport>();
  const twice = new Set(parameters);
  const visit = (block: readonly Statement[]): readonly Statement[] =>
    block.map((statement) => {
      if (statement.kind !== 'import' && statement.kind !== 'importfrom') return withBlocks(statement, visit);
      const names = importsOf(statement);
      if (names.length === 0 || names.every(({ module }) => STANDARD_MODULES.has(module.split('.')[0] ?? '')))
        return statement;
      for (const one of names) {
        const name = boundName(one);
        if (found.has(name)) twice.add(name);
        found.set(name, { import: one, from: statement.span, to: block.at(-1)?.span ?? statement.span });
      }
      return { kind: 'pass', span: statement.span };
    });
  const others = bindingsOf(visit(body));
  for (const name of found.keys())
    if (twice.has(name) || others.locals.has(name) || others.globals.has(name) || isNonlocal(body, name))
      found.delete(name);
  return found;
}

/** Whether a place is one where the import has run. */
export function isWithin({ line, column }: Span, { from, to }: FollowedImport): boolean {
  const isBehind = line > from.endLine || (line === from.endLine && column >= from.endColumn);
  return isBehind && (line < to.endLine || (line === to.endLine && column < to.endColumn));
}

/** The statement with other blocks in it; functions and classes are left alone. */
function withBlocks(statement: Statement, change: (block: readonly Statement[]) => readonly Statement[]): Statement {
  switch (statement.kind) {
    case 'if':
    case 'for':
    case 'while':
      return { ...statement, body: change(statement.body), orelse: change(statement.orelse) };
    case 'with':
      return { ...statement, body: change(statement.body) };
    case 'try':
      return {
        ...statement,
        body: change(statement.body),
        handlers: statement.handlers.map((one) => ({ ...one, body: change(one.body) })),
        orelse: change(statement.orelse),
        finalbody: change(statement.finalbody),
      };
    case 'match':
      return { ...statement, cases: statement.cases.map((one) => ({ ...one, body: change(one.body) })) };
    default:
      return statement;
  }
}

function isNonlocal(node: unknown, name: string): boolean {
  if (typeof node !== 'object' || node === null) return false;
  if ('kind' in node && node.kind === 'nonlocal' && 'names' in node && Array.isArray(node.names))
    return node.names.includes(name);
  return Object.values(node).some((part) => isNonlocal(part, name));
}

/** The functions of a module, and who calls them. */
import { bindingsOf } from '../../execute/bindings.ts';
import type { Expression, FunctionDef, Module } from '../../syntax/ast.ts';
import { walk } from './traverse.ts';

/** A call as syntax. */
export type Call = Extract<Expression, { kind: 'call' }>;

/** Names that the module binds, or that some function in it may bind there. */
export function namesOf(module: Module): ReadonlySet<string> {
  return new Set([...bindingsOf(module.body).locals, ...declaredGlobal(module)]);
}

function declaredGlobal(module: Module): readonly string[] {
  const names: string[] = [];
  walk(module.body, (node) => {
    if ('kind' in node && node.kind === 'global' && 'names' in node && Array.isArray(node.names))
      names.push(...node.names);
  });
  return names;
}

/** The functions at the top of a module whose names are bound nowhere else. */
export function functionsOf(module: Module): ReadonlyMap<string, FunctionDef> {
  const bound = [...module.body.flatMap((statement) => [...bindingsOf([statement]).locals]), ...declaredGlobal(module)];
  const functions = module.body.flatMap((statement) => (statement.kind === 'function' ? [statement] : []));
  const isOnly = (name: string): boolean => bound.filter((one) => one === name).length === 1;
  return new Map(functions.filter(({ name }) => isOnly(name)).map((one) => [one.name, one]));
}

/** Calls of a name below some syntax. */
export function calls(syntax: unknown, name: string): readonly Call[] {
  const found: Call[] = [];
  walk(syntax, (node) => {
    if (isCall(node) && node.callee.kind === 'name' && node.callee.id === name) found.push(node);
  });
  return found;
}

function isCall(node: object): node is Call {
  return 'kind' in node && node.kind === 'call' && 'callee' in node;
}

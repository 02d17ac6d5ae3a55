/** Whether functions of a module may call themselves: CPython ends such calls at a depth that belongs to the machine. */
import type { FunctionDef, Module } from '../syntax/ast.ts';
import { childrenOf, type ProgramNode } from '../syntax/children.ts';

/** What a verdict rests on whose functions may call themselves. */
export const STACK_SUFFICES =
  'the stack suffices: no recursion goes deeper than the interpreter allows (RecursionError)';

/**
 * Whether one of these functions of the module may come to a function that comes back to itself. Functions are told apart by name only, and
 * whoever names one may call it; what operators call, such as `__eq__`, is not looked at.
 */
export function mayRecurse(module: Module, from: readonly FunctionDef[]): boolean {
  const functions = new Map<string, FunctionDef[]>();
  for (const one of module.body.flatMap(functionsIn))
    functions.set(one.name, [...(functions.get(one.name) ?? []), one]);
  const named = new Map([...functions].map(([name, all]) => [name, namesIn(all.flatMap(({ body }) => body))]));
  const reached = from.flatMap(({ name }) => [name, ...reachedFrom(name, named)]);
  return [...new Set(reached)].some((name) => reachedFrom(name, named).has(name));
}

function functionsIn(node: ProgramNode): readonly FunctionDef[] {
  return [...(node.kind === 'function' ? [node] : []), ...childrenOf(node).flatMap(functionsIn)];
}

function namesIn(nodes: readonly ProgramNode[], found = new Set<string>()): ReadonlySet<string> {
  for (const node of nodes) {
    if (node.kind === 'name') found.add(node.id);
    if (node.kind === 'attribute') found.add(node.name);
    namesIn(childrenOf(node), found);
  }
  return found;
}

/** The functions that `start` leads to. */
function reachedFrom(start: string, named: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = [start];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    for (const next of named.get(name) ?? []) {
      if (!named.has(next) || seen.has(next)) continue;
      seen.add(next);
      waiting.push(next);
    }
  }
  return seen;
}

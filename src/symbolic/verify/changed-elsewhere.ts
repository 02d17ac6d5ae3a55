/** Which variables of the module other functions change, as far as their syntax tells: a call may come after calls of those. */
import type { Expression, FunctionDef, Module } from '../syntax/ast.ts';
import { childrenOf, type ProgramNode } from '../syntax/children.ts';
import { CHANGING } from './kept-state.ts';

/**
 * The names that functions and methods of the module, all but `definition`, declare global, and of the objects that they change
 * by items, attributes or methods. A parameter or local of such a name counts for nothing.
 */
export function changedElsewhere(module: Module, definition: FunctionDef): ReadonlySet<string> {
  const names = new Set<string>();
  const pending: ProgramNode[] = [...module.body];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node === definition) continue;
    if (node.kind === 'function') for (const name of changedIn(node)) names.add(name);
    else pending.push(...childrenOf(node));
  }
  return names;
}

/** Names outside of a function that it changes, with what is defined in it. */
function changedIn({ parameters, body }: FunctionDef): ReadonlySet<string> {
  const own = new Set(parameters.map(({ name }) => name));
  const [shared, changed] = [new Set<string>(), new Set<string>()];
  const pending: ProgramNode[] = [...body];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === 'function') {
      for (const name of changedIn(node)) changed.add(name);
      own.add(node.name);
      continue;
    }
    if (node.kind === 'global') for (const name of node.names) shared.add(name);
    for (const target of targetsOf(node)) {
      if (target.kind === 'name') own.add(target.id);
      const root = target.kind === 'name' ? undefined : rootOf(target);
      if (root !== undefined) changed.add(root);
    }
    pending.push(...childrenOf(node));
  }
  return new Set([...shared, ...[...changed].filter((name) => !own.has(name))]);
}

/** What a node binds or changes. */
function targetsOf(node: ProgramNode): readonly Expression[] {
  switch (node.kind) {
    case 'assign':
    case 'delete':
      return node.targets.flatMap(singleTargets);
    case 'augassign':
    case 'annassign':
    case 'for':
      return singleTargets(node.target);
    case 'with':
      return node.items.flatMap(({ target }) => (target === undefined ? [] : singleTargets(target)));
    case 'call': {
      const { callee } = node;
      return callee.kind === 'attribute' && CHANGING.has(callee.name) ? [callee] : [];
    }
    default:
      return [];
  }
}

function singleTargets(target: Expression): readonly Expression[] {
  if (target.kind === 'tuple' || target.kind === 'list') return target.items.flatMap(singleTargets);
  return target.kind === 'starred' ? singleTargets(target.value) : [target];
}

/** The name that `name.a[0].b` begins with. */
function rootOf(target: Expression): string | undefined {
  if (target.kind === 'name') return target.id;
  return target.kind === 'attribute' || target.kind === 'subscript' ? rootOf(target.object) : undefined;
}

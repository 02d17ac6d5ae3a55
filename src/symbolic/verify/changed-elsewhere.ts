/** Which variables of the module other functions change, as far as their syntax tells: a call may come after calls of those. */
import type { Expression, FunctionDef, Module } from '../syntax/ast.ts';
import { childrenOf, type ProgramNode } from '../syntax/children.ts';
import { CHANGING } from './kept-state.ts';

/** How something is changed: by whole numbers that are added, taken away or multiplied, which leaves integers integers, or in any way. */
type Way = 'counted' | 'any';

/** What other functions do to a variable of the module. */
export interface ChangesElsewhere {
  /** To the variable, or to what it refers to; absent where only attributes change. */
  readonly itself?: Way;
  /** To its attributes, by name. */
  readonly attributes: ReadonlyMap<string, Way>;
}

/**
 * What functions and methods of the module, all but `definition`, do to its variables: to those that they declare global, and to what others refer to,
 * by items, attributes or methods. A parameter or local of such a name counts for nothing.
 */
export function changedElsewhere(module: Module, definition: FunctionDef): ReadonlyMap<string, ChangesElsewhere> {
  const changes: Change[] = [];
  const pending: ProgramNode[] = [...module.body];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node === definition) continue;
    if (node.kind === 'function') changes.push(...changedIn(node));
    else pending.push(...childrenOf(node));
  }
  const found = new Map<string, { itself?: Way; attributes: Map<string, Way> }>();
  for (const { name, attribute, way } of changes) {
    const known = found.get(name) ?? { attributes: new Map<string, Way>() };
    found.set(name, known);
    const before = attribute === undefined ? known.itself : known.attributes.get(attribute);
    const wider = before === 'any' ? before : way;
    if (attribute === undefined) known.itself = wider;
    else known.attributes.set(attribute, wider);
  }
  return found;
}

/** A change of a variable, or of an attribute of what it refers to. */
interface Change {
  readonly name: string;
  readonly attribute?: string;
  readonly way: Way;
}

/** Changes outside of a function that it makes, with what is defined in it. */
function changedIn({ parameters, body }: FunctionDef): readonly Change[] {
  const own = new Set(parameters.map(({ name }) => name));
  const shared = new Set<string>();
  const [bindings, changes] = [[] as Change[], [] as Change[]];
  const pending: ProgramNode[] = [...body];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === 'function') {
      changes.push(...changedIn(node));
      own.add(node.name);
      continue;
    }
    if (node.kind === 'global') for (const name of node.names) shared.add(name);
    for (const change of changesOf(node)) {
      if (change.isBinding) own.add(change.name);
      (change.isBinding ? bindings : changes).push(change);
    }
    pending.push(...childrenOf(node));
  }
  const declared = bindings.filter(({ name }) => shared.has(name));
  // What is declared and bound in a way that is not told here, as by an import, may be anything.
  const others = [...shared].filter((name) => !declared.some((one) => one.name === name));
  return [
    ...declared,
    ...others.map((name): Change => ({ name, way: 'any' })),
    ...changes.filter(({ name }) => shared.has(name) || !own.has(name)),
  ];
}

/** What a node binds or changes. */
function changesOf(node: ProgramNode): readonly (Change & { readonly isBinding: boolean })[] {
  switch (node.kind) {
    case 'assign':
    case 'delete':
      return node.targets.flatMap(singleTargets).flatMap((target) => changeOf(target, 'any'));
    case 'augassign': {
      const isCounted =
        /^[-+*]$/.test(node.operator) && node.value.kind === 'constant' && node.value.value.type === 'int';
      return changeOf(node.target, isCounted ? 'counted' : 'any');
    }
    case 'annassign':
    case 'for':
      return singleTargets(node.target).flatMap((target) => changeOf(target, 'any'));
    case 'with':
      return node.items
        .flatMap(({ target }) => (target === undefined ? [] : singleTargets(target)))
        .flatMap((target) => changeOf(target, 'any'));
    case 'call': {
      const { callee } = node;
      if (callee.kind !== 'attribute' || !CHANGING.has(callee.name)) return [];
      return changeOf(callee.object, 'any').map((change) => ({ ...change, isBinding: false }));
    }
    default:
      return [];
  }
}

/** The change of a target such as `name`, `name.a` or `name.a[0].b`. */
function changeOf(target: Expression, way: Way): readonly (Change & { readonly isBinding: boolean })[] {
  if (target.kind === 'name') return [{ name: target.id, way, isBinding: true }];
  if (target.kind !== 'attribute' && target.kind !== 'subscript') return [];
  const { object } = target;
  if (object.kind !== 'name') return changeOf(object, 'any').map((change) => ({ ...change, isBinding: false }));
  const place = target.kind === 'attribute' ? { attribute: target.name, way } : { way: 'any' as const };
  return [{ name: object.id, ...place, isBinding: false }];
}

function singleTargets(target: Expression): readonly Expression[] {
  if (target.kind === 'tuple' || target.kind === 'list') return target.items.flatMap(singleTargets);
  return target.kind === 'starred' ? singleTargets(target.value) : [target];
}

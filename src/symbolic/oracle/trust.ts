/** Whether a module leaves the library as it is, so that what is known of the library holds for its code, too. */
import type { Module } from '../syntax/ast.ts';

/** Names through which code changes settings of the library, the library itself, or the meaning of built-in names. */
const MEDDLING = new Set(
  (
    'delattr exec eval globals __dict__ __builtins__ builtins getcontext setcontext localcontext DefaultContext ' +
    'BasicContext ExtendedContext set_int_max_str_digits setlocale setfirstweekday tzset purge patch'
  ).split(' '),
);

/** False where some code of the module may change what functions of the library answer. */
export function leavesLibraryAlone(module: Module): boolean {
  return !someNode(module.body, isMeddling);
}

/** Whether some code of the module assigns an attribute of what it imports, which changes the library for everybody. */
export function patchesLibrary(module: Module): boolean {
  const imported = new Set<unknown>();
  someNode(module.body, (node) => {
    for (const name of importedNames(node)) imported.add(name);
    return false;
  });
  return someNode(module.body, (node) => targetsOf(node).some((target) => isAttributeOf(target, imported)));
}

type Node = object & { readonly kind: unknown };

function someNode(node: unknown, test: (node: Node) => boolean): boolean {
  if (typeof node !== 'object' || node === null) return false;
  if (Array.isArray(node)) return node.some((member) => someNode(member, test));
  if ('kind' in node && test(node)) return true;
  return Object.values(node).some((part) => someNode(part, test));
}

function isMeddling(node: Node): boolean {
  switch (node.kind) {
    case 'name':
      return 'id' in node && isNamed(node.id);
    case 'attribute':
      return 'name' in node && isNamed(node.name);
    case 'importfrom':
    case 'import':
      return 'names' in node && Array.isArray(node.names) && node.names.some((one) => isNamed(one?.name));
    default:
      return false;
  }
}

function isNamed(name: unknown): boolean {
  return typeof name === 'string' && MEDDLING.has(name);
}

/** The names that an import binds. */
function importedNames(node: Node): readonly unknown[] {
  if (node.kind !== 'import' && node.kind !== 'importfrom') return [];
  if (!('names' in node) || !Array.isArray(node.names)) return [];
  return node.names.map((one) => one?.alias ?? String(one?.name).split('.', 1)[0]);
}

function targetsOf(node: Node): readonly unknown[] {
  if ('targets' in node && Array.isArray(node.targets)) return node.targets;
  if ('target' in node) return [node.target];
  const isSetter = node.kind === 'call' && 'callee' in node && isSetattr(node.callee);
  // setattr(object, …) assigns an attribute of its first argument
  return isSetter && 'args' in node && Array.isArray(node.args) ? [{ kind: 'attribute', object: node.args[0] }] : [];
}

function isSetattr(callee: unknown): boolean {
  return typeof callee === 'object' && callee !== null && 'id' in callee && callee.id === 'setattr';
}

/** Whether the target is `name.attribute`, or an attribute of that, for one of the names. */
function isAttributeOf(target: unknown, names: ReadonlySet<unknown>): boolean {
  if (typeof target !== 'object' || target === null || !('kind' in target)) return false;
  if (target.kind === 'tuple' || target.kind === 'list') {
    return 'items' in target && Array.isArray(target.items) && target.items.some((one) => isAttributeOf(one, names));
  }
  if (target.kind !== 'attribute' || !('object' in target)) return false;
  const { object } = target;
  if (typeof object !== 'object' || object === null) return false;
  return ('id' in object && names.has(object.id)) || isAttributeOf(object, names);
}

/** Whether a module leaves the library as it is, so that CPython's answers hold for its code, too. */
import type { Module } from '../syntax/ast.ts';
import { LIBRARY_MODULES } from './whitelist.ts';

/** Names through which code changes the library, its settings, or the meaning of built-in names. */
const MEDDLING = new Set(
  (
    'setattr delattr exec eval globals __dict__ __builtins__ builtins getcontext setcontext localcontext DefaultContext ' +
    'BasicContext ExtendedContext set_int_max_str_digits setlocale setfirstweekday tzset purge patch'
  ).split(' '),
);

/** False where some code of the module may change what functions of the library do. */
export function leavesLibraryAlone(module: Module): boolean {
  return !meddles(module);
}

function meddles(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  if (Array.isArray(node)) return node.some(meddles);
  if ('kind' in node && isMeddling(node)) return true;
  return Object.values(node).some(meddles);
}

function isMeddling(node: { readonly kind: unknown }): boolean {
  switch (node.kind) {
    case 'name':
      return 'id' in node && isNamed(node.id);
    case 'attribute':
      return 'name' in node && isNamed(node.name);
    case 'importfrom':
    case 'import':
      return 'names' in node && Array.isArray(node.names) && node.names.some((one) => isNamed(one?.name));
    case 'assign':
    case 'delete':
      return 'targets' in node && Array.isArray(node.targets) && node.targets.some(isLibraryAttribute);
    case 'augassign':
    case 'annassign':
      return 'target' in node && isLibraryAttribute(node.target);
    default:
      return false;
  }
}

function isNamed(name: unknown): boolean {
  return typeof name === 'string' && MEDDLING.has(name);
}

const FIRST_NAMES = new Set(LIBRARY_MODULES.map((dotted) => dotted.split('.', 1)[0]));

/** Assigning an attribute of a name that may be a module. */
function isLibraryAttribute(target: unknown): boolean {
  if (typeof target !== 'object' || target === null || !('kind' in target) || target.kind !== 'attribute') return false;
  const object = 'object' in target ? target.object : undefined;
  if (typeof object !== 'object' || object === null || !('kind' in object)) return false;
  if (object.kind === 'attribute') return isLibraryAttribute(object);
  return object.kind === 'name' && 'id' in object && typeof object.id === 'string' && FIRST_NAMES.has(object.id);
}

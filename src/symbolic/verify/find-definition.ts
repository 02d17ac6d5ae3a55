/** Where in a module a function is that a request names. */
import type { ClassDef, FunctionDef, Module } from '../syntax/ast.ts';
import { nameOf } from '../syntax/names.ts';
import { linearise, NoResolutionOrder } from '../values/classes.ts';

/** A function, and the class whose method it is. */
export interface FoundDefinition {
  readonly definition: FunctionDef;
  readonly owner: ClassDef | undefined;
}

/**
 * The last definition of `name`, or of `Class.method`, at the top of the module. A class has the methods of the first class in
 * its resolution order that defines them, if all before that are known.
 */
export function findDefinition(module: Module, name: string): FoundDefinition | undefined {
  const [first = '', method, ...more] = name.split('.');
  if (more.length > 0) return undefined;
  if (method === undefined) {
    const definition = functionIn(module.body, first);
    return definition && { definition, owner: undefined };
  }
  const owner = classNamed(module, first);
  const definition = owner && methodOf(module, owner, method);
  return definition && { definition, owner };
}

function functionIn(body: Module['body'], name: string): FunctionDef | undefined {
  const found = body.findLast((one) => one.kind === 'function' && one.name === name);
  return found?.kind === 'function' ? found : undefined;
}

function classNamed(module: Module, name: string): ClassDef | undefined {
  const found = module.body.findLast((one) => one.kind === 'class' && one.name === name);
  return found?.kind === 'class' ? found : undefined;
}

/** Bases without methods that matter here. */
const EMPTY_BASES: ReadonlySet<string> = new Set(['object', 'ABC', 'Generic', 'Protocol']);

/** A method of a class or of what it derives from; undefined where only Python tells which. */
function methodOf(module: Module, owner: ClassDef, name: string): FunctionDef | undefined {
  for (const place of resolutionOrder(module, owner, [])) {
    if (place === undefined) return undefined;
    const found = functionIn(place.body, name);
    if (found !== undefined) return found;
    if (mayDefine(place, name)) return undefined;
  }
  return undefined;
}

/** The classes in which attributes of a class are looked for, in order; it ends with undefined where the others are not known. */
function resolutionOrder(
  module: Module,
  definition: ClassDef,
  below: readonly ClassDef[],
): readonly (ClassDef | undefined)[] {
  const names = definition.bases
    .map((base) => nameOf(base.kind === 'subscript' ? base.object : base) ?? '')
    .filter((base) => !EMPTY_BASES.has(base));
  const orders = names.map((base) => {
    const parent = classNamed(module, base);
    return parent === undefined || parent === definition || below.includes(parent)
      ? [undefined]
      : resolutionOrder(module, parent, [...below, definition]);
  });
  const [only = [], second] = orders;
  if (second === undefined) return [definition, ...only];
  const heads = orders.map(([head]) => head);
  if (orders.some((order) => order.includes(undefined))) return [definition, undefined];
  try {
    return [definition, ...linearise([...orders, heads])];
  } catch (error) {
    if (error instanceof NoResolutionOrder) return [definition, undefined];
    throw error;
  }
}

/** Whether a class without a definition of a method may have another one than it inherits: by a statement, a decorator or a metaclass. */
function mayDefine({ body, decorators, keywords }: ClassDef, name: string): boolean {
  const isMade = decorators.length > 0 && name.startsWith('__');
  const isPlain = body.every((one) => {
    switch (one.kind) {
      case 'function':
      case 'class':
        return one.name !== name;
      case 'assign':
        return one.targets.every((target) => target.kind === 'name' && target.id !== name);
      case 'annassign':
        return one.target.kind === 'name' && one.target.id !== name;
      default:
        return one.kind === 'pass' || one.kind === 'expression';
    }
  });
  return isMade || !isPlain || keywords.length > 0;
}

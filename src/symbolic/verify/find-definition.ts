/** Where in a module a function is that a request names. */
import type { ClassDef, FunctionDef, Module } from '../syntax/ast.ts';

/** The last definition of `name`, or of `Class.method`, at the top of the module. */
export function findDefinition(
  module: Module,
  name: string,
): { readonly definition: FunctionDef; readonly owner: ClassDef | undefined } | undefined {
  const [first = '', method, ...more] = name.split('.');
  if (more.length > 0) return undefined;
  const owner =
    method === undefined ? undefined : module.body.findLast((one) => one.kind === 'class' && one.name === first);
  if (method !== undefined && owner?.kind !== 'class') return undefined;
  const body = owner?.kind === 'class' ? owner.body : module.body;
  const definition = body.findLast((one) => one.kind === 'function' && one.name === (method ?? first));
  return definition?.kind === 'function'
    ? { definition, owner: owner?.kind === 'class' ? owner : undefined }
    : undefined;
}

/** Executes a module's top level: what it binds, as far as the engine has values for it. */
import { frameOf } from '../machine/frame.ts';
import type { Machine } from '../machine/machine.ts';
import type { Module, Statement } from '../syntax/ast.ts';
import { type PlainValue, type ScopeId, strValue, type Value } from '../values/value.ts';
import { bindingsOf } from './bindings.ts';
import { STAR, writeName } from './names.ts';

import { executeBlock } from './statements.ts';

/** The name replayed modules run under, which is what `__name__` gives them. */
export const MODULE_NAME = 'submitted';

/**
 * Runs the module's statements and returns the scope of its names. One that the engine cannot follow leaves the names it binds
 * unmodelled, so that it matters only where they are used; CPython has seen the module run to its end before.
 */
export function executeModule(machine: Machine, module: Module): ScopeId {
  const globals = machine.openScope(new Map<string, Value>([['__name__', strValue(machine.terms.str(MODULE_NAME))]]));
  const shared = declaredGlobal(module.body);
  machine.withFrame(frameOf([globals]), () => {
    for (const statement of module.body) executeStatement(machine, statement, shared);
  });
  return globals;
}

function executeStatement(machine: Machine, statement: Statement, shared: ReadonlySet<string>): void {
  const { value: end, effects } = machine.withhold(() =>
    machine.attempt(machine.state, () => executeBlock(machine, [statement])),
  );
  const obstacle = effects.cuts[0]?.reason;
  if (end !== undefined && obstacle === undefined && effects.raised.length === 0)
    return machine.continueFrom(end.state);
  const construct = obstacle?.construct ?? 'module-level statement';
  const line = obstacle?.line ?? statement.span.line;
  forget(machine, statement, shared, { kind: 'unmodelled', construct, line });
}

/** Puts `unmodelled` in the place of everything that the statement may have bound or changed. */
function forget(machine: Machine, statement: Statement, shared: ReadonlySet<string>, unmodelled: PlainValue): void {
  const { locals, importsStar } = bindingsOf([statement]);
  const [globals] = machine.frame.scopes;
  const known = globals === undefined ? undefined : machine.state.scopes.get(globals);
  const names = [...locals, ...(importsStar ? [STAR, ...(known?.keys() ?? [])] : [])];
  for (const name of [...names, ...shared]) writeName(machine, name, unmodelled);
  for (const object of machine.state.heap.keys()) machine.store(object, unmodelled);
}

/** The names that some function of the module, however deeply nested, declares global: any call may assign them. */
function declaredGlobal(node: unknown): ReadonlySet<string> {
  if (typeof node !== 'object' || node === null) return new Set();
  if ('kind' in node && node.kind === 'global' && 'names' in node && Array.isArray(node.names))
    return new Set(node.names);
  return new Set(Object.values(node).flatMap((part) => [...declaredGlobal(part)]));
}

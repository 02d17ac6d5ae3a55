/** Executes a module's top level: what it binds, as far as the engine has values for it. */

import type { Machine } from '../machine/machine.ts';
import type { Module, Statement } from '../syntax/ast.ts';
import { type PlainValue, strValue, type Value } from '../values/value.ts';
import { bindingsOf } from './bindings.ts';
import { STAR, writeName } from './names.ts';

import { executeBlock } from './statements.ts';

/** The name replayed modules run under, which is what `__name__` gives them. */
export const MODULE_NAME = 'submitted';

/**
 * Runs the module's statements. One that the engine cannot follow leaves the names it binds unmodelled, so that it matters
 * only where they are used; CPython has seen the module run to its end before.
 */
export function executeModule(machine: Machine, module: Module): void {
  const globals = machine.openScope(new Map<string, Value>([['__name__', strValue(machine.terms.str(MODULE_NAME))]]));
  machine.frame = { ...machine.frame, scopes: [globals] };
  const shared = declaredGlobal(module.body);
  for (const statement of module.body) executeStatement(machine, statement, shared);
}

function executeStatement(machine: Machine, statement: Statement, shared: ReadonlySet<string>): void {
  const [cuts, raised] = [machine.cuts.length, machine.raised.length];
  const end = machine.attempt(machine.state, () => executeBlock(machine, [statement]));
  const obstacle = machine.cuts[cuts]?.reason;
  if (end !== undefined && obstacle === undefined && machine.raised.length === raised) {
    machine.state = end.state;
    return;
  }
  machine.cuts.length = cuts;
  machine.raised.length = raised;
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

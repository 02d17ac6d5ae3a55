/** Executes a module's top level: what it binds, as far as the engine has values for it. */
import type { Module, Statement } from '../syntax/ast.ts';
import { strValue, type Value } from '../values/value.ts';
import { bindingsOf } from './bindings.ts';
import type { Machine } from './machine.ts';
import { writeName } from './names.ts';
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
  for (const statement of module.body) executeStatement(machine, statement);
}

function executeStatement(machine: Machine, statement: Statement): void {
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
  const { locals } = bindingsOf([statement]);
  for (const name of locals) writeName(machine, name, { kind: 'unmodelled', construct, line });
}

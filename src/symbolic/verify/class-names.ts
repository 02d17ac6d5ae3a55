/** Which class a name means that a contract or a request gives. */

import { readName } from '../execute/names.ts';
import type { Machine } from '../machine/machine.ts';
import type { State } from '../machine/state.ts';
import { foreignClass } from '../oracle/classes.ts';
import { getAttribute } from '../semantics/attributes.ts';
import type { PyClass, ScopeId, Value } from '../values/value.ts';

/**
 * The class that a dotted name means in the module, among the built-ins or in the library, as CPython looks it up; undefined
 * where the engine does not know it.
 * @param loaded the state after the module's import
 * @param globals the module's scope
 */
export function classNamed(
  machine: Machine,
  loaded: State,
  globals: readonly ScopeId[],
  path: string,
): PyClass | undefined {
  const [first = '', ...rest] = path.split('.');
  const { frame, raised } = machine;
  const cutsBefore = machine.cuts.length;
  machine.raised = [];
  machine.frame = { scopes: globals, globals: new Set(), nonlocals: new Set() };
  try {
    const attribute = (object: Value, name: string): Value =>
      machine.dispatch(object, (plain) => getAttribute(machine, plain, name));
    const value = machine.attempt(loaded, () => rest.reduce(attribute, readName(machine, first)))?.value;
    return value?.kind === 'class' ? value.class : foreignClass(path);
  } finally {
    machine.frame = frame;
    machine.raised = raised;
    machine.cuts.length = cutsBefore;
  }
}

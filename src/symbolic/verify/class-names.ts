/** Which class a name means that a contract or a request gives. */
import { readName } from '../execute/names.ts';
import { frameOf } from '../machine/frame.ts';
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
  const attribute = (object: Value, name: string): Value =>
    machine.dispatch(object, (plain) => getAttribute(machine, plain, name));
  const { value: found } = machine.withFrame(frameOf(globals), () =>
    machine.withhold(() => machine.attempt(loaded, () => rest.reduce(attribute, readName(machine, first)))),
  );
  return found?.value.kind === 'class' ? found.value.class : foreignClass(path);
}

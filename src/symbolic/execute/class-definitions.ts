/** Class definitions the engine has values for: exception classes without behaviour of their own. */
import type { ClassDef } from '../syntax/ast.ts';
import { exceptionClass, isSubclass, makeClass } from '../values/classes.ts';
import type { PlainValue, PyClass } from '../values/value.ts';
import type { Machine } from './machine.ts';
import { readName } from './names.ts';

/** The value a `class` statement binds. */
export function defineClass(machine: Machine, definition: ClassDef): PlainValue {
  const unmodelled: PlainValue = {
    kind: 'unmodelled',
    construct: `class ${definition.name}`,
    line: definition.span.line,
  };
  if (definition.decorators.length > 0 || definition.keywords.length > 0 || !isInert(definition)) return unmodelled;
  const bases: PyClass[] = [];
  for (const base of definition.bases) {
    const value = base.kind === 'name' ? readName(machine, base.id) : unmodelled;
    if (value.kind !== 'class' || !isSubclass(value.class, exceptionClass('BaseException'))) return unmodelled;
    bases.push(value.class);
  }
  return bases.length === 0 ? unmodelled : { kind: 'class', class: makeClass(definition.name, bases) };
}

/** Whether the body holds nothing but `pass`, `...` and a docstring. */
function isInert(definition: ClassDef): boolean {
  return definition.body.every(
    (statement) =>
      statement.kind === 'pass' || (statement.kind === 'expression' && statement.value.kind === 'constant'),
  );
}

/** Symbolic objects of the module's classes: members of enumerations, and what constructors make of symbolic arguments. */

import { instantiate } from '../execute/instances.ts';
import { readName } from '../execute/names.ts';
import { blankInstance } from '../inputs/class-fields.ts';
import { construction, constructorOf } from '../inputs/constructors.ts';
import type { InstanceType } from '../inputs/input-type.ts';
import { membersOf } from '../semantics/objects/enumerations.ts';
import type { ClassDef } from '../syntax/ast.ts';
import type { PyClass, Value } from '../values/value.ts';
import { type ArgumentMaker, chosenFrom, type SymbolicArgument } from './symbolic-argument.ts';

/** Objects within objects beyond this depth are not modelled. */
const MAX_DEPTH = 3;

/** An object of the class; undefined where the engine cannot follow how one is made. */
export function symbolicInstance(maker: ArgumentMaker, type: InstanceType, name: string): SymbolicArgument | undefined {
  const { machine } = maker;
  const { definition } = type;
  const made = machine.attempt(machine.state, () => readName(machine, definition.name))?.value;
  if (made?.kind !== 'class' || maker.depth > MAX_DEPTH) return undefined;
  if (type.isBlank === true) {
    const object = machine.allocate({ kind: 'namespace', entries: new Map() });
    return { value: { kind: 'instance', object, class: made.class }, source: () => blankInstance(definition) };
  }
  const members = membersOf(machine, made.class);
  if (members.size > 0) {
    const named = [...members].filter(([member]) => member === (type.member ?? member));
    const options = named.map(
      ([member, value]): SymbolicArgument => ({ value, source: () => `${definition.name}.${member}` }),
    );
    return options.length === 0 ? undefined : chosenFrom(machine, options, name);
  }
  return constructed(maker, type, definition, made.class, name);
}

function constructed(
  maker: ArgumentMaker,
  type: InstanceType,
  definition: ClassDef,
  called: PyClass,
  name: string,
): SymbolicArgument | undefined {
  const { machine } = maker;
  const taken = constructorOf(type, maker.scope);
  const inner = { ...maker, depth: maker.depth + 1 };
  const fields = taken.map(({ name: field, type: fieldType }) => {
    return fieldType === undefined ? undefined : maker.make(inner, fieldType, `${name}.${field}`);
  });
  const known = fields.filter((field) => field !== undefined);
  if (known.length < fields.length) return undefined;
  const positional: Value[] = [];
  const named = new Map<string, Value>();
  for (const [index, { value }] of known.entries()) {
    const argument = taken[index];
    if (argument?.isKeyword === true) named.set(argument.name, value);
    else positional.push(value);
  }
  // arguments that the constructor refuses make no object
  const { value: end, effects } = machine.withhold(() =>
    machine.attempt(machine.state, () => instantiate(machine, called, { positional, named })),
  );
  if (end === undefined || effects.cuts.length > 0) return undefined;
  machine.continueFrom(end.state);
  const { value } = end;
  if (value.kind === 'instance') maker.objects.add(type, value.object, name, maker.exists);
  return {
    value,
    source: (model) => {
      const sources = known.map((field) => field.source(model));
      return sources.includes(undefined) ? undefined : construction(definition, taken, sources);
    },
  };
}

/** Assignment and deletion of attributes: https://docs.python.org/3/reference/datamodel.html#customizing-attribute-access */
import type { Machine } from '../../machine/machine.ts';
import { raiseNamed } from '../../machine/raising.ts';
import { NO_ARGUMENTS } from '../../values/arguments.ts';
import { libraryClass, OBJECT } from '../../values/classes.ts';
import { NONE, type PlainValue, type PyClass, typeName, UNBOUND, type Value } from '../../values/value.ts';
import { isEnumeration } from './enumerations.ts';
import { lookupInClass } from './lookup.ts';
import { missingAttribute, namespaceOf, setEntry } from './namespaces.ts';
import { use } from './unmodelled.ts';

/** A value with attributes of its own. */
type Attributed = Extract<PlainValue, { kind: 'instance' | 'exception' }>;

/** `object.name = value`. */
export function setAttribute(machine: Machine, target: PlainValue, name: string, value: Value): void {
  switch (target.kind) {
    case 'unmodelled':
    case 'unbound':
      return use(machine, target);
    case 'instance':
    case 'exception':
      return setOwn(machine, target, name, value);
    case 'class':
      if (target.class.attributes === undefined) raiseNamed(machine, 'TypeError');
      if (isEnumeration(target.class)) machine.cut(`.${name} =`, 'attributes of an enumeration are not assigned');
      return setEntry(machine, target.class.attributes, name, value);
    default:
      machine.cut(`.${name} =`, `attributes of a value of type ${typeName(target)} cannot be assigned here`);
  }
}

function setOwn(machine: Machine, target: Attributed, name: string, value: Value): void {
  refuseFrozen(machine, target.class, name);
  const ofItsClass = lookupInClass(machine, target.class, name);
  if (ofItsClass?.kind === 'descriptor' && ofItsClass.role === 'property') {
    if (ofItsClass.setter === undefined) missingAttribute(machine);
    machine.interpreter.call(ofItsClass.setter, { ...NO_ARGUMENTS, positional: [target, value] });
    return;
  }
  if (isEnumeration(target.class) && (name === 'name' || name === 'value')) missingAttribute(machine);
  refuseWithoutSlot(machine, target.class, name);
  if (target.object === undefined) machine.cut(`.${name} =`, 'attributes of a built-in exception are not modelled');
  setEntry(machine, target.object, name, value);
}

/** A frozen dataclass refuses changes of its objects; in those of subclasses, only changes of its fields. */
function refuseFrozen(machine: Machine, { mro }: PyClass, name: string): void {
  const isRefused = mro.some(({ record }, at) => {
    if (record?.isFrozen !== true) return false;
    // a subclass that is no dataclass has the record of its base
    const isDataclass = mro.findLastIndex((one) => one.record === record) === at;
    const isField = record.fields.some((field) => field.name === name);
    if (isDataclass && record.isSlotted && !isField) {
      machine.cut(`.${name} =`, 'attributes that a frozen dataclass with slots does not have are not modelled');
    }
    return isDataclass && (at === 0 || isField);
  });
  if (isRefused) machine.raise({ kind: 'exception', class: libraryClass('dataclasses.FrozenInstanceError'), args: [] });
}

/** Objects of a dataclass with slots have no other attributes, unless one of the other classes gives them a `__dict__`. */
function refuseWithoutSlot(machine: Machine, { mro }: PyClass, name: string): void {
  const isSlotted = mro.map(
    ({ record }, at) => record?.isSlotted === true && mro.findLastIndex((one) => one.record === record) === at,
  );
  const isSlot = mro.some(({ record }, at) => isSlotted[at] && record?.fields.some((field) => field.name === name));
  if (isSlot || !isSlotted.includes(true)) return;
  const others = mro.filter((one, at) => !isSlotted[at] && one !== OBJECT);
  if (others.length === 0) return missingAttribute(machine);
  if (others.every((one) => one.attributes === undefined)) {
    machine.cut(`.${name} =`, 'whether a base of a class with slots has a __dict__ is not modelled');
  }
}

/** `del object.name`. */
export function deleteAttribute(machine: Machine, target: PlainValue, name: string): void {
  if (target.kind !== 'instance')
    machine.cut(`del .${name}`, `attributes of a value of type ${typeName(target)} cannot be deleted here`);
  refuseFrozen(machine, target.class, name);
  const own = namespaceOf(machine, target.object).get(name) ?? UNBOUND;
  machine.dispatch(own, (plain) => {
    if (plain.kind === 'unbound') missingAttribute(machine);
    setEntry(machine, target.object, name, UNBOUND);
    return NONE;
  });
}

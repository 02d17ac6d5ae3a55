/** Class definitions: https://docs.python.org/3/reference/compound_stmts.html#class-definitions */
import type { Frame } from '../machine/frame.ts';
import type { Machine } from '../machine/machine.ts';
import { isEnumeration } from '../semantics/objects/enumerations.ts';
import type { ClassDef, Expression } from '../syntax/ast.ts';
import { exceptionClass, libraryClass, makeClass, NoResolutionOrder, OBJECT } from '../values/classes.ts';
import type { PlainValue, PyClass, RecordType, Value } from '../values/value.ts';
import { bindingsOf } from './bindings.ts';
import { statesContract } from './decorators.ts';
import { withMembers } from './enumerations.ts';
import { evaluate } from './expressions.ts';
import { refuseMixedNamesOfClass } from './mixed-names.ts';
import { mangled, refuseHiddenGlobals } from './names.ts';
import { dataclassOf, generatedMethods, isFieldDescription, namedTupleOf, type RecordOptions } from './records.ts';

import { executeBlock } from './statements.ts';

/** The value a `class` statement binds. Its body runs in a scope of its own, which becomes the class's attributes. */
export function defineClass(machine: Machine, definition: ClassDef): PlainValue {
  const { name } = definition;
  const options = dataclassOptions(machine, definition);
  const bases = basesOf(machine, definition);
  const entries = runBody(machine, definition);
  for (const hook of HOOKS) {
    if (entries.has(hook)) machine.cut(`class ${name}`, `a class with ${hook} is not modelled`);
  }
  const record = recordOf(machine, definition, bases, entries, options);
  const attributes = machine.allocate({ kind: 'namespace', entries: new Map() });
  const abstractMethods = [...entries].flatMap(([method, value]) => (isAbstract(value) ? [method] : []));
  const isNested = machine.frame.scopes.length > 1;
  const made = resolve(machine, name, bases, { attributes, abstractMethods, isNested, ...(record && { record }) });
  const owned = new Map([...entries].map(([entry, value]) => [entry, ownedBy(made, value)]));
  for (const [field, value] of owned) {
    if (!isFieldDescription(value)) continue;
    const described = record?.fields.find(({ name: one }) => one === field);
    if (described?.default === undefined) owned.delete(field);
    else owned.set(field, described.default);
  }
  if (options?.isSlotted === true) {
    for (const { name: slot } of record?.fields ?? []) owned.set(slot, aSlot(definition, slot));
  }
  for (const method of options === undefined ? [] : generatedMethods(record)) {
    if (!owned.has(method)) owned.set(method, { kind: 'generated', class: made, method });
  }
  const complete = isEnumeration(made) ? withMembers(machine, made, definition, owned) : owned;
  machine.store(attributes, { kind: 'namespace', entries: complete });
  return { kind: 'class', class: made };
}

/** What a class has by the name of a slot, instead of the field's default. */
function aSlot({ name, span }: ClassDef, slot: string): Value {
  return { kind: 'unmodelled', construct: `the slot ${name}.${slot}`, line: span.line };
}

/** Methods that change what making a class, an attribute access or an operation on something else means. */
const HOOKS = [
  '__new__',
  '__getattribute__',
  '__setattr__',
  '__delattr__',
  '__init_subclass__',
  '__set_name__',
  '__get__',
  '__set__',
  '__class_getitem__',
  '__instancecheck__',
  '__slots__',
  '__subclasscheck__',
  '__class__',
  '__missing__',
  '_missing_',
  '_generate_next_value_',
  // what many operations try, and the engine does not
  '__index__',
  '__length_hint__',
  '__divmod__',
  '__rdivmod__',
  '__rmod__',
] as const;

function resolve(
  machine: Machine,
  name: string,
  bases: readonly PyClass[],
  traits: Omit<PyClass, 'name' | 'mro'>,
): PyClass {
  try {
    return makeClass(name, bases.length === 0 ? [OBJECT] : bases, traits);
  } catch (error) {
    if (!(error instanceof NoResolutionOrder)) throw error;
    return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
  }
}

function basesOf(machine: Machine, definition: ClassDef): readonly PyClass[] {
  const unknown = definition.keywords.find(
    ({ name, value }) => name !== 'total' && (name !== 'metaclass' || !isNamed(value, 'ABCMeta')),
  );
  if (unknown !== undefined) machine.cut(`class ${definition.name}`, 'keyword arguments of a class are not modelled');
  return definition.bases.map((base) => {
    // the parameters of a generic base say nothing at run time
    const value = evaluate(machine, base.kind === 'subscript' ? base.object : base);
    if (value.kind === 'class') return value.class;
    return machine.cut(`class ${definition.name}`, `its base is not modelled`);
  });
}

function isNamed(expression: Expression, name: string): boolean {
  return expression.kind === 'name'
    ? expression.id === name
    : expression.kind === 'attribute' && expression.name === name;
}

/** Runs a class body; the names it binds. */
function runBody(machine: Machine, definition: ClassDef): ReadonlyMap<string, Value> {
  const { frame } = machine;
  const { locals, globals, nonlocals } = bindingsOf(definition.body);
  refuseHiddenGlobals(machine, frame.scopes);
  const enclosing = frame.scopes.filter((id) => id !== frame.classScope);
  refuseMixedNamesOfClass(machine, definition.body, enclosing);
  const scope = machine.openScope(new Map<string, Value>());
  const inner: Frame = {
    ...frame,
    scopes: [scope, ...enclosing],
    globals,
    nonlocals,
    classScope: scope,
    classNames: locals,
    mangling: definition.name,
  };
  return machine.withFrame(inner, () => {
    executeBlock(machine, definition.body);
    const names = machine.state.scopes.get(scope) ?? new Map<string, Value>();
    return new Map([...names].map(([name, value]) => [mangled(machine, name), value]));
  });
}

function isAbstract(value: Value): boolean {
  if (value.kind === 'descriptor') return isAbstract(value.function);
  return value.kind === 'function' && value.isAbstract === true;
}

/** Functions know the class they are defined in, for `super()`. */
function ownedBy(owner: PyClass, value: Value): Value {
  switch (value.kind) {
    case 'function':
      return value.owner === undefined ? { ...value, owner } : value;
    case 'descriptor':
      return {
        ...value,
        function: plainlyOwnedBy(owner, value.function),
        ...(value.setter && { setter: plainlyOwnedBy(owner, value.setter) }),
      };
    default:
      return value;
  }
}

function plainlyOwnedBy(owner: PyClass, value: PlainValue): PlainValue {
  return value.kind === 'function' && value.owner === undefined ? { ...value, owner } : value;
}

function recordOf(
  machine: Machine,
  definition: ClassDef,
  bases: readonly PyClass[],
  entries: ReadonlyMap<string, Value>,
  options: RecordOptions | undefined,
): RecordType | undefined {
  if (bases.includes(libraryClass('typing.NamedTuple'))) return namedTupleOf(machine, definition, entries);
  if (options !== undefined) return dataclassOf(machine, definition, bases, entries, options);
  return bases.find((base) => base.record !== undefined)?.record;
}

/** The options of `@dataclass`; undefined for a class without it. Other decorators of a class are those that change nothing. */
function dataclassOptions(machine: Machine, definition: ClassDef): RecordOptions | undefined {
  let options: RecordOptions | undefined;
  for (const decorator of definition.decorators) {
    if (statesContract(machine, decorator)) continue;
    const value = evaluate(machine, decorator.kind === 'call' ? decorator.callee : decorator);
    const name = value.kind === 'builtin' ? value.name : undefined;
    if (name === 'dataclasses.dataclass') options = optionsOf(machine, decorator);
    else if (name === undefined || !INERT_DECORATORS.has(name)) {
      machine.cut(`class ${definition.name}`, 'a decorator of the class is not modelled');
    }
  }
  return options;
}

const INERT_DECORATORS = new Set(['typing.final', 'typing.runtime_checkable', 'enum.unique']);

function optionsOf(machine: Machine, decorator: Expression): RecordOptions {
  const options = new Map<string, boolean>([['eq', true]]);
  for (const { name, value } of decorator.kind === 'call' ? decorator.keywords : []) {
    if (name === undefined || value.kind !== 'constant' || value.value.type !== 'bool') {
      return machine.cut('@dataclass', 'an option of the dataclass is no constant');
    }
    options.set(name, value.value.value);
  }
  for (const [name, isSet] of options) {
    const isModelled = ['eq', 'frozen', 'order', 'kw_only', 'repr', 'init', 'slots'].includes(name);
    if (!isModelled || (name === 'init' && !isSet) || (name === 'repr' && !isSet)) {
      machine.cut('@dataclass', `the option ${name} is not modelled`);
    }
  }
  return {
    isFrozen: options.get('frozen') ?? false,
    hasEquality: options.get('eq') ?? true,
    isOrdered: options.get('order') ?? false,
    isKeywordOnly: options.get('kw_only') ?? false,
    isSlotted: options.get('slots') ?? false,
  };
}

/** Dataclasses and named tuples: https://docs.python.org/3/library/dataclasses.html */
import type { Machine } from '../machine/machine.ts';
import { getAttribute } from '../semantics/attributes.ts';
import { specialMethod } from '../semantics/objects/lookup.ts';
import { setEntry } from '../semantics/objects/namespaces.ts';
import { truth } from '../semantics/objects/truth.ts';
import { isTypeExpression } from '../semantics/objects/typing.ts';
import { compare } from '../semantics/operators/comparison.ts';
import { labelledText } from '../semantics/texts/representation.ts';
import type { ClassDef, Expression, Parameter } from '../syntax/ast.ts';
import { type Arguments, NO_ARGUMENTS } from '../values/arguments.ts';
import {
  boolValue,
  type GeneratedMethod,
  NONE,
  type PlainValue,
  type PyClass,
  type RecordField,
  type RecordType,
  type Value,
} from '../values/value.ts';
import { callValue } from './calls.ts';
import { evaluate } from './expressions.ts';
import { bindParameters } from './functions.ts';

type Instance = Extract<PlainValue, { kind: 'instance' }>;

/** Options of `@dataclass(…)`. */
export interface RecordOptions {
  readonly isFrozen: boolean;
  readonly hasEquality: boolean;
  readonly isOrdered: boolean;
  readonly isKeywordOnly: boolean;
  readonly isSlotted: boolean;
}

/**
 * Reads the fields of a dataclass: those of its bases, then its own annotated names.
 * @param defaults what the class body has bound
 */
export function dataclassOf(
  machine: Machine,
  definition: ClassDef,
  bases: readonly PyClass[],
  defaults: ReadonlyMap<string, Value>,
  options: RecordOptions,
): RecordType {
  const inherited = bases.toReversed().flatMap((base) => base.record?.fields ?? []);
  const own = ownFields(machine, definition, defaults, options.isKeywordOnly);
  const fields = new Map([...inherited, ...own].map((field) => [field.name, field]));
  return {
    kind: 'dataclass',
    fields: [...fields.values()],
    isFrozen: options.isFrozen,
    hasEquality: options.hasEquality,
    isOrdered: options.isOrdered,
    isSlotted: options.isSlotted,
  };
}

/** The fields of a `NamedTuple` class. */
export function namedTupleOf(machine: Machine, definition: ClassDef, defaults: ReadonlyMap<string, Value>): RecordType {
  const fields = ownFields(machine, definition, defaults, false);
  return { kind: 'namedtuple', fields, isFrozen: true, hasEquality: false, isOrdered: false, isSlotted: false };
}

const ORDINARY = { isParameter: true, isCompared: true, isShown: true, isKeywordOnly: false } as const;

function ownFields(
  machine: Machine,
  definition: ClassDef,
  defaults: ReadonlyMap<string, Value>,
  isKeywordOnly: boolean,
): readonly RecordField[] {
  const fields: RecordField[] = [];
  let byKeyword = isKeywordOnly;
  for (const statement of definition.body) {
    if (statement.kind !== 'annassign' || statement.target.kind !== 'name') continue;
    const marker = markerOf(machine, statement.annotation);
    if (marker === 'ClassVar') continue;
    if (marker === 'InitVar') machine.cut('InitVar', 'init-only fields of dataclasses are not modelled');
    if (marker === 'KW_ONLY') {
      byKeyword = true;
      continue;
    }
    const { id: name } = statement.target;
    const described = isFieldDescription(defaults.get(name)) ? fieldCall(machine, statement.value) : undefined;
    if (described !== undefined) fields.push(describedField(machine, name, described, byKeyword));
    else {
      const value = statement.value === undefined ? undefined : defaults.get(name);
      fields.push({ ...ORDINARY, name, isKeywordOnly: byKeyword, ...(value === undefined ? {} : { default: value }) });
    }
  }
  return fields;
}

const MARKERS = ['ClassVar', 'InitVar', 'KW_ONLY'] as const;

/** What an annotation makes of a field other than an ordinary one. */
function markerOf(machine: Machine, annotation: Expression): (typeof MARKERS)[number] | undefined {
  if (annotation.kind === 'subscript') return markerOf(machine, annotation.object);
  if (annotation.kind === 'constant' && annotation.value.type === 'str') {
    const { value } = annotation.value;
    if (MARKERS.some((marker) => value.includes(marker))) machine.cut('annotation', 'its text is not looked into');
    return undefined;
  }
  if (annotation.kind !== 'name' && annotation.kind !== 'attribute') return undefined;
  const { value: type } = machine.withhold(() => machine.attempt(machine.state, () => evaluate(machine, annotation)));
  return MARKERS.find((marker) => isMarker(type?.value, marker));
}

function isMarker(type: Value | undefined, marker: string): boolean {
  if (type?.kind === 'unmodelled') return type.construct === `dataclasses.${marker}`;
  return type?.kind === 'foreign' && isTypeExpression(type) && type.source === marker;
}

/** Whether the value is what `field(…)` returns. */
export function isFieldDescription(value: Value | undefined): boolean {
  return value?.kind === 'builtin' && value.name === 'dataclasses.field';
}

type Call = Extract<Expression, { kind: 'call' }>;

/** The call of `field(…)` that describes a field. */
function fieldCall(machine: Machine, value: Expression | undefined): Call {
  if (value?.kind === 'call' && isFieldDescription(evaluate(machine, value.callee))) return value;
  return machine.cut('field()', 'a description of a field that is made elsewhere is not modelled');
}

function describedField(machine: Machine, name: string, call: Call, isKeywordOnly: boolean): RecordField {
  const option = (keyword: string): Expression | undefined => call.keywords.find((one) => one.name === keyword)?.value;
  const flag = (keyword: string, otherwise: boolean): boolean => {
    const value = option(keyword);
    if (value === undefined) return otherwise;
    if (value.kind === 'constant' && value.value.type === 'bool') return value.value.value;
    return machine.cut('field()', `${keyword}= of a field that is no constant is not modelled`);
  };
  const [value, factory] = [option('default'), option('default_factory')];
  return {
    name,
    ...(value === undefined ? {} : { default: evaluate(machine, value) }),
    ...(factory === undefined ? {} : { factory: evaluate(machine, factory) }),
    isParameter: flag('init', true),
    isCompared: flag('compare', true),
    isShown: flag('repr', true),
    isKeywordOnly: flag('kw_only', isKeywordOnly),
  };
}

/** Runs the `__init__` that a dataclass is given. */
function initialiseRecord(machine: Machine, instance: Instance, record: RecordType, args: Arguments): void {
  const values = bindFields(machine, record, args);
  for (const { name, factory } of record.fields) {
    const given = values.get(name);
    const value = given === undefined && factory !== undefined ? call(machine, factory) : given;
    if (value !== undefined) setEntry(machine, instance.object, name, value);
  }
  const after = specialMethod(machine, instance, '__post_init__');
  if (after !== undefined) callValue(machine, after, NO_ARGUMENTS);
}

function call(machine: Machine, callee: Value): Value {
  return machine.dispatch(callee, (plain) => callValue(machine, plain, NO_ARGUMENTS));
}

/** Makes a named tuple of these fields. */
export function makeNamedTuple(machine: Machine, called: PyClass, args: Arguments): Value {
  if (called.record === undefined) throw new TypeError('a named tuple has fields');
  const values = bindFields(machine, called.record, args);
  return { kind: 'tuple', items: [...values.values()], class: called };
}

/** The values of the fields; those with a factory are left out where no argument is given. */
function bindFields(machine: Machine, { fields }: RecordType, args: Arguments): ReadonlyMap<string, Value> {
  const { false: ordinary = [], true: byKeyword = [] } = Object.groupBy(
    fields.filter((field) => field.isParameter),
    (field) => `${field.isKeywordOnly}` as const,
  );
  const defaults = new Map<string, Value>();
  const pending: PlainValue = { kind: 'singleton', name: 'Ellipsis' };
  for (const field of fields) {
    if (field.factory !== undefined) defaults.set(field.name, pending);
    else if (field.default !== undefined) defaults.set(field.name, field.default);
  }
  const bound = bindParameters(machine, [...ordinary, ...byKeyword].map(parameterOf), defaults, args);
  const values = new Map<string, Value>();
  for (const { name, factory, default: value } of fields) {
    const given = bound.get(name) ?? value;
    if (given === undefined || (factory !== undefined && given === pending)) continue;
    values.set(name, given);
  }
  return values;
}

const NOWHERE = { line: 0, column: 0, endLine: 0, endColumn: 0 };

function parameterOf({ name, isKeywordOnly }: RecordField): Parameter {
  return { name, kind: isKeywordOnly ? 'keyword-only' : 'positional', span: NOWHERE };
}

/** The methods that a dataclass is given. */
export function generatedMethods(record: RecordType | undefined): readonly GeneratedMethod[] {
  if (record === undefined) return [];
  return [
    '__init__',
    '__repr__',
    ...(record.hasEquality ? (['__eq__'] as const) : []),
    ...(record.isOrdered ? (['__lt__', '__le__', '__gt__', '__ge__'] as const) : []),
  ];
}

const ORDERINGS = { __lt__: '<', __le__: '<=', __gt__: '>', __ge__: '>=' } as const;

const NOT_IMPLEMENTED: PlainValue = { kind: 'singleton', name: 'NotImplemented' };

/** Calls a method that a dataclass is given. */
export function callGenerated(
  machine: Machine,
  { class: owner, method }: Extract<PlainValue, { kind: 'generated' }>,
  args: Arguments,
): Value {
  const [self, ...positional] = args.positional;
  const { record } = owner;
  if (self?.kind !== 'instance' || record === undefined) {
    return machine.cut(`${owner.name}.${method}`, 'it is not called on an object of its class');
  }
  if (method === '__init__') {
    initialiseRecord(machine, self, record, { ...args, positional });
    return NONE;
  }
  if (method === '__repr__') return recordText(machine, self, record);
  const [other = NONE] = positional;
  return machine.dispatch(other, (plain) => {
    if (plain.kind !== 'instance') return NOT_IMPLEMENTED;
    if (method === '__eq__' && plain.object === self.object) return boolValue(machine.terms.true);
    if (plain.class !== self.class) return NOT_IMPLEMENTED;
    if (method === '__eq__') return equalFields(machine, self, plain, record.fields);
    return compare(
      machine,
      ORDERINGS[method],
      comparedFields(machine, self, record),
      comparedFields(machine, plain, record),
    );
  });
}

/** `self.a == other.a and self.b == other.b`. */
function equalFields(machine: Machine, self: Instance, other: Instance, fields: readonly RecordField[]): Value {
  const [first, ...rest] = fields.filter(({ isCompared }) => isCompared);
  if (first === undefined) return boolValue(machine.terms.true);
  const value = (instance: Instance): Value => getAttribute(machine, instance, first.name);
  const isEqual = compare(machine, '==', value(self), value(other));
  if (rest.length === 0) return isEqual;
  return machine.choose(
    truth(machine, isEqual),
    () => equalFields(machine, self, other, rest),
    () => isEqual,
  );
}

/** The fields that take part in comparisons. */
function comparedFields(machine: Machine, instance: Instance, { fields }: RecordType): PlainValue {
  const compared = fields.filter(({ isCompared }) => isCompared);
  return { kind: 'tuple', items: compared.map(({ name }) => getAttribute(machine, instance, name)) };
}

/** `Point(x=1, y=2)`. */
function recordText(machine: Machine, instance: Instance, { fields }: RecordType): Value {
  if (instance.class.isNested) machine.cut('repr()', 'the qualified name of a nested class is not modelled');
  const shown = fields.filter(({ isShown }) => isShown);
  const entries = shown.map(({ name }) => [`${name}=`, getAttribute(machine, instance, name)] as const);
  return labelledText(machine, `${instance.class.name}(`, entries, ')');
}

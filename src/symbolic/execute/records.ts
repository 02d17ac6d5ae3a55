/** Dataclasses and named tuples: https://docs.python.org/3/library/dataclasses.html */
import { setEntry, specialMethod } from '../semantics/attributes.ts';
import type { ClassDef, Expression, Parameter } from '../syntax/ast.ts';
import type { PlainValue, PyClass, RecordField, RecordType, Value } from '../values/value.ts';
import { callValue, NO_ARGUMENTS } from './calls.ts';
import { evaluate } from './expressions.ts';
import { type Arguments, bindParameters } from './functions.ts';
import type { Machine } from './machine.ts';

type Instance = Extract<PlainValue, { kind: 'instance' }>;

/** Options of `@dataclass(…)`. */
export interface RecordOptions {
  readonly isFrozen: boolean;
  readonly hasEquality: boolean;
  readonly isOrdered: boolean;
  readonly isKeywordOnly: boolean;
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
    // parameters by keyword come last in the constructor, which binds them by name
    fields: [...fields.values()].sort((a, b) => Number(a.isKeywordOnly) - Number(b.isKeywordOnly)),
    isFrozen: options.isFrozen,
    hasEquality: options.hasEquality,
    isOrdered: options.isOrdered,
  };
}

/** The fields of a `NamedTuple` class. */
export function namedTupleOf(machine: Machine, definition: ClassDef, defaults: ReadonlyMap<string, Value>): RecordType {
  const fields = ownFields(machine, definition, defaults, false);
  return { kind: 'namedtuple', fields, isFrozen: true, hasEquality: false, isOrdered: false };
}

/** The fields of `namedtuple('Point', 'x y')`, none of which has a default. */
export function namedTupleWith(names: readonly string[]): RecordType {
  const fields = names.map((name) => ({ ...ORDINARY, name }));
  return { kind: 'namedtuple', fields, isFrozen: true, hasEquality: false, isOrdered: false };
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
    const annotation = annotationName(statement.annotation);
    if (annotation === 'ClassVar') continue;
    if (annotation === 'InitVar') machine.cut('InitVar', 'init-only fields of dataclasses are not modelled');
    if (annotation === 'KW_ONLY') {
      byKeyword = true;
      continue;
    }
    const { id: name } = statement.target;
    const described = fieldCall(statement.value);
    if (described !== undefined) fields.push(describedField(machine, name, described, byKeyword));
    else {
      const value = statement.value === undefined ? undefined : defaults.get(name);
      fields.push({ ...ORDINARY, name, isKeywordOnly: byKeyword, ...(value === undefined ? {} : { default: value }) });
    }
  }
  return fields;
}

function annotationName(annotation: Expression): string | undefined {
  if (annotation.kind === 'subscript') return annotationName(annotation.object);
  if (annotation.kind === 'name') return annotation.id;
  return annotation.kind === 'attribute' ? annotation.name : undefined;
}

type Call = Extract<Expression, { kind: 'call' }>;

/** `field(…)` or `dataclasses.field(…)`. */
export function fieldCall(value: Expression | undefined): Call | undefined {
  return value?.kind === 'call' && annotationName(value.callee) === 'field' ? value : undefined;
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
export function initialiseRecord(machine: Machine, instance: Instance, record: RecordType, args: Arguments): void {
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
  const parameters = fields.filter((field) => field.isParameter);
  const defaults = new Map<string, Value>();
  const pending: PlainValue = { kind: 'singleton', name: 'Ellipsis' };
  for (const field of fields) {
    if (field.factory !== undefined) defaults.set(field.name, pending);
    else if (field.default !== undefined) defaults.set(field.name, field.default);
  }
  const bound = bindParameters(machine, parameters.map(parameterOf), defaults, args);
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

/** The values of an object's fields that take part in comparisons. */
export function comparedFields(entries: ReadonlyMap<string, Value>, { fields }: RecordType): readonly Value[] {
  return fields.filter(({ isCompared }) => isCompared).flatMap(({ name }) => entries.get(name) ?? []);
}

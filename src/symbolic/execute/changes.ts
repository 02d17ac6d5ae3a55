/** What an iteration of a loop changes, and how to forget the values of just that. */
import type { Machine } from '../machine/machine.ts';
import { assume, type State, withObject, withScope } from '../machine/state.ts';
import type { AnyLength } from '../semantics/objects/held-items.ts';
import { ofKnown, scalarOf, sequenceOf } from '../semantics/sequences/any-length.ts';
import type { Terms } from '../terms/strings.ts';
import type { BoolTerm, IntTerm, Term } from '../terms/term.ts';
import { mergeValues } from '../values/merge.ts';
import {
  boolValue,
  floatValue,
  intValue,
  NONE,
  type ObjectId,
  type PlainValue,
  type ScopeId,
  strValue,
  UNBOUND,
  type Value,
} from '../values/value.ts';

/** A variable that a loop changes. */
export interface Changed {
  readonly scope: ScopeId;
  readonly name: string;
  /** The type it keeps; `unbound` for one that an iteration binds, and of which no more is known than whether it is bound. */
  readonly kind: 'bool' | 'int' | 'float' | 'str' | 'unbound';
}

/** A list that a loop changes, all of whose items are of one shape. */
export interface ChangedList {
  readonly object: ObjectId;
  /** Some item, which tells the shape. */
  readonly sample: Value;
}

/** The lists that differ; undefined where other objects do. */
export function listChangesBetween(before: State, after: State): readonly ChangedList[] | undefined {
  const lists: ChangedList[] = [];
  for (const [object, content] of before.heap) {
    const later = after.heap.get(object);
    if (later === content) continue;
    const items = [content, later].flatMap((one) => (one === undefined ? [undefined] : itemsIn(one)));
    const [sample] = items;
    if (sample === undefined || !items.every((item) => item !== undefined && isOfShape(item, sample))) return undefined;
    lists.push({ object, sample });
  }
  return lists;
}

/** The items that stand for all of a content; one that is undefined where it is no list of scalars. */
function itemsIn(content: Value): readonly (Value | undefined)[] {
  if (content.kind === 'sequence') return [content.element];
  if (content.kind === 'union') return content.cases.flatMap((one) => itemsIn(one.value));
  return content.kind === 'tuple' ? content.items : [undefined];
}

/** Whether both values are scalars of one type, or tuples of such. */
function isOfShape(value: Value, sample: Value): boolean {
  if (value.kind === 'tuple' && sample.kind === 'tuple') {
    return (
      value.items.length === sample.items.length &&
      value.items.every((item, at) => isOfShape(item, sample.items[at] ?? NONE))
    );
  }
  return SCALARS.has(value.kind) && value.kind === sample.kind;
}

const SCALARS: ReadonlySet<string> = new Set(['bool', 'int', 'float', 'str']);

/** Whether every list holds items of its shape, and no other object of `before` differs. */
export function sameLists(before: State, after: State, lists: readonly ChangedList[]): boolean {
  const found = listChangesBetween(before, after);
  return (
    found?.every(({ object, sample }) =>
      lists.some((one) => one.object === object && isOfShape(sample, one.sample)),
    ) === true
  );
}

/** The lists' contents in this state, as sequences of any length. */
export function contentsOf(machine: Machine, state: State, lists: readonly ChangedList[]): readonly AnyLength[] {
  return lists.flatMap(({ object }) => {
    const content = state.heap.get(object);
    return (content && asAnyLength(machine, content)) ?? [];
  });
}

function asAnyLength(machine: Machine, content: Value): AnyLength | undefined {
  switch (content.kind) {
    case 'sequence':
      return content;
    case 'tuple':
      return ofKnown(machine, content.items);
    case 'union': {
      const cases = content.cases.map(({ guard, value }) => ({ guard, items: asAnyLength(machine, value) }));
      return cases.reduceRight<AnyLength | undefined>((others, { guard, items }) => {
        const merged = items && others && mergeValues(machine.terms, guard, items, others);
        return merged?.kind === 'sequence' ? merged : items;
      }, cases.at(-1)?.items);
    }
    default:
      return undefined;
  }
}

/** The state with fresh items of its shape in every list, as many as may be. */
export function havocLists(machine: Machine, state: State, lists: readonly ChangedList[], id: string): State {
  const { terms } = machine;
  return lists.reduce((before, { object, sample }) => {
    const length = terms.variable('int', `length of ${object} ${id}`);
    const items = sequenceOf(machine, length, (position) =>
      itemLike(terms, sample, `item of ${object} ${id}`, position),
    );
    return assume(withObject(before, object, items), terms.le(terms.zero, length));
  }, state);
}

function itemLike(terms: Terms, sample: Value, name: string, position: IntTerm): Value {
  switch (sample.kind) {
    case 'bool':
    case 'int':
    case 'float':
    case 'str':
      return scalarOf(terms, sample.kind, name, [position]);
    case 'tuple':
      return {
        kind: 'tuple',
        items: sample.items.map((item, at) => itemLike(terms, item, `${name}[${at}]`, position)),
      };
    default:
      throw new TypeError(`a ${sample.kind} is no item of a changed list`);
  }
}

/** The variables that differ; undefined where other objects than these lists differ, or variables of other types. */
export function changesBetween(
  before: State,
  after: State,
  lists: readonly ChangedList[] = [],
): readonly Changed[] | undefined {
  for (const [id, content] of before.heap) {
    if (after.heap.get(id) !== content && !lists.some(({ object }) => object === id)) return undefined;
  }
  const changed: Changed[] = [];
  for (const [scope, variables] of before.scopes) {
    const later = after.scopes.get(scope);
    for (const [name, value] of variables) {
      if (isSame(value, later?.get(name))) continue;
      const kind = isForgotten(value) ? 'unbound' : value.kind;
      if (kind !== 'bool' && kind !== 'int' && kind !== 'float' && kind !== 'str' && kind !== 'unbound')
        return undefined;
      changed.push({ scope, name, kind });
    }
    for (const name of later?.keys() ?? []) if (!variables.has(name)) changed.push({ scope, name, kind: 'unbound' });
  }
  return changed;
}

/** Whether a value is one that another loop has forgotten, or none: an iteration may bind such a variable to anything. */
function isForgotten(value: Value): boolean {
  if (value.kind === 'union') return value.cases.every((one) => isForgotten(one.value));
  return value.kind === 'unmodelled' || value.kind === 'unbound';
}

/** Whether only the expected variables differ, each with a value of its type. */
export function sameChanges(
  before: State,
  after: State,
  changed: readonly Changed[],
  lists: readonly ChangedList[],
): boolean {
  const found = changesBetween(before, after, lists);
  const isExpected = found?.every(({ scope, name }) => changed.some((one) => one.scope === scope && one.name === name));
  return (
    isExpected === true && changed.every((one) => one.kind === 'unbound' || valueIn(after, one)?.kind === one.kind)
  );
}

function isSame(value: Value, other: Value | undefined): boolean {
  if (value === other || other === undefined) return value === other;
  return value.kind === other.kind && 'term' in value && 'term' in other && value.term === other.term;
}

function valueIn(state: State, { scope, name }: Changed): Value | undefined {
  return state.scopes.get(scope)?.get(name);
}

/** The terms of the changed variables in this state. */
export function termsOf(state: State, changed: readonly Changed[]): ReadonlySet<Term> {
  const values = changed.map((one) => valueIn(state, one));
  return new Set(values.flatMap((value) => (value !== undefined && 'term' in value ? [value.term] : [])));
}

/** The integers among the changed variables; undefined where one of them is not an integer in this state. */
export function intsOf(state: State, changed: readonly Changed[]): readonly IntTerm[] | undefined {
  const ints: IntTerm[] = [];
  for (const one of changed) {
    if (one.kind !== 'int') continue;
    const value = valueIn(state, one);
    if (value?.kind !== 'int') return undefined;
    ints.push(value.term);
  }
  return ints;
}

/**
 * The state with a fresh value of its type in every changed variable. One that may be unbound before the loop is
 * bound after its first iteration, or, where that is not sure, perhaps.
 * @param isFirst holds where no iteration has ended yet
 * @param unsure variables that an iteration may leave unbound
 */
export function havoc(
  machine: Machine,
  state: State,
  changed: readonly Changed[],
  id: string,
  isFirst: BoolTerm,
  unsure: ReadonlySet<Changed>,
): State {
  const { terms } = machine;
  return changed.reduce((before, one) => {
    const fresh = freshValue(machine, one, id);
    const was = valueIn(state, one) ?? UNBOUND;
    const value = unsure.has(one)
      ? mergeValues(terms, terms.variable('bool', `${one.name} of ${one.scope} is unbound ${id}`), UNBOUND, fresh)
      : mayBeUnbound(was)
        ? mergeValues(terms, isFirst, was, fresh)
        : fresh;
    return withScope(before, one.scope, new Map(before.scopes.get(one.scope)).set(one.name, value));
  }, state);
}

/** The variables that are not proved to be bound in this state. */
export function unboundIn(machine: Machine, state: State, changed: readonly Changed[]): readonly Changed[] {
  const { terms } = machine;
  return changed.filter((one) => {
    const value = valueIn(state, one) ?? UNBOUND;
    if (value.kind !== 'union') return value.kind === 'unbound';
    const guards = value.cases.flatMap((option) => (option.value.kind === 'unbound' ? [option.guard] : []));
    return guards.length > 0 && !machine.isProved(state, terms.not(terms.or(...guards)));
  });
}

function mayBeUnbound(value: Value): boolean {
  return value.kind === 'union' ? value.cases.some((one) => mayBeUnbound(one.value)) : value.kind === 'unbound';
}

function freshValue({ terms, line }: Machine, { scope, name, kind }: Changed, id: string): PlainValue {
  const variable = `${name} of ${scope} ${id}`;
  switch (kind) {
    case 'bool':
      return boolValue(terms.variable('bool', variable));
    case 'int':
      return intValue(terms.variable('int', variable));
    case 'float':
      return floatValue(terms.variable('float', variable));
    case 'str':
      return strValue(terms.variable('str', variable));
    case 'unbound':
      return { kind: 'unmodelled', construct: `${name} after the loop`, line };
  }
}

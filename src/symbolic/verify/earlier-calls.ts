/**
 * What earlier calls leave behind: the state of the module, as far as calls change it, is taken to be any of its kind. So what is
 * proved holds for a call after any number of others.
 */
import type { Machine } from '../machine/machine.ts';
import { assume, type Scope, type State, withObject, withScope } from '../machine/state.ts';
import { sequenceOf } from '../semantics/sequences/any-length.ts';
import { boolValue, floatValue, intValue, type PlainValue, strValue, UNBOUND, type Value } from '../values/value.ts';
import type { ChangesElsewhere } from './changed-elsewhere.ts';
import type { Exploration } from './exploration.ts';

/** What a part of the state may be after calls, compared with what it is after the import. */
type Shape =
  | 'same'
  | 'unknown'
  /** It is not known, and there may be none. */
  | 'unsure'
  | 'bool'
  | 'int'
  | 'float'
  | 'str'
  | { readonly items: readonly Shape[] }
  | { readonly entries: ReadonlyMap<string, Shape> };

/** How often a shape may turn out too narrow. */
export const MOST_WIDENINGS = 6;

/** The parts of the module's state that calls change, learnt from explorations. */
export class EarlierCalls {
  readonly #objects = new Map<number, Shape>();
  readonly #variables = new Map<number, Map<string, Shape>>();
  readonly #lists = new Set<number>();
  readonly #elsewhere: ReadonlyMap<string, ChangesElsewhere>;

  /** @param elsewhere what other functions do to variables of the module, which is not followed */
  constructor(elsewhere: ReadonlyMap<string, ChangesElsewhere> = new Map()) {
    this.#elsewhere = elsewhere;
  }

  /** Takes note of what an exploration changes; whether it is more than was known. */
  learn({ kept }: Exploration): boolean {
    let isNew = false;
    for (const id of listsIn(kept.loaded)) this.#lists.add(id);
    const note = <Key>(
      shapes: Map<Key, Shape>,
      key: Key,
      before: Value,
      afterwards: readonly (Value | undefined)[],
    ) => {
      const known = shapes.get(key) ?? 'same';
      const shape = afterwards.reduce<Shape>((wider, after) => joined(wider, after && shapeOf(before, after)), known);
      if (textOf(shape) === textOf(known)) return;
      shapes.set(key, shape);
      isNew = true;
    };
    for (const [scope, variables] of kept.loaded.scopes) {
      const later = kept.ends.flatMap(({ scopes }) => scopes.get(scope) ?? []);
      const shapes = this.#variables.get(scope) ?? new Map<string, Shape>();
      for (const name of new Set([variables, ...later].flatMap((one: Scope) => [...one.keys()]))) {
        const values = later.map((one) => one.get(name) ?? UNBOUND);
        note(shapes, name, variables.get(name) ?? UNBOUND, values);
      }
      this.#variables.set(scope, shapes);
    }
    const caches: (() => void)[] = [];
    for (const [object, content] of kept.loaded.heap) {
      const later = kept.ends.map(({ heap }) => heap.get(object));
      if (kept.isCache(object) && later.every((one) => one === undefined || isImmutable(one))) {
        caches.push(() => note(this.#objects, object, content, later));
      } else note(this.#objects, object, content, later);
    }
    // what is cached is what would come about again, unless it depends on what changes
    if (this.#changes) for (const noteCache of caches) noteCache();
    return isNew;
  }

  get #changes(): boolean {
    const shapes = [...this.#objects.values(), ...[...this.#variables.values()].flatMap((one) => [...one.values()])];
    return shapes.some((shape) => shape !== 'same');
  }

  /**
   * The state after any number of calls.
   * @param globals the module's variables
   */
  after(machine: Machine, state: State, globals: number): State {
    let later = state;
    for (const [id, shape] of this.#objects) {
      const content = later.heap.get(id);
      if (content === undefined || shape === 'same') continue;
      // a scalar is how far an iterator has come, or a cell of the engine's own
      const isScalar = typeof shape === 'string';
      const isOfAnyLength = shape === 'unknown' && this.#lists.has(id);
      later = isOfAnyLength
        ? withItems(machine, later, id)
        : withObject(later, id, fresh(machine, content, isScalar ? 'unknown' : shape, `object ${id}`));
    }
    for (const [id, shapes] of this.#variables) {
      const variables = new Map(later.scopes.get(id));
      for (const [name, shape] of shapes) {
        variables.set(name, fresh(machine, variables.get(name) ?? UNBOUND, shape, `${name} of ${id}`));
      }
      later = withScope(later, id, variables);
    }
    const variables = new Map(later.scopes.get(globals));
    for (const [name, { itself, attributes }] of this.#elsewhere) {
      const value = variables.get(name);
      if (value?.kind === 'class' && itself === undefined)
        later = withAttributes(machine, later, value, attributes, name);
      else if (value !== undefined)
        variables.set(name, changed(machine, value, attributes.size > 0 ? 'any' : itself, name));
    }
    return withScope(later, globals, variables);
  }
}

/** The state in which other functions have changed attributes of a class. */
function withAttributes(
  machine: Machine,
  state: State,
  { class: changedClass }: Extract<Value, { kind: 'class' }>,
  attributes: ChangesElsewhere['attributes'],
  name: string,
): State {
  const { attributes: object } = changedClass;
  const content = object === undefined ? undefined : state.heap.get(object);
  if (object === undefined || content?.kind !== 'namespace') return state;
  const entries = new Map(content.entries);
  for (const [attribute, way] of attributes)
    entries.set(attribute, changed(machine, entries.get(attribute) ?? UNBOUND, way, `${name}.${attribute}`));
  return withObject(state, object, { kind: 'namespace', entries });
}

/** What a value may have become: an integer that is counted with stays one. */
function changed(machine: Machine, value: Value, way: ChangesElsewhere['itself'], name: string): Value {
  return value.kind === 'int' && way === 'counted' ? fresh(machine, value, 'int', name) : unknown(machine);
}

/** The lists that the module's names, and the objects it has made, refer to. */
function listsIn({ scopes, heap }: State): ReadonlySet<number> {
  const lists = new Set<number>();
  const look = (value: Value): void => {
    if (value.kind === 'list' && value.class === undefined) lists.add(value.object);
    if (value.kind === 'tuple') for (const item of value.items) look(item);
    if (value.kind === 'namespace') for (const entry of value.entries.values()) look(entry);
  };
  for (const variables of scopes.values()) for (const value of variables.values()) look(value);
  for (const content of heap.values()) look(content);
  return lists;
}

/** The state with any number of items in a list, of which nothing is known. */
function withItems(machine: Machine, state: State, id: number): State {
  const { terms } = machine;
  const length = terms.variable('int', `length of object ${id} after earlier calls`);
  const items = sequenceOf(machine, length, () => unknown(machine));
  return assume(withObject(state, id, items), terms.le(terms.zero, length));
}

function shapeOf(before: Value, after: Value): Shape {
  if (before === after) return 'same';
  if (before.kind === 'tuple' && after.kind === 'tuple') {
    const isAlike = before.items.length === after.items.length && before.class === after.class;
    return isAlike ? { items: before.items.map((item, at) => shapeOf(item, after.items[at] ?? UNBOUND)) } : 'unknown';
  }
  if (before.kind === 'namespace' && after.kind === 'namespace') {
    const names = [...before.entries.keys()];
    if (names.length !== after.entries.size || !names.every((name) => after.entries.has(name))) return 'unknown';
    const entries = [...before.entries].map(
      ([name, value]) => [name, shapeOf(value, after.entries.get(name) ?? UNBOUND)] as const,
    );
    return { entries: new Map(entries) };
  }
  if (before.kind !== after.kind) return isUnbound(before) || isUnbound(after) ? 'unsure' : 'unknown';
  if ('term' in before && 'term' in after && before.term === after.term) return 'same';
  if ('object' in before && 'object' in after && before.object !== undefined && before.object === after.object)
    return 'same';
  switch (before.kind) {
    case 'bool':
    case 'int':
    case 'float':
    case 'str':
      return before.kind;
    case 'none':
    case 'unbound':
      return 'same';
    default:
      return 'unknown';
  }
}

/** Whether there may be no value. */
function isUnbound(value: Value): boolean {
  return value.kind === 'union' ? value.cases.some((one) => isUnbound(one.value)) : value.kind === 'unbound';
}

function joined(one: Shape, other: Shape | undefined): Shape {
  if (other === undefined || other === 'same') return one;
  if (one === 'same' || one === other) return other;
  if (one === 'unsure' || other === 'unsure') return 'unsure';
  if (typeof one === 'string' || typeof other === 'string') return 'unknown';
  if ('items' in one && 'items' in other && one.items.length === other.items.length) {
    return { items: one.items.map((item, at) => joined(item, other.items[at])) };
  }
  if ('entries' in one && 'entries' in other) {
    return {
      entries: new Map([...one.entries].map(([name, entry]) => [name, joined(entry, other.entries.get(name))])),
    };
  }
  return 'unknown';
}

function textOf(shape: Shape): string {
  if (typeof shape === 'string') return shape;
  if ('items' in shape) {
    const items = shape.items.map(textOf);
    return items.every((item) => item === 'same') ? 'same' : `(${items.join()})`;
  }
  const entries = [...shape.entries].map(([name, entry]) => `${name}: ${textOf(entry)}`);
  return entries.every((entry) => entry.endsWith(': same')) ? 'same' : `{${entries.join()}}`;
}

function isImmutable(value: Value): boolean {
  if (value.kind === 'union') return value.cases.every((one) => isImmutable(one.value));
  if (value.kind === 'tuple') return value.items.every(isImmutable);
  return ['bool', 'int', 'float', 'str', 'bytes', 'none'].includes(value.kind);
}

function fresh(machine: Machine, value: Value, shape: Shape, name: string): Value {
  const { terms } = machine;
  const variable = `${name} after earlier calls`;
  switch (shape) {
    case 'same':
      return value;
    case 'bool':
      return boolValue(terms.variable('bool', variable));
    case 'int':
      return intValue(terms.variable('int', variable));
    case 'float':
      return floatValue(terms.variable('float', variable));
    case 'str':
      return strValue(terms.variable('str', variable));
    case 'unknown':
      return unknown(machine);
    case 'unsure':
      return machine.mergeValues(terms.variable('bool', `no ${variable}`), UNBOUND, unknown(machine));
  }
  if ('items' in shape && value.kind === 'tuple' && value.items.length === shape.items.length) {
    const items = value.items.map((item, at) => fresh(machine, item, shape.items[at] ?? 'unknown', `${name}[${at}]`));
    return { ...value, items };
  }
  if ('entries' in shape && value.kind === 'namespace') {
    const entries = [...value.entries].map(
      ([entry, one]) =>
        [entry, fresh(machine, one, shape.entries.get(entry) ?? 'unknown', `${name}.${entry}`)] as const,
    );
    return { kind: 'namespace', entries: new Map(entries) };
  }
  return unknown(machine);
}

function unknown({ line }: Machine): PlainValue {
  return { kind: 'unmodelled', construct: 'what earlier calls leave behind', line };
}

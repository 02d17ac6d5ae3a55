/**
 * Whether arguments that are distinct objects here could be one object elsewhere. It makes a difference only where one of them is
 * changed, or where objects are asked whether they are the same.
 */
import type { InputType } from '../inputs/input-type.ts';
import type { Machine } from '../machine/machine.ts';
import type { State } from '../machine/state.ts';
import type { BoolTerm } from '../terms/term.ts';
import type { ObjectId } from '../values/value.ts';

/** Mutable objects that arguments consist of: those whose types have values in common may be one object. */
export class ArgumentObjects {
  readonly #objects: ArgumentObject[] = [];

  /** Registers an object; `name` is the expression that it is, and `exists` tells whether the input holds it at all. */
  add(type: InputType, object: ObjectId, name: string, exists: BoolTerm): void {
    this.#objects.push({ type, object, name, exists });
  }

  /**
   * Names two objects of which the outcome depends on whether they are one; undefined where there are none.
   * @param ends states in which the call ends
   */
  entangled(machine: Machine, entry: State, ends: readonly State[]): readonly [string, string] | undefined {
    const matters = this.#objects.filter(
      ({ object }) =>
        machine.isCompared(object) || ends.some(({ heap }) => heap.get(object) !== entry.heap.get(object)),
    );
    for (const one of matters) {
      const other = this.#objects.find(
        (candidate) =>
          candidate !== one && overlap(one.type, candidate.type) && mayExistTogether(machine, entry, one, candidate),
      );
      if (other !== undefined) return [one.name, other.name];
    }
    return undefined;
  }
}

interface ArgumentObject {
  readonly type: InputType;
  readonly object: ObjectId;
  readonly name: string;
  readonly exists: BoolTerm;
}

/** Whether values of both types can be the same object: a `Sequence[float]` may be some `list[int]`. */
export function overlap(one: InputType, other: InputType): boolean {
  const [key, otherKey] = [typeKey(one), typeKey(other)];
  if (key === otherKey) return true;
  if (key.split('[', 1)[0] !== otherKey.split('[', 1)[0]) return false;
  if (key.includes('anything') || otherKey.includes('anything')) return true;
  return (isProtocol(one) || isProtocol(other)) && haveCommonItems(one, other);
}

function isProtocol(type: InputType): boolean {
  return 'protocol' in type && type.protocol !== undefined;
}

function haveCommonItems(one: InputType, other: InputType): boolean {
  const others = itemTypes(other);
  return itemTypes(one).every((type, index) => {
    const family = new Set(families(type));
    const other = families(others[index] ?? type);
    return family.has('recursive') || other.includes('recursive') || other.some((name) => family.has(name));
  });
}

function itemTypes(type: InputType): readonly InputType[] {
  if (type.kind === 'dict') return [type.key, type.value];
  return 'element' in type ? [type.element] : [];
}

/** What kinds of values a type has: numbers are one, since where floats are allowed ints are. */
function families(type: InputType): readonly string[] {
  switch (type.kind) {
    case 'choice':
      return type.options.flatMap(families);
    case 'scalar':
      return [type.sort === 'str' ? 'str' : 'number'];
    case 'literal':
      return [type.value.type === 'bool' || type.value.type === 'int' ? 'number' : type.value.type];
    default:
      return [type.kind];
  }
}

function mayExistTogether(machine: Machine, entry: State, one: ArgumentObject, other: ArgumentObject): boolean {
  const { terms } = machine;
  return !machine.isProved(entry, terms.not(terms.and(one.exists, other.exists)));
}

/** Equal for types with the same values, protocols aside. */
export function typeKey(type: InputType): string {
  switch (type.kind) {
    case 'scalar':
      return type.sort;
    case 'list':
    case 'tuples':
    case 'set':
    case 'frozenset':
      return `${type.kind}[${typeKey(type.element)}]`;
    case 'dict':
      return `dict[${typeKey(type.key)}, ${typeKey(type.value)}]`;
    case 'tuple':
      return `tuple[${type.items.map(typeKey).join(', ')}]`;
    case 'choice':
      return type.options.map(typeKey).join(' | ');
    case 'instance':
      return type.member === undefined ? type.definition.name : `${type.definition.name}.${type.member}`;
    case 'recursive':
      return type.alias;
    case 'wrapped':
    case 'library':
      return type.name;
    default:
      return type.kind;
  }
}

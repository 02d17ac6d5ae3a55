/**
 * Whether arguments that are distinct objects here could be one object elsewhere. It makes a difference only where one of them is
 * changed, or where objects are asked whether they are the same.
 */
import type { Machine } from '../execute/machine.ts';
import type { State } from '../execute/state.ts';
import type { InputType } from '../inputs/input-type.ts';
import type { BoolTerm } from '../terms/term.ts';
import type { ObjectId } from '../values/value.ts';

/** Mutable objects that arguments consist of, by the name of their type: those of one type may be one object. */
export class ArgumentObjects {
  readonly #groups = new Map<string, ArgumentObject[]>();

  /** Registers an object; `name` is the expression that it is, and `exists` tells whether the input holds it at all. */
  add(type: InputType, object: ObjectId, name: string, exists: BoolTerm): void {
    const key = typeKey(type);
    this.#groups.set(key, [...(this.#groups.get(key) ?? []), { object, name, exists }]);
  }

  /**
   * Names two objects of which the outcome depends on whether they are one; undefined where there are none.
   * @param ends states in which the call ends
   */
  entangled(machine: Machine, entry: State, ends: readonly State[]): readonly [string, string] | undefined {
    for (const group of this.#groups.values()) {
      const matters = group.filter(
        ({ object }) =>
          machine.comparedObjects.has(object) || ends.some(({ heap }) => heap.get(object) !== entry.heap.get(object)),
      );
      for (const one of matters) {
        const other = group.find((candidate) => candidate !== one && mayExistTogether(machine, entry, one, candidate));
        if (other !== undefined) return [one.name, other.name];
      }
    }
    return undefined;
  }
}

interface ArgumentObject {
  readonly object: ObjectId;
  readonly name: string;
  readonly exists: BoolTerm;
}

function mayExistTogether(machine: Machine, entry: State, one: ArgumentObject, other: ArgumentObject): boolean {
  const { terms } = machine;
  return !machine.isProved(entry, terms.not(terms.and(one.exists, other.exists)));
}

/** Equal for types whose values can be the same object. */
function typeKey(type: InputType): string {
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
      return type.definition.name;
    case 'wrapped':
    case 'library':
      return type.name;
    default:
      return type.kind;
  }
}

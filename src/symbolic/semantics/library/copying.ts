/** Copies: https://docs.python.org/3/library/copy.html */
import type { Machine } from '../../machine/machine.ts';
import type { ObjectId, PlainValue, Value } from '../../values/value.ts';
import { lookupInClass } from '../objects/lookup.ts';

type Builtin = (machine: Machine, args: readonly PlainValue[]) => Value | undefined;

/** The functions by dotted name. */
export const COPYING: Readonly<Record<string, Builtin>> = {
  'copy.copy': (machine, [value, ...more]) =>
    value === undefined || more.length > 0 ? undefined : shallowCopy(machine, value),
  'copy.deepcopy': (machine, [value, ...more]) =>
    value === undefined || more.length > 0 ? undefined : new DeepCopy(machine).plain(value),
};

/** What is copied, and what stands for itself; cuts where neither is known. */
function isCopied(machine: Machine, value: PlainValue): value is Extract<PlainValue, { object: ObjectId }> {
  switch (value.kind) {
    case 'list':
    case 'dict':
    case 'set':
      return true;
    case 'instance':
      for (const hook of HOOKS) {
        if (lookupInClass(machine, value.class, hook) !== undefined) {
          return machine.cut('copy', `an object with ${hook} is not copied here`);
        }
      }
      return true;
    case 'none':
    case 'bool':
    case 'int':
    case 'float':
    case 'str':
    case 'bytes':
    case 'tuple':
    case 'range':
    case 'function':
    case 'builtin':
    case 'class':
    case 'frozenset':
    case 'foreign':
      return false;
    default:
      return machine.cut('copy', `a ${value.kind} is not copied here`);
  }
}

const HOOKS = [
  '__copy__',
  '__deepcopy__',
  '__reduce__',
  '__reduce_ex__',
  '__getstate__',
  '__setstate__',
  '_member_map_',
];

function shallowCopy(machine: Machine, value: PlainValue): Value {
  return isCopied(machine, value) ? { ...value, object: machine.allocate(machine.contentOf(value.object)) } : value;
}

/** Copies a value with everything that it holds; what is held twice is copied once. */
class DeepCopy {
  readonly #machine: Machine;
  readonly #copies = new Map<ObjectId, ObjectId>();

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  plain(value: PlainValue): PlainValue {
    if (value.kind === 'tuple') {
      const items = value.items.map((item) => this.#value(item));
      return items.every((item, index) => item === value.items[index]) ? value : { ...value, items };
    }
    if (value.kind === 'frozenset') return this.#machine.cut('deepcopy', 'frozensets are not copied here');
    if (!isCopied(this.#machine, value)) return value;
    return { ...value, object: this.#object(value.object) };
  }

  #object(object: ObjectId): ObjectId {
    const known = this.#copies.get(object);
    if (known !== undefined) return known;
    const content = this.#machine.contentOf(object);
    const made = this.#machine.allocate(content);
    this.#copies.set(object, made);
    const copied = this.#value(content);
    this.#machine.store(made, copied);
    return made;
  }

  #value(value: Value): Value {
    switch (value.kind) {
      case 'union':
        return { kind: 'union', cases: value.cases.map((one) => ({ ...one, value: this.#content(one.value) })) };
      default:
        return this.#content(value);
    }
  }

  #content(value: PlainValue): PlainValue {
    if (value.kind === 'unmodelled' || value.kind === 'unbound') return value;
    if (value.kind !== 'namespace') return this.plain(value);
    const entries = [...value.entries].map(([name, entry]) => [name, this.#value(entry)] as const);
    return { kind: 'namespace', entries: new Map(entries) };
  }
}

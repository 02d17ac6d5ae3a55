/** Constructors of https://docs.python.org/3/library/collections.html */
import type { Machine } from '../../machine/machine.ts';
import type { NamedArguments } from '../../values/arguments.ts';
import { exceptionClass } from '../../values/classes.ts';
import { NONE, type PlainValue, type Value } from '../../values/value.ts';
import { DEFAULT_DICT, ORDERED_DICT } from './collection-classes.ts';
import { constructCounter } from './counters.ts';
import { constructDeque } from './deques.ts';
import { constructDict, dictFromKeys } from './dict-methods.ts';

type Constructor = (machine: Machine, args: readonly PlainValue[], named: NamedArguments) => Value | undefined;

/** The constructors by dotted name; all of them take keyword arguments. */
export const COLLECTION_CONSTRUCTORS: Readonly<Record<string, Constructor>> = {
  'collections.Counter': constructCounter,
  'collections.OrderedDict': (machine, args, named) => {
    const made = constructDict(machine, args, named);
    return { ...made, class: ORDERED_DICT };
  },
  'collections.defaultdict': (machine, [factory = NONE, ...args], named) => {
    if (factory.kind !== 'none' && !isFactory(factory)) {
      return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
    }
    const made = constructDict(machine, args, named);
    return { ...made, class: DEFAULT_DICT, factory };
  },
  'collections.deque': constructDeque,
  'dict.fromkeys': (machine, [keys, value = NONE, ...more], named) =>
    keys === undefined || more.length > 0 || named.size > 0 ? undefined : dictFromKeys(machine, keys, value),
};

function isFactory({ kind }: PlainValue): boolean {
  return kind === 'function' || kind === 'class' || kind === 'builtin' || kind === 'bound' || kind === 'method';
}

/** The classes of https://docs.python.org/3/library/collections.html that the engine has values of. */
import { libraryClass } from '../../values/classes.ts';
import type { PlainValue, PyClass } from '../../values/value.ts';

export const DEFAULT_DICT = libraryClass('collections.defaultdict');
export const COUNTER = libraryClass('collections.Counter');
export const ORDERED_DICT = libraryClass('collections.OrderedDict');
/** A deque is a list of its own class, which is no subclass of list. */
export const DEQUE = libraryClass('collections.deque');

const CLASSES: readonly PyClass[] = [DEFAULT_DICT, COUNTER, ORDERED_DICT, DEQUE];

/** The name that the constructor of a built-in class goes by. */
export function constructorName(called: PyClass): string {
  return CLASSES.includes(called) ? `collections.${called.name}` : called.name;
}

/** Whether the value is a deque. */
export function isDeque(value: PlainValue): boolean {
  return value.kind === 'list' && value.class === DEQUE;
}

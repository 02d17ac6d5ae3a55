/** The classes of https://docs.python.org/3/library/collections.html that the engine has values of. */

import { builtinTypes, makeClass, OBJECT } from '../values/classes.ts';
import type { PlainValue } from '../values/value.ts';

const DICT = builtinTypes().get('dict') ?? OBJECT;

export const DEFAULT_DICT = makeClass('defaultdict', [DICT]);
export const COUNTER = makeClass('Counter', [DICT]);
export const ORDERED_DICT = makeClass('OrderedDict', [DICT]);
/** Whether the value is a deque. */
export function isDeque(value: PlainValue): boolean {
  return value.kind === 'list' && value.class === DEQUE;
}

/** A deque is a list of its own class, which is no subclass of list. */
export const DEQUE = makeClass('deque', [OBJECT]);

/** What is known of values without asking: whether they depend on the inputs, and whether they can be changed. */
import type { State } from '../machine/state.ts';
import type { Value } from '../values/value.ts';

/** Containers may hold themselves; nothing is nested deeper on purpose. */
const DEEPEST = 20;

/** Whether nothing of the value depends on the inputs, or on an operation that is only approximated. */
export function isKnown(state: State, value: Value, depth = 0): boolean {
  switch (value.kind) {
    case 'bool':
    case 'int':
    case 'float':
    case 'str':
    case 'bytes':
      return value.term.kind === 'literal';
    case 'range':
      return [value.start, value.stop, value.step].every((term) => term.kind === 'literal');
    case 'tuple':
      return depth > DEEPEST || value.items.every((item) => isKnown(state, item, depth + 1));
    case 'list':
    case 'dict':
    case 'set':
    case 'frozenset': {
      const content = state.heap.get(value.object);
      return content !== undefined && isKnown(state, content, depth);
    }
    case 'union':
    case 'unmodelled':
      return false;
    default:
      return true;
  }
}

/** Whether the value holds, and is not itself, a mutable object. */
export function holdsMutable(state: State, value: Value): boolean {
  const content = 'object' in value && value.object !== undefined ? state.heap.get(value.object) : value;
  if (content?.kind !== 'tuple') return false;
  return content.items.some((item) => MUTABLE.has(item.kind) || (item.kind === 'tuple' && holdsMutable(state, item)));
}

const MUTABLE: ReadonlySet<string> = new Set(['list', 'dict', 'set', 'instance', 'iterator']);

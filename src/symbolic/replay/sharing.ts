/** Inputs in which one object is in two places: it is made once, given a name, and named again. */
import type { InputType } from '../inputs/input-type.ts';
import type { Input } from './trial.ts';

/** Objects that are tried in two places of one container. */
const SHARED_ITEMS = 3;
/** Plain candidates that come before those that share. */
const PLAIN_FIRST = 3;
/** Inputs in which two arguments are made one object. */
const ALIASED_INPUTS = 6;

/** Whether values of a type can be changed, so that it matters where else they are. */
export function isMutable(type: InputType): boolean {
  switch (type.kind) {
    case 'list':
    case 'set':
    case 'dict':
    case 'typeddict':
    case 'instance':
    case 'wrapped':
    case 'recursive':
      return true;
    case 'bytes':
      return type.constructor === 'bytearray';
    case 'choice':
      return type.options.some(isMutable);
    default:
      return false;
  }
}

/** Adds containers that hold one object twice; `display` makes one of two items. */
export function withSharedItems(
  plain: readonly string[],
  element: InputType,
  elements: readonly string[],
  display: (first: string, second: string) => string,
): readonly string[] {
  if (!isMutable(element)) return plain;
  const shared = elements.slice(0, SHARED_ITEMS).map((item) => display(`(shared := ${item})`, 'shared'));
  return [...plain.slice(0, PLAIN_FIRST), ...shared, ...plain.slice(PLAIN_FIRST)];
}

/** Inputs like these in which an argument is the same object as one before it of its type. */
export function aliasedInputs(
  parameters: readonly { readonly name: string; readonly type: InputType }[],
  inputs: readonly Input[],
): readonly Input[] {
  const pairs = parameters.flatMap((one, index) =>
    parameters
      .slice(0, index)
      .filter((earlier) => isMutable(one.type) && typeText(earlier.type) === typeText(one.type))
      .map((earlier) => [earlier.name, one.name] as const),
  );
  return pairs.flatMap(([earlier, later]) =>
    inputs.slice(0, ALIASED_INPUTS).map((input) => ({ ...input, [later]: earlier })),
  );
}

/** Equal for equal types. */
function typeText(type: InputType): string {
  return JSON.stringify(type, (key, part: unknown) => {
    if (key === 'definition' && typeof part === 'object' && part !== null && 'name' in part) return part.name;
    if (typeof part === 'bigint') return `${part}n`;
    return part instanceof Map ? [...part] : part;
  });
}

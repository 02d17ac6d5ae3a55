/** Whether a module writes numbers as texts: there, and hardly anywhere else, a `bool` differs from the `int` that it equals. */
import type { InputType } from '../inputs/input-type.ts';
import type { Expression, Module } from '../syntax/ast.ts';
import { childrenOf, type ProgramNode } from '../syntax/children.ts';

/** Functions of texts that write any value, also as values themselves: `map(str, xs)`. */
const WRITERS = new Set(['str', 'repr', 'ascii', 'format']);
/** Conversions of `%` that write any value; `%d` writes the number. */
const ANY_CONVERSION = /%[^%a-zA-Z]*[sra]/;

/** What a verdict rests on whose function writes numbers as texts and takes an `int`: an argument may be `True` by its annotation. */
export const NO_BOOLS = 'no int is a bool, which texts write as True or False';

/** Whether something in a module writes a value as a text. The messages of exceptions do not count: no verdict is about them. */
export function writesTexts(module: Module): boolean {
  return module.body.some(writes);
}

/** Whether a type speaks of an `int`. Attributes of objects are not looked at. */
export function speaksOfInt(type: InputType | undefined): boolean {
  switch (type?.kind) {
    case 'scalar':
      return type.sort === 'int';
    case 'list':
    case 'tuples':
    case 'set':
    case 'frozenset':
      return speaksOfInt(type.element);
    case 'dict':
      return speaksOfInt(type.key) || speaksOfInt(type.value);
    case 'tuple':
      return type.items.some(speaksOfInt);
    case 'typeddict':
      return [...type.fields.values()].some(speaksOfInt);
    case 'wrapped':
      return speaksOfInt(type.content);
    case 'choice':
      return type.options.some(speaksOfInt);
    default:
      return false;
  }
}

function writes(node: ProgramNode): boolean {
  switch (node.kind) {
    case 'raise':
      return false;
    case 'fstring':
      return node.parts.some((part) => part.kind === 'field');
    case 'name':
      return WRITERS.has(node.id);
    case 'attribute':
      return node.name === 'format' || writes(node.object);
    case 'binary':
      return (node.operator === '%' && isPattern(node.left)) || childrenOf(node).some(writes);
    case 'call':
      return isTypeTest(node.callee) ? node.args.slice(0, 1).some(writes) : childrenOf(node).some(writes);
    default:
      return childrenOf(node).some(writes);
  }
}

function isPattern(node: Expression): boolean {
  return node.kind === 'constant' && node.value.type === 'str' && ANY_CONVERSION.test(node.value.value);
}

/** `isinstance(x, str)` names `str` and writes nothing. */
function isTypeTest(callee: Expression): boolean {
  return callee.kind === 'name' && (callee.id === 'isinstance' || callee.id === 'issubclass');
}

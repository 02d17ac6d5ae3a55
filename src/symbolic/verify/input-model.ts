/** From an input's source text to the model that describes it: the way back of `SymbolicArgument.source`. */

import type { InputType } from '../inputs/input-type.ts';
import type { Input } from '../replay/trial.ts';
import type { Expression } from '../syntax/ast.ts';
import type { Model } from '../terms/evaluate.ts';
import { sortOf, type Value } from '../terms/operations.ts';
import type { Subject } from './exploration.ts';

import { literalArgument } from './guide.ts';
import { entryName, itemName, lengthName, optionName, selectorName } from './variables.ts';

/** The input as a model of the parameters' variables; undefined where an argument is left out or not of its type. */
export function modelOfInput({ types, scope }: Pick<Subject, 'types' | 'scope'>, input: Input): Model | undefined {
  const model = new Map<string, Value>();
  for (const { name, type } of types) {
    const source = input[name];
    const argument = source === undefined ? undefined : scope.read(source);
    if (type === undefined || argument === undefined || !describe(model, type, name, argument)) return undefined;
  }
  return model;
}

/** Adds the variables of an argument of this type; false where the argument is not of it. */
function describe(model: Map<string, Value>, type: InputType, name: string, argument: Expression): boolean {
  switch (type.kind) {
    case 'scalar': {
      const value = literalArgument(argument);
      if (value === undefined || sortOf(value) !== type.sort) return false;
      model.set(name, value);
      return true;
    }
    case 'bytes': {
      const bytes = bytesOf(argument);
      if (type.constructor !== 'bytes' || bytes === undefined) return false;
      model.set(name, bytes);
      return true;
    }
    case 'none':
      return argument.kind === 'constant' && argument.value.type === 'none';
    case 'literal':
      if (type.value.type === 'none') return argument.kind === 'constant' && argument.value.type === 'none';
      if (type.value.type === 'bytes') return bytesOf(argument) === String.fromCharCode(...type.value.value);
      return literalArgument(argument) === type.value.value;
    case 'tuple':
      return (
        argument.kind === 'tuple' &&
        argument.items.length === type.items.length &&
        type.items.every((item, index) => {
          const part = argument.items[index];
          return part !== undefined && describe(model, item, `${name}[${index}]`, part);
        })
      );
    case 'choice':
      return type.options.some((option, index) => {
        const isLast = index === type.options.length - 1;
        const fits = describe(model, option, optionName(name, index), argument);
        if (!isLast) model.set(selectorName(type.variable ?? name, index), fits);
        return fits;
      });
    case 'list':
    case 'tuples':
    case 'set':
    case 'frozenset':
    case 'dict':
      return describeItems(model, type, name, argument);
    default:
      return false;
  }
}

/** A bytes literal as the text of its bytes. */
function bytesOf(argument: Expression): string | undefined {
  if (argument.kind !== 'constant' || argument.value.type !== 'bytes') return undefined;
  return String.fromCharCode(...argument.value.value);
}

type CollectionType = Extract<InputType, { kind: 'list' | 'tuples' | 'set' | 'frozenset' | 'dict' }>;

function describeItems(model: Map<string, Value>, type: CollectionType, name: string, argument: Expression): boolean {
  if (type.kind === 'dict') {
    if (argument.kind !== 'dict') return false;
    model.set(lengthName(name), BigInt(argument.entries.length));
    return argument.entries.every(
      ({ key, value }, index) =>
        key !== undefined &&
        describe(model, type.key, itemName(name, index), key) &&
        describe(model, type.value, entryName(name, index), value),
    );
  }
  const items = displayedItems(type.kind, argument);
  if (items === undefined) return false;
  model.set(lengthName(name), BigInt(items.length));
  return items.every((item, index) => describe(model, type.element, itemName(name, index), item));
}

/** The items of a display of this kind of container; undefined for anything else. */
function displayedItems(
  kind: 'list' | 'tuples' | 'set' | 'frozenset',
  argument: Expression,
): readonly Expression[] | undefined {
  const displayKind = kind === 'tuples' ? 'tuple' : kind === 'frozenset' ? 'set' : kind;
  if (argument.kind === 'call') {
    const [inner] = argument.args;
    const isConstructor = argument.callee.kind === 'name' && argument.callee.id === kind;
    if (!isConstructor || displayKind !== 'set') return undefined;
    return inner === undefined ? [] : displayedItems('set', inner);
  }
  const isDisplay = argument.kind === 'list' || argument.kind === 'tuple' || argument.kind === 'set';
  return isDisplay && argument.kind === displayKind ? argument.items : undefined;
}

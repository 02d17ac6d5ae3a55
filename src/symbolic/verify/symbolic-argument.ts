/** What a symbolic argument is, and what making one rests on. */

import type { InputType } from '../inputs/input-type.ts';
import type { TypeScope } from '../inputs/type-scope.ts';
import type { Machine } from '../machine/machine.ts';
import type { Model } from '../terms/evaluate.ts';
import type { BoolTerm } from '../terms/term.ts';
import { mergeValues } from '../values/merge.ts';
import type { Value } from '../values/value.ts';
import type { ArgumentObjects } from './aliasing.ts';
import type { Sharing } from './sharing.ts';
import type { Sizes } from './sizes.ts';
import { selectorName, shownName } from './variables.ts';
/** An argument of the function under analysis. */
export interface SymbolicArgument {
  readonly value: Value;
  /** The argument a model describes, as Python source; undefined where no text makes one. */
  readonly source: (model: Model) => string | undefined;
}

/** What making symbolic arguments rests on. */
export interface ArgumentMaker {
  readonly machine: Machine;
  /** Makes an argument of a type: the parts of another one, too. */
  readonly make: (maker: ArgumentMaker, type: InputType, name: string) => SymbolicArgument;
  readonly sizes: Sizes;
  readonly scope: TypeScope;
  /** Source text of some value of a type that the engine has no symbolic values of. */
  readonly sample: (type: InputType) => string | undefined;
  /** Takes note of the objects that are made. */
  readonly objects: ArgumentObjects;
  /** Present where objects of one type may be one. */
  readonly sharing: Sharing | undefined;
  /** 1-based line of the parameter. */
  readonly line: number;
  /** Containers around the value. */
  readonly depth: number;
  /** Whether the containers around it have an item in its place. */
  readonly exists: BoolTerm;
}

/** An argument that the function may pass on, and not look into; of an undefined type no text makes one. */
export function unmodelled(
  { sample, line }: ArgumentMaker,
  type: InputType | undefined,
  name: string,
): SymbolicArgument {
  const source = type && sample(type);
  return { value: { kind: 'unmodelled', construct: `the argument ${shownName(name)}`, line }, source: () => source };
}

/** Source text of several parts between brackets; undefined where one of them has none. */
export function enclosed(
  open: string,
  close: string,
  separator: string,
  parts: readonly Pick<SymbolicArgument, 'source'>[],
  model: Model,
): string | undefined {
  const texts = parts.map(({ source }) => source(model));
  if (texts.includes(undefined)) return undefined;
  return texts.length === 0
    ? `${open}${close.replace(separator, '')}`
    : `${open}${texts.join(`${separator} `)}${close}`;
}

/** One of several arguments. */
export function chosenFrom(
  machine: Machine,
  [first, ...rest]: readonly SymbolicArgument[],
  name: string,
  from = 0,
): SymbolicArgument {
  if (first === undefined) throw new TypeError('a choice needs options');
  if (rest.length === 0) return first;
  const selector = selectorName(name, from);
  const others = chosenFrom(machine, rest, name, from + 1);
  return {
    value: mergeValues(machine.terms, machine.terms.variable('bool', selector), first.value, others.value),
    source: (model) => (model.get(selector) === true ? first : others).source(model),
  };
}

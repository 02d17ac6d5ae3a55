/** Symbolic arguments that may be one object: each of them is a fresh one, or one of its type that was made before it. */

import type { InputType } from '../inputs/input-type.ts';
import type { Machine } from '../machine/machine.ts';
import type { Model } from '../terms/evaluate.ts';
import { mergeValues } from '../values/merge.ts';
import type { Value } from '../values/value.ts';
import { overlap, typeKey } from './aliasing.ts';
import type { SymbolicArgument } from './symbolic-argument.ts';

/** Objects of one type beyond this number are not modelled as shared. */
const MOST_SHARED = 6;

/** An object that may be in several places. */
interface Shared {
  /** The place where it is made, such as `rows[0]`. */
  readonly name: string;
  readonly value: Value;
  /** Variables that tell whether another object is here instead. */
  readonly replacements: readonly string[];
  /** Other places, and the variables that tell whether it is there as well. */
  readonly uses: { readonly place: string; readonly selector: string }[];
}

export class Sharing {
  readonly #groups = new Map<string, Shared[]>();
  readonly #types: InputType[] = [];
  /** Whether all objects that could be one are modelled so. */
  isComplete = true;

  /** The argument, or one of its type before it. */
  join(machine: Machine, type: InputType, name: string, made: SymbolicArgument): SymbolicArgument {
    if (!('object' in made.value)) return made;
    const { terms } = machine;
    const key = typeKey(type);
    const group = this.#groups.get(key) ?? [];
    if (this.#types.some((other) => typeKey(other) !== key && overlap(other, type))) this.isComplete = false;
    this.#types.push(type);
    if (group.length >= MOST_SHARED) {
      this.isComplete = false;
      return made;
    }
    const earlier = [...group];
    const replacements = earlier.map((one) => `${name} is ${one.name}`);
    const shared: Shared = { name, value: made.value, replacements, uses: [] };
    this.#groups.set(key, [...group, shared]);
    let value: Value = made.value;
    for (const [index, one] of earlier.entries()) {
      const selector = replacements[index] ?? '';
      const isSame = terms.variable('bool', selector);
      one.uses.push({ place: name, selector });
      // what is in several places is known by the first of them
      const isElsewhere = one.replacements.map((replacement) => terms.variable('bool', replacement));
      machine.assume(terms.implies(isSame, terms.not(terms.or(...isElsewhere))));
      value = mergeValues(terms, isSame, one.value, value);
    }
    return {
      value,
      source: (model) => {
        const taken = earlier.findLast((_, index) => model.get(replacements[index] ?? '') === true);
        return taken === undefined ? namedSource(shared, made.source(model), model) : reference(taken.name, name);
      },
    };
  }
}

/** The text that makes an object, with a name for it where it is used again. */
function namedSource({ name, uses }: Shared, text: string | undefined, model: Model): string | undefined {
  const isUsed = uses.some(({ place, selector }) => model.get(selector) === true && !areParameters(name, place));
  return text === undefined || !isUsed ? text : `(${identifier(name)} := ${text})`;
}

/** How an object is named in another place: an argument that is another one goes by its parameter. */
function reference(taken: string, place: string): string {
  return areParameters(taken, place) ? taken : identifier(taken);
}

function areParameters(...names: readonly string[]): boolean {
  return names.every((name) => /^\w+$/u.test(name));
}

function identifier(name: string): string {
  return `shared_${name.replace(/\W+/gu, '_').replace(/_$/, '')}`;
}

/** Ways through the machines of scaffolds, taken at random. */
import type { Random } from '../src/lib/random.ts';
import type { AnyAnswer } from '../src/scaffolds/answers/shape.ts';
import { findScaffold } from '../src/scaffolds/catalog.ts';
import { Work } from '../src/scaffolds/work.ts';

/** A step, and all that are legal in its place. */
export interface Choice {
  readonly step: AnyAnswer;
  readonly legal: readonly AnyAnswer[];
}

/** The steps of a random way through the machine of an instance. */
export function wayThrough(scaffold: string, input: unknown, random: Random): readonly AnyAnswer[] {
  return choicesThrough(scaffold, input, random).map(({ step }) => step);
}

/** The same with the steps that were not taken. A way that gets long, as searches do that choose at random, is begun again with fewer random steps. */
export function choicesThrough(scaffold: string, input: unknown, random: Random): readonly Choice[] {
  for (let rarity = 1; rarity <= RAREST; rarity *= 2) {
    const choices = walk(scaffold, input, MOST_STEPS_OF_WAY, (count) =>
      random.below(rarity) === 0 ? random.below(count) : 0,
    );
    if (choices !== undefined) return choices;
  }
  return walk(scaffold, input, Infinity, () => 0) ?? [];
}

const RAREST = 64;
const MOST_STEPS_OF_WAY = 200;

/** Undefined when more than `most` steps are needed. */
function walk(
  scaffold: string,
  input: unknown,
  most: number,
  choose: (count: number) => number,
): readonly Choice[] | undefined {
  const work = new Work();
  const choices: Choice[] = [];
  let state = findScaffold(scaffold)?.instance(input).trace(work);
  for (let options = state?.options(work) ?? []; options.length > 0; options = state?.options(work) ?? []) {
    const option = options[choose(options.length)];
    if (choices.length === most) return undefined;
    if (option === undefined) throw new Error('There is no such option.');
    choices.push({ step: option.step, legal: options.map(({ step }) => step) });
    state = option.next();
  }
  return choices;
}

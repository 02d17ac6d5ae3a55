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

/** The same with the steps that were not taken. */
export function choicesThrough(scaffold: string, input: unknown, random: Random): readonly Choice[] {
  const work = new Work();
  const choices: Choice[] = [];
  let state = findScaffold(scaffold)?.instance(input).trace?.(work);
  for (let options = state?.options(work) ?? []; options.length > 0; options = state?.options(work) ?? []) {
    const { step, next } = random.pick(options);
    choices.push({ step, legal: options.map((option) => option.step) });
    state = next();
  }
  return choices;
}

/** Ways through the machines of scaffolds, taken at random. */
import type { Random } from '../src/lib/random.ts';
import type { AnyAnswer } from '../src/scaffolds/answers/shape.ts';
import { findScaffold } from '../src/scaffolds/catalog.ts';
import { Work } from '../src/scaffolds/work.ts';

/** The steps of a random way through the machine of an instance. */
export function wayThrough(scaffold: string, input: unknown, random: Random): readonly AnyAnswer[] {
  const work = new Work();
  const steps: AnyAnswer[] = [];
  let state = findScaffold(scaffold)?.instance(input).trace?.(work);
  for (let options = state?.options(work) ?? []; options.length > 0; options = state?.options(work) ?? []) {
    const { step, next } = random.pick(options);
    steps.push(step);
    state = next();
  }
  return steps;
}

/** Mutants of right traces: one change each, of a kind that people and models make. */
import type { Random } from '../../src/lib/random.ts';
import type { AnyAnswer } from '../../src/scaffolds/answers/shape.ts';
import { canonicalJson } from '../../src/scaffolds/canonical-json.ts';
import { changed } from './mutants.ts';

/** What mutants of the traces of an instance are made of. */
export interface TraceSource {
  /** Right traces, at least one. */
  readonly rightTraces: readonly (readonly AnyAnswer[])[];
  /** Right steps of other instances. */
  readonly strangers: readonly AnyAnswer[];
}

/** Changes that are tried for one mutant. */
const ATTEMPTS = 20;

/** Up to `count` different traces that differ from a right one by one change, or are another right one. None is empty. */
export function traceMutants(source: TraceSource, random: Random, count: number): readonly (readonly AnyAnswer[])[] {
  const known = new Set<string>();
  const found: (readonly AnyAnswer[])[] = [];
  for (let attempt = 0; attempt < ATTEMPTS * count && found.length < count; attempt++) {
    const mutant = changedTrace(source, random);
    const text = canonicalJson(mutant);
    if (mutant.length > 0 && !known.has(text)) found.push(mutant);
    known.add(text);
  }
  return found;
}

function changedTrace({ rightTraces, strangers }: TraceSource, random: Random): readonly AnyAnswer[] {
  const steps = random.pick(rightTraces);
  const [at, other] = [random.below(Math.max(1, steps.length)), random.below(Math.max(1, steps.length))];
  const [step, next, donor] = [steps[at], steps[at + 1], steps[other]];
  if (step === undefined || donor === undefined) return strangers.slice(0, 1);
  const field = random.pick(Object.keys(step));
  switch (random.below(11)) {
    case 0:
      return steps;
    case 1:
      return next === undefined ? steps : steps.with(at, next).with(at + 1, step);
    case 2:
      return steps.toSpliced(at, 1);
    case 3:
      return steps.toSpliced(at, 0, step);
    case 4:
      return strangers.length === 0 ? steps : steps.with(at, random.pick(strangers));
    case 5:
      return steps.slice(0, at);
    case 6:
      return [...steps, donor];
    case 7:
      return steps.with(at, { ...step, [field]: donor[field] });
    default:
      return steps.with(at, Object({ ...step, [field]: changed(step[field], random) }));
  }
}

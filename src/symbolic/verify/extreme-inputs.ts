/** Inputs that show what is left out where limits of numbers do not count. */
import type { ArgumentType } from '../inputs/arguments.ts';
import type { Input } from '../replay/trial.ts';
import { trialInputs } from '../replay/trials.ts';
import type { ExtremeInput } from '../service.ts';
import type { Run } from './run.ts';
import { vocabularyOfSubject } from './run.ts';

/** An integer that outgrows floats and texts, as a person would write it. */
const EXTREME = '10**5000';
/** Boundary inputs that the other arguments are taken from. */
const MOST_TRIED = 5;

/** One call at most: the first for which an integer outgrows something, seen on CPython. */
export async function extremeInputs(run: Run): Promise<readonly ExtremeInput[]> {
  const { types } = run.subject;
  const candidates = trialInputs(types, vocabularyOfSubject(run.subject))
    .slice(0, MOST_TRIED)
    .flatMap((input) => enlarged(types, input));
  const property = { ...run.property, countsLimits: true };
  for (const input of candidates) {
    // What ends otherwise where limits are spared has another fault, or none.
    const [spared] = await run.replayer.run(run.property, [input]);
    if (spared?.kind !== 'limit') continue;
    const [outcome] = await run.replayer.run(property, [input]);
    if (outcome?.kind !== 'failed' || outcome.counterexample.outcome.kind !== 'raised') continue;
    const { exception } = outcome.counterexample.outcome;
    const args = Object.entries(input).map(([name, source]) => (types.length === 1 ? source : `${name}=${source}`));
    return [{ call: `${run.functionName}(${args.join(', ')})`, exception }];
  }
  return [];
}

/** The input with one integer after the other made extreme, then all of them. */
function enlarged(types: readonly ArgumentType[], input: Input): readonly Input[] {
  const names = types.flatMap(({ name, type }) => (type?.kind === 'scalar' && type.sort === 'int' ? [name] : []));
  const withExtreme = (some: readonly string[]): Input => ({
    ...input,
    ...Object.fromEntries(some.map((name) => [name, EXTREME])),
  });
  return names.length === 0 ? [] : [...names.map((name) => withExtreme([name])), withExtreme(names)];
}

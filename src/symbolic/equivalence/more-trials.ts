/** Looks longer for a difference on CPython, where neither the first inputs nor the normal forms have decided. */
import type { ArgumentType } from '../inputs/arguments.ts';
import { notAmong } from '../replay/run-trials.ts';
import { intSource } from '../replay/scalars.ts';
import type { Input } from '../replay/trial.ts';
import { trialInputs } from '../replay/trials.ts';
import type { Vocabulary } from '../replay/vocabulary.ts';
import { type Run, sharesOtherwise, type Trials } from '../verify/run.ts';

/** Inputs drawn; those with lists are tried in order as well. */
const MOST_INPUTS = 4000;
/** Inputs between two reports of progress. */
const BATCH = 500;
/** Calls, resumptions and jumps of one input: those that go on for long are many where one function never ends. */
const MOST_STEPS = 1000;

/** Runs further inputs, `most` of those that are drawn, through both functions until some differ, or differ only once; the figures of all trials. */
export async function tryFurther(
  run: Run,
  before: Trials,
  vocabulary: Vocabulary,
  most = MOST_INPUTS,
): Promise<Trials> {
  const { types } = before;
  const drawn = trialInputs(types, vocabulary, most);
  const further = notAmong(trialInputs(types, vocabulary).slice(0, before.tried), drawn);
  const inputs = [...further, ...drawn.flatMap((input, index) => arranged(types, input, index))];
  let trials = before;
  const isOpen = () => trials.failures.length === 0 && trials.unstable === 0;
  for (let start = 0; start < inputs.length && isOpen(); start += BATCH) {
    await run.pace.begin('Further inputs run on CPython');
    const outcomes = await run.replayer.run(run.property, inputs.slice(start, start + BATCH), MOST_STEPS);
    const failures = outcomes.filter((outcome) => outcome.kind === 'failed');
    const held = outcomes.filter(({ kind }) => kind === 'held').length;
    const [tried, completed] = [trials.tried + outcomes.length, trials.completed + held];
    const unstable = trials.unstable + outcomes.filter(({ kind }) => kind === 'unstable').length;
    const shares = trials.sharesOtherwise || sharesOtherwise(outcomes);
    trials = { ...trials, failures, tried, completed, unstable, sharesOtherwise: shares };
  }
  return trials;
}

/** Whether runs show a difference: where some inputs differ in one run and not in the next, others that happened to differ twice show nothing. */
export function isShown({ failures, unstable }: Trials): boolean {
  return failures.length > 0 && unstable === 0;
}

/** The input with its lists of ints in order, and an item of one of them for every int: as searching functions have it. */
function arranged(types: readonly ArgumentType[], input: Input, index: number): readonly Input[] {
  const lists = types.flatMap(({ name, type }) => {
    const items = type?.kind === 'list' ? intsOf(input[name] ?? '') : [];
    return items.length > 2 ? [{ name, items: items.sort(ascending).map(intSource) }] : [];
  });
  const items = lists[0]?.items;
  if (items === undefined) return [];
  const numbers = types.flatMap(({ name, type }) => {
    return type?.kind === 'scalar' && type.sort === 'int' ? [[name, items[index % items.length] ?? '0']] : [];
  });
  const sorted = lists.map((list) => [list.name, `[${list.items.join(', ')}]`]);
  return [{ ...input, ...Object.fromEntries([...sorted, ...numbers]) }];
}

/** The items of a list of int literals; none for any other source. */
function intsOf(source: string): bigint[] {
  return /^\[-?\d+(, -?\d+)*\]$/.test(source) ? (source.match(/-?\d+/g) ?? []).map(BigInt) : [];
}

function ascending(left: bigint, right: bigint): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Forms of an answer with inputs: what repeats itself is said once, and where it does not fit, path conditions and tests are left out first. */
import { z } from 'zod';
import type { outcomeSchema } from './facts.ts';

type Outcome = z.output<typeof outcomeSchema>;

/** A found input in the fields that the tools share. */
interface Found {
  readonly message: string;
  readonly outcome?: Outcome;
  readonly outcome_a?: Outcome;
  readonly outcome_b?: Outcome;
  readonly path_condition?: string | undefined;
  readonly pytest?: string | undefined;
}

/** The field that says what a form leaves out. */
export const leftOutField = {
  left_out: z.array(z.string()).optional().describe('What found no room; the report has it.'),
};

/** Characters of a message that stands in several places of an answer. */
const SHORT_MESSAGE = 120;
/** Characters of a path condition that is left out after the longer ones. */
const SHORT_CONDITION = 240;

/**
 * Lists of inputs from the fullest to the leanest, each with what it leaves out: long messages and equal tracebacks stand once in all of
 * them; then long path conditions go, all path conditions, tests but the first one, and that.
 */
export function leanerInputs<One extends Found>(
  inputs: readonly One[],
): readonly { readonly inputs: readonly One[]; readonly leftOut: readonly string[] }[] {
  const once = saidOnce(inputs);
  const isLong = ({ path_condition = '' }: One) => path_condition.length > SHORT_CONDITION;
  const leaner = [
    { inputs: once, leftOut: [] },
    without(once, isLong, () => false),
    without(
      once,
      () => true,
      () => false,
    ),
    without(
      once,
      () => true,
      (index) => index > 0,
    ),
    without(
      once,
      () => true,
      () => true,
    ),
  ];
  return leaner.filter(({ leftOut }, index) => index === 0 || leftOut.join() !== leaner[index - 1]?.leftOut.join());
}

/** What the text says is left out. */
export function renderLeftOut({ left_out = [] }: { readonly left_out?: readonly string[] | undefined }): string[] {
  return left_out.length === 0 ? [] : [`Left out: ${left_out.join(', ')}; the linked report has all.`];
}

function without<One extends Found>(
  inputs: readonly One[],
  losesCondition: (input: One) => boolean,
  losesTest: (index: number) => boolean,
) {
  let [conditions, tests] = [0, 0];
  const kept = inputs.map((input, index): One => {
    const { path_condition, pytest } = input;
    const condition = losesCondition(input) ? undefined : path_condition;
    const test = losesTest(index) ? undefined : pytest;
    if (condition !== path_condition) conditions++;
    if (test !== pytest) tests++;
    return { ...input, path_condition: condition, pytest: test };
  });
  const leftOut = [counted(conditions, 'path condition'), counted(tests, 'pytest module')].flat();
  return { inputs: kept, leftOut };
}

function counted(count: number, what: string): string[] {
  return count === 0 ? [] : [`${count} ${what}${count === 1 ? '' : 's'}`];
}

/** The inputs, where a traceback that an earlier one has and a long message that the outcome has are named instead of repeated. */
function saidOnce<One extends Found>(inputs: readonly One[]): readonly One[] {
  const seen = new Map<string, number>();
  return inputs.map((input, index): One => {
    const { outcome, outcome_a, outcome_b } = input;
    const brief = (one: Outcome): Outcome => ({ ...one, ...briefTraceback(one, index, seen) });
    return {
      ...input,
      message: briefMessage(input),
      ...(outcome !== undefined && { outcome: brief(outcome) }),
      ...(outcome_a !== undefined && { outcome_a: brief(outcome_a) }),
      ...(outcome_b !== undefined && { outcome_b: brief(outcome_b) }),
    };
  });
}

function briefMessage({ message, outcome }: Found): string {
  const isRepeated = outcome?.message !== undefined && message === `${outcome.exception}: ${outcome.message}`;
  return isRepeated && message.length > SHORT_MESSAGE
    ? `${outcome.exception}, with the message of the outcome`
    : message;
}

/** Without the message at its end, where that is long. */
function briefTraceback(
  { traceback, exception, message = '' }: Outcome,
  index: number,
  seen: Map<string, number>,
): Pick<Outcome, 'traceback'> {
  if (traceback === undefined) return {};
  const first = seen.get(traceback);
  seen.set(traceback, first ?? index);
  if (first !== undefined && first < index) return { traceback: `The same as of input ${first + 1}.` };
  const end = `${exception}: ${message}`;
  return message.length > SHORT_MESSAGE && traceback.endsWith(end)
    ? { traceback: `${traceback.slice(0, -end.length)}${exception}, with the message above` }
    : { traceback };
}

/** Proof by running: where a function has few inputs and can only do one thing for each, CPython's runs of all of them decide. */

import type { InputType } from '../inputs/input-type.ts';
import { EXHAUSTIVE_INPUTS } from '../published-limits.ts';
import { tupleSource } from '../replay/containers.ts';
import { constantSource } from '../replay/scalars.ts';
import type { Input, TrialOutcome } from '../replay/trial.ts';
import type { Coverage } from '../service.ts';
import type { ClassDef } from '../syntax/ast.ts';
import { isDeterministic } from './determinism.ts';
import { mayKeepState } from './kept-state.ts';
import { type Run, workOf } from './run.ts';

/** Steps that all runs together may take: calls, resumptions and jumps. */
const STEPS = 600_000;

/** What running every input has shown. */
export interface AllRun {
  readonly inputs: number;
  readonly outcomes: readonly TrialOutcome[];
  readonly failures: readonly Extract<TrialOutcome, { kind: 'failed' }>[];
}

/**
 * Runs every input on CPython, each in a freshly imported module. Undefined where there are too many inputs, where two runs of
 * one input could differ, be it by what earlier calls have left, where some run has no verdict, or where no input meets the preconditions.
 */
export async function runAllInputs(run: Run): Promise<AllRun | undefined> {
  const { subject, replayer, property } = run;
  // each comparison is about modules of its own, everything else about calls that may come after others
  const isSettled = property.kind === 'comparison' || !mayKeepState(subject.module);
  // running does not tell whether a call asks what it may of another function
  const isObliged =
    property.kind === 'contract' && subject.callees.some(({ definition }) => definition !== subject.definition);
  const inputs = isSettled && !isObliged && isDeterministic(subject.module) ? allInputs(run) : undefined;
  if (inputs === undefined) return undefined;
  const outcomes: TrialOutcome[] = [];
  for (const [index, input] of inputs.entries()) {
    await run.pace.begin(`All inputs run on CPython, ${index + 1} of ${inputs.length}`);
    const [outcome] = await replayer.run(property, [input], Math.floor(STEPS / inputs.length));
    if (outcome === undefined || !isVerdict(outcome)) return undefined;
    outcomes.push(outcome);
  }
  const failures = outcomes.filter((outcome) => outcome.kind === 'failed');
  const admitted = outcomes.filter(({ kind }) => kind !== 'rejected').length;
  return admitted === 0 ? undefined : { inputs: admitted, outcomes, failures };
}

function isVerdict(outcome: TrialOutcome): boolean {
  if (outcome.kind === 'observed') return outcome.isComplete;
  return outcome.kind === 'held' || outcome.kind === 'failed' || outcome.kind === 'rejected';
}

/** The figures of a result that rests on running every input without a failure: each of them is a path. */
export function coverageOfAll(run: Run, { inputs }: AllRun, before: Coverage): Coverage {
  const how = inputs === 1 ? 'the only input was' : `all ${inputs} inputs were`;
  return {
    ...before,
    pathsExplored: inputs,
    pathsVerified: inputs,
    coverageEstimate: 1,
    reasons: [],
    assumptions: [
      ...before.assumptions,
      `decided by running: ${how} run on CPython, each in a freshly imported module`,
    ],
    work: workOf(run, before.work.steps),
  };
}

/** How the inputs stand in a message. */
export function allInputsText({ inputs }: AllRun): string {
  return inputs === 1 ? 'its only input was run on CPython' : `all ${inputs} inputs were run on CPython`;
}

/** Every input there is; undefined where there are too many. */
function allInputs({ subject }: Run): readonly Input[] | undefined {
  let inputs: readonly Input[] = [{}];
  for (const { name, type, assumption } of subject.types) {
    const values = type === undefined || assumption !== undefined ? undefined : allValues(type);
    if (values === undefined || values.length * inputs.length > EXHAUSTIVE_INPUTS) return undefined;
    inputs = inputs.flatMap((input) => values.map((value): Input => ({ ...input, [name]: value })));
  }
  return inputs;
}

/** The source text of every value of a type; undefined where there are too many. */
function allValues(type: InputType): readonly string[] | undefined {
  switch (type.kind) {
    case 'none':
      return ['None'];
    case 'scalar':
      return type.sort === 'bool' ? ['False', 'True'] : undefined;
    case 'literal': {
      const source = constantSource(type.value);
      return source === undefined ? undefined : [source];
    }
    case 'choice':
      return few(type.options.map(allValues), (all) => all.flat());
    case 'tuple':
      return few(type.items.map(allValues), (all) => combinations(all).map(tupleSource));
    case 'instance':
      return membersOf(type.definition, type.member);
    default:
      return undefined;
  }
}

function few(
  parts: readonly (readonly string[] | undefined)[],
  combine: (parts: readonly (readonly string[])[]) => readonly string[],
): readonly string[] | undefined {
  const known = parts.filter((part) => part !== undefined);
  if (
    known.length < parts.length ||
    known.reduce((product, { length }) => product * length, 1) > EXHAUSTIVE_INPUTS ** 2
  )
    return undefined;
  const values = combine(known);
  return values.length > EXHAUSTIVE_INPUTS ? undefined : [...new Set(values)];
}

function combinations(parts: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return parts.reduce<readonly (readonly string[])[]>(
    (rows, part) => rows.flatMap((row) => part.map((item) => [...row, item])),
    [[]],
  );
}

const ENUMERATION = /^(Enum|IntEnum|StrEnum)$/;

/** The members of an enumeration, or the `wanted` one; undefined for other classes, and where the body may make members in another way. */
function membersOf({ name, bases, body }: ClassDef, wanted: string | undefined): readonly string[] | undefined {
  const [base, second] = bases;
  const baseName = base?.kind === 'name' ? base.id : base?.kind === 'attribute' ? base.name : '';
  if (second !== undefined || !ENUMERATION.test(baseName)) return undefined;
  const members: string[] = [];
  for (const statement of body) {
    if (statement.kind === 'function' || statement.kind === 'expression' || statement.kind === 'pass') continue;
    const [target, other] = statement.kind === 'assign' ? statement.targets : [];
    if (target?.kind !== 'name' || target.id.startsWith('_') || other !== undefined) return undefined;
    members.push(target.id);
  }
  const taken = members.filter((member) => member === (wanted ?? member));
  return taken.length === 0 ? undefined : taken.map((member) => `${name}.${member}`);
}

/** From replayed inputs to the counterexamples of a result. */

import type { InputType } from '../inputs/input-type.ts';
import type { Input, Replayed } from '../replay/trial.ts';
import type { Counterexample } from '../service.ts';
import { renderCondition } from '../terms/render.ts';
import type { BoolTerm } from '../terms/term.ts';
import type { Subject } from './exploration.ts';

import { pathConditionOf } from './guide.ts';
import { modelOfInput } from './input-model.ts';
import type { Run } from './run.ts';

/** A counterexample with the condition of its path, where the engine can follow the input. */
export function counterexampleOf(
  run: Run,
  replayed: Replayed,
  input: Input,
  foundBy: Counterexample['foundBy'],
): Counterexample {
  const pathCondition = pathConditionText(run, input);
  return { ...replayed, ...(pathCondition === undefined ? {} : { pathCondition }), foundBy };
}

function pathConditionText(run: Run, input: Input): string | undefined {
  const model = run.owner === undefined ? modelOfInput(run.subject, input) : undefined;
  const condition = model && pathConditionOf(run.terms, run.limits, run.subject, model, run.answers);
  return condition && conditionOnArguments(run.subject, condition);
}

/** A condition over the arguments in Python; undefined where it speaks of what has no name there, such as a set's items. */
export function conditionOnArguments({ types }: Pick<Subject, 'types'>, condition: BoolTerm): string | undefined {
  const unnamed = types.filter(({ type }) => type === undefined || !isNamed(type)).map(({ name }) => name);
  return renderCondition(condition, new Set(unnamed));
}

/** Whether variables of such an argument are named as Python names its parts, and hold what Python has there. */
function isNamed(type: InputType): boolean {
  switch (type.kind) {
    case 'scalar':
    case 'none':
      return true;
    case 'tuple':
      return type.items.every(isNamed);
    case 'list':
    case 'tuples':
      return isNamed(type.element);
    default:
      return false;
  }
}

/** Keeps one counterexample for each obligation and line of failure. */
export function distinctFindings(found: readonly Counterexample[]): readonly Counterexample[] {
  const seen = new Map<string, Counterexample>();
  for (const one of found) {
    const raised = one.outcome.kind === 'raised' ? one.outcome.traceback : '';
    const key = `${one.violates}\n${raised}`;
    if (!seen.has(key)) seen.set(key, one);
  }
  return [...seen.values()];
}

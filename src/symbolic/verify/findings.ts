/** From replayed inputs to the counterexamples of a result. */
import type { Input, Replayed } from '../replay/trial.ts';
import type { Counterexample } from '../service.ts';
import { renderCondition } from '../terms/render.ts';
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
  return condition && renderCondition(condition);
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

/** What tests of the replay judge inputs by. */
import type { ConditionText, ContractProperty, ExceptionProperty } from './trial.ts';

/** Conditions over the parameters, on the lines of a docstring behind `def`. */
export function conditions(...texts: string[]): readonly ConditionText[] {
  return texts.map((text, index) => ({ text, source: text, line: index + 2 }));
}

/** A contract that promises only that nothing is raised, with `parts` added. */
export function contract(parts: Partial<ContractProperty> = {}): ContractProperty {
  return {
    kind: 'contract',
    preconditions: [],
    assertLines: [],
    postconditions: [],
    snapshots: [],
    kept: [],
    raises: [],
    ...parts,
  };
}

/** A search for an exception. */
export function reaches(exceptionType: string, parts: Partial<ExceptionProperty> = {}): ExceptionProperty {
  return { kind: 'exception', exceptionType, preconditions: [], assertLines: [], ...parts };
}

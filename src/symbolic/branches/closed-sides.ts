/** Sides of decisions that are never taken, and those of which the syntax alone says so. */
import type { MatchCase } from '../syntax/ast.ts';
import { constantTruth } from './constants.ts';
import type { Decision, DecisionNode } from './decisions.ts';

/** A set of sides. */
export class ClosedSides {
  readonly #sides = { true: new Set<DecisionNode>(), false: new Set<DecisionNode>() };

  /** Whether the side is never taken, as far as is known. */
  has(decision: DecisionNode, side: boolean): boolean {
    return this.#sides[`${side}`].has(decision);
  }

  add(decision: DecisionNode, side: boolean): void {
    this.#sides[`${side}`].add(decision);
  }
}

/** The sides that constants and clauses without condition exclude, such as the end of `while True`. */
export function syntacticallyClosed(decisions: readonly Decision[]): ClosedSides {
  const closed = new ClosedSides();
  for (const decision of decisions) {
    const outcome = constantOutcome(decision);
    if (outcome !== undefined) closed.add(decision.node, !outcome);
  }
  return closed;
}

function constantOutcome(decision: Decision): boolean | undefined {
  switch (decision.kind) {
    case 'except':
      return decision.node.type === undefined ? true : undefined;
    case 'case':
      return isIrrefutable(decision.node) ? true : undefined;
    case 'for':
      // a loop over an iterable that is not empty ends all the same
      return constantTruth(decision.node) === false ? false : undefined;
    default:
      return constantTruth(decision.node);
  }
}

/** Whether a case takes whatever the cases before it leave: `case _:` or `case name:`. */
export function isIrrefutable({ pattern, guard }: MatchCase): boolean {
  return guard === undefined && pattern.kind === 'capture' && pattern.pattern === undefined;
}

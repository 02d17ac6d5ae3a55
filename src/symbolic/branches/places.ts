/** Where decisions are, as the harness on CPython finds them again. */
import type { DecisionPlace } from '../replay/trial.ts';
import type { Decision } from './decisions.ts';

/** The places of decisions, in their order. */
export function placesOf(decisions: readonly Decision[]): readonly DecisionPlace[] {
  return decisions.map((decision): DecisionPlace => {
    if (decision.kind === 'except' || decision.kind === 'case') return [decision.kind, decision.line];
    const { line, column, endLine, endColumn } = decision.node.span;
    return [decision.kind, line, column, endLine, endColumn];
  });
}

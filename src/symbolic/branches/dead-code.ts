/** Dead code, and what follows from it for the decisions in it. */
import type { FunctionDef, Module } from '../syntax/ast.ts';
import type { ClosedSides } from './closed-sides.ts';
import { decisionsOf } from './decisions.ts';
import { deadRuns, linesOf } from './flow.ts';

/** The lines that never execute, given the sides that are never taken; the decisions in them are closed, too. */
export function closeDeadCode(module: Module, definition: FunctionDef, closed: ClosedSides): readonly number[] {
  const runs = deadRuns(definition.body, closed);
  for (const { node } of decisionsOf(runs.flat(), module)) {
    closed.add(node, true);
    closed.add(node, false);
  }
  return linesOf(runs);
}

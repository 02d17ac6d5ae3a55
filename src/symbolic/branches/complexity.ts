/** Cyclomatic complexity: McCabe, "A Complexity Measure", IEEE Transactions on Software Engineering 2(4), 1976. */
import type { FunctionDef } from '../syntax/ast.ts';
import { childrenOf, type ProgramNode } from '../syntax/children.ts';
import { isIrrefutable } from './closed-sides.ts';

/**
 * One more than the number of decisions, counted as radon counts them
 * (https://radon.readthedocs.io/en/latest/intro.html#cyclomatic-complexity): each `if`, `elif`, conditional expression, loop, `else` of
 * a loop or `try`, `except`, `assert`, `case` other than a last `_`, `and` or `or`, and each loop and condition of a comprehension. An
 * assert counts once, whatever its test; functions and classes defined inside count for themselves.
 */
export function cyclomaticComplexity(definition: FunctionDef): number {
  let decisions = 0;
  const pending: ProgramNode[] = [...definition.body];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    decisions += decisionsIn(node);
    const countsForItself = node.kind === 'function' || node.kind === 'class' || node.kind === 'assert';
    if (!countsForItself) pending.push(...childrenOf(node));
  }
  return 1 + decisions;
}

function decisionsIn(node: ProgramNode): number {
  switch (node.kind) {
    case 'if':
    case 'conditional':
    case 'assert':
      return 1;
    case 'for':
    case 'while':
      return node.orelse.length > 0 ? 2 : 1;
    case 'try':
      return node.handlers.length + (node.orelse.length > 0 ? 1 : 0);
    case 'boolean':
      return node.operands.length - 1;
    case 'match':
      return node.cases.filter((one) => !isIrrefutable(one)).length;
    case 'listcomp':
    case 'setcomp':
    case 'dictcomp':
    case 'generator':
      return node.generators.reduce((sum, { conditions }) => sum + 1 + conditions.length, 0);
    default:
      return 0;
  }
}

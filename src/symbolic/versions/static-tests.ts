/** Conditions at a module's top level whose value is known without running it. */
import type { Expression } from '../syntax/ast.ts';
import { nameOf } from '../syntax/names.ts';

/** Version of the CPython on which everything runs. */
const PYTHON = [3, 14] as const;

/** The value of a condition on `TYPE_CHECKING` or `sys.version_info`; undefined where it is not known. */
export function knownTest(test: Expression): boolean | undefined {
  if (test.kind === 'unary' && test.operator === 'not') {
    const value = knownTest(test.operand);
    return value === undefined ? undefined : !value;
  }
  if (asksForTyping(test)) return false;
  if (test.kind !== 'compare' || test.rest.length !== 1 || !isVersionInfo(test.left)) return undefined;
  const [{ operator, operand } = { operator: undefined, operand: undefined }] = test.rest;
  const asked = operand?.kind === 'tuple' ? operand.items.map(integerOf) : [];
  const order = orderOf(asked);
  if (order === undefined) return undefined;
  switch (operator) {
    case '>=':
    case '>':
      return order > 0;
    case '<':
    case '<=':
      return order < 0;
    default:
      return undefined;
  }
}

/** Whether a condition is about `TYPE_CHECKING`. */
export function asksForTyping(test: Expression): boolean {
  if (test.kind === 'unary') return asksForTyping(test.operand);
  return (test.kind === 'name' || test.kind === 'attribute') && nameOf(test) === 'TYPE_CHECKING';
}

function isVersionInfo(node: Expression): boolean {
  return (
    node.kind === 'attribute' && node.name === 'version_info' && node.object.kind === 'name' && node.object.id === 'sys'
  );
}

function integerOf(node: Expression): number | undefined {
  return node.kind === 'constant' && node.value.type === 'int' ? Number(node.value.value) : undefined;
}

/** 1 where Python's version comes after what is asked for, of which it is longer; -1 before; undefined where more of it would decide. */
function orderOf(asked: readonly (number | undefined)[]): 1 | -1 | undefined {
  if (asked.length === 0) return undefined;
  for (const [index, part] of asked.entries()) {
    const own = PYTHON[index];
    if (part === undefined || own === undefined) return undefined;
    if (own !== part) return own > part ? 1 : -1;
  }
  return 1;
}

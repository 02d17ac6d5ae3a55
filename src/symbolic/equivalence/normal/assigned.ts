/** Definite assignment: is a local variable assigned before every reading of it? */
import type { Statement } from '../../syntax/ast.ts';
import { boundNames } from './targets.ts';
import { occurrences } from './traverse.ts';

/**
 * Whether the first statement that speaks of the variable assigns it, wherever control may reach another one that does. The
 * block that the first one is in holds all the others behind it, or each block that does begins with its own.
 */
export function isAssignedFirst(body: readonly Statement[], name: string): boolean {
  const at = body.findIndex((statement) => occurrences(statement, name) > 0);
  const first = body[at];
  if (first === undefined) return true;
  const isLater = body.slice(at + 1).some((statement) => occurrences(statement, name) > 0);
  switch (first.kind) {
    case 'assign':
      return occurrences(first.value, name) === 0 && first.targets.some((target) => boundNames(target).includes(name));
    case 'annassign':
      return (
        first.value !== undefined && occurrences(first.value, name) === 0 && boundNames(first.target).includes(name)
      );
    case 'if':
    case 'while':
      return !isLater && occurrences(first.test, name) === 0 && areAssignedFirst([first.body, first.orelse], name);
    case 'for': {
      if (isLater || occurrences(first.iterable, name) > 0) return false;
      if (boundNames(first.target).includes(name)) return occurrences(first.orelse, name) === 0;
      return occurrences(first.target, name) === 0 && areAssignedFirst([first.body, first.orelse], name);
    }
    default:
      // a variable of a comprehension has a value wherever it is read
      return false;
  }
}

function areAssignedFirst(blocks: readonly (readonly Statement[])[], name: string): boolean {
  return blocks.every((block) => isAssignedFirst(block, name));
}

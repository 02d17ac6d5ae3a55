/** Assert statements at the start of a function's body. */
import type { Statement } from '../syntax/ast.ts';

/** All lines that the leading asserts of a body take, 1-based; string statements before and between them are skipped. */
export function leadingAssertLines(body: readonly Statement[]): readonly number[] {
  const lines: number[] = [];
  for (const statement of body) {
    if (statement.kind === 'assert') {
      for (let line = statement.span.line; line <= statement.span.endLine; line++) lines.push(line);
    } else if (!isString(statement)) break;
  }
  return lines;
}

function isString(statement: Statement): boolean {
  return statement.kind === 'expression' && statement.value.kind === 'constant' && statement.value.value.type === 'str';
}

/**
 * Assert statements at the start of a function's body.
 */
import type { Module, Span, Statement } from '../syntax/ast.ts';
import type { Condition } from './contract.ts';

export interface LeadingAsserts {
  readonly preconditions: readonly Condition[];
  /** Statements up to and including the last leading assert. */
  readonly leadingStatements: number;
}

/** The leading asserts of a body; string statements before and between them are skipped. */
export function leadingAsserts(body: readonly Statement[], module: Module): LeadingAsserts {
  const preconditions: Condition[] = [];
  let leadingStatements = 0;
  for (const [index, statement] of body.entries()) {
    if (statement.kind === 'assert') {
      const { test } = statement;
      preconditions.push({ expression: test, text: sourceText(module, test.span), line: test.span.line });
      leadingStatements = index + 1;
    } else if (!isString(statement)) break;
  }
  return { preconditions, leadingStatements };
}

function isString(statement: Statement): boolean {
  return statement.kind === 'expression' && statement.value.kind === 'constant' && statement.value.value.type === 'str';
}

function sourceText(module: Module, { line, column, endLine, endColumn }: Span): string {
  const lines = module.source.split('\n').slice(line - 1, endLine);
  return lines
    .map((text, index) => {
      const start = index === 0 ? column : 0;
      const end = index === lines.length - 1 ? endColumn : undefined;
      return [...text].slice(start, end).join('').trim();
    })
    .join(' ');
}

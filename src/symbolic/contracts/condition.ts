/** From a condition's text to its expression. */
import { PythonSyntaxError } from '../syntax/errors.ts';
import { parseExpression, type TreeParser } from '../syntax/parse.ts';
import type { Condition } from './contract.ts';
import { ContractSyntaxError } from './errors.ts';
import type { SectionLine } from './sections.ts';

const CALLED = { pre: 'precondition', post: 'postcondition', inv: 'invariant' } as const;

/** Parses a condition of a docstring. @throws ContractSyntaxError that quotes it */
export function parseCondition({ text, line, column, section }: SectionLine, parser: TreeParser): Condition {
  try {
    const source = withoutComment(text);
    return { expression: parseExpression(text, parser, line, column), text: source, source, line };
  } catch (error) {
    if (!(error instanceof PythonSyntaxError)) throw error;
    throw new ContractSyntaxError(
      `The ${CALLED[section]} "${shortened(text)}" is not a Python expression. ${error.message}`,
      { line: error.line, text },
    );
  }
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 197)}...` : text;
}

/** A condition without the comment behind it; text that mentions # within a string stays. */
function withoutComment(text: string): string {
  return text
    .replace(/('(?:\\.|[^'\\\n])*'?|"(?:\\.|[^"\\\n])*"?)|#.*/g, (_, literal: string | undefined) => literal ?? '')
    .trimEnd();
}

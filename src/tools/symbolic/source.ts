/** The parameters that every symbolic tool has, and the checks that need no engine. */
import { z } from 'zod';
import { ToolFailure } from '../../lib/errors.ts';
import type { ToolContext } from '../../mcp/context.ts';
import type { InputFault, SymbolicRequest } from '../../symbolic/service.ts';

/** Parameters shared by the symbolic tools. */
export const sourceParameters = {
  code: z.string().describe('Python source of the module.'),
  function_name: z.string().min(1).describe('Function in it to analyze.'),
  timeout_seconds: z.int().min(1).max(300).default(30).describe('Scales the work budget.'),
};

/** The parameter of tools that can show a query. */
export const smtlibParameter = {
  include_smtlib: z.boolean().default(false).describe('Show the first query left undecided.'),
};

const sourceArguments = z.object(sourceParameters);

/** What those parameters ask of the engine, once the source is known to be acceptable; throws as {@link checkSource}. */
export function sourceRequest(args: z.output<typeof sourceArguments>, ctx: ToolContext): SymbolicRequest {
  const { code, function_name: functionName, timeout_seconds: timeoutSeconds } = args;
  checkSource(code, ctx.codeSizeLimit);
  return { code, functionName, timeoutSeconds, owner: ctx.principal };
}

/** Throws `ToolFailure` when `code` is larger than `limit` bytes of UTF-8 or holds a null byte. */
export function checkSource(code: string, limit: number): void {
  const size = new TextEncoder().encode(code).length;
  if (size > limit) {
    throw new ToolFailure({
      errorType: 'ValueError',
      message: `The code is ${size} bytes long; at most ${limit} are accepted.`,
      advice: 'Send only the function and what it needs.',
    });
  }
  const nullByte = code.indexOf('\0');
  if (nullByte >= 0) {
    throw new ToolFailure({
      errorType: 'ValueError',
      message: `The code holds a null byte at offset ${nullByte}; Python source cannot.`,
      advice: 'Remove it, or write it as the escape \\x00 inside a string literal.',
      line: code.slice(0, nullByte).split('\n').length,
    });
  }
}

/** What to do next, where more can be said than that the input is at fault. */
const ADVICE: Readonly<Record<string, string>> = {
  ModuleNotFoundError:
    "Only Python's standard library is installed: leave the import out, or define what is used of it in the code.",
  UnsupportedConstruct: 'Write the construct in another way and call again.',
};

/** The failure for an input that the engine found at fault. */
export function inputFailure(fault: InputFault): ToolFailure {
  return new ToolFailure({
    errorType: fault.errorType,
    message: fault.message,
    advice: ADVICE[fault.errorType] ?? 'Correct the code or the arguments and call again.',
    ...(fault.line !== undefined && { line: fault.line }),
  });
}

/** Finds the function that an entry point names. */
import { ToolFailure } from '../../lib/errors.ts';
import type { FileFlow, FunctionFlow } from '../../syntax/api.ts';
import type { EntryPoint } from '../service.ts';

/** Functions that an error names. */
const NAMED = 8;

/** The function of that name, the nearest to the line, else the innermost around the line. Throws `ToolFailure` where there is none. */
export function entryFunction(
  { functions, language, supported }: FileFlow,
  { path, line, functionName }: EntryPoint,
): FunctionFlow {
  if (!supported) {
    throw new ToolFailure({
      errorType: 'INVALID_INPUT',
      message: `${path} is ${language === 'text' ? 'of no language that is known' : language}: calls in it are not read.`,
      advice: 'Python, JavaScript, TypeScript, Go, Java, Rust, Ruby, C#, PHP and Kotlin are.',
      details: { field: 'entry_point.file', value: path, constraint: 'a source file of these languages' },
    });
  }
  if (functionName === undefined) {
    const around = functions.filter(({ lineStart, lineEnd }) => lineStart <= line && line <= lineEnd);
    const [innermost] = around.toSorted((one, other) => length(one) - length(other));
    if (innermost !== undefined) return innermost;
    throw noFunction(`No function stands around line ${line} of ${path}.`, 'entry_point.line', line, functions);
  }
  const named = functions.filter((each) => `.${scopedName(each)}`.endsWith(`.${functionName}`));
  const [nearest] = named.toSorted((one, other) => distance(one, line) - distance(other, line));
  if (nearest !== undefined) return nearest;
  const shown = functionName.slice(0, 100);
  throw noFunction(`${path} defines no function ${shown}.`, 'entry_point.function_name', shown, functions);
}

/** `C.m`, as answers name it. */
export function scopedName({ name, scope }: Pick<FunctionFlow, 'name' | 'scope'>): string {
  return scope === '' ? name : `${scope}.${name}`;
}

/** The failure for a file that is no source text. */
export function unreadableEntry(path: string): ToolFailure {
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: `${path} is no text, or larger than the parser takes.`,
    advice: 'Name a source file of the workspace.',
    details: { field: 'entry_point.file', value: path, constraint: 'a source file of at most 1.5 MB' },
  });
}

function noFunction(
  message: string,
  field: string,
  value: string | number,
  functions: readonly FunctionFlow[],
): ToolFailure {
  const some = functions.slice(0, NAMED).map((each) => `${scopedName(each)} (line ${each.lineStart})`);
  const more = functions.length > NAMED ? `, and ${functions.length - NAMED} more` : '';
  const advice = some.length === 0 ? 'The file defines no function.' : `It defines ${some.join(', ')}${more}.`;
  return new ToolFailure({
    ...{ errorType: 'SYMBOL_NOT_FOUND', message, advice },
    details: { field, value, constraint: 'a function of the file' },
  });
}

function length({ lineStart, lineEnd }: FunctionFlow): number {
  return lineEnd - lineStart;
}

function distance({ lineStart, lineEnd }: FunctionFlow, line: number): number {
  return line < lineStart ? lineStart - line : Math.max(0, line - lineEnd);
}

/** What Ruff says of code that is right where it stands. */
import type { Diagnostic } from '../../src/review/static/service.ts';

/** Builtins of Python 2, which code for both versions uses behind a test of the version. */
const PYTHON_2: ReadonlySet<string> = new Set(
  (
    'apply basestring buffer cmp coerce execfile file intern long raw_input reduce reload unichr unicode xrange ' +
    'StandardError WindowsError'
  ).split(' '),
);

/** Statements that only Python 2 has. */
const STATEMENT =
  /^\s*(?:print(?:\s+[^\s(=.,]|\s*$)|print\s*>>|exec\s+["'\w]|raise\s+[\w.]+\s*,|except\s+[\w.]+\s*,\s*\w+\s*:)/;

/** Whether a name or a statement may be one of Python 2, which the project does not say that it has left. */
export function isOfPython2({ code, message, line }: Diagnostic, lines: readonly string[]): boolean {
  if (code === 'syntax-error') return STATEMENT.test(lines[line - 1] ?? '');
  return code === 'F821' && PYTHON_2.has(/`(\w+)`/.exec(message)?.[1] ?? '');
}

/** Rules about expressions that do nothing. */
const USELESS: ReadonlySet<string> = new Set(['B015', 'B018']);

/** Whether an expression stands alone for the exception that it may end in: what is around it waits for one. */
export function isForItsException(
  { code, line }: Pick<Diagnostic, 'code' | 'line'>,
  lines: readonly string[],
): boolean {
  if (!USELESS.has(code)) return false;
  const indentation = indentOf(lines[line - 1] ?? '');
  const header = lines.slice(0, line - 1).findLast((each) => each.trim() !== '' && indentOf(each) < indentation);
  return (
    header !== undefined && /^\s*(?:try\s*:|(?:async\s+)?with\b.*\b(?:\w*[rR]aises\w*|suppress|warns)\b)/.test(header)
  );
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

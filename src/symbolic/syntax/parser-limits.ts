/**
 * Source on which tree-sitter's Python grammar takes quadratic time or more memory than it has, refused beforehand.
 */
import { PythonSyntaxError } from './errors.ts';
import type { SourceText } from './source-text.ts';

/** Lines in a row that hold only a comment or a line continuation: time grows with the square of their number. */
const MAX_RUN = 1000;
/** Open brackets, beyond which not even the error is worth the parser's memory. */
const MAX_OPEN = 1000;

const BRACKETS_AND_LITERALS =
  /#[^\n]*|'''(?:\\.|[^\\])*?'''|"""(?:\\.|[^\\])*?"""|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|[([{]|[)\]}]/gs;

/** @throws PythonSyntaxError for source that the parser cannot read in reasonable time and memory */
export function checkParserLimits(source: SourceText): void {
  checkRuns(source);
  let open = 0;
  for (const { 0: token, index } of source.text.matchAll(BRACKETS_AND_LITERALS)) {
    if (/^[([{]$/.test(token)) open++;
    else if (/^[)\]}]$/.test(token) && open > 0) open--;
    if (open > MAX_OPEN) throw refused(source, index, `More than ${MAX_OPEN} brackets are open; CPython allows 200`);
  }
}

function checkRuns(source: SourceText): void {
  let run = 0;
  let index = 0;
  for (const line of source.text.split('\n')) {
    const content = line.trim();
    if (content.startsWith('#') || content === '\\') run++;
    else if (content !== '') run = 0;
    if (run > MAX_RUN) throw refused(source, index, `More than ${MAX_RUN} comment lines in a row: remove some`);
    index += line.length + 1;
  }
}

function refused(source: SourceText, index: number, message: string): PythonSyntaxError {
  return new PythonSyntaxError(`${message}: ${source.quote(index)}`, source.position(index));
}

/** What of pyright's diagnostics is about the code, and not about pyright itself. */
import { boundedAnswer, type CheckAnswer, type Diagnostic } from '../../src/review/static/service.ts';

/** Says that pyright itself could not go on, which is no fault of the code. */
const GAVE_UP = /^(An internal error occurred|Code is too complex to analyze|Maximum parse depth exceeded)/;

/** Says that a name is not defined which every module has. */
const BUILTIN =
  /"(int|str|float|bool|bytes|object|type|list|dict|set|tuple|len|print|range|max|min|next|iter|super|isinstance|getattr|property|open|sorted|any|all|[A-Z]\w*(Error|Exception|Warning)|Exception)"/;

/** The answer of what was found, by file: nothing of it where the standard library was not found, and a note where pyright gave up. */
export function trusted(found: readonly (readonly Diagnostic[])[], notes: readonly string[]): CheckAnswer {
  // Without the stubs of builtins nothing that it says holds.
  if (found.flat().some(({ code, message }) => code === 'reportUndefinedVariable' && BUILTIN.test(message))) {
    return boundedAnswer([], [...notes, 'pyright did not find the standard library here: nothing of it counts.']);
  }
  const failed = new Set(found.flat().flatMap(({ path, message }) => (GAVE_UP.test(message) ? [path] : [])));
  return boundedAnswer(
    found.map((each) => each.filter(({ message }) => !GAVE_UP.test(message))),
    [...notes, ...Array.from(failed, (path) => `pyright gave up on ${path}: it was not checked, or not to its end.`)],
  );
}

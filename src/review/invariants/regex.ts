/** Regular expressions of rules: RE2 takes time linear in the text, and the limits here bound its factor. */
import { RE2JS, RE2JSException } from 're2js';

/** Characters of a regular expression. */
const LONGEST_REGEX = 2_000;
/** Instructions of its program. */
export const LARGEST_PROGRAM = 2_000;
const FLAGS: ReadonlyMap<string, number> = new Map([
  ['i', RE2JS.CASE_INSENSITIVE],
  ['m', RE2JS.MULTILINE],
  ['s', RE2JS.DOTALL],
  // Change nothing about whether and where a line matches.
  ['g', 0],
  ['u', 0],
]);

/** A compiled regular expression, or why there is none. */
export type Compiled =
  | {
      readonly regex: RE2JS;
      /** See `Pattern`. */
      readonly anyLine?: RE2JS;
    }
  | { readonly about: 'pattern' | 'flags'; readonly fault: string };

/** Compiles a regular expression in the syntax of RE2, where JavaScript's `(?<name>…)` and `\uXXXX` are understood, too. */
export function compileRegex(pattern: string, flags: string): Compiled {
  if (pattern === '') return { about: 'pattern', fault: 'the pattern is empty, and would match everything' };
  if (pattern.length > LONGEST_REGEX) {
    return { about: 'pattern', fault: `the pattern has ${pattern.length} characters; ${LONGEST_REGEX} is the limit` };
  }
  if (pattern.includes('\b')) {
    return {
      about: 'pattern',
      fault: 'the pattern has a backspace: in double quotes YAML reads \\b so; write \\\\b, or use single quotes',
    };
  }
  const unknown = [...flags].find((flag) => !FLAGS.has(flag));
  if (unknown !== undefined)
    return { about: 'flags', fault: `${JSON.stringify(unknown)} is no flag; allowed are i, m, s, g and u` };
  const refused = refusedBy(pattern);
  if (refused !== undefined) return { about: 'pattern', fault: refused };
  try {
    const bits = [...flags].reduce((all, flag) => all | (FLAGS.get(flag) ?? 0), 0);
    const regex = RE2JS.compile(RE2JS.translateRegExp(pattern), bits);
    if (regex.programSize() > LARGEST_PROGRAM) {
      return {
        about: 'pattern',
        fault:
          `the pattern compiles to ${regex.programSize()} instructions; ${LARGEST_PROGRAM} is the limit: ` +
          'use smaller repetition counts such as {1,20}, or * and +',
      };
    }
    // What stands for the ends of the text, or changes what `^` and `$` stand for, means something else in more lines.
    if (/\\[AzZ]|\(\?[a-z]*-/.test(pattern)) return { regex };
    if (!/[$^]/.test(pattern)) return { regex, anyLine: regex };
    return { regex, anyLine: RE2JS.compile(RE2JS.translateRegExp(pattern), bits | RE2JS.MULTILINE) };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return {
      about: 'pattern',
      fault: `the pattern is no RE2 regular expression: ${error.message.replace('error parsing regexp: ', '')}`,
    };
  }
}

/** Names what RE2 leaves out, which its own message does not. */
function refusedBy(pattern: string): string | undefined {
  const bare = pattern.replace(/\\[^1-9k]/g, '').replace(/\[[^\]]{0,1000}\]/g, '');
  const [lookaround] = /\(\?<?[=!]/.exec(bare) ?? [];
  if (lookaround !== undefined) {
    return `the pattern has the lookaround ${lookaround}…), which RE2 has not, so that no pattern takes long: match what must be there, or split the rule into when and require`;
  }
  const [reference] = /\\(?:[1-9]|k<)/.exec(bare) ?? [];
  return reference === undefined
    ? undefined
    : `the pattern has the backreference ${reference}, which RE2 has not, so that no pattern takes long`;
}

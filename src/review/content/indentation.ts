/** Tabs and spaces where they decide what a text means. */
import type { Fault } from './service.ts';

/** Where a tab ends for Python. */
const TAB = 8;

/** The first line of Python whose indentation depends on how wide a tab is (`TabError`). */
export function pythonTabFaults(text: string): readonly Fault[] {
  const stack = [{ wide: 0, narrow: 0 }];
  for (const { line, indent } of statements(text)) {
    const wide = widthOf(indent);
    const narrow = indent.length;
    while (stack.length > 1 && (stack.at(-1)?.wide ?? 0) > wide) stack.pop();
    const top = stack.at(-1);
    if (top === undefined) break;
    const agrees = wide === top.wide ? narrow === top.narrow : narrow > top.narrow;
    if (!agrees) {
      const message =
        'Tabs and spaces are mixed so that the indentation depends on the width of a tab: Python raises TabError.';
      return [{ ...TABS, message, line, column: 1, suggestion: 'Indent with spaces only.' }];
    }
    if (wide > top.wide) stack.push({ wide, narrow });
  }
  return [];
}

const TABS = { rule: 'T1-010', severity: 'error', category: 'syntax' } as const;

function widthOf(indent: string): number {
  let width = 0;
  for (const character of indent) width = character === '\t' ? (Math.floor(width / TAB) + 1) * TAB : width + 1;
  return width;
}

/** What decides whether a line of Python goes on in the next one. */
const TOKENS = /"""|'''|\\.|["'#()[\]{}]/g;

/** Beginnings of statements: lines that are not empty, no comment, and do not go on from the one before. */
function* statements(text: string): Generator<{ readonly line: number; readonly indent: string }> {
  let [depth, quote, isJoined] = [0, '', false];
  for (const [index, line] of text.split('\n').entries()) {
    const [, indent = '', first] = /^([ \t]*)([^\s#])?/.exec(line) ?? [];
    if (first !== undefined && depth === 0 && quote === '' && !isJoined) yield { line: index + 1, indent };
    for (const [mark] of line.matchAll(TOKENS)) {
      if (quote !== '') quote = mark === quote ? '' : quote;
      else if (mark === '#') break;
      else if (/^["']/.test(mark)) quote = mark;
      else if (/[([{]/.test(mark)) depth++;
      else if (/[)\]}]/.test(mark)) depth = Math.max(0, depth - 1);
    }
    isJoined = /\\\r?$/.test(line);
    // A string of one line ends with it, unless the line is joined to the next.
    if (quote.length === 1 && !isJoined) quote = '';
  }
}

/** Characters of a line that may be that of a rule. */
const LONGEST_RULE = 1000;
const RULE = /^[^\s#=:][^#=:]*:(?![=:])[^#=]*$/;
const RECIPE = /^ {2,}[@\w./$-]+(?: |$)/;
/** Lines below a rule that make reads itself. */
const OWN = /^ +(?:ifn?(?:eq|def)|else|endif|include|export|define|endef)\b|[:=]/;

/** Lines of a makefile that follow a rule with spaces where make wants a tab. */
export function makefileTabFaults(text: string): readonly Fault[] {
  if (/^[^\S\r\n\u2028\u2029]*\.RECIPEPREFIX/m.test(text)) return [];
  const faults: Fault[] = [];
  let isRecipe = false;
  for (const [index, line] of text.split('\n').entries()) {
    if (isRecipe && RECIPE.test(line) && !OWN.test(line)) {
      const message = 'A recipe begins with spaces: make stops with "missing separator".';
      faults.push({ ...TABS, message, line: index + 1, column: 1, suggestion: 'Begin the line with a tab.' });
    }
    isRecipe = line.length <= LONGEST_RULE && RULE.test(line) && !line.endsWith('\\');
  }
  return faults;
}

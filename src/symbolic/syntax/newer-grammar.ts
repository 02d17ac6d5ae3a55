/**
 * Python that tree-sitter's grammar does not know, written with characters that it takes at the same places. Nodes quote the source
 * itself, which tells a star from the `~` that was parsed.
 */

const TOKENS =
  /#[^\n]*|'''(?:\\.|[^\\])*?'''|"""(?:\\.|[^\\])*?"""|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\w+|\*\*|[=!<>:]=|[^\s\w]/gs;

/** What stands before a starred item of an expression list or of a subscript. */
const BEFORE_ITEM = new Set([',', '=', '[', 'return', 'yield', 'in']);

/** What a starred item begins with that is no name: tree-sitter takes `*name` everywhere. */
const BEGINS_VALUE = /^[[({'"\d+\-~.]/;

type Bracket = 'subscript' | 'type parameters' | 'other';

/**
 * `source` with `~` for the star of items such as `*[1]`, and `:` for `=` before the defaults of type parameters (PEP 696): both are
 * as long as what they replace.
 */
export function inOlderGrammar(source: string): string {
  const characters = source.split('');
  const open: Bracket[] = [];
  let [second, previous] = ['', ''];
  let star: number | undefined;
  for (const { 0: token, index } of source.matchAll(TOKENS)) {
    if (token.startsWith('#')) continue;
    if (star !== undefined && BEGINS_VALUE.test(token)) characters[star] = '~';
    star = token === '*' && open.at(-1) !== 'other' && BEFORE_ITEM.has(previous) ? index : undefined;
    if (token === '=' && open.at(-1) === 'type parameters') characters[index] = ':';
    if (token === '(' || token === '{') open.push('other');
    else if (token === '[') open.push(bracketAfter(second, previous));
    else if (token === ')' || token === ']' || token === '}') open.pop();
    [second, previous] = [previous, token];
  }
  return characters.join('');
}

/** What the bracket `[` begins after these tokens. */
function bracketAfter(second: string, previous: string): Bracket {
  if (/^(?:def|class|type)$/.test(second)) return 'type parameters';
  return /^[\w)\]}'"]/.test(previous) && !BEFORE_ITEM.has(previous) ? 'subscript' : 'other';
}

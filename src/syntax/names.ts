/** Names as sources write them, and as facts give them. */

/** Units of a name that are kept. */
const NAME_UNITS = 200;
/** A qualifier that is longer is an expression whose text says little. */
const QUALIFIER_UNITS = 60;
const TYPE_ARGUMENTS = /<[^<>]*>/;
const QUOTED = /^(?:"([^"]+)"|'([^']+)'|<([^<>]+)>)$/s;

/** On one line, unquoted, and not too long. */
export function tidy(name: string): string {
  return unquoted(name.replace(/\s+/g, ' ').trim()).slice(0, NAME_UNITS);
}

/** Without quotes, or the brackets of `<stdio.h>`. */
export function unquoted(name: string): string {
  const [, ...inner] = QUOTED.exec(name) ?? [];
  return inner.find((text) => text !== undefined) ?? name;
}

/** `_` stands for what has no name in many languages. */
export function isNoName(name: string): boolean {
  return name === '' || name === '_';
}

/** `ns::Type<T>` as `ns.Type`. */
export function asScope(name: string): string {
  let plain = name.slice(-NAME_UNITS);
  while (TYPE_ARGUMENTS.test(plain)) plain = plain.replace(TYPE_ARGUMENTS, '');
  return plain.replace(/(?:(?<!\s)\s+)?(?:::|\\|\/)\s*/g, '.').replace(/^\.|\.$/g, '');
}

/** On one line; `…` for a long expression, `"…"` for a long text. */
export function asQualifier(expression: string): string {
  if (expression.length > QUALIFIER_UNITS && isText(expression)) return '"…"';
  if (expression.length > 4 * QUALIFIER_UNITS) return '…';
  const text = expression.replace(/\s+/g, ' ').trim();
  return text.length > QUALIFIER_UNITS ? '…' : text;
}

function isText(expression: string): boolean {
  const quote = expression.charAt(0);
  return `"'\``.includes(quote) && expression.indexOf(quote, 1) === expression.length - 1;
}

/** What is no name of C and its like where it stands in the body of a macro. */
const KEYWORDS: ReadonlySet<string> = new Set(
  'auto break case char const continue default defined do double else enum extern float for goto if inline int long register restrict return short signed sizeof static struct switch typedef typeof union unsigned void volatile while'.split(
    ' ',
  ),
);
const WORDS = /"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|(?<!\w)[A-Za-z_]\w*/gs;

/** The names in a text of C's tokens: before a parenthesis a call, behind a dot or an arrow a member. */
export function* namesIn(text: string): Generator<{
  readonly name: string;
  readonly at: number;
  readonly kind: 'call' | 'use';
  readonly qualifier: string | undefined;
}> {
  for (const { 0: name, index: at } of text.matchAll(WORDS)) {
    if (/^["']/.test(name) || KEYWORDS.has(name)) continue;
    const isCall = /^\s{0,20}\(/.test(text.slice(at + name.length, at + name.length + 21));
    const isMember = /(?:\.|->)$/.test(text.slice(Math.max(0, at - 20), at).trimEnd());
    yield { name, at, kind: isCall ? 'call' : 'use', qualifier: isMember ? '…' : undefined };
  }
}

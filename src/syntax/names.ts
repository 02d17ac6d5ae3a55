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

/** On one line; `…` for a long expression. */
export function asQualifier(expression: string): string {
  if (expression.length > 4 * QUALIFIER_UNITS) return '…';
  const text = expression.replace(/\s+/g, ' ').trim();
  return text.length > QUALIFIER_UNITS ? '…' : text;
}

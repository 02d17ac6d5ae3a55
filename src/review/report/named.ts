/** Lists that are reported in a line. */

/** Items that one line names. */
const MOST_NAMED = 5;

/** The first of some items, and how many there are besides. */
export function named(items: readonly string[]): string {
  const rest = items.length - MOST_NAMED;
  return [...items.slice(0, MOST_NAMED), ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
}

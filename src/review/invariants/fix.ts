/** Replacements that rules suggest: texts with `$1`, `$<name>` and `$&`, as JavaScript's `replace` has them. */
import type { RE2JS } from 're2js';

/** What is wrong with a replacement for what `regex` matches; undefined when nothing is. */
export function faultOfFix(fix: string, regex: RE2JS): string | undefined {
  for (const [sign, digits, name] of fix.replaceAll('$$', '').matchAll(/\$(?:(\d{1,2})|<([^>]{0,200})>)/g)) {
    const known =
      digits === undefined ? Object.hasOwn(regex.namedGroups(), name ?? '') : isGroup(Number(digits), regex);
    if (!known)
      return `fix has ${sign}, but the pattern has no such group; $& is the whole match, and $$ a dollar sign`;
  }
  return fix.includes('\n') ? 'fix has a line end; it replaces within one line' : undefined;
}

function isGroup(group: number, regex: RE2JS): boolean {
  return group > 0 && group <= regex.groupCount();
}

/** What a replacement stands for at a match, whose groups are given with the whole match first. */
export function expandFix(
  fix: string,
  groups: readonly (string | undefined)[],
  names: Readonly<Record<string, number>>,
): string {
  return fix.replace(/\$(?:(\$)|(&)|(\d{1,2})|<([^>]{0,200})>)/g, (_, dollar, whole, digits, name) => {
    if (dollar !== undefined) return '$';
    const group = whole !== undefined ? 0 : digits !== undefined ? Number(digits) : names[name];
    return groups[group ?? -1] ?? '';
  });
}

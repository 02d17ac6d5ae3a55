/** Replacements that rules suggest: texts with `$1`, `$<name>` and `$&`, as JavaScript's `replace` has them. */
import type { RE2JS } from 're2js';

/** What is wrong with a replacement for what `regex` matches; undefined when nothing is. */
export function faultOfFix(fix: string, regex: RE2JS): string | undefined {
  for (const [sign, digits, name] of fix.replaceAll('$$', '').matchAll(/\$(?:(\d{1,2})|<([^>]*)>)/g)) {
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

/** Paths of others in text that people and models read: a name can hold lines, and signs that turn the direction of what follows. */

/** What git quotes, and signs of direction and separators of lines beyond ASCII. */
const QUOTED = /["\\\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/u;
const NAMED: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
};
const ENCODER = new TextEncoder();

/** A path as git writes it: as it is, or in double quotes with escapes as in C where a sign in it could mislead. Git reads both. */
export function shownPath(path: string): string {
  if (!QUOTED.test(path)) return path;
  return `"${[...path].map((sign) => (QUOTED.test(sign) ? (NAMED[sign] ?? octal(sign)) : sign)).join('')}"`;
}

function octal(sign: string): string {
  return Array.from(ENCODER.encode(sign), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}

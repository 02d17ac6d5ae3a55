/** What a JavaScript module exports by default. */

const DECLARED =
  /^[ \t]*export[ \t]+default[ \t]+(?:abstract[ \t]+)?(?:async[ \t]+)?(?:function\b[ \t]*(?:\*[ \t]*)?|class\b[ \t]*)?([\w$]+)/m;
const LISTED = /^[ \t]*export[ \t]*\{[^}]{0,5000}?(?<![\w$])([\w$]+)\s+as\s+default\b/m;

/** The name by which a text defines it; undefined when it has none, or none that is known. */
export function defaultExportOf(text: string): string | undefined {
  if (!text.includes('default')) return undefined;
  return (DECLARED.exec(text) ?? LISTED.exec(text))?.[1];
}

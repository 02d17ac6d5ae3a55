/** What a JavaScript module exports by default, or as a whole. */

const DECLARED =
  /^[ \t]*export[ \t]+default[ \t]+(?:abstract[ \t]+)?(?:async[ \t]+)?(?:function\b[ \t]*(?:\*[ \t]*)?|class\b[ \t]*)?([\w$]+)/m;
const LISTED = /^[ \t]*export[ \t]*\{[^}]{0,5000}?(?<![\w$])([\w$]+)\s+as\s+default\b/m;

const WHOLE =
  /^[ \t]*(?:(?:var|let|const)[ \t]+([\w$]+)[ \t]*=[ \t]*)?(?:exports[ \t]*=[ \t]*)?module\.exports[ \t]*=[ \t]*(?:exports[ \t]*=[ \t]*)?(?:async[ \t]+)?(?:function\b[ \t*]*|class\b[ \t]*)?([\w$]*)/m;

/** The name by which a text defines what `require` of it gives, as `module.exports = View` says. */
export function wholeExportOf(text: string): string | undefined {
  if (!text.includes('module.exports')) return undefined;
  const [, variable, value = ''] = WHOLE.exec(text) ?? [];
  const name = variable ?? value;
  return name === '' ? undefined : name;
}

/** The name by which a text defines it; undefined when it has none, or none that is known. */
export function defaultExportOf(text: string): string | undefined {
  if (!text.includes('default')) return undefined;
  return (DECLARED.exec(text) ?? LISTED.exec(text))?.[1];
}

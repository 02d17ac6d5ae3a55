/** Pieces of Markdown that hold texts of others. */

/** A block of code, whatever the text holds. */
export function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Text on one line whose characters mean nothing to Markdown; an underscore within a word means nothing anyhow. */
export function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*<>[\]#|~]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, '\\$&');
}

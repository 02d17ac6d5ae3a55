/** Markdown documents line by line, and what lines of tasks name. */

/** A line that is no code and no comment. */
export interface Line {
  /** 1-based. */
  readonly number: number;
  readonly text: string;
}

/** Characters of a description that are kept. */
const LONGEST = 2000;

/** The lines of a document without fenced code, HTML comments, front matter and carriage returns. */
export function linesOf(document: string): readonly Line[] {
  const kept: Line[] = [];
  let fence: string | undefined;
  let within: 'comment' | 'front matter' | undefined;
  for (const [index, raw] of document.split('\n').entries()) {
    const text = raw.replace(/\r$/, '');
    const number = index + 1;
    if (fence !== undefined) {
      if (text.trim().startsWith(fence) && /^[`~]+$/.test(text.trim())) fence = undefined;
      continue;
    }
    if (within === 'front matter' || (number === 1 && text === '---')) {
      within = number > 1 && text === '---' ? undefined : 'front matter';
      continue;
    }
    if (within === 'comment' || /^\s*<!--/.test(text)) {
      within = text.includes('-->') ? undefined : 'comment';
      continue;
    }
    const [, opened] = /^\s*(`{3,}|~{3,})/.exec(text) ?? [];
    if (opened !== undefined) fence = opened;
    else kept.push({ number, text });
  }
  return kept;
}

/** The text of a heading of a document's first level, without what some tools put before it. */
export function titleOf(lines: readonly Line[]): string | undefined {
  const heading = lines
    .find(({ text }) => /^# +\S/.test(text))
    ?.text.slice(2)
    .trim();
  return heading?.replace(/^(?:Tasks|Implementation Plan|Plan|Requirements(?: Document)?):\s*/i, '');
}

/** Files that a text names: in backticks, or with a folder and an ending. */
export function filesIn(text: string): readonly string[] {
  const quoted = Array.from(text.matchAll(/`([^`\s]+\.\w{1,8})`/g), ([, path = '']) => path);
  const bare = Array.from(
    text.matchAll(/(?<![\w./@`:-])((?:[\w.@-]+\/)+[\w.@-]*\w\.\w{1,8})(?![\w/])/g),
    ([, path = '']) => path,
  );
  return [...new Set([...quoted, ...bare])].filter(
    (path) => !path.includes('://') && !path.startsWith('/') && !path.includes('..'),
  );
}

/** What a line says of a step: its files, and what kind of step that makes it. */
export function guessed(text: string): { readonly type: string; readonly files_affected?: readonly string[] } {
  const files = filesIn(text);
  if (files.length === 0) return { type: /\breview\b/i.test(text) ? 'review' : 'command' };
  return { type: /^\W*(?:create|add|write|new)\b/i.test(text) ? 'file_create' : 'file_edit', files_affected: files };
}

/** A text as a description: one line that is not too long. */
export function description(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return (line === '' ? 'Untitled' : line).slice(0, LONGEST).toWellFormed();
}

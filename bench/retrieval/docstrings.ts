/**
 * Doc comments and the functions they describe, found line by line: independent of the index's own parser, so that its mistakes
 * cannot make the benchmark easier.
 */
import type { CorpusFile } from './corpora.ts';
import type { DocLanguage } from './packages.ts';

/** A function with a doc comment. Lines are 0-based, `to` is excluded. */
export interface DocumentedFunction {
  readonly path: string;
  readonly name: string;
  /** Where its definition begins, in the file as it is. */
  readonly line: number;
  /** The lines of the comment. */
  readonly comment: { readonly from: number; readonly to: number };
  /** The first paragraph, in plain text and without the function's own name. */
  readonly text: string;
}

/** What the definition of a function looks like on its first line; the last group is its name. */
const DEFINITIONS: Readonly<Record<DocLanguage, RegExp>> = {
  python: /^\s*(?:async )?def (\w+)\(/,
  c: /^(?!typedef|struct|else|return)[A-Za-z_][\w\s*]*?[\s*](\w+)\([^;]*$/,
  go: /^func (?:\([^)]*\) )?(\w+)[([]/,
  typescript:
    /^(?:export (?:default )?(?:async )?function\*? (\w+)|\s+(?!if|for|while|switch|catch|return)(?:(?:public|private|protected|static|async) )*(\w+)(?:<.*>)?\()[^;]*$/,
  java: /^\s+(?:(?:public|protected|private|static|final|synchronized|default) )*[\w<>[\], ?.]+ (\w+)\([^;]*$/,
  ruby: /^\s*def (?:self\.)?(\w+[?!=]?)/,
  php: /^\s*(?:(?:public|protected|private|static|final) )*function &?(\w+)\([^;]*$/,
  rust: /^\s*(?:pub(?:\([^)]*\))? )?(?:const |async |unsafe )*fn (\w+)/,
};

/** Signs of a comment, taken off each of its lines. */
const SIGNS: Readonly<Record<DocLanguage, RegExp>> = {
  python: /^\s*[rRuU]*"""|"""\s*$/g,
  c: /^\s*(?:\/\*+|\*\/|\*)|\*\/\s*$/g,
  go: /^\/\//g,
  typescript: /^\s*(?:\/\*\*|\*\/|\*)|\*\/\s*$/g,
  java: /^\s*(?:\/\*\*|\*\/|\*)|\*\/\s*$/g,
  ruby: /^\s*#/g,
  php: /^\s*(?:\/\*\*|\*\/|\*)|\*\/\s*$/g,
  rust: /^\s*\/\/\//g,
};

/** Comments of line after line, by the sign they begin with; the other languages but Python have blocks. */
const LINE_COMMENTS: Partial<Readonly<Record<DocLanguage, RegExp>>> = {
  go: /^\/\/ ?/,
  ruby: /^\s*#(?!!)/,
  rust: /^\s*\/\/\//,
};

const FEWEST_WORDS = 8;
const MOST_WORDS = 60;

/** Documented functions of a file, in order. */
export function documentedFunctions({ path, text }: CorpusFile, language: DocLanguage): readonly DocumentedFunction[] {
  const lines = text.split('\n');
  const found: DocumentedFunction[] = [];
  for (const [line, content] of lines.entries()) {
    const match = DEFINITIONS[language].exec(content);
    const name = match?.slice(1).find((group) => group !== undefined);
    if (name === undefined) continue;
    const comment = language === 'python' ? docstringAfter(lines, line) : commentBefore(lines, line, language);
    if (comment === undefined) continue;
    const described = firstParagraph(lines.slice(comment.from, comment.to), language, name);
    if (described !== undefined) found.push({ path, name, line, comment, text: described });
  }
  return found;
}

/** `text` without the comments of `functions`, and the 1-based lines on which their definitions then begin. */
export function withoutComments(
  text: string,
  functions: readonly DocumentedFunction[],
): { readonly text: string; readonly lines: ReadonlyMap<DocumentedFunction, number> } {
  const removed = new Set(
    functions.flatMap(({ comment: { from, to } }) => Array.from({ length: to - from }, (_, index) => from + index)),
  );
  const lines = text.split('\n');
  const kept = lines.filter((_, index) => !removed.has(index));
  const before = (line: number) => [...removed].filter((each) => each < line).length;
  return {
    text: kept.join('\n'),
    lines: new Map(functions.map((each) => [each, each.line - before(each.line) + 1])),
  };
}

function docstringAfter(lines: readonly string[], line: number): { from: number; to: number } | undefined {
  let end = line;
  while (end < line + 12 && !/:\s*(?:#.*)?$/.test(lines[end] ?? '')) end++;
  const from = end + 1;
  if (!/^\s*[rRuU]?"""/.test(lines[from] ?? '')) return undefined;
  let to = from;
  while (to < lines.length && !(to > from ? /"""/ : /""".*"""/).test(lines[to] ?? '')) to++;
  to++;
  // A body that is only the docstring would be none without it.
  const indent = /^\s*/.exec(lines[from] ?? '')?.[0] ?? '';
  const next = lines.slice(to).find((each) => each.trim() !== '');
  return next?.startsWith(indent) === true && /"""\s*$/.test(lines[to - 1] ?? '') ? { from, to } : undefined;
}

function commentBefore(
  lines: readonly string[],
  line: number,
  language: DocLanguage,
): { from: number; to: number } | undefined {
  let to = line;
  while (to > 0 && /^\s*(?:@\w|#\[)/.test(lines[to - 1] ?? '')) to--;
  const sign = LINE_COMMENTS[language];
  let from = to;
  if (sign !== undefined) {
    while (from > 0 && sign.test(lines[from - 1] ?? '')) from--;
    return from < to ? { from, to } : undefined;
  }
  if (!/\*\/\s*$/.test(lines[to - 1] ?? '')) return undefined;
  const begin = language === 'c' ? /^\s*\/\*/ : /^\s*\/\*\*/;
  do from--;
  while (from > 0 && !/\/\*/.test(lines[from] ?? ''));
  return begin.test(lines[from] ?? '') ? { from, to } : undefined;
}

/** Plain text of the first paragraph; undefined when it is too short, or says nothing of its own. */
function firstParagraph(comment: readonly string[], language: DocLanguage, name: string): string | undefined {
  const lines = comment.map((line) => line.replace(SIGNS[language], '').trim());
  const start = lines.findIndex((line) => /[a-z]/i.test(line));
  if (start < 0) return undefined;
  const rest = lines.slice(start);
  const end = rest.findIndex(
    (line) => line === '' || /^(?:[@:]\w|#|\*|-|=|<p>|<pre>|<ul>|```|Args|Returns:)/.test(line),
  );
  const words = rest
    .slice(0, end === -1 ? rest.length : end)
    .join(' ')
    .replace(/\{@\w+ ([^}]*)\}/g, '$1')
    .replace(/<\/?\w+[^>]*>|`/g, '')
    .replaceAll(new RegExp(`\\b${name.replace(/\W/g, '\\$&')}(?![\\w])(?:\\(\\))?`, 'g'), '')
    .split(/\s+/)
    .filter((word) => word !== '');
  const text = words.slice(0, MOST_WORDS).join(' ');
  const useless = /inheritdoc|deprecated|copyright|:nodoc:|todo|^see /i.test(comment.join(' '));
  return words.length < FEWEST_WORDS || useless ? undefined : text;
}

/** The exceptions that sections of Google's and of NumPy's docstrings describe. */
import type { DocstringLine } from './docstring-lines.ts';

const GOOGLE_HEAD = /^(?:Raises|Exceptions):$/;
const NUMPY_HEAD = /^Raises$/;
const UNDERLINE = /^-{3,}$/;
const FENCE = /^(?:```|~~~)/;
const DOTTED_NAME = /^[^\W\d]\w*(?:\.[^\W\d]\w*)*$/u;

interface Line {
  /** Without the whitespace around it. */
  readonly text: string;
  /** How much deeper than the docstring it begins. */
  readonly depth: number;
}

/**
 * Names of the entries of `Raises:` and `Exceptions:` (Google), and of `Raises` above a line of dashes (NumPy), in order and once each.
 * Descriptions are prose, and so may be what looks like a name: who reads this finds out which names are exceptions.
 *
 * A section that may be another text's is not read: its head stands as far left as the docstring itself, outside of fenced code
 * and output of doctests. It ends with the first line at the depth of its entries that is none.
 */
export function readRaisesSections(docstring: readonly DocstringLine[]): readonly string[] {
  const lines = dedented(docstring);
  const names = new Set<string>();
  let isFenced = false;
  let isDoctest = false;
  for (const [index, { text, depth }] of lines.entries()) {
    if (FENCE.test(text)) isFenced = !isFenced;
    isDoctest = text.startsWith('>>>') || (isDoctest && text !== '');
    if (isFenced || isDoctest || depth > 0) continue;
    const entries =
      NUMPY_HEAD.test(text) && isUnderlined(lines, index)
        ? numpyEntries(lines, index + 2)
        : GOOGLE_HEAD.test(text)
          ? googleEntries(lines, index + 1)
          : [];
    for (const name of entries) names.add(name);
  }
  return [...names];
}

/** Lines with their depth; the first one is where the quotes are, and counts as being at the margin. */
function dedented(docstring: readonly DocstringLine[]): readonly Line[] {
  const indents = docstring.map(({ text }) => text.length - text.trimStart().length);
  const margin = indents.reduce(
    (least, indent, index) => (index > 0 && docstring[index]?.text.trim() !== '' ? Math.min(least, indent) : least),
    Number.POSITIVE_INFINITY,
  );
  return docstring.map(({ text }, index) => ({
    text: text.trim(),
    depth: index === 0 ? 0 : (indents[index] ?? 0) - margin,
  }));
}

function isUnderlined(lines: readonly Line[], index: number): boolean {
  const next = lines[index + 1];
  return next !== undefined && next.depth === lines[index]?.depth && UNDERLINE.test(next.text);
}

/** Names behind each of which stands a colon, all as deep as the first one. */
function* googleEntries(lines: readonly Line[], start: number): Iterable<string> {
  let own: number | undefined;
  for (let index = start; index < lines.length; index++) {
    const { text = '', depth = 0 } = lines[index] ?? {};
    if (text === '') continue;
    own ??= depth;
    if (depth > own) continue;
    const entry = depth === own && depth > 0 ? readEntry(text) : undefined;
    if (entry === undefined || !entry.isDescribed) return;
    yield* entry.names;
  }
}

/** Names as far left as the docstring, with descriptions that are indented. */
function* numpyEntries(lines: readonly Line[], start: number): Iterable<string> {
  for (let index = start; index < lines.length; index++) {
    const { text = '', depth = 0 } = lines[index] ?? {};
    if (text === '' || depth > 0) continue;
    const entry = isUnderlined(lines, index) ? undefined : readEntry(text);
    if (entry === undefined) return;
    yield* entry.names;
  }
}

interface Entry {
  readonly names: readonly string[];
  /** Whether a colon stands behind them. */
  readonly isDescribed: boolean;
}

/** Names with commas or `or` between them; undefined for what is none. */
function readEntry(text: string): Entry | undefined {
  const colon = text.indexOf(':');
  const words = text
    .slice(0, colon === -1 ? undefined : colon)
    .replaceAll(',', ' , ')
    .trim()
    .split(/\s+/);
  const isBetween = words.map((word) => word === ',' || word === 'or');
  const isPhrase = isBetween.some((between, index) => !between && isBetween[index + 1] === false);
  const names = words.filter((_, index) => isBetween[index] === false);
  return isPhrase || names.length === 0 || !names.every((name) => DOTTED_NAME.test(name))
    ? undefined
    : { names, isDescribed: colon !== -1 };
}

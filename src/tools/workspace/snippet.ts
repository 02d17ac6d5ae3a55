/** Cutting found code to the part that fits an answer: whole lines in a row, around those that have most of the query's words. */
import { countTokens } from '../../lib/tokens/count.ts';
import { shortened } from '../../lib/tokens/cut.ts';

/** Code and where it is. */
export interface Snippet {
  readonly content: string;
  readonly lineStart: number;
  readonly lineEnd: number;
}

/** Words of a query that lines are looked for by. */
const WORD = /[\p{L}\p{N}]{3,}/gu;
/** Tokens that no snippet goes below. */
const LEAST_TOKENS = 40;

/**
 * The snippets, all in the same order, with at most `most` tokens as JSON together: what short ones leave of an equal share goes to the
 * others.
 */
export function cutSnippets<Each extends Snippet>(
  snippets: readonly Each[],
  query: string,
  most: number,
): readonly (Each & { readonly cut: boolean })[] {
  const sizes = snippets.map(({ content }, index) => ({ index, tokens: cost(content, most) }));
  let left = most;
  let open = snippets.length;
  let share = 0;
  for (const { tokens } of sizes.toSorted((one, other) => one.tokens - other.tokens)) {
    share = Math.max(LEAST_TOKENS, left / open);
    if (tokens > share) break;
    left -= tokens;
    open--;
  }
  const words = new Set(query.toLowerCase().match(WORD));
  return snippets.map((snippet, index) => {
    const tokens = sizes[index]?.tokens ?? 0;
    return tokens <= share
      ? { ...snippet, cut: false }
      : { ...snippet, ...linesWithin(snippet, words, share), cut: true };
  });
}

function linesWithin({ content, lineStart }: Snippet, words: ReadonlySet<string>, most: number): Snippet {
  const lines = content.split(/(?<=\n)/);
  const first = bestLine(lines, words);
  let [start, end, left] = [first, first, most];
  const take = (line: string | undefined) => {
    if (line === undefined) return false;
    const tokens = cost(line, left);
    if (tokens > left) return false;
    left -= tokens;
    return true;
  };
  while (take(lines[end])) end++;
  while (take(lines[start - 1])) start--;
  if (end > start) {
    return { content: lines.slice(start, end).join(''), lineStart: lineStart + start, lineEnd: lineStart + end - 1 };
  }
  const line = lines[first] ?? '';
  const at = lineStart + first;
  return { content: shortened(line, most / 2)?.text ?? line, lineStart: at, lineEnd: at };
}

/** The first line with the most of the words. */
function bestLine(lines: readonly string[], words: ReadonlySet<string>): number {
  let [best, most] = [0, 0];
  for (const [index, line] of lines.entries()) {
    const lower = line.toLowerCase();
    let found = 0;
    for (const word of words) if (lower.includes(word)) found++;
    if (found > most) [best, most] = [index, found];
  }
  return best;
}

function cost(text: string, most: number): number {
  return countTokens(JSON.stringify(text), most);
}

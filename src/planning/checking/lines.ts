/** Looks for a text or a regular expression in the lines of files. */
import { RE2JS, RE2JSException } from 're2js';
import type { CheckOf } from '../checks.ts';
import { type Found, named, undecided } from './found.ts';

/** Places that evidence names. */
const MOST_PLACES = 5;
/** Characters of a line that evidence quotes. */
const LONGEST_QUOTE = 200;

/** Says of a line whether it has what is looked for. */
export type LineMatcher = (line: string) => boolean;

/** What decides a line, or why nothing does: a regular expression that does not parse. */
export function lineMatcher({ text, regex = '' }: Pick<CheckOf<'pattern'>, 'text' | 'regex'>): LineMatcher | string {
  if (text !== undefined) return (line) => line.includes(text);
  try {
    const compiled = RE2JS.compile(regex);
    return (line) => compiled.matcher(line).find();
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return `The regular expression does not parse: ${error.message}`;
  }
}

/** A search through files, one after another. */
export class LineSearch {
  readonly #matches: LineMatcher;
  readonly #places: string[] = [];
  #found = 0;

  constructor(matches: LineMatcher) {
    this.#matches = matches;
  }

  /** Looks at a file. */
  look(path: string, text: string): void {
    for (const [index, line] of text.split('\n').entries()) {
      if (!this.#matches(line)) continue;
      this.#found++;
      if (this.#places.length < MOST_PLACES)
        this.#places.push(`${path}:${index + 1}: ${line.trim().slice(0, LONGEST_QUOTE).toWellFormed()}`);
    }
  }

  /** What was found. `unread` are files that were not looked at: where nothing was found elsewhere, it is not decided. */
  outcome(must: CheckOf<'pattern'>['must'], { looked, binary, unread }: Looked): Found {
    if (this.#found > 0) {
      const more = this.#found > this.#places.length ? ` / and ${this.#found - this.#places.length} more lines` : '';
      const evidence = `${this.#places.join(' / ')}${more}`;
      return { outcome: must === 'match' ? 'holds' : 'fails', basis: 'read', evidence };
    }
    return nowhere(must, { looked, binary, unread });
  }
}

/** Files of a search. */
export interface Looked {
  readonly looked: readonly string[];
  /** Files without lines. */
  readonly binary: readonly string[];
  /** Files that are too large, or of what was more than is read. */
  readonly unread: readonly string[];
}

/** That something is nowhere; not decided where files were not looked at. */
export function nowhere(must: CheckOf<'pattern'>['must'], { looked, binary, unread }: Looked): Found {
  if (unread.length > 0) return undecided(`Not found, but these were not read to their ends: ${named(unread)}.`);
  if (looked.length === 0) return undecided(`None of these is a text that can be searched: ${named(binary)}.`);
  const rest = binary.length === 0 ? '' : ` Left out, since they are no text: ${named(binary)}.`;
  const outcome = must === 'match' ? 'fails' : 'holds';
  return { outcome, basis: 'read', evidence: `Nowhere in ${named(looked)}.${rest}` };
}

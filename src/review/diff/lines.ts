/** The lines of a diff as its parser goes through them, and what is said of one that cannot be read. */
import { ToolFailure } from '../../lib/errors.ts';

/** What to do about a diff that cannot be read. */
const ADVICE = 'Give the whole, unchanged output of git diff (or diff -u), such as: git diff main...HEAD.';
/** Characters of a line that a message shows. */
const SHOWN = 80;

/** A place in a text, line by line. Lines end with LF; a carriage return before it belongs to the line. */
export class Lines {
  readonly #text: string;
  /** The line at this place; undefined at the end. */
  line: string | undefined;
  /** Its number, from 1. */
  number = 1;
  /** Where the next one begins. */
  #next = 0;

  constructor(text: string) {
    this.#text = text;
    this.#read();
  }

  /** Whether the line after this one begins with `text`. */
  followedBy(text: string): boolean {
    return this.#text.startsWith(text, this.#next);
  }

  /** Whether the line begins with `text`. */
  startsWith(text: string): boolean {
    return this.line?.startsWith(text) ?? false;
  }

  /** Whether the line and the next one name the file that hunks follow of. */
  get isNamesHeader(): boolean {
    return this.startsWith('--- ') && this.followedBy('+++ ');
  }

  advance(): void {
    this.number++;
    this.#read();
  }

  /** A way back to this place. */
  mark(): () => void {
    const [line, number, next] = [this.line, this.number, this.#next];
    return () => {
      this.line = line;
      this.number = number;
      this.#next = next;
    };
  }

  #read(): void {
    if (this.#next >= this.#text.length) {
      this.line = undefined;
      return;
    }
    const end = this.#text.indexOf('\n', this.#next);
    this.line = this.#text.slice(this.#next, end === -1 ? this.#text.length : end);
    this.#next += this.line.length + 1;
  }
}

/** What is thrown for a diff that cannot be read: `line` is that of the diff. */
export function unreadable(message: string, line?: number, advice = ADVICE): ToolFailure {
  return new ToolFailure({ errorType: 'INVALID_INPUT', message, advice, ...(line !== undefined && { line }) });
}

/** A line as messages show it. */
export function shown(line: string | undefined): string {
  if (line === undefined) return 'the end of the diff';
  return JSON.stringify(line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line);
}

/** The line without the carriage return at its end. */
export function bare(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

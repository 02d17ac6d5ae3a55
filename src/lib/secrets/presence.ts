/** Which of many short words are in a text: one pass over it tells of most that they are not. */

const SIZE = 1 << 16;
const GRAM = 3;

/** A text that is asked for words. */
export class Presence {
  readonly #text: string;
  /** By hash, whether the text may have a sequence of three characters. */
  readonly #grams = new Uint8Array(SIZE);

  constructor(text: string) {
    this.#text = text;
    for (let at = 0; at + GRAM <= text.length; at++) this.#grams[hashAt(text, at)] = 1;
  }

  has(word: string): boolean {
    for (let at = 0; at + GRAM <= word.length; at++) if (this.#grams[hashAt(word, at)] === 0) return false;
    return this.#text.includes(word);
  }
}

function hashAt(text: string, at: number): number {
  return (
    ((text.charCodeAt(at) * 961) ^ (text.charCodeAt(at + 1) * 31 * 5) ^ (text.charCodeAt(at + 2) * 7919)) & (SIZE - 1)
  );
}

/** Texts of documents, and about how many tokens their lines have. */
import type { Sql } from '../../lib/sql.ts';
import type { LineRange } from './regions.ts';

/** Tokens of a character where nothing is known of a document. */
const USUAL_DENSITY = 0.3;

/** About how many tokens a text has of which nothing else is known. */
export function estimateTokens(text: string): number {
  return text.length * USUAL_DENSITY;
}

/** The lines of a document. */
export class DocumentText {
  readonly lines: readonly string[];
  /** Characters before each line, and of all. */
  readonly #offsets: readonly number[];
  readonly #density: number;

  constructor(text: string, tokens: number) {
    this.lines = text.split('\n');
    const offsets = [0];
    for (const line of this.lines) offsets.push((offsets.at(-1) ?? 0) + line.length + 1);
    this.#offsets = offsets;
    this.#density = tokens === 0 || text === '' ? USUAL_DENSITY : tokens / text.length;
  }

  /** About how many tokens lines have: those of the whole document by characters. */
  tokens({ lineStart, lineEnd }: LineRange): number {
    const characters = (this.#offsets[lineEnd] ?? 0) - (this.#offsets[lineStart - 1] ?? 0);
    return Math.max(0, characters) * this.#density;
  }
}

/** Reads each document once. */
export class Texts {
  readonly #sql: Sql;
  readonly #known = new Map<number, DocumentText>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  of(document: number): DocumentText {
    const known = this.#known.get(document);
    if (known !== undefined) return known;
    const [row] = this.#sql
      .exec<{ text: string; tokens: number }>(
        'SELECT text, (SELECT coalesce(sum(tokens), 0) FROM chunk WHERE document = document.id) AS tokens FROM document WHERE id = ?',
        document,
      )
      .toArray();
    const text = new DocumentText(row?.text ?? '', row?.tokens ?? 0);
    this.#known.set(document, text);
    return text;
  }
}

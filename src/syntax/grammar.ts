/** What the engine asks of tree-sitter: the tree of one text, and the matches of its language's query. */
import type { Node, QueryMatch } from 'web-tree-sitter';
import type { LANGUAGES } from './service.ts';

/** A language that has a grammar. */
export type ParsedLanguage = (typeof LANGUAGES)[number];

/** What a file is that has one language as a whole, or none. */
export type ProgramLanguage = ParsedLanguage | 'text';

/** Half-open, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Whole lines: from the start of one row to that of another, which count from 0. */
export interface LineSpan extends Span {
  readonly startRow: number;
  readonly endRow: number;
}

/** A text that is parsed; valid only while the callback that got it runs. */
export interface ParsedText {
  readonly text: string;
  /** Positions count UTF-16 units, as strings do. */
  readonly root: Node;
  /**
   * Every match of the query, in batches of neighbouring ones so that few are in memory at once. Within a batch, a match comes
   * in no order that can be relied on.
   */
  matches(): Iterable<readonly QueryMatch[]>;
  /**
   * Parses only what stands in `spans`, which ascend, as if nothing were between them; places stay those of the text. Undefined like
   * {@link Grammars.read}.
   */
  part<Result>(spans: readonly LineSpan[], use: (parsed: ParsedText) => Result): Result | undefined;
}

/** Reads texts with the grammars. */
export interface Grammars {
  /**
   * Parses a text and gives what `use` makes of it. Undefined when that takes more work or memory than a text of its size deserves:
   * both are counted, so the same text always has the same answer.
   */
  read<Result>(
    language: ParsedLanguage,
    text: string,
    use: (parsed: ParsedText) => Result,
  ): Promise<Result | undefined>;
}

/** Exact search: what is asked and answered. */
import type { Coverage } from '../coverage.ts';
import type { PathWishes } from '../path-filter.ts';
import type { Unseen } from './unseen.ts';

/** Characters of the longest pattern. */
export const LONGEST_PATTERN = 1_000;
/** Lines that one answer lists at most. */
export const MOST_MATCHES = 500;
/** Lines shown before and after each match at most. */
export const MOST_CONTEXT = 10;

/** Asks for the lines that match. */
export interface CodeSearchRequest extends PathWishes {
  /** A text, or a regular expression in RE2 syntax. It is matched against each line by itself. */
  readonly pattern: string;
  readonly regex: boolean;
  readonly caseSensitive: boolean;
  /** Whether letters, digits and underscores right before and after rule a match out. */
  readonly wholeWord: boolean;
  /** At most {@link MOST_CONTEXT}. */
  readonly contextLines: number;
  /** At most {@link MOST_MATCHES}. */
  readonly maxResults: number;
}

/** A line that matches. */
export interface CodeMatch {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** Where its first match begins, 1-based, in code points. */
  readonly column: number;
  /** Of a long line, the part around the match. */
  readonly text: string;
  /** Whether `text` is only a part. */
  readonly cut: boolean;
  /** Lines before and after, cut when they are long. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** What was found. */
export interface CodeSearchResult {
  /** By path and line. */
  readonly matches: readonly CodeMatch[];
  /** Lines that match, and the files they are in, as far as they were searched. */
  readonly totalMatches: number;
  readonly totalFiles: number;
  /** Files that were searched to their ends. Files without a piece of text that every match has count: the index rules them out. */
  readonly filesSearched: number;
  /** Files that were not, since the work of one call was used up. */
  readonly filesLeft: number;
  readonly unseen: Unseen;
  readonly coverage: Coverage;
}

/** What a workspace answers about its history. */

/** Asks for commits. */
export interface FindCommitsRequest {
  /** Words, identifiers, or the beginning of a commit's id. Without any word, commits are listed newest first. */
  readonly query: string;
  readonly most: number;
  /** ISO 8601, or relative to `now` such as `2 weeks ago`. */
  readonly since?: string;
  /** Milliseconds since 1970, by the clock of the caller. */
  readonly now: number;
  /** Part of an author's name or address, in any case. */
  readonly author?: string;
  /** A pattern as in `.gitignore` of a path that a commit must have touched. */
  readonly path?: string;
}

/** Commits that were found, best first. */
export interface FindCommitsResult {
  readonly commits: readonly FoundCommit[];
  /** Commits that match, those beyond `most` included. */
  readonly totalFound: number;
  /** What `since` stands for, ISO 8601. */
  readonly since?: string;
  readonly coverage: HistoryCoverage;
  /** What was left out of the query or of commits. */
  readonly notes: readonly string[];
}

/** A commit that was found. */
export interface FoundCommit {
  readonly sha: string;
  readonly message: string;
  /** Name and address. */
  readonly author: string;
  /** The committer's time, ISO 8601: when the commit came to be as it is. */
  readonly date: string;
  readonly parents: readonly string[];
  /** In order; of a merge, those that differ from every parent. */
  readonly files: readonly ChangedFile[];
  /** Files beyond those that are listed. */
  readonly moreFiles: number;
  /** As `git diff` counts them: a moved line is both. */
  readonly linesAdded: number;
  readonly linesRemoved: number;
  /** Whether these are all: a file may be too large to be compared, or have lines moved about in too many places. */
  readonly linesComplete: boolean;
  /** False when the parents are not in the repository, so that what the commit changed is not known. */
  readonly changesKnown: boolean;
  /** See {@link MATCH_WEIGHTS}; 1 is the most. */
  readonly score: number;
  /** Where which words of the query were found, such as `subject: cache, eviction`. */
  readonly matched: readonly string[];
  /** Changed lines with words of the query; some of them. */
  readonly matchingLines: readonly MatchingLine[];
}

/** A file that a commit changed. */
export interface ChangedFile {
  readonly path: string;
  readonly status: 'added' | 'modified' | 'deleted' | 'renamed';
  /** The old path of a file that was renamed without a change. */
  readonly from?: string;
}

/** A changed line. */
export interface MatchingLine {
  readonly path: string;
  readonly sign: '+' | '-';
  /** Cut when long; secrets are masked. */
  readonly text: string;
}

/** How far the history is indexed. */
export interface HistoryCoverage {
  /** Short name. */
  readonly branch?: string;
  /** The branch's commit whose history is searched. */
  readonly commit?: string;
  readonly commitsIndexed: number;
  /** Commits that are known to be in the history; all of them once it was walked to its end. */
  readonly commitsTotal: number;
  /** Whether all commits are indexed. */
  readonly complete: boolean;
}

/**
 * What a word counts where it was found; the best place counts. A commit's score is the sum over the words of the query, each
 * times its rarity, divided by the same sum with 1 for every word. Rarity is ln(1 + (n - d + 0.5) / (d + 0.5)) for a word
 * that is in d of n commits. In changed lines it counts less in commits that change much: see {@link linesWeight}.
 */
export const MATCH_WEIGHTS = { subject: 1, path: 0.9, body: 0.8, lines: 0.5 } as const;

/** What a word in changed lines counts, when they have so many different words. */
export function linesWeight(words: number): number {
  return MATCH_WEIGHTS.lines / (1 + Math.log2(Math.max(1, words / 500)));
}

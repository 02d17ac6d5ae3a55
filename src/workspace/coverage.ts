/** What an answer covers: every answer that rests on the index says it. */

/** The state of the index when an answer was made. */
export interface Coverage {
  /** Short name of the branch that is indexed: the one pushed last. Absent while nothing was pushed. */
  readonly branch?: string;
  /** Id of the commit that is indexed. */
  readonly commit?: string;
  /**
   * Whether all files of the commit are in the index and, for answers that rest on centrality, it is computed for this commit. Such an
   * answer depends on the commit only.
   */
  readonly complete: boolean;
  readonly filesIndexed: number;
  /** Files that wait to be indexed. */
  readonly filesPending: number;
  /** Indexed files whose documents another version of the server has derived, and which wait to be indexed again. */
  readonly filesOutdated: number;
  /** Files that are not indexed for a reason that `index_status` lists. */
  readonly filesSkipped: number;
}

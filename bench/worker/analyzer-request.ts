/** What the measuring Worker is asked, and answers. */

/** Files that an analyzer checks, with all that it may read. */
export interface MemoryRequest {
  readonly checked: readonly string[];
  readonly texts: Readonly<Record<string, string>>;
}

export interface MemoryAnswer {
  readonly diagnostics: number;
  readonly notes: readonly string[];
  /** Of its WebAssembly memory; 0 where it has none. */
  readonly heapBytes: number;
}

/** What a static analyzer is to a review: files of one side of a change go in, what it says of them comes out. */
import type { Severity } from '../finding.ts';
import type { SourceTree } from '../source.ts';

/** As `run_static_analysis` and `review_diff` name them. */
export const ANALYZERS = ['tsc', 'semgrep', 'ruff', 'biome', 'pyright'] as const;

/** Those that reviews run unless some are named; how often pyright is right about code without its packages is not known. */
export const USUAL_ANALYZERS: readonly string[] = ['tsc', 'semgrep', 'ruff', 'biome'];
export type AnalyzerName = (typeof ANALYZERS)[number];

/** A file that is to be checked. */
export interface CheckedFile {
  readonly path: string;
  readonly text: string;
}

/** A place in a file: lines and columns are 1-based, columns count UTF-16 units, and the end is behind the last one. */
export interface Range {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Replaces what stands at its range. */
export interface TextEdit extends Range {
  readonly text: string;
}

/** What an analyzer says of one place. */
export interface AnalyzerFinding extends Range {
  readonly path: string;
  /** Of the analyzer's rule, with its name: `ruff/F821`, `tsc/TS2345`, `semgrep/no-eval`. */
  readonly rule: string;
  readonly message: string;
  readonly severity: Severity;
  /** One of `CATEGORIES`, or what a team's own rule names. */
  readonly category: string;
  /** From 0 to 1. */
  readonly confidence: number;
  /** What to do; a general sentence stands where it is absent. */
  readonly recommendation?: string;
  /** What repairs it in the same file, when the analyzer is sure that it does: edits that do not overlap. */
  readonly fix?: readonly TextEdit[];
}

/** What it may look at besides the checked files, and within which limits. */
export interface AnalysisContext {
  /** The side that the files are of: for imports, declarations and settings. */
  readonly tree: SourceTree;
  /** Milliseconds after which it is given up: a guard, no result depends on it. */
  readonly timeoutMs: number;
  /** Of `semgrep_args`; only pattern rules read it. */
  readonly patterns?: PatternOptions;
}

/** Which pattern rules count, and where. */
export interface PatternOptions {
  /** A file of the workspace with rules, instead of those that come along. */
  readonly config?: string;
  /** Severities of rules that count, as rules name them: `ERROR`, `WARNING`, `INFO`. */
  readonly severities?: readonly string[];
  /** Globs of paths that count, and that do not. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/** What it found, in the order of files, lines and columns. */
export interface Analysis {
  readonly findings: readonly AnalyzerFinding[];
  /** Why there are no findings, where it could not look: it died, took too long, or is not there. */
  readonly skippedReason?: string;
  /** Files of which it found more than is told. */
  readonly truncated?: readonly string[];
  /** What it did not look at or understand, as sentences. */
  readonly warnings: readonly string[];
}

/** A static analyzer. */
export interface Analyzer {
  readonly name: AnalyzerName;
  /** Whether it checks files of this path. */
  handles(path: string): boolean;
  /** Checks `files`, all of which it handles. Never throws for what stands in them, nor when its Worker is lost: that is a reason. */
  run(files: readonly CheckedFile[], context: AnalysisContext): Promise<Analysis>;
}

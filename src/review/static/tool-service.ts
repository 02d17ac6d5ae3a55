/** What `run_static_analysis` asks the Worker of reviews, and gets. */
import type { Finding, Omission } from '../finding.ts';
import type { ReviewScope } from '../service.ts';
import type { AnalyzerName, CheckedFile, PatternOptions } from './analyzer.ts';

/** What is analyzed. */
export type Analyzed =
  /** These texts, with what the workspace has beside them where there is one. */
  | { readonly kind: 'texts'; readonly files: readonly CheckedFile[] }
  /** Files at a commit: everything that is found. */
  | { readonly kind: 'files'; readonly ref?: string; readonly paths: readonly string[] }
  /** What changed since `base`, by default the commit's parent: what is new. Patterns as in `.gitignore`; empty: all. */
  | { readonly kind: 'change'; readonly base?: string; readonly ref?: string; readonly paths: readonly string[] };

/** Asks for an analysis; without a workspace only texts can be analyzed. */
export interface StaticAnalysisRequest extends ReviewScope {
  readonly analyzed: Analyzed;
  /** In the order in which they run. */
  readonly analyzers: readonly AnalyzerName[];
  /** Milliseconds for each: a guard. */
  readonly timeoutMs: number;
  readonly patterns: PatternOptions;
}

/** What one analyzer says. */
export interface AnalyzerResult {
  readonly analyzer: AnalyzerName;
  readonly findings: readonly Finding[];
  readonly skippedReason?: string;
  readonly milliseconds: number;
  readonly omitted: readonly Omission[];
  readonly warnings: readonly string[];
}

export interface StaticAnalysis {
  /** In the order of the request. */
  readonly results: readonly AnalyzerResult[];
  /** Commits that were compared or read, where there are any. */
  readonly base?: string;
  readonly head?: string;
  /** Of all of them. */
  readonly warnings: readonly string[];
}

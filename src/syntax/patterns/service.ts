/** What the syntax Worker answers about the text of files: comments and strings, and places that patterns of code match. */
import type { Language, SourceFile } from '../service.ts';

/** A place in a text. Offsets count UTF-16 units from 0; lines and columns, in UTF-16 units, from 1. */
export interface TextRange {
  readonly start: number;
  /** Behind the last unit. */
  readonly end: number;
  readonly lineStart: number;
  readonly columnStart: number;
  readonly lineEnd: number;
  /** Behind the last unit. */
  readonly columnEnd: number;
}

/** What of a file is no code. All empty for a text of no known language. */
export interface TextFacts {
  readonly language: Language;
  /** In order, each whole with its signs. Documentation strings of Python are strings. */
  readonly comments: readonly TextRange[];
  /** In order, outermost ones, each whole with its quotes; code that is interpolated counts as a part of them. */
  readonly strings: readonly TextRange[];
  /** Lines that are not of the file's language, in order: comments and strings there may be missing. */
  readonly damaged: readonly number[];
}

/**
 * What is looked for. `all` is Semgrep's `patterns`, `any` its `pattern-either`; `not` stands in an `all` only. `line` is where the rule's
 * text has it, for messages.
 */
export type Formula =
  | { readonly kind: 'pattern'; readonly pattern: string; readonly line: number }
  | { readonly kind: 'regex'; readonly regex: string; readonly line: number }
  | { readonly kind: 'any'; readonly of: readonly Formula[] }
  | { readonly kind: 'inside'; readonly of: Formula }
  | { readonly kind: 'not'; readonly of: Formula }
  | {
      readonly kind: 'all';
      readonly of: readonly Formula[];
      readonly conditions: readonly Condition[];
      /** Metavariables that are reported in place of the whole match; empty for none. */
      readonly focus: readonly string[];
    };

/** What must be true of what a metavariable stands for. Names are with their `$`. */
export type Condition =
  | {
      readonly kind: 'regex';
      readonly variable: string;
      /** RE2 syntax; matches from the beginning of the text on, which for a string literal is without its quotes. */
      readonly regex: string;
      readonly line: number;
    }
  | { readonly kind: 'formula'; readonly variable: string; readonly formula: Formula }
  | {
      readonly kind: 'comparison';
      readonly variable: string;
      readonly operator: '<' | '<=' | '>' | '>=' | '==' | '!=';
      readonly number: number;
    };

/** A rule over files of some languages. */
export interface PatternRule {
  /** Unlike that of any other rule of the call. */
  readonly id: string;
  /** Those of the files it is for; `text` is every file, where only regular expressions look. */
  readonly languages: readonly Language[];
  readonly formula: Formula;
}

/** What a metavariable stands for at a match. */
export interface BoundVariable {
  /** Cut at 1,000 units. */
  readonly text: string;
  readonly range: TextRange;
}

/** A place that a rule is about. */
export interface PatternMatch {
  readonly rule: string;
  readonly range: TextRange;
  /** By name with its `$`, such as `$X` or `$...ARGS`, and `$1` for a group of a regular expression. */
  readonly variables: Readonly<Record<string, BoundVariable>>;
}

/** A rule that was not run on a file to its end: what it found there is left out. */
export interface Unfinished {
  readonly rule: string;
  readonly why: string;
}

/** What rules found in one file. */
export interface FileMatches {
  readonly language: Language;
  /** In the order of the text; at one place, in that of the rules. */
  readonly matches: readonly PatternMatch[];
  readonly unfinished: readonly Unfinished[];
  /**
   * Whether parts of the file are not of its language, or all of it could not be parsed: matches may be missing. False for a file that
   * lacks names which every rule needs: it is not parsed.
   */
  readonly damaged: boolean;
}

/** A pattern or regular expression that cannot be used in a language; the rule is not run on files of it. */
export interface PatternProblem {
  readonly rule: string;
  readonly language: Language;
  readonly line: number;
  readonly why: string;
}

/** What {@link PatternApi.matchRules} gives. */
export interface RulesReport {
  /** As the files were given. */
  readonly files: readonly FileMatches[];
  /** Of languages that files have. */
  readonly problems: readonly PatternProblem[];
}

/** Rules of one call. */
export const MOST_RULES = 500;
/** UTF-16 units of a pattern or regular expression. */
export const LONGEST_PATTERN = 10_000;
/** Matches of a rule in a file; one with more is not finished. */
export const MOST_MATCHES = 1_000;

/** The part of the syntax Worker that looks at texts. Files in all have at most 4 MiB, as for `analyze`. */
export interface PatternApi {
  /** Comments, strings and damaged lines of each file, in the order given. */
  textRanges(files: readonly SourceFile[]): Promise<readonly TextFacts[]>;
  /** Where rules match. Throws `ToolFailure` for more than {@link MOST_RULES}, or two of one id. */
  matchRules(files: readonly SourceFile[], rules: readonly PatternRule[]): Promise<RulesReport>;
  /** Where one pattern, code with metavariables as Semgrep has them, matches in files of any language. */
  matchPattern(files: readonly SourceFile[], pattern: string): Promise<RulesReport>;
}

/** What a team's rules say, once they are read. */
import type { RE2JS } from 're2js';
import type { Severity } from '../finding.ts';

/** What a rule may do. `warn` does one of the others, and its findings are LOW. */
export const ACTIONS = ['deny', 'require', 'when_require', 'warn'] as const;
export type Action = (typeof ACTIONS)[number];

/** What of a file a rule may pass over. */
export const IGNORABLE = ['comments', 'strings'] as const;
export type Ignorable = (typeof IGNORABLE)[number];

/** Where a `require` of `when_require` is looked for: around the line that `when` matched. */
export const SCOPES = ['file', 'function', 'hunk'] as const;
export type RuleScope = (typeof SCOPES)[number];

/** What is looked for. */
export type Pattern =
  | {
      readonly kind: 'regex';
      /** As the rule writes it, between slashes with its flags. */
      readonly text: string;
      readonly regex: RE2JS;
      /** Matches in every text, of any number of lines, that has a line which `regex` matches; absent where that cannot be told. */
      readonly anyLine?: RE2JS;
      /** Whether a match may go over line ends; else each line is matched by itself. */
      readonly multiline: boolean;
    }
  | {
      readonly kind: 'ast';
      /** Code with metavariables such as `$X` and `...`. */
      readonly text: string;
    };

/** What breaks a rule. */
export type Demand =
  | { readonly kind: 'deny'; readonly pattern: Pattern; readonly fix?: string }
  | { readonly kind: 'require'; readonly require: Pattern }
  | { readonly kind: 'when_require'; readonly when: Pattern; readonly require: Pattern; readonly within: RuleScope };

/** A rule. */
export interface Rule {
  readonly id: string;
  readonly group: string;
  /** What it says, for people. */
  readonly rule: string;
  readonly applies: (path: string) => boolean;
  readonly severity: Severity;
  readonly category: string;
  readonly action: Action;
  readonly demand: Demand;
  readonly ignore: readonly Ignorable[];
  readonly message?: string;
  readonly recommendation?: string;
  /** Where it stands in its file, 1-based. */
  readonly line: number;
  /** All that it says as text: equal for rules that say the same. */
  readonly source: string;
}

/** The patterns of a rule. */
export function patternsOf({ demand }: Rule): readonly Pattern[] {
  switch (demand.kind) {
    case 'deny':
      return [demand.pattern];
    case 'require':
      return [demand.require];
    case 'when_require':
      return [demand.when, demand.require];
  }
}

/** What the Worker of reviews says of one text, without a change. */
import type { Shown } from '../../lib/secrets/mask.ts';
import type { SecretEvidence, SecretSeverity } from '../../lib/secrets/pattern.ts';

/** UTF-16 units of a text that is looked at. */
export const LONGEST_CONTENT = 1_500_000;

/** A secret of a text, without itself. */
export interface ContentSecret {
  readonly kind: string;
  /** For people: `AWS access key`. */
  readonly name: string;
  readonly severity: SecretSeverity;
  readonly evidence: SecretEvidence;
  readonly confidence: number;
  readonly line: number;
  readonly column: number;
  readonly lineEnd: number;
  /** Such as `ghp_****…`. */
  readonly preview: string;
}

/** A text without its secrets. */
export interface Scrubbed {
  /** As long as before: `*` stands for each character. */
  readonly text: string;
  readonly secrets: readonly ContentSecret[];
}

/** What a text is meant to be. */
export const CONTENT_TYPES = ['review_finding', 'plan_output', 'generated_code', 'raw_text'] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

/** Asks whether a text is what it is meant to be. */
export interface ValidationRequest {
  readonly text: string;
  readonly type: ContentType;
  /** Decides the language. */
  readonly path?: string;
  readonly withSecrets: boolean;
}

/** Facts about bytes and structure, then what rests on formats and marks. */
export const TIERS = ['tier1_deterministic', 'tier2_heuristic'] as const;

/** Something wrong with a text, where it stands. */
export interface Fault {
  readonly rule: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly category: 'syntax' | 'schema' | 'content' | 'encoding' | 'security' | 'completeness';
  readonly message: string;
  /** 1-based. */
  readonly line: number;
  readonly column?: number;
  readonly suggestion?: string;
}

/** What is wrong with a text. */
export interface Validation {
  /** In the order of lines. */
  readonly faults: readonly Fault[];
  /** `text` for what was not parsed. */
  readonly language: string;
  /** What was not looked at, and why. */
  readonly omitted: readonly string[];
}

/** Of the engine of reviews: what it says of one text. Throws `ToolFailure` for one that is longer than {@link LONGEST_CONTENT}. */
export interface ContentApi {
  scrub(text: string, shown: Shown): Promise<Scrubbed>;
  validate(request: ValidationRequest): Promise<Validation>;
}

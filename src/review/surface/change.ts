/** What becomes of a public surface, and who is hit. */
import type { Language } from '../../syntax/api.ts';
import type { CheckReport } from '../check.ts';

/** Breaking changes; those of Python by the names that griffe gives them, the others beside them. */
export const CHANGES = [
  'object_removed',
  'object_renamed',
  'object_changed_kind',
  'parameter_moved',
  'parameter_removed',
  'parameter_changed_kind',
  'parameter_changed_default',
  'parameter_changed_required',
  'parameter_added_required',
  'parameter_changed_type',
  'return_changed_type',
  'attribute_changed_type',
  'attribute_changed_value',
  'base_removed',
  'visibility_lowered',
  'member_required',
  'field_required',
] as const;
export type ChangeKind = (typeof CHANGES)[number];

/** A place that refers to a symbol. */
export interface ReferencePlace {
  readonly path: string;
  /** 1-based, at the commit that was asked. */
  readonly line: number;
  readonly kind: 'call' | 'type' | 'use' | 'import';
  /** `resolved`: by imports, scopes or declared types; `name`: nothing but the name tells. */
  readonly certainty: 'resolved' | 'name';
}

/** Finds who refers to a symbol. */
export interface References {
  /** Places that refer to the definition of `name` (with its scopes, `Class.method`) in `file`, by path and line; `complete`: there are no more. */
  to(name: string, file: string): Promise<{ readonly places: readonly ReferencePlace[]; readonly complete: boolean }>;
}

/** A place after the change that it breaks. */
export interface BrokenReference {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** One change of a symbol that others may rest on. */
export interface SurfaceChange {
  readonly kind: ChangeKind;
  /** With its scopes, dots between. */
  readonly symbol: string;
  readonly language: Language;
  /** Path after the change; before it, of what was removed with its file. */
  readonly file: string;
  /** After the change; of what was removed, before it, with `side`. */
  readonly line: number;
  readonly side?: 'before';
  /** What it was and is, as far as it can be told in a line. */
  readonly before?: string;
  readonly after?: string;
  /** Whether others than this repository may rest on it: visible everywhere, and in no file of tests, examples or internals. */
  readonly public: boolean;
  /** Places in the workspace that break, at most 20. */
  readonly broken: readonly BrokenReference[];
}

/** A check's report with all changes, also those that are no findings. */
export interface SurfaceReport extends CheckReport {
  readonly surface: readonly SurfaceChange[];
  /** Those of public symbols, a line each. */
  readonly changes: readonly string[];
}

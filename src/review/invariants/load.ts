/** Which rules hold for a change: those after it, and those that it takes away. */
import { ToolFailure } from '../../lib/errors.ts';
import type { Subject } from '../source.ts';
import { parseRules } from './parse.ts';
import type { Rule } from './rule.ts';

/** Where the file with a team's rules is. */
export const RULES_PATH = '.review-invariants.yml';

/** Where rules come from. */
export type RulesSource =
  | { readonly kind: 'text'; readonly text: string }
  /** `need`: whether it is a failure when there is no such file after the change, nor was before. */
  | { readonly kind: 'file'; readonly path: string; readonly need: 'required' | 'optional' };

/** A rule with its origin, for evidence. */
export interface SourcedRule extends Rule {
  /** The file or parameter that has it. */
  readonly origin: string;
  readonly side: 'before' | 'after';
}

/** The rules that hold. */
export interface LoadedRules {
  readonly rules: readonly SourcedRule[];
  readonly warnings: readonly string[];
}

/**
 * Reads the rules. A change cannot weaken the rules that it is judged by: of a rule that it takes away or changes, the version before
 * holds, too. Throws `ToolFailure` for mistakes in the rules after the change, and for a required file that is not there.
 */
export async function loadRules(source: RulesSource, { diff, before, after }: Subject): Promise<LoadedRules> {
  if (source.kind === 'text') return { rules: sourced(source.text, 'invariants', 'after'), warnings: [] };
  const { path, need } = source;
  const changed = diff.files.find((file) => file.path === path || file.from === path);
  const text = await after.read(path);
  const rules = text === undefined ? [] : sourced(text, path, 'after');
  if (changed === undefined) {
    if (text === undefined && need === 'required') throw noRules(path);
    return { rules, warnings: [] };
  }
  if (changed.status === 'added') return { rules, warnings: [`The change adds ${path}.`] };
  const old = await before.read(path);
  if (old === undefined && text === undefined && changed.status !== 'deleted' && need === 'required')
    throw noRules(path);
  return withOld(rules, old, path);
}

function withOld(rules: readonly SourcedRule[], old: string | undefined, path: string): LoadedRules {
  const unknown = [`The change touches ${path}, and what it said before is not known: a rule may have been weakened.`];
  if (old === undefined) return { rules, warnings: unknown };
  let before: readonly SourcedRule[];
  try {
    before = sourced(old, path, 'before');
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    return { rules, warnings: [`${path} had mistakes before the change: its rules of then are not checked.`] };
  }
  const now = new Map(rules.map((rule) => [rule.id, rule]));
  const kept = before.filter(({ id, source }) => now.get(id)?.source !== source);
  const warnings = kept.map(({ id }) =>
    now.has(id)
      ? `The change alters the rule ${id} of ${path}: both versions were checked.`
      : `The change takes the rule ${id} out of ${path}: it was still checked.`,
  );
  return { rules: [...rules, ...kept], warnings };
}

function sourced(text: string, origin: string, side: SourcedRule['side']): readonly SourcedRule[] {
  return parseRules(text, origin).map((rule) => ({ ...rule, origin, side }));
}

function noRules(path: string): ToolFailure {
  return new ToolFailure({
    errorType: 'FILE_NOT_FOUND',
    message: `There are no rules: ${path} is not known.`,
    advice:
      'Give the rules as text in invariants, or name a workspace that has the file, and its path in invariants_path.',
  });
}

/** Runs rules over files. */
import { ToolFailure } from '../../lib/errors.ts';
import type { Grammars } from '../grammar.ts';
import { LANGUAGES, type SourceFile } from '../service.ts';
import type { PatternRule, RulesReport } from './service.ts';

/** A rule that looks for one pattern in every language. */
export function ruleOfPattern(pattern: string): PatternRule {
  return { id: 'pattern', languages: LANGUAGES, formula: { kind: 'pattern', pattern, line: 1 } };
}

/** See `PatternApi`. `giveWay` lets other calls in. */
export async function matchRules(
  _files: readonly SourceFile[],
  _rules: readonly PatternRule[],
  _grammars: Grammars,
  _giveWay: () => Promise<unknown>,
): Promise<RulesReport> {
  throw new ToolFailure({ errorType: 'INVALID_INPUT', message: 'Rules are not run yet.', advice: 'Leave them out.' });
}

/** Checks that the engine of reasoning decides. */

import type { CheckOutcome, HypothesisCheck } from '../../reasoning/api.ts';
import type { CheckOf } from '../checks.ts';
import { type CheckFinding, undecided } from './found.ts';
import type { CheckContext } from './run-checks.ts';

/** Whether a function keeps its contract: it holds when that is proved. */
export async function checkContract(
  { kind, file, function: name, pre, post, raises, types }: CheckOf<'contract'>,
  context: CheckContext,
): Promise<CheckFinding> {
  const claim = { pre, post, types, ...(raises !== undefined && { raises }) };
  const check = { kind, file, function: name, ...claim, expects: { holds: 'supports' as const } };
  return foundOf(await decided(check, [file], context));
}

/** What the engine says of one of its checks. Throws `ToolFailure` for a file that is not there, or no text. */
export async function decided(
  check: HypothesisCheck,
  files: readonly string[],
  { services, workspace, commit, seconds, onProgress }: CheckContext,
): Promise<CheckOutcome | undefined> {
  const { tested } = await services.reasoning.testHypotheses(
    {
      scope: { owner: services.owner, workspace, ref: commit, files, functions: [] },
      hypotheses: [{ id: 'check', type: 'behavior', checks: [check] }],
      kinds: [check.kind],
      timeoutSeconds: seconds,
      parallel: 1,
    },
    onProgress,
  );
  return tested[0]?.outcomes[0];
}

/** Takes over what it says. */
export function foundOf(outcome: CheckOutcome | undefined): CheckFinding {
  if (outcome === undefined || outcome.outcome === 'not_run') return undecided('It was not run.');
  const { basis, evidence, input } = outcome;
  const words = input === undefined || evidence.startsWith(input) ? evidence : `${input}: ${evidence}`;
  if (outcome.outcome === 'undecided') return undecided(words);
  return { outcome: outcome.outcome, ...(basis !== undefined && { basis }), evidence: words };
}

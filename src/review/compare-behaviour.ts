/** What a change does to Python functions, without the rest of a review. */
import type { OnProgress } from '../lib/work.ts';
import { behaviourCheck } from './behaviour/behaviour.ts';
import { testRunner } from './prepare/checks.ts';
import { prepare } from './prepare/prepare.ts';
import type { BehaviourAnswer, BehaviourRequest, ReviewOptions } from './service.ts';
import type { ReviewServices } from './services.ts';
import { graphReach } from './tests/reach.ts';

/** Compares the functions. Throws `ToolFailure` for a revision that is not there, and `Cancelled`. */
export async function compareBehaviour(
  request: BehaviourRequest,
  services: ReviewServices,
  onProgress: OnProgress,
): Promise<BehaviourAnswer> {
  const { owner, workspace, change, paths, functions, timeoutSeconds, totalSeconds, most, supply } = request;
  const options = { ...NOTHING_ELSE, paths };
  const prepared = await prepare(
    { owner, workspace, change, options },
    services,
    async () => true,
    () => 0,
  );
  const { subject } = prepared;
  const { symbolic, syntax } = services;
  const reach = graphReach(services.workspace(workspace));
  const inputs = { reach, syntax, runner: testRunner(workspace, supply, services) };
  const check = behaviourCheck(symbolic, { owner, timeoutSeconds, totalSeconds, most, functions }, inputs);
  const { behaviour, findings, omitted } = await check.run(subject, onProgress);
  const [base, head] = [subject.before.commit, subject.after.commit];
  return {
    ...(base !== undefined && { base }),
    ...(head !== undefined && { head }),
    changes: behaviour,
    findings,
    omitted: [...prepared.omitted, ...omitted],
  };
}

const NOTHING_ELSE: Omit<ReviewOptions, 'paths'> = {
  policy: { confidenceThreshold: 0, maxFindings: 500, failOnInvariantIds: [], allowlist: [] },
  invariantsPath: '',
  behaviour: false,
  surface: false,
  tests: false,
  runTests: false,
  mutants: false,
};

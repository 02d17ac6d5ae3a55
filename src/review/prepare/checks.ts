/** Which checks a review runs, with the services that they ask. */

import { describeSupply, type Supply } from '../../lib/supply.ts';
import { runTestsIn } from '../../python/api.ts';
import { behaviourCheck } from '../behaviour/behaviour.ts';
import type { ReviewCheck } from '../check.ts';
import { invariantsCheck } from '../invariants/check.ts';
import { preflightCheck } from '../preflight/leftovers.ts';
import type { PreflightRules } from '../preflight/rules.ts';
import type { ToldReport } from '../run-checks.ts';
import { secretsCheck } from '../secrets.ts';
import type { ReviewRequest } from '../service.ts';
import type { ReviewServices } from '../services.ts';
import { USUAL_ANALYZERS } from '../static/analyzer.ts';
import { staticCheck } from '../static/static-check.ts';
import { indexedReferences } from '../surface/references.ts';
import { surfaceCheck } from '../surface/surface-check.ts';
import type { Equivalence } from '../tests/mutants.ts';
import { graphReach } from '../tests/reach.ts';
import type { TestRunner } from '../tests/service.ts';
import { testsCheck } from '../tests/tests-check.ts';

/** Functions whose versions one review compares, and seconds that scale the work of one. */
const MOST_FUNCTIONS = 20;
const FUNCTION_SECONDS = 10;
/** The same of all functions together. */
const TOTAL_SECONDS = 20;

/** The checks, in the order in which they run. What needs both versions of files runs with a workspace only. */
export function checksOf(
  { owner, workspace, options }: ReviewRequest,
  rules: PreflightRules,
  services: ReviewServices,
): readonly ReviewCheck<ToldReport>[] {
  const { syntax, symbolic, analyzers } = services;
  const { staticAnalysis, invariantsPath } = options;
  const checks: ReviewCheck<ToldReport>[] = [
    preflightCheck(rules),
    invariantsCheck({ kind: 'file', path: invariantsPath, need: 'optional' }, syntax),
    secretsCheck(),
  ];
  if (workspace !== undefined) {
    const api = services.workspace(workspace);
    const runner = testRunner(workspace, options.supply, services);
    if (options.surface) checks.push(surfaceCheck(syntax, indexedReferences(api)));
    if (options.behaviour) {
      const inputs = options.runTests ? { reach: graphReach(api), syntax, runner } : undefined;
      const behaviour = { owner, timeoutSeconds: FUNCTION_SECONDS, totalSeconds: TOTAL_SECONDS, most: MOST_FUNCTIONS };
      checks.push(behaviourCheck(symbolic, behaviour, inputs));
    }
    const runs = options.runTests || options.mutants;
    if (options.tests || runs) {
      const parts = { syntax, reach: graphReach(api), equivalence: equivalence(services) };
      checks.push(testsCheck({ ...parts, ...(runs && { runner }) }, { mutants: options.mutants }));
    }
  }
  if (staticAnalysis !== undefined) {
    const { analyzers: named, timeoutMs } = staticAnalysis;
    const names = named ?? USUAL_ANALYZERS;
    const wanted = analyzers.filter(({ name }) => names.includes(name));
    const missing = names.filter((name) => !analyzers.some((each) => each.name === name));
    checks.push(withOmitted(staticCheck(wanted, { timeoutMs }), missing));
  }
  return checks;
}

/** Runs tests of a commit of the workspace, each time in a sandbox of its own. */
export function testRunner(
  workspace: string,
  supply: Supply | undefined,
  { testSandbox, throwsLost }: ReviewServices,
): TestRunner {
  return {
    supplied: describeSupply(supply),
    run: ({ commit, tests: paths, ...rest }, onProgress) =>
      runTestsIn(
        { session: testSandbox(crypto.randomUUID()), mount: { workspace, commit }, supply },
        { tests: { paths }, ...rest, throwsLost },
        onProgress,
      ),
  };
}

/** The check, which also says that analyzers are not here. */
function withOmitted(check: ReviewCheck, missing: readonly string[]): ReviewCheck {
  return {
    name: check.name,
    async run(subject, onProgress) {
      const report = await check.run(subject, onProgress);
      const why = 'This server does not have it.';
      return { ...report, omitted: [...report.omitted, ...missing.map((what) => ({ what, why, check: check.name }))] };
    },
  };
}

/** Whether a mutant is proved to be none, by the symbolic engine. */
function equivalence({
  owner,
  symbolic,
}: Pick<ReviewServices, 'symbolic'> & Pick<ReviewRequest, 'owner'>): Equivalence {
  return async ({ path, name, before, after, read }) => {
    const place = { path, name };
    const request = { before: place, after: place, timeoutSeconds: FUNCTION_SECONDS, owner };
    const version = async (side: 'before' | 'after', file: string) =>
      file === path ? (side === 'before' ? before : after) : read(file);
    const { status } = await symbolic.compareVersions(request, version, async () => true);
    return status === 'equivalent';
  };
}

/** What the goal of a plan rests on, in a workspace of its user. */
import type { OnProgress } from '../../src/lib/work.ts';
import { evidenceOf } from '../../src/planning/generation/gather.ts';
import type { EvidenceRequest, GoalEvidence } from '../../src/planning/generation/service.ts';
import { isTestFile } from '../../src/review/tests/changed-functions.ts';
import { graphReach } from '../../src/review/tests/reach.ts';
import type { PlanningServices } from './services.ts';

/** Gathers it. Throws `ToolFailure` for a ref that is not there, and `Cancelled`. */
export function gatherEvidence(
  request: Omit<EvidenceRequest, 'owner'>,
  services: PlanningServices,
  onProgress: OnProgress,
): Promise<GoalEvidence> {
  const workspace = services.workspace(request.workspace);
  const { syntax } = services;
  return evidenceOf(request, { workspace, syntax, reach: graphReach(workspace), isTest: isTestFile }, onProgress);
}

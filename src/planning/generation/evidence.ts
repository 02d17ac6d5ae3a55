/** What the goal of a plan rests on, in a workspace of its user. */
import type { OnProgress } from '../../lib/work.ts';
import { graphReach, isTestFile } from '../../review/api.ts';
import type { PlanningServices } from '../services.ts';
import { evidenceOf } from './gather.ts';
import type { EvidenceRequest, GoalEvidence } from './service.ts';

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

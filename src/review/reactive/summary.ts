/** What a review in the background has found, as a review. */
import type { Omission } from '../finding.ts';
import { finishReview, type Review } from '../review.ts';
import type { Stage } from '../run-checks.ts';
import { notStarted } from './status.ts';
import type { SessionStore, StepReport } from './store.ts';

/** The review of the steps that have ended. Throws `ToolFailure` when there is none. */
export async function reviewOf(store: SessionStore): Promise<Review> {
  const session = store.read();
  if (session === undefined) throw notStarted();
  const { request, outline } = session;
  const { id, review } = request;
  const steps = store.steps();
  const reports = steps.flatMap(({ report }) => report ?? []);
  const waiting = steps.filter(({ report }) => report === undefined);
  const omitted: Omission[] = waiting.map(({ plan }) => ({ what: plan.label, why: 'Its step has not ended.' }));
  return finishReview({
    runId: id,
    ...(outline ?? { risk: 1, classification: 'feature', hotspots: [], size: { files: 0, added: 0, removed: 0 } }),
    ...(review.workspace !== undefined && { workspace: review.workspace }),
    findings: store.findings(),
    lineHashes: Object.assign({}, ...reports.map(({ lineHashes }) => lineHashes)),
    changes: reports.flatMap(({ changes }) => changes),
    // steps of an earlier version have none
    different: reports.flatMap(({ different = [] }) => different),
    stages: sumOf(reports),
    timings: {},
    omitted: [...(outline?.omitted ?? []), ...reports.flatMap((report) => report.omitted), ...omitted],
    warnings: [...new Set([...(outline?.warnings ?? []), ...reports.flatMap(({ warnings }) => warnings)])],
    policy: review.options.policy,
  });
}

/** One entry for each check. */
function sumOf(reports: readonly StepReport[]): readonly Stage[] {
  const stages = new Map<string, Stage>();
  for (const stage of reports.flatMap((report) => report.stages)) {
    const { executed = 0, ms = 0 } = stages.get(stage.check) ?? {};
    stages.set(stage.check, { check: stage.check, executed: executed + stage.executed, ms: ms + stage.ms });
  }
  return [...stages.values()];
}

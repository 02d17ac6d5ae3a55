/** What `check_invariants` asks: a team's rules on a change, and nothing else of a review. */
import { type OnProgress, proceed } from '../lib/work.ts';
import { invariantsCheck } from './invariants/check.ts';
import type { InvariantsReport, InvariantsRequest } from './invariants/service.ts';
import { maskFindings } from './mask-findings.ts';
import { changeOf, wantsOf } from './prepare/prepare.ts';
import type { ReviewServices } from './services.ts';

/** Checks the rules. Throws `ToolFailure` for a diff or rules with mistakes, and `Cancelled`. */
export async function checkInvariants(
  { change, workspace, paths, rules }: InvariantsRequest,
  services: ReviewServices,
  onProgress: OnProgress,
): Promise<InvariantsReport> {
  await proceed(onProgress, { done: 0, message: 'reading the change' });
  const { diff, before, after, omitted, warnings } = await changeOf(
    { change, options: { paths }, ...(workspace !== undefined && { workspace }) },
    services,
    wantsOf(paths),
  );
  const subject = { diff, before, after, byRisk: diff.files };
  const report = await invariantsCheck(rules, services.syntax).run(subject, onProgress);
  return {
    ...report,
    findings: maskFindings(report.findings),
    omitted: [...omitted, ...report.omitted],
    warnings: [...warnings, ...report.warnings],
  };
}

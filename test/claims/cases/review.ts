/** `review_commit`: does a change have the fault that is asked about? */
import { z } from 'zod';
import type { AuditedTool, ClaimCase } from '../claim.ts';
import { type Files, twoCommits } from '../two-commits.ts';
import { CALLERS, CALLERS_DECEIVING } from './review-callers.ts';
import { LINES, LINES_DECEIVING } from './review-lines.ts';

/** What is asked: the fault that a check tells. `untested`: that no test reaches `f`. */
export type Asked = 'secrets' | 'invariants' | 'preflight' | 'static' | 'surface' | 'behaviour' | 'tests' | 'untested';

/** `at`: where a finding has to be, as `path` or `path:line`; anywhere where it is empty. */
export type ReviewRow = readonly [
  asked: Asked,
  name: string,
  truth: ClaimCase['truth'],
  at: string,
  before: Files,
  after: Files,
  message?: string,
];

const reviewSchema = z.object({
  findings: z.array(z.object({ check: z.string(), file: z.string(), line: z.number() })),
  summary: z.object({ total_findings: z.number() }),
  held_back: z.object({ unsure: z.number() }),
  different: z.array(z.string()),
  changes: z.array(z.string()),
  metadata: z.object({ warnings: z.array(z.string()) }),
  omitted: z.array(z.object({ what: z.string(), check: z.string().optional() })),
  stats: z.object({
    timings_ms: z.record(z.string(), z.number()),
    invariants_executed: z.number().optional(),
    static_analyzers_executed: z.number().optional(),
  }),
});
type Review = z.output<typeof reviewSchema>;

function caseOf(deceives: boolean, [asked, name, truth, at, before, after, message]: ReviewRow): ClaimCase {
  return {
    name: `${asked}: ${name}`,
    truth,
    deceives,
    async ask(user) {
      const commits = await twoCommits(user, 'review', [before, after], message);
      const options = {
        enable_behaviour: asked === 'behaviour',
        run_tests: asked === 'tests' || asked === 'untested',
        enable_static_analysis: asked === 'static',
      };
      const { fields, failed } = await user.tell('review_commit', { workspace: 'review', ...commits, options });
      return failed ? 'open' : claimOf(reviewSchema.parse(fields), asked, at);
    },
  };
}

/** `no` only where the answer says so, or the check ran on everything and the review ends without findings. */
function claimOf(review: Review, asked: Asked, at: string): 'yes' | 'no' | 'open' {
  const { findings, summary, held_back, different, changes, omitted, stats, metadata } = review;
  if (asked === 'untested') {
    if (changes.some((text) => text.startsWith('no test reaches f ('))) return 'yes';
    return changes.some((text) => /^[1-9]\d* tests that reach/.test(text)) ? 'no' : 'open';
  }
  if (findings.some(({ check, file, line }) => check === asked && `${file}:${line}`.startsWith(at))) return 'yes';
  if (asked === 'behaviour') {
    if (different.some((text) => text.startsWith('f ('))) return 'yes';
    return changes.some((text) => /^f \(.*: equivalent, which is proved/.test(text)) ? 'no' : 'open';
  }
  if (asked === 'tests') {
    return changes.some((text) => /^[1-9]\d* tests that reach .*: 0 fail by it/.test(text)) ? 'no' : 'open';
  }
  const ran = stats.timings_ms[asked === 'static' ? 'static_analysis' : asked] !== undefined;
  const some = { invariants: stats.invariants_executed ?? 0, static: stats.static_analyzers_executed ?? 0 };
  const looked = ran && (asked !== 'invariants' && asked !== 'static' ? true : some[asked] > 0);
  const isWhole = !omitted.some(({ check = asked }) => check === asked) && held_back.unsure === 0;
  const isSilent = !metadata.warnings.some((text) => text.includes('not checked'));
  return looked && isWhole && isSilent && summary.total_findings === 0 ? 'no' : 'open';
}

export const review: AuditedTool = {
  tool: 'review_commit',
  statement: 'The change has the fault that is asked about, where it is asked about.',
  cases: [
    ...[...LINES, ...CALLERS].map((row) => caseOf(false, row)),
    ...[...LINES_DECEIVING, ...CALLERS_DECEIVING].map((row) => caseOf(true, row)),
  ],
};

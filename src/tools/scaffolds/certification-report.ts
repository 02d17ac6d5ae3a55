/** `certification_report`: the verdicts of a certification, as a report in Markdown and as a page with plots. */
import { z } from 'zod';
import { ToolFailure } from '../../lib/errors.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { pageParameters, pages } from '../../mcp/pages.ts';
import {
  type ScaffoldResults,
  STATUSES,
  shareOfResults,
  sumUp,
  type TestResult,
  testResultSchema,
  usageOf,
} from '../../scaffolds/certification/results.ts';
import type { CertificationRecord } from '../../scaffolds/certification/service.ts';
import type { Share } from '../../scaffolds/certification/statistics.ts';
import { certificationId, costOf } from './certification-fields.ts';
import { scaffoldName, tier } from './fields.ts';
import {
  compareResults,
  comparisonReport,
  scaffoldReport,
  summaryReport,
  uncheckedOf,
  verdictOf,
} from './results-report.ts';

/** Tests of an ordinary page. */
const PAGE = 11;
const { tokens, next } = pages(PAGE);

const share = z.object({
  passed: z.int(),
  total: z.int(),
  pass_rate: z.number(),
  low: z.number().describe("Wilson's 95 % interval."),
  high: z.number(),
});
const scores = {
  trace_score: z.number().optional().describe('Mean share of right steps before the first wrong one.'),
  answer_gap: z.number().optional().describe('Pass rate of the tests with a trace, less that.'),
};
const scaffoldSchema = z.object({
  scaffold: z.string(),
  status: z.enum(STATUSES.map(([status]) => status)),
  ...share.shape,
  ...scores,
});
const testSchema = z.object({
  id: z.string(),
  scaffold: z.string(),
  tier,
  passed: z.boolean(),
  message: z.string(),
  error: z.string().optional().describe('Why there is no answer.'),
  right_steps: z.int().optional(),
  needed_steps: z.int().optional(),
  first_wrong_step: z.int().optional(),
});
const comparisonSchema = z.object({
  other: z.string(),
  tests_of_both: z.int(),
  only_this_passed: z.int(),
  only_other_passed: z.int(),
  p: z.number().describe("McNemar's exact test."),
  verdict: z.string(),
});

const outputSchema = z.object({
  certification_id: z.string(),
  answered_by: z.string(),
  status: z.enum(['complete', 'ended']),
  ...share.shape,
  tiers: z.object({ simple: share, standard: share, edge: share }),
  scaffolds: z.array(scaffoldSchema),
  tokens: z.object({ input: z.int(), output: z.int() }).optional(),
  cost_usd: z.number().optional(),
  manifest: z.string().describe('Hash of the instances: equal for the same tests only.'),
  comparison: comparisonSchema.optional(),
  failed: z.array(testSchema).describe('Tests that did not pass.'),
  total_failed: z.int(),
  notes: z.array(z.string()).readonly(),
});

/** What is kept: enough to write the report again. */
const keptSchema = z.object({
  head: z.object({
    model: z.string(),
    manifest: z.string(),
    price: z.object({ input: z.number(), output: z.number() }).exactOptional(),
    notes: z.array(z.string()).readonly(),
  }),
  results: z.array(testResultSchema).readonly(),
  scaffold: z.string().exactOptional(),
  other: z.object({ id: z.string(), results: z.array(testResultSchema).readonly() }).exactOptional(),
});

type Result = z.output<typeof outputSchema> & { readonly kept: z.output<typeof keptSchema> };

export default defineTool({
  name: 'certification_report',
  toolset: 'scaffolds',
  title: 'Report on a certification',
  description:
    'The verdicts of a certification whose tests are done: status, pass rates with intervals by scaffold and tier, steps, tokens, cost, and a ' +
    'comparison with another one. The report is linked, as Markdown and as a page with plots.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    certification_id: certificationId,
    scaffold: scaffoldName.optional().describe('Only of it, with what was answered to tests that failed.'),
    compare_with: z.string().min(1).max(100).optional().describe('Id of another certification.'),
    ...pageParameters(PAGE, 200),
  }),
  output: outputSchema,
  tokens,
  more: { failed: next },
  async handler(
    { certification_id, scaffold, compare_with, offset, limit },
    { certifications, scaffolds },
  ): Promise<Result> {
    const { certification } = certifications.open(certification_id);
    const record = expectDone(await certification.record());
    const name = scaffold === undefined ? undefined : (await scaffolds.describe(scaffold)).name;
    const other =
      compare_with === undefined
        ? undefined
        : expectDone(await certifications.open(compare_with).certification.record());
    const results = resultsOf(record, name);
    const failed = results.filter(({ passed }) => !passed);
    const { facts, state, manifest } = record;
    const usage = usageOf(results);
    const cost = usage === undefined ? undefined : costOf(facts.by, usage);
    const head = headOf(record);
    return {
      certification_id: facts.id,
      answered_by: answererOf(record),
      status: state === 'ended' ? 'ended' : 'complete',
      ...shareFields(shareOfResults(results)),
      tiers: {
        simple: ofTier(results, 'simple'),
        standard: ofTier(results, 'standard'),
        edge: ofTier(results, 'edge'),
      },
      scaffolds: sumUp(results).map(scaffoldFields),
      ...(usage !== undefined && { tokens: { input: usage.input, output: usage.output } }),
      ...(cost !== undefined && { cost_usd: cost }),
      manifest,
      ...(other !== undefined && { comparison: compared(results, other) }),
      failed: failed.slice(offset, offset + limit).map(testFields),
      total_failed: failed.length,
      notes: [...head.notes, ...uncheckedOf(results)],
      kept: {
        head,
        results: results.map((each) => (name === undefined ? { ...each, response: null } : each)),
        ...(name !== undefined && { scaffold: name }),
        ...(other !== undefined && {
          other: { id: other.facts.id, results: other.results.map((each) => ({ ...each, response: null })) },
        }),
      },
    };
  },
  render: (report) =>
    [
      `${report.certification_id}, answered by ${report.answered_by}, ${report.status}: ${renderShare(report)}.`,
      ...Object.entries(report.tiers).map(([name, each]) => `- ${name}: ${renderShare(each)}`),
      ...report.scaffolds.map(
        (each) => `- ${each.scaffold}: ${each.status}, ${renderShare(each)}${renderScores(each)}`,
      ),
      ...(report.tokens === undefined
        ? []
        : [`Tokens: ${report.tokens.input} of questions, ${report.tokens.output} of answers.`]),
      ...(report.cost_usd === undefined ? [] : [`Cost: ${report.cost_usd} US dollars.`]),
      ...(report.comparison === undefined
        ? []
        : [
            `Beside ${report.comparison.other}: ${report.comparison.verdict} (${report.comparison.tests_of_both} tests of both; only this one passed ` +
              `${report.comparison.only_this_passed}, only the other ${report.comparison.only_other_passed}; p = ${report.comparison.p.toPrecision(3)}).`,
          ]),
      ...report.failed.map(renderTest),
      `${report.failed.length} of ${report.total_failed} tests that did not pass.`,
      `Tests: ${report.manifest}.`,
      ...report.notes,
    ].join('\n'),
  report: {
    kept: keptSchema,
    keep: (_args, _output, { kept }) => kept,
    document({ head, results, scaffold, other }) {
      const all = sumUp(results);
      const [one] = all;
      const document =
        scaffold === undefined || one === undefined ? summaryReport(all, head) : scaffoldReport(one, head, true);
      if (other === undefined) return document;
      const { summary, sections } = comparisonReport([results, other.results], [head.model, other.id]);
      const blocks = sections.flatMap((section) => section.blocks);
      const comparison = { heading: 'Comparison', blocks: [{ kind: 'paragraph' as const, text: summary }, ...blocks] };
      return { ...document, sections: [...document.sections, comparison] };
    },
  },
});

/** Verdicts come at the end: whoever is tested would learn from them. */
function expectDone(record: CertificationRecord): CertificationRecord {
  if (record.state !== 'open') return record;
  const { id } = record.facts;
  throw new ToolFailure({
    errorType: 'ValueError',
    message: `${id} still has tests without an answer, and verdicts come at the end.`,
    advice: 'get_certification goes on with it; with end: true it ends it, and tests without an answer count as wrong.',
  });
}

function resultsOf({ results, facts }: CertificationRecord, scaffold: string | undefined): readonly TestResult[] {
  const wanted = results.filter((each) => scaffold === undefined || each.scaffold === scaffold);
  if (wanted.length > 0) return wanted;
  throw new ToolFailure({
    errorType: 'ValueError',
    message: `${facts.id} has no tests of ${scaffold}.`,
    advice: `It has those of ${[...new Set(results.map((each) => each.scaffold))].join(', ')}.`,
  });
}

function answererOf({ facts: { by } }: CertificationRecord): string {
  return by.kind === 'caller' ? 'caller' : by.name;
}

function headOf(record: CertificationRecord): z.output<typeof keptSchema>['head'] {
  const { facts, manifest, state } = record;
  const { by, suite, id } = facts;
  return {
    model: answererOf(record),
    manifest,
    ...(by.kind === 'model' && by.price !== undefined && { price: by.price }),
    notes: [
      `Certification: ${id}, seed ${suite.seed}, level ${suite.level}`,
      ...(by.kind === 'caller'
        ? ['The calling agent answered. It may have used tools: nothing shows that it worked by hand.']
        : []),
      ...(state === 'ended' ? ['It was ended before all tests had an answer; these count as wrong.'] : []),
    ],
  };
}

function ofTier(results: readonly TestResult[], wanted: z.output<typeof tier>) {
  return shareFields(shareOfResults(results.filter((each) => each.tier === wanted)));
}

function shareFields({ passed, total, rate, low, high }: Share): z.output<typeof share> {
  return { passed, total, pass_rate: rate, low, high };
}

function scaffoldFields(of: ScaffoldResults): z.output<typeof scaffoldSchema> {
  const { scaffold, status, traceScore, answerGap } = of;
  return {
    scaffold,
    status,
    ...shareFields(of.share),
    ...(traceScore !== undefined && { trace_score: traceScore }),
    ...(answerGap !== undefined && { answer_gap: answerGap }),
  };
}

function testFields({
  id,
  scaffold,
  tier: of,
  passed,
  message,
  error,
  trace,
}: TestResult): z.output<typeof testSchema> {
  return {
    id,
    scaffold,
    tier: of,
    passed,
    message,
    ...(error !== undefined && { error }),
    ...(trace !== undefined && { right_steps: trace.right_steps, needed_steps: trace.needed_steps }),
    ...(trace?.first_wrong !== undefined && { first_wrong_step: trace.first_wrong }),
  };
}

function compared(results: readonly TestResult[], other: CertificationRecord): z.output<typeof comparisonSchema> {
  const paired = compareResults(results, other.results);
  if (paired.pairs === 0)
    throw new ToolFailure({
      errorType: 'ValueError',
      message: `${other.facts.id} has none of these tests: nothing can be compared.`,
      advice: 'Compare certifications of the same scaffolds with the same seed and level.',
    });
  return {
    other: other.facts.id,
    tests_of_both: paired.pairs,
    only_this_passed: paired.onlyFirst,
    only_other_passed: paired.onlySecond,
    p: paired.p,
    verdict: verdictOf(paired, ['this one', 'the other one']),
  };
}

const percent = (rate: number) => `${(100 * rate).toFixed(1)} %`;

function renderShare({ passed, total, pass_rate, low, high }: z.output<typeof share>): string {
  return total === 0
    ? 'no tests'
    : `${passed} of ${total} passed, ${percent(pass_rate)} (${percent(low)} to ${percent(high)})`;
}

function renderScores({ trace_score, answer_gap }: z.output<typeof scaffoldSchema>): string {
  if (trace_score === undefined || answer_gap === undefined) return '';
  return `; steps ${percent(trace_score)}, answers less steps ${percent(answer_gap)}`;
}

function renderTest({
  id,
  message,
  error,
  right_steps,
  needed_steps,
  first_wrong_step,
}: z.output<typeof testSchema>): string {
  const steps = right_steps === undefined ? '' : `; steps ${right_steps} of ${needed_steps}`;
  const wrong = first_wrong_step === undefined ? '' : `, step ${first_wrong_step} is wrong`;
  return `- ${id}: ${error ?? message}${steps}${wrong}`;
}

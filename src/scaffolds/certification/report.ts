/** Reports on a scaffold and on all, in the order of the contract's templates: summary first, then each test. */
import type { Block, ReportDocument } from '../../mcp/report/document.ts';
import type { Tier } from '../scaffold.ts';
import { type ScaffoldResults, shareOfResults, type TestResult } from './results.ts';
import { comparePaired, type Share } from './statistics.ts';

/** What was tested, and how. */
export interface ReportHead {
  /** The model, or whoever made the answers. */
  readonly model: string;
  /** A hash of all instances: equal for the same tests only. */
  readonly manifest: string;
}

const percent = (rate: number) => `${(100 * rate).toFixed(1)}%`;
const shareText = ({ passed, total, rate, low, high }: Share) =>
  total === 0 ? 'not tested' : `${passed}/${total}, ${percent(rate)} (${percent(low)} to ${percent(high)})`;
/** Ten blocks for 100 %. */
const bar = ({ rate }: Share) => '█'.repeat(Math.round(10 * rate)).padEnd(10, '░');
const TIER_NAMES: readonly Tier[] = ['simple', 'standard', 'edge'];

/** The report on one scaffold. `verbose` also has what was answered to tests that failed. */
export function scaffoldReport(of: ScaffoldResults, head: ReportHead, verbose = false): ReportDocument {
  const { scaffold, status, share, byTier, results } = of;
  const items = [
    `Status: ${status}`,
    `Pass Rate: ${percent(share.rate)} (95 % interval: ${percent(share.low)} to ${percent(share.high)})`,
    `Tests Passed: ${share.passed}/${share.total}`,
    ...tracesOf(results),
    ...tokensOf(results),
    `Model: ${head.model}`,
    `Tests: ${head.manifest}`,
  ];
  const tiers = TIER_NAMES.map((tier) => [tier, bar(byTier[tier]), shareText(byTier[tier])]);
  const failed = results.filter(({ passed }) => !passed);
  return {
    title: `${scaffold} Verification Report`,
    summary: `${status}: ${share.passed} of ${share.total} tests passed.`,
    sections: [
      { heading: 'Summary', blocks: [{ kind: 'list', items }] },
      {
        heading: 'Tiers',
        blocks: [{ kind: 'table', head: ['tier', '', 'passed, with a 95 % interval'], rows: tiers }],
      },
      { heading: 'Test Results', blocks: [{ kind: 'list', items: results.map(lineOf) }] },
      ...(verbose ? failed.map((each) => ({ heading: each.id, blocks: blocksOf(each) })) : []),
    ],
    properties: { status, pass_rate: share.rate, passed: share.passed, total: share.total, ...head },
  };
}

/** The report on all scaffolds. */
export function summaryReport(all: readonly ScaffoldResults[], head: ReportHead): ReportDocument {
  const results = all.flatMap((each) => each.results);
  const share = shareOfResults(results);
  const certified = all.filter(({ status }) => status === 'CERTIFIED').length;
  const errors = results.filter(({ error }) => error !== undefined);
  const rows = all.map(({ scaffold, status, share: own, traceScore }) => [
    scaffold,
    status,
    bar(own),
    shareText(own),
    traceScore === undefined ? '' : percent(traceScore),
  ]);
  const errorSection =
    errors.length === 0
      ? []
      : [
          {
            heading: 'Tests without an answer',
            blocks: [{ kind: 'list', items: errors.map(({ id, error = '' }) => `${id}: ${error}`) } satisfies Block],
          },
        ];
  return {
    title: 'Verification Summary',
    summary: `${certified} of ${all.length} scaffolds certified; ${share.passed} of ${share.total} tests passed.`,
    sections: [
      {
        heading: 'Summary',
        blocks: [
          {
            kind: 'list',
            items: [
              `Pass Rate: ${percent(share.rate)} (95 % interval: ${percent(share.low)} to ${percent(share.high)})`,
              ...tracesOf(results),
              ...tokensOf(results),
              `Model: ${head.model}`,
              `Tests: ${head.manifest}`,
            ],
          },
        ],
      },
      { heading: 'Scaffolds', blocks: [{ kind: 'table', head: ['scaffold', 'status', '', 'passed', 'steps'], rows }] },
      ...errorSection,
    ],
    properties: { pass_rate: share.rate, passed: share.passed, total: share.total, certified, ...head },
  };
}

/** Two runs of the same tests side by side. */
export function comparisonReport(
  [one, other]: readonly [readonly TestResult[], readonly TestResult[]],
  [first, second]: readonly [string, string],
): ReportDocument {
  const passes = (results: readonly TestResult[]) => new Map(results.map(({ id, passed }) => [id, passed]));
  const paired = comparePaired(passes(one), passes(other));
  const { pairs, bothPassed, bothFailed, onlyFirst, onlySecond, p } = paired;
  const verdict = p < 0.05 ? `${onlyFirst > onlySecond ? first : second} is better` : 'no difference is shown';
  return {
    title: `${first} and ${second}`,
    summary: `Of ${pairs} tests that both have: ${verdict} (p = ${p.toPrecision(3)}).`,
    sections: [
      {
        heading: 'Tests',
        blocks: [
          {
            kind: 'table',
            head: ['', `${second} passed`, `${second} failed`],
            rows: [
              [`${first} passed`, String(bothPassed), String(onlyFirst)],
              [`${first} failed`, String(onlySecond), String(bothFailed)],
            ],
          },
          {
            kind: 'paragraph',
            text: `McNemar's exact test on the ${onlyFirst + onlySecond} tests that only one passed.`,
          },
        ],
      },
    ],
    properties: { ...paired },
  };
}

function lineOf({ id, passed, message, trace, error }: TestResult): string {
  const says = passed ? '' : `: ${error ?? message}`;
  const steps = trace === undefined ? '' : `; steps ${trace.right_steps} of ${trace.needed_steps}`;
  return `${id}: ${passed ? 'PASS' : 'FAIL'}${says}${steps}`;
}

function blocksOf({ message, error, trace, response }: TestResult): readonly Block[] {
  const text = typeof response === 'string' ? response : JSON.stringify(response);
  const steps: Block[] = trace === undefined ? [] : [{ kind: 'paragraph', text: `Steps: ${trace.message}` }];
  return [{ kind: 'paragraph', text: error ?? message }, ...steps, { kind: 'code', language: '', text }];
}

/** How right the steps are, and how much more often the answers of the same tests are. */
function tracesOf(results: readonly TestResult[]): readonly string[] {
  const traced = results.filter(({ trace }) => trace !== undefined);
  const score = meanOf(traced.flatMap(({ trace }) => trace?.score ?? []));
  if (score === undefined) return [];
  const gap = shareOfResults(traced).rate - score;
  return [
    `Steps: ${percent(score)} right before the first wrong one, of ${traced.length} tests; answers less steps: ${percent(gap)}`,
  ];
}

function tokensOf(results: readonly TestResult[]): readonly string[] {
  const counted = results.flatMap(({ tokens }) => tokens ?? []);
  if (counted.length === 0) return [];
  const [input, output] = [
    counted.reduce((sum, each) => sum + each.input, 0),
    counted.reduce((sum, each) => sum + each.output, 0),
  ];
  return [`Tokens: ${input} of questions, ${output} of answers, of ${counted.length} tests`];
}

function meanOf(numbers: readonly number[]): number | undefined {
  return numbers.length === 0 ? undefined : numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
}

/** Reports on a scaffold and on all, in the order of the contract's templates: summary first, then each test. */
import type { Bar, Block, ReportDocument, Section } from '../../mcp/report/document.ts';
import type { Price, Usage } from '../../models/api.ts';
import {
  type ScaffoldResults,
  shareOfResults,
  type TestResult,
  usageOf,
} from '../../scaffolds/certification/results.ts';
import { comparePaired, type Share } from '../../scaffolds/certification/statistics.ts';
import type { Tier } from '../../scaffolds/scaffold.ts';

/** What was tested, and how. */
export interface ReportHead {
  /** The model, or whoever made the answers. */
  readonly model: string;
  /** A hash of all instances: equal for the same tests only. */
  readonly manifest: string;
  /** Of the model, where it is known. */
  readonly price?: Price;
  /** What has to be known to read the figures. */
  readonly notes?: readonly string[];
}

const percent = (rate: number) => `${(100 * rate).toFixed(1)}%`;
const shareText = ({ passed, total, rate, low, high }: Share) =>
  total === 0 ? 'not tested' : `${passed}/${total}, ${percent(rate)} (${percent(low)} to ${percent(high)})`;
const TIER_NAMES: readonly Tier[] = ['simple', 'standard', 'edge'];

/** The report on one scaffold. `verbose` also has what was answered to tests that failed. */
export function scaffoldReport(of: ScaffoldResults, head: ReportHead, verbose = false): ReportDocument {
  const { scaffold, status, share, byTier, results } = of;
  const failed = results.filter(({ passed }) => !passed);
  return {
    title: `${scaffold} Verification Report`,
    summary: `${status}: ${share.passed} of ${share.total} tests passed.`,
    sections: [
      { heading: 'Summary', blocks: [{ kind: 'list', items: [`Status: ${status}`, ...summaryItems(results, head)] }] },
      tiersSection(byTier),
      ...faultsSection(results),
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
  const errors = results.flatMap(({ id, error }) => (error === undefined ? [] : [`${id}: ${error}`]));
  const ofTier = (tier: Tier) => shareOfResults(results.filter((each) => each.tier === tier));
  return {
    title: 'Verification Summary',
    summary: `${certified} of ${all.length} scaffolds certified; ${share.passed} of ${share.total} tests passed.`,
    sections: [
      { heading: 'Summary', blocks: [{ kind: 'list', items: summaryItems(results, head) }] },
      {
        heading: 'Scaffolds',
        blocks: [
          { kind: 'bars', bars: all.map(({ scaffold, share: own }) => shareBar(scaffold, own)) },
          {
            kind: 'table',
            head: ['scaffold', 'status', 'passed, with a 95 % interval', 'steps', 'answers less steps'],
            rows: all.map((each) => {
              const { traceScore, answerGap } = each;
              return [
                each.scaffold,
                each.status,
                shareText(each.share),
                traceScore === undefined ? '' : percent(traceScore),
                answerGap === undefined ? '' : percent(answerGap),
              ];
            }),
          },
        ],
      },
      tiersSection({ simple: ofTier('simple'), standard: ofTier('standard'), edge: ofTier('edge') }),
      ...faultsSection(results),
      ...tokensSection(all, head.price),
      ...(errors.length === 0
        ? []
        : [{ heading: 'Tests without an answer', blocks: [{ kind: 'list', items: errors } satisfies Block] }]),
    ],
    properties: { pass_rate: share.rate, passed: share.passed, total: share.total, certified, ...head },
  };
}

/** Two runs of the same tests side by side. */
export function comparisonReport(
  [one, other]: readonly [readonly TestResult[], readonly TestResult[]],
  [first, second]: readonly [string, string],
): ReportDocument {
  const paired = compareResults(one, other);
  const { pairs, bothPassed, bothFailed, onlyFirst, onlySecond, p } = paired;
  return {
    title: `${first} and ${second}`,
    summary: `Of ${pairs} tests that both have: ${verdictOf(paired, [first, second])} (p = ${p.toPrecision(3)}).`,
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

/** McNemar's test on the tests that both have. */
export function compareResults(
  one: readonly TestResult[],
  other: readonly TestResult[],
): ReturnType<typeof comparePaired> {
  const passes = (results: readonly TestResult[]) => new Map(results.map(({ id, passed }) => [id, passed]));
  return comparePaired(passes(one), passes(other));
}

/** What a comparison shows, in words. */
export function verdictOf(
  { onlyFirst, onlySecond, p }: Pick<ReturnType<typeof comparePaired>, 'onlyFirst' | 'onlySecond' | 'p'>,
  [first, second]: readonly [string, string],
): string {
  return p < 0.05 ? `${onlyFirst > onlySecond ? first : second} is better` : 'no difference is shown';
}

/** US dollars of tokens. */
export function dollarsOf({ input, output }: Usage, price: Price): number {
  return (input * price.input + output * price.output) / 1_000_000;
}

function summaryItems(
  results: readonly TestResult[],
  { model, manifest, price, notes = [] }: ReportHead,
): readonly string[] {
  const share = shareOfResults(results);
  const usage = usageOf(results);
  return [
    `Pass Rate: ${percent(share.rate)} (95 % interval: ${percent(share.low)} to ${percent(share.high)})`,
    `Tests Passed: ${share.passed}/${share.total}`,
    ...tracesOf(results),
    ...uncheckedOf(results),
    ...(usage === undefined
      ? []
      : [`Tokens: ${usage.input} of questions, ${usage.output} of answers, of ${usage.tests} tests`]),
    ...(usage === undefined || price === undefined ? [] : [`Cost: ${dollarsOf(usage, price).toFixed(4)} US dollars`]),
    `Model: ${model}`,
    `Tests: ${manifest}`,
    ...notes,
  ];
}

function shareBar(label: string, share: Share): Bar {
  return {
    label,
    share: share.rate,
    text: shareText(share),
    ...(share.total > 0 && { interval: [share.low, share.high] }),
  };
}

function tiersSection(byTier: Readonly<Record<Tier, Share>>): Section {
  return { heading: 'Tiers', blocks: [{ kind: 'bars', bars: TIER_NAMES.map((tier) => shareBar(tier, byTier[tier])) }] };
}

/** Parts into which traces are divided to tell where they go wrong. */
const PARTS = 5;

/** Where traces go wrong: in which fifth of the steps that are needed the first wrong one is. */
function faultsSection(results: readonly TestResult[]): readonly Section[] {
  const traces = results.flatMap(({ trace }) => trace ?? []);
  if (traces.length === 0) return [];
  const counts = new Array<number>(PARTS + 1).fill(0);
  let unread = 0;
  for (const { first_wrong, needed_steps, score } of traces) {
    if (first_wrong === undefined) {
      unread += score < 1 ? 1 : 0;
      continue;
    }
    const at = (first_wrong - 1) / Math.max(1, needed_steps);
    const part = Math.min(PARTS, Math.floor(PARTS * at));
    counts[part] = (counts[part] ?? 0) + 1;
  }
  const right = traces.length - unread - counts.reduce((sum, each) => sum + each, 0);
  const bar = (label: string, count: number): Bar => {
    return { label, share: count / traces.length, text: `${count} of ${traces.length}` };
  };
  const step = 100 / PARTS;
  return [
    {
      heading: 'Where traces go wrong',
      blocks: [
        {
          kind: 'bars',
          bars: [
            ...counts
              .slice(0, PARTS)
              .map((count, at) => bar(`at ${at * step} to ${(at + 1) * step} % of the steps`, count)),
            bar('after the last step', counts[PARTS] ?? 0),
            bar('no steps could be read', unread),
            bar('nowhere', right),
          ],
        },
      ],
    },
  ];
}

function tokensSection(all: readonly ScaffoldResults[], price: Price | undefined): readonly Section[] {
  const used = all.flatMap(({ scaffold, results }) => {
    const usage = usageOf(results);
    return usage === undefined ? [] : [{ scaffold, usage }];
  });
  if (used.length === 0) return [];
  const most = Math.max(1, ...used.map(({ usage }) => usage.input + usage.output));
  const bars = used.map(({ scaffold, usage }): Bar => {
    const cost = price === undefined ? '' : `, ${dollarsOf(usage, price).toFixed(4)} US dollars`;
    const text = `${usage.input} + ${usage.output}${cost}`;
    return { label: scaffold, share: (usage.input + usage.output) / most, text };
  });
  const heading = price === undefined ? 'Tokens of questions and answers' : 'Tokens of questions and answers, and cost';
  return [{ heading, blocks: [{ kind: 'bars', bars }] }];
}

function lineOf({ id, passed, message, trace, steps_unchecked, error }: TestResult): string {
  const says = passed ? '' : `: ${error ?? message}`;
  const unchecked = steps_unchecked === undefined ? '' : `; steps not judged: ${steps_unchecked}`;
  const steps = trace === undefined ? unchecked : `; steps ${trace.right_steps} of ${trace.needed_steps}`;
  return `${id}: ${passed ? 'PASS' : 'FAIL'}${says}${steps}`;
}

function blocksOf({ message, error, trace, response }: TestResult): readonly Block[] {
  const text = typeof response === 'string' ? response : JSON.stringify(response);
  const steps: Block[] = trace === undefined ? [] : [{ kind: 'paragraph', text: `Steps: ${trace.message}` }];
  return [{ kind: 'paragraph', text: error ?? message }, ...steps, { kind: 'code', language: '', text }];
}

/** How many tests have steps that could not be judged; nothing when there are none. */
export function uncheckedOf(results: readonly TestResult[]): readonly string[] {
  const count = results.filter(({ steps_unchecked }) => steps_unchecked !== undefined).length;
  return count === 0 ? [] : [`The steps of ${count} tests were not judged: their search is too long to be replayed`];
}

/** How right the steps are, and how much more often the answers of the same tests are. */
function tracesOf(results: readonly TestResult[]): readonly string[] {
  const traced = results.flatMap(({ trace }) => trace ?? []);
  if (traced.length === 0) return [];
  const score = traced.reduce((sum, each) => sum + each.score, 0) / traced.length;
  const gap = shareOfResults(results.filter(({ trace }) => trace !== undefined)).rate - score;
  return [
    `Steps: ${percent(score)} right before the first wrong one, of ${traced.length} tests; answers less steps: ${percent(gap)}`,
  ];
}

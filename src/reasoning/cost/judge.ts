/** What is concluded from what was measured and read: cause, evidence, advice, and how far to trust it. */
import { CLASSES, type CostClass } from './growth.ts';
import type { CostIssue } from './read/service.ts';
import type { CostAnswer, HotLine, Measured, Series } from './service.ts';

/** The conclusion. */
export interface CostJudgement {
  /** Absent when nothing grows faster than n log n, and nothing was found. */
  readonly rootCause?: string;
  readonly evidence: readonly string[];
  /**
   * - 5: measured surely, and reading says the same class
   * - 4: measured surely, or likely with the same class by reading
   * - 3: measured likely
   * - 2: measured without a class that fits, or read only, with a class or a finding
   * - 1: neither
   */
  readonly confidence: 1 | 2 | 3 | 4 | 5;
  readonly recommendations: readonly string[];
}

/** Shares of the steps below which a line is not worth a word. */
const LEAST_SHARE = 0.1;

/** The conclusion from an answer. */
export function judge(answer: CostAnswer): CostJudgement {
  const worst = worstSeries(answer.measured);
  const rootCause = causeOf(answer, worst);
  return {
    ...(rootCause !== undefined && { rootCause }),
    evidence: evidenceOf(answer, worst),
    confidence: confidenceOf(answer, worst),
    recommendations: recommendationsOf(answer, worst),
  };
}

/** The runs with the shape of inputs that costs most; undefined when nothing was measured. */
export function worstSeries(measured: Measured): Series | undefined {
  return measured.kind === 'measured' ? measured.series.find(({ shape }) => shape === measured.worst) : undefined;
}

/** Whether it grows faster than n log n. */
function isSteep(name: CostClass | undefined): boolean {
  return name !== undefined && CLASSES.indexOf(name) > CLASSES.indexOf('n log n');
}

function causeOf({ measured, read, function: { name } }: CostAnswer, worst: Series | undefined): string | undefined {
  const [issue] = read?.issues ?? [];
  const [line] = hotLines(measured);
  const said = issue === undefined ? '' : ` Reading names ${placed(issue)}: ${issue.why}`;
  if (worst?.growth !== undefined && isSteep(worst.growth.class)) {
    const where = line === undefined ? '' : `; ${share(line)} of the steps at n = ${line.n} belong to ${placeOf(line)}`;
    return `Steps of ${name} grow as ${worst.growth.class} (${worst.growth.certainty}, measured)${where}.${said}`;
  }
  if (issue !== undefined) return `${placed(issue)} in ${issue.function}: ${issue.why}`;
  if (worst === undefined && isSteep(read?.class))
    return `${name} is ${read?.class} by reading: ${read?.derivation[0] ?? ''}`;
  return undefined;
}

function evidenceOf({ measured, read }: CostAnswer, worst: Series | undefined): readonly string[] {
  const series = measured.kind === 'measured' ? measured.series : [];
  return [
    ...(worst === undefined ? [] : [seriesText(worst)]),
    ...series.filter((each) => each !== worst).map(seriesText),
    ...hotLines(measured).map((line) => {
      const growth = line.growth === undefined ? '' : `, growing as ${line.growth.class} (${line.growth.certainty})`;
      return `Measured: ${placeOf(line)} has ${line.steps} steps at n = ${line.n}, ${share(line)} of all${growth}.`;
    }),
    ...(read?.class === undefined ? [] : [`Read: ${read.class}. ${read.derivation.join('; ')}.`]),
    ...(read?.issues ?? []).map((issue) => `Read: ${placed(issue)}: \`${issue.code}\`: ${issue.why}`),
  ];
}

function seriesText({ shape, points, growth, end }: Series): string {
  const shown = points.slice(-4).map(({ n, steps }) => `${n}: ${steps}`);
  const stopped = end === undefined ? '' : ` Ended at n = ${end.n}: ${end.why}.`;
  const name =
    growth === undefined ? 'too few points for a class' : `${growth.class} (${growth.certainty}: ${growth.why})`;
  return `Measured, ${shape} inputs: ${name}. Steps by size: ${shown.join(', ')}.${stopped}`;
}

function confidenceOf({ read }: CostAnswer, worst: Series | undefined): CostJudgement['confidence'] {
  const growth = worst?.growth;
  if (growth === undefined) return read !== undefined && (read.class !== undefined || read.issues.length > 0) ? 2 : 1;
  const agrees = read?.class === growth.class;
  if (growth.certainty === 'sure') return agrees ? 5 : 4;
  if (growth.certainty === 'likely') return agrees ? 4 : 3;
  return 2;
}

function recommendationsOf({ measured, read }: CostAnswer, worst: Series | undefined): readonly string[] {
  const advice = [...new Set((read?.issues ?? []).map((issue) => `${placed(issue)}: ${issue.advice}`))];
  const [line] = hotLines(measured);
  if (isSteep(worst?.growth?.class) && line !== undefined) {
    advice.unshift(`Start at ${placeOf(line)}, where ${share(line)} of the steps are; measure again after the change.`);
  }
  if (measured.kind === 'not run' && /`inputs`/.test(measured.why)) {
    advice.push('Give `inputs`, a Python expression of n for the arguments, so that the function can be measured.');
  }
  return advice;
}

function hotLines(measured: Measured): readonly HotLine[] {
  return measured.kind === 'measured' ? measured.hotLines.filter((line) => line.share >= LEAST_SHARE) : [];
}

function placed({ kind, path, line }: CostIssue): string {
  return `${kind} at ${path}:${line}`;
}

function placeOf({ path, line }: HotLine): string {
  return `${path}:${line}`;
}

function share({ share: part }: HotLine): string {
  return `${Math.round(100 * part)} %`;
}

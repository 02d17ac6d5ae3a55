/** What is concluded from what was measured and read: cause, evidence, advice, and how far to trust it. */
import { shownPath } from '../../lib/shown-path.ts';
import { CLASSES } from './growth.ts';
import type { CostIssue, CostReading } from './read/service.ts';
import type { CostAnswer, HotLine, Measured, Series } from './service.ts';

/** The conclusion. */
export interface CostJudgement {
  /** Absent when nothing grows faster than n log n, and nothing was found. */
  readonly rootCause?: string;
  readonly evidence: readonly string[];
  /**
   * - 5: measured surely, every operation counted, and reading says the same class; a regular expression that may take
   *   exponential time, and did not in the runs, leaves 2
   * - 4: measured surely, or likely with the same class by reading
   * - 3: measured with a number in a test or bound that is larger than all sizes, measured likely, or read only, with a class or finding that rests on no name alone
   * - 2: measured without a class that fits, or read only, with a class or finding that rests on names
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

/** Where runs and text say different classes, a sentence on what that means; undefined where they do not. */
export function contradiction({ measured, read }: CostAnswer): string | undefined {
  const growth = worstSeries(measured)?.growth;
  if (growth === undefined || growth.certainty === 'unclear' || read?.class === undefined) return undefined;
  if (growth.class === read.class) return undefined;
  const [run, bound] = [CLASSES.indexOf(growth.class), CLASSES.findIndex((name) => name === read.class)];
  if (bound >= 0 && bound < run) {
    return `Contradiction: runs grow as ${growth.class}, but the text was read as ${read.class} at most: the reading missed something, such as a call that it took for one step.`;
  }
  return `Runs grow as ${growth.class}, below the bound ${read.class} that the text gives: these inputs may not reach it, or it cannot be reached.`;
}

/** Whether it grows faster than n log n. */
function isSteep(name: string | undefined): boolean {
  return name !== undefined && /^(?:n[²³⁴⁵⁶⁷⁸⁹]|2\^n)/.test(name);
}

function causeOf({ measured, read, function: { name } }: CostAnswer, worst: Series | undefined): string | undefined {
  const [issue] = read?.issues ?? [];
  const [line] = hotLines(measured);
  const said = issue === undefined ? '' : ` Reading names ${placed(issue)}: ${issue.why}.`;
  if (worst?.growth !== undefined && isSteep(worst.growth.class)) {
    const where = line === undefined ? '' : `; ${share(line)} of the steps at n = ${line.n} belong to ${placeOf(line)}`;
    return `Steps of ${name} grow as ${worst.growth.class} (${worst.growth.certainty}, measured)${where}.${said}`;
  }
  if (issue !== undefined) return `${placed(issue)} in ${issue.function}: ${issue.why}.`;
  if (worst === undefined && isSteep(read?.class)) {
    return `${name} is ${read?.class} by reading: ${read?.derivation.join('; ') ?? ''}.`;
  }
  return undefined;
}

function evidenceOf(answer: CostAnswer, worst: Series | undefined): readonly string[] {
  const { measured, read } = answer;
  const series = measured.kind === 'measured' ? measured.series : [];
  const differs = contradiction(answer);
  return [
    ...(worst === undefined ? [] : [seriesText(worst)]),
    ...series.filter((each) => each !== worst).map(seriesText),
    ...hotLines(measured).map((line) => {
      const growth = line.growth === undefined ? '' : `, growing as ${line.growth.class} (${line.growth.certainty})`;
      return `Measured: ${placeOf(line)} has ${line.steps} steps at n = ${line.n}, ${share(line)} of all${growth}.`;
    }),
    ...(read === undefined ? [] : [readingText(read)]),
    ...(differs === undefined ? [] : [differs]),
    ...(read?.issues ?? []).map((issue) => `Read: ${placed(issue)}: \`${issue.code}\`: ${issue.why}.`),
  ];
}

function readingText({ class: name, derivation }: CostReading): string {
  return `Read: ${name === undefined ? 'no class' : `at most ${name}`}. ${derivation.join('; ')}.`;
}

function seriesText({ shape, points, growth, end }: Series): string {
  const shown = points.slice(-4).map(({ n, steps }) => `${n}: ${steps}`);
  const stopped = end === undefined ? '' : ` Ended at n = ${end.n}: ${end.why}.`;
  const name =
    growth === undefined ? 'too few points for a class' : `${growth.class} (${growth.certainty}: ${growth.why})`;
  return `Measured, ${shape} inputs: ${name}. Steps by size: ${shown.join(', ')}.${stopped}`;
}

function confidenceOf({ measured, read }: CostAnswer, worst: Series | undefined): CostJudgement['confidence'] {
  const growth = worst?.growth;
  if (growth === undefined) return read === undefined ? 1 : confidenceOfReading(read);
  const mayBacktrack = read?.issues.some(({ kind }) => kind === 'regular expression that backtracks') === true;
  if (mayBacktrack && growth.class !== '2^n') return 2;
  // Sizes that were not run may take another way.
  if (measured.kind === 'measured' && measured.beyond.length > 0) return growth.certainty === 'unclear' ? 2 : 3;
  const agrees = read?.class === growth.class;
  const isWhole = measured.kind === 'measured' && measured.uncounted.length + measured.assumed.length === 0;
  if (growth.certainty === 'sure' && isWhole) return agrees ? 5 : 4;
  if (growth.certainty !== 'unclear') return agrees ? 4 : 3;
  return 2;
}

function confidenceOfReading({ class: name, isByName, issues }: CostReading): 1 | 2 | 3 {
  if (issues.length > 0) return issues[0]?.certainty === 'exact' ? 3 : 2;
  if (name === undefined) return 1;
  return isByName ? 2 : 3;
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
  return `${kind} at ${shownPath(path)}:${line}`;
}

function placeOf({ path, line }: HotLine): string {
  return `${shownPath(path)}:${line}`;
}

function share({ share: part }: HotLine): string {
  return `${Math.round(100 * part)} %`;
}

/** Rows that CLRS made, and the same with one value changed. */
import { readFileSync } from 'node:fs';
import type { Random } from '../../../src/lib/random.ts';
import { checkTrace } from '../../../src/scaffolds/engine.ts';
import type { CheckedTrace } from '../../../src/scaffolds/service.ts';

type Value = number | readonly Value[];
type Step = Readonly<Record<string, Value>>;

export interface Row {
  readonly algorithm: string;
  readonly length: number;
  /** As CLRS-Text has them. */
  readonly question: string;
  readonly answer: string;
  /** As CLRS-30 has them. */
  readonly hints: readonly Step[];
}

export function readRows(path: string | URL): readonly Row[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Row => JSON.parse(line));
}

/** Scaffolds whose name is not that of CLRS. */
const SCAFFOLD: Readonly<Record<string, string>> = {
  activity_selector: 'activity_selection',
  mst_kruskal: 'kruskal',
  lcs_length: 'lcs',
  matrix_chain_order: 'matrix_chain',
  kmp_matcher: 'kmp',
};

export function scaffoldFor({ algorithm }: Row): string {
  return SCAFFOLD[algorithm] ?? algorithm;
}

export function judge(row: Row, trace: unknown): CheckedTrace {
  return checkTrace({ kind: 'input', scaffold: scaffoldFor(row), input: { clrs_text: row.question } }, trace);
}

/** A trace in which one value is another one. */
export interface Corrupted {
  readonly trace: unknown;
  /** The first wrong step, from 1; absent when the other value is as right. */
  readonly wrongAt?: number;
}

/** One number of the answer changes. */
export function corruptAnswer(row: Row, random: Random): Corrupted {
  const numbers = [...row.answer.matchAll(/-?\d+/g)];
  const steps = Math.max(row.hints.length - 2, 0) + 1;
  const each = numbers.length / steps;
  const which = random.below(numbers.length);
  const number = numbers[which];
  const [index, old] = [number?.index ?? 0, number?.[0] ?? ''];
  const value = otherThan(Number(old), row, random);
  const step = Math.floor(which / each);
  const at = step === steps - 1 ? row.hints.length - 1 : step + 1;
  const trace = `${row.answer.slice(0, index)}${value}${row.answer.slice(index + old.length)}`;
  return corrupted(trace, step, steps, isTie(row, at, which % each, value));
}

/** One number of one hint changes. */
export function corruptHints(row: Row, random: Random): Corrupted {
  const at = random.below(row.hints.length);
  const step = row.hints[at] ?? {};
  const name = random.pick(Object.keys(step));
  const leaves = numbersOf(step[name] ?? 0);
  const which = random.below(leaves.length);
  const value = otherThan(leaves[which] ?? 0, row, random);
  let left = which;
  const change = (old: Value): Value => (typeof old === 'number' ? (left-- === 0 ? value : old) : old.map(change));
  const trace = row.hints.map((hints, index) =>
    index === at ? { ...hints, [name]: change(hints[name] ?? 0) } : hints,
  );
  return corrupted(trace, at, trace.length, name === 'pi_h' && isTie(row, at, which, value));
}

function numbersOf(value: Value): readonly number[] {
  return typeof value === 'number' ? [value] : value.flatMap(numbersOf);
}

/** What is as right in one step is not what the next step goes on from. */
function corrupted(trace: unknown, step: number, steps: number, isLegal: boolean): Corrupted {
  if (!isLegal) return { trace, wrongAt: step + 1 };
  return step === steps - 1 ? { trace } : { trace, wrongAt: step + 2 };
}

/** Another number, mostly one that could stand there. */
function otherThan(old: number, { length }: Row, random: Random): number {
  if (!Number.isInteger(old)) return old + 0.25;
  const others = (old === 0 || old === 1) && random.below(2) === 0 ? [0, 1] : [-1, ...Array(length).keys()];
  return random.pick(others.filter((each) => each !== old));
}

/**
 * Whether the vertex may have this other predecessor in the step, by the definition of the two algorithms that leave it open. CLRS' own hints
 * tell what was known before: breadth-first search takes any vertex of the wave before, Bellman-Ford any that gives the same new distance.
 */
function isTie({ algorithm, question, hints }: Row, at: number, vertex: number, from: number): boolean {
  const [before, now] = [hints[at - 1], hints[at]];
  if (before === undefined || now === undefined || from < 0) return false;
  const weight = weightsOf(question)[from]?.[vertex] ?? 0;
  if (algorithm === 'bfs')
    return (
      weight > 0 &&
      of(before, 'reach_h', from) === 1 &&
      of(before, 'reach_h', vertex) === 0 &&
      of(now, 'reach_h', vertex) === 1
    );
  if (algorithm !== 'bellman_ford') return false;
  const isNew = of(before, 'msk', vertex) < of(now, 'msk', vertex) || of(now, 'd', vertex) < of(before, 'd', vertex);
  return (
    isNew && weight > 0 && of(before, 'msk', from) === 1 && of(before, 'd', from) + weight === of(now, 'd', vertex)
  );
}

function of(step: Step, name: string, index: number): number {
  const value = [step[name] ?? 0].flat(1)[index];
  return typeof value === 'number' ? value : 0;
}

function weightsOf(question: string): readonly (readonly number[])[] {
  const [, rows = ''] = /A: \[(\[.*?\])\]/.exec(question) ?? [];
  return rows.split('], ').map((row) => row.replaceAll(/[[\]]/g, '').split(' ').map(Number));
}

/** What became of the rows of one algorithm. */
export interface ClrsFigures {
  readonly rows: number;
  readonly acceptedAnswers: number;
  readonly acceptedHints: number;
  readonly wrongAnswers: number;
  readonly refusedAnswers: number;
  readonly wrongHints: number;
  readonly refusedHints: number;
  /** Changed ones that are as right, and those of them that were accepted. */
  readonly ties: number;
  readonly acceptedTies: number;
  readonly disagreements: readonly string[];
}

/** The figures of `figures.json`. */
export interface FiguresOfAlgorithm extends Omit<ClrsFigures, 'disagreements'> {
  /** Rows with many equal numbers, and those whose answer was accepted; what is changed in them may be as right. */
  readonly tiedRows: number;
  readonly acceptedTiedRows: number;
}

export function measureRows(rows: readonly Row[], changes: number, random: Random): ClrsFigures {
  const counts = {
    acceptedAnswers: 0,
    acceptedHints: 0,
    wrongAnswers: 0,
    refusedAnswers: 0,
    wrongHints: 0,
    refusedHints: 0,
  };
  const found = { ...counts, ties: 0, acceptedTies: 0 };
  const disagreements: string[] = [];
  for (const row of rows) {
    const [answer, hints] = [judge(row, row.answer), judge(row, row.hints)];
    found.acceptedAnswers += Number(answer.correct);
    found.acceptedHints += Number(hints.correct);
    if (!answer.correct) disagreements.push(`${row.question}${row.answer}${answer.message}`);
    if (!hints.correct) disagreements.push(`${row.question}hints: ${hints.message}`);
    for (const [kind, corrupt] of [['Answers', corruptAnswer] as const, ['Hints', corruptHints] as const])
      for (let round = 0; round < changes; round++) {
        const { trace, wrongAt } = corrupt(row, random);
        const verdict = judge(row, trace);
        const agrees = verdict.correct === (wrongAt === undefined) && verdict.firstWrong?.number === wrongAt;
        if (wrongAt === undefined)
          [found.ties, found.acceptedTies] = [found.ties + 1, found.acceptedTies + Number(agrees)];
        else {
          found[`wrong${kind}`] += 1;
          found[`refused${kind}`] += Number(agrees);
        }
        if (!agrees)
          disagreements.push(`${row.question}${JSON.stringify(trace)}\nwrong at ${wrongAt}: ${verdict.message}`);
      }
  }
  return { rows: rows.length, ...found, disagreements };
}

/** The figures as a part of a page. */
export function renderClrsFigures(): string {
  const figures: Readonly<Record<string, FiguresOfAlgorithm>> = JSON.parse(
    readFileSync(new URL('figures.json', import.meta.url), 'utf8'),
  );
  const head = [
    'algorithm',
    'right answers accepted',
    'right hints accepted',
    'wrong answers refused at the same step',
    'wrong hints refused at the same step',
    'other right ones accepted',
    'rows with ties accepted',
  ];
  const rows = Object.entries(figures).map(([name, of]) => [
    name,
    `${of.acceptedAnswers} of ${of.rows}`,
    `${of.acceptedHints} of ${of.rows}`,
    `${of.refusedAnswers} of ${of.wrongAnswers}`,
    `${of.refusedHints} of ${of.wrongHints}`,
    `${of.acceptedTies} of ${of.ties}`,
    `${of.acceptedTiedRows} of ${of.tiedRows}`,
  ]);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return `${HEAD}\n${[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')}\n`;
}

const HEAD = `
## Hints of CLRS

Rows that the samplers and algorithms of [CLRS](https://github.com/google-deepmind/clrs) made, of lengths 4 to 32, with numbers cut to three decimals or not at all. Answers are those of CLRS-Text with its hints, hints those
of CLRS-30. In each, three times, one number becomes another one. It is wrong at that step, unless the definition of the algorithm allows it there: then at the next step, which goes on
from the old number, or nowhere. Rows with ties have numbers cut to one decimal, so that many are equal; nothing is changed in them. These rows are not made in every run of the tests:
\`test/scaffolds/clrs/\` says how they were, and has a few that are judged in every run.
`;

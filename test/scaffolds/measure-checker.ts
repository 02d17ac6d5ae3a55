/** How the checker of a scaffold does: on what its reference answers, on mutants of that, and on what is no answer. */
import type { Random } from '../../src/lib/random.ts';
import type { AnyAnswer } from '../../src/scaffolds/answers/shape.ts';
import { canonicalJson } from '../../src/scaffolds/canonical-json.ts';
import { checkAnswer, generateCases } from '../../src/scaffolds/engine.ts';
import type { Scaffold } from '../../src/scaffolds/scaffold.ts';
import { mutantsOf } from './mutants.ts';
import { ORACLES } from './oracles/catalog.ts';

/** Mutants of the answer to each case. */
const MUTANTS = 20;

/** Texts that are no answers. */
export const REFUSALS = [
  'I cannot do that.',
  "I'm sorry, but I can't help with this.",
  'As an AI model I am unable to run algorithms.',
  'There is nothing to do here.',
  'TODO',
  '',
];

export interface CheckerFigures {
  /** Different ones in the suite of seed 0. */
  readonly cases: number;
  /** Of the reference's answers. */
  readonly accepted: number;
  /** Of the refusals, of all cases. */
  readonly acceptedRefusals: number;
  /** Mutants that the oracle calls wrong. */
  readonly wrong: number;
  readonly refused: number;
  /** Mutants that the oracle calls right: other answers than the reference's. */
  readonly right: number;
  readonly acceptedOthers: number;
  /** Mutants that the oracle leaves open, near a tolerance or where two notations say the same. */
  readonly open: number;
  /** Where oracle and checker differ. */
  readonly disagreements: readonly string[];
}

/** Measures it on the cases of the suite, with seeds 0 and 1. */
export function measureChecker(scaffold: Scaffold, random: Random): CheckerFigures {
  const judge = ORACLES[scaffold.name];
  if (judge === undefined) throw new Error(`${scaffold.name} has no oracle.`);
  const cases = [0, 1].flatMap((seed) => generateCases({ scaffold: scaffold.name, seed, level: 1 }));
  const isComplete = (answer: AnyAnswer) =>
    Object.entries(scaffold.answer).every(([field, { optional }]) => optional || answer[field] !== undefined);
  let [accepted, acceptedRefusals, wrong, refused, right, acceptedOthers, open] = [0, 0, 0, 0, 0, 0, 0];
  const disagreements: string[] = [];
  for (const { id, input, expected } of cases) {
    const check = (answer: unknown) => checkAnswer({ kind: 'case', id }, answer);
    accepted += Number(check(expected).correct && judge(input, expected) !== false);
    acceptedRefusals += REFUSALS.filter((text) => check(text).correct).length;
    for (const mutant of mutantsOf(expected, random, MUTANTS)) {
      const answer: AnyAnswer = Object(mutant);
      const isRight = isComplete(answer) && judge(input, answer);
      const { correct, message } = check(mutant);
      if (isRight === undefined) open += 1;
      else if (isRight !== correct) disagreements.push(`${id} ${JSON.stringify(mutant)}: ${message}`);
      wrong += Number(isRight === false);
      refused += Number(isRight === false && !correct);
      right += Number(isRight === true);
      acceptedOthers += Number(isRight === true && correct);
    }
  }
  const counts = { accepted, acceptedRefusals, wrong, refused, right, acceptedOthers, open };
  const suite = cases.slice(0, cases.length / 2).map(({ input }) => canonicalJson(input));
  return { cases: new Set(suite).size, ...counts, disagreements };
}

/** The figures of all checkers as a page. */
export function renderFigures(figures: ReadonlyMap<string, CheckerFigures>): string {
  const rows = [...figures].map(([name, of]) => [
    name,
    of.cases,
    of.accepted,
    of.acceptedRefusals,
    `${of.refused} of ${of.wrong}`,
    `${of.acceptedOthers} of ${of.right}`,
    of.open,
  ]);
  const head = [
    'scaffold',
    'different cases of 11',
    "reference's answers accepted, of 22",
    'refusals accepted, of 132',
    'wrong mutants refused',
    'other right answers accepted',
    'left open',
  ];
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return `${HEAD}\n${[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')}\n`;
}

const HEAD = `# How the checkers of scaffolds do

Written by \`npx vitest run test/scaffolds/checkers.test.ts -u\`, and compared in every run of the tests.

The cases are the suites of seeds 0 and 1. Of each, the reference's answer is changed in ${MUTANTS} ways, one at a time: numbers, truths and letters change, elements are
left out, doubled, swapped or put in another's place, lists are reversed or cut off, fields are left out. An **oracle** says for each mutant whether it is right. It shares no code
with the checker, and follows the definition: all simple paths, subsets, orders, colorings, placements, products, tours and ways up a hill, tried one by one; Kraft's inequality,
duality, whole numbers of any size, roots by Durand and Kerner, and Simpson's rule. Where the definition is a method (Newton's tangents, orders of a search, slopes that are
halved, the recursion of edit distance), it is that method, written again. Near a tolerance, and where another notation may say the same, it leaves a mutant open.
Refusals are six texts without an answer, given to every case.
`;

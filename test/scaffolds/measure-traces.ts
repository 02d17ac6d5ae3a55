/** How the check of a scaffold's traces does on mutants of right ones. */
import { ToolFailure } from '../../src/lib/errors.ts';
import type { Random } from '../../src/lib/random.ts';
import { checkTrace, generateCases } from '../../src/scaffolds/engine.ts';
import type { Scaffold } from '../../src/scaffolds/scaffold.ts';
import type { TestCase } from '../../src/scaffolds/service.ts';
import { wayThrough } from '../ways-through.ts';
import { upTo } from './oracles/oracle.ts';
import { traceMutants } from './trace-mutants.ts';
import { TRACE_ORACLES } from './trace-oracles/catalog.ts';

/** Mutants of the traces of each case, and right traces that they are made of. */
const MUTANTS = 20;
const WAYS = 5;

export interface TraceFigures {
  /** That the oracle calls wrong. */
  readonly wrong: number;
  /** Those of them that are refused at the step that the oracle names. */
  readonly refused: number;
  /** That the oracle calls right. */
  readonly right: number;
  readonly accepted: number;
  /** That the oracle leaves open, near a tolerance. */
  readonly open: number;
  /** Where oracle and check differ. */
  readonly disagreements: readonly string[];
}

/** Measures it on the cases of the suite, with seeds 0 and 1; those whose steps are too many are left out. */
export function measureTraces({ name, trace: form }: Scaffold, random: Random): TraceFigures {
  const label = TRACE_ORACLES[name];
  if (label === undefined) throw new Error(`${name} has no oracle of traces.`);
  const cases = [0, 1].flatMap((seed) => generateCases({ scaffold: name, seed, level: 1 })).filter(isTraced);
  const traces = cases.map(({ input }) => wayThrough(name, input, random));
  let [wrong, refused, right, accepted, open] = [0, 0, 0, 0, 0];
  const disagreements: string[] = [];
  for (const [at, { id, input }] of cases.entries()) {
    const strangers = traces.toSpliced(at, 1).flat();
    const rightTraces = upTo(WAYS).map(() => wayThrough(name, input, random));
    for (const mutant of traceMutants({ rightTraces, strangers }, random, MUTANTS)) {
      const { correct, readAs, firstWrong, message } = checkTrace({ kind: 'input', scaffold: name, input }, mutant);
      if (readAs !== 'read') continue;
      const found = correct ? 'right' : (firstWrong?.number ?? 0) - 1;
      const expected = label(input, mutant);
      const isSame = found === expected;
      if (expected === 'open') open += 1;
      else if (expected === 'right') [right, accepted] = [right + 1, accepted + Number(isSame)];
      else [wrong, refused] = [wrong + 1, refused + Number(isSame)];
      if (!isSame && expected !== 'open')
        disagreements.push(
          `${id} ${JSON.stringify(mutant)}: oracle ${expected}, check ${found}: ${message} (${Object.keys(form.step)})`,
        );
    }
  }
  return { wrong, refused, right, accepted, open, disagreements };
}

/** Whether the steps of a case are few enough to be checked. */
function isTraced({ id }: TestCase): boolean {
  try {
    checkTrace({ kind: 'case', id }, []);
    return true;
  } catch (error) {
    if (error instanceof ToolFailure) return false;
    throw error;
  }
}

/** The figures of all traces as a part of a page. */
export function renderTraceFigures(figures: ReadonlyMap<string, TraceFigures>): string {
  const rows = [...figures].map(([name, of]) => [
    name,
    of.wrong + of.right + of.open,
    `${of.refused} of ${of.wrong}`,
    `${of.accepted} of ${of.right}`,
    of.open,
  ]);
  const head = ['scaffold', 'mutants', 'wrong ones refused at the same step', 'right ones accepted', 'left open'];
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return `${HEAD}\n${[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')}\n`;
}

const HEAD = `
## Traces

Right traces of these cases, with random choices where several steps are legal, are changed in ${MUTANTS} ways for each case, one at a time: a value of a step changes or is that of another step,
neighbouring steps are swapped, a step is left out, doubled, or one of another case, the trace is cut off or goes on too long, or it is another right one. An oracle of traces names the
first wrong step, by the definition of the algorithm and what the scaffold says of its steps. It shares no code with the machines that check traces: it says of each step whether it may
follow those before it. Cases whose search takes more steps than are checked are left out.
`;

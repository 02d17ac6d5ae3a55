/**
 * `node test/scaffolds/references/survivors.ts`: runs every mutant of every reference and writes docs/scaffold-references.md. It takes some ten
 * minutes on two cores.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SCAFFOLDS } from '../../../src/scaffolds/catalog.ts';
import { rightChange } from './right-change.ts';
import type { ReferenceFigures, Survivor } from './run-mutants.ts';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
/** The document with the figures of all mutants. */
export const DOCUMENT = path('../../../docs/scaffold-references.md');

/** Runs one of `every` mutants of each reference, in a process of its own. */
export function runMutants(every: number): readonly ReferenceFigures[] {
  const names = SCAFFOLDS.map(({ name }) => name);
  const args = ['--no-warnings', path('run-mutants.ts'), String(every), ...names];
  const lines = execFileSync(process.execPath, args, { encoding: 'utf8' }).trim().split('\n');
  return lines.map((line): ReferenceFigures => JSON.parse(line));
}

/** Survivors of a kind; `open` are those of which nobody has said why they are right. */
function survivorsOf(kind: 'equivalent' | 'work' | 'open', of: readonly ReferenceFigures[]): readonly Survivor[] {
  return of.flatMap(({ survivors }) =>
    survivors.filter(({ becomes }) => (rightChange(becomes)?.kind ?? 'open') === kind),
  );
}

function renderDocument(all: readonly ReferenceFigures[]): string {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const row = (name: string, of: readonly ReferenceFigures[], instances: string) => {
    const [mutants, killed] = [sum(of.map((each) => each.mutants)), sum(of.map((each) => each.killed))];
    const others = [survivorsOf('equivalent', of), survivorsOf('work', of), survivorsOf('open', of)];
    return `| ${[name, instances, mutants, killed, ...others.map(({ length }) => length)].join(' | ')} |`;
  };
  const sections = all
    .filter((of) => of.survivors.length > 0)
    .map((of) => `## ${of.scaffold}\n\n${of.survivors.map((each) => renderSurvivor(each, of)).join('\n')}`);
  return `${HEAD}
${all.map((of) => row(of.scaffold, [of], String(of.instances))).join('\n')}
${row('all', all, '')}

${sections.join('\n\n')}
`;
}

function renderSurvivor(survivor: Survivor, { instances }: ReferenceFigures): string {
  const { change, becomes, otherFields, otherWork } = survivor;
  const right = rightChange(becomes);
  const why = right === undefined ? 'Open.' : `${right.kind}: ${right.why}`;
  const seen = [
    ...(otherFields.length === 0 ? [] : [`other ${otherFields.join(', ')}`]),
    ...(otherWork === 0 ? [] : [`other work for ${otherWork} of ${instances}`]),
  ];
  return `- \`${change.replaceAll('`', "'")}\`: ${why}${seen.length === 0 ? '' : ` (${seen.join('; ')})`}`;
}

const HEAD = `# What becomes of the references of scaffolds when they are changed

Written by \`node test/scaffolds/references/survivors.ts\`; each run of the tests compares a part of it.

Every reference, and the functions of its category that it calls, is changed in one place: an operator, a number, a truth, a condition, a statement that is left out. The mutant
solves the suites of levels 1, 3 and 6, of each tier 60 more instances of level 1 and 10 of level 5, and instances made for changes that these do not tell (\`further-inputs.ts\`). The checker judges its answers, and so does the
definition of \`iterations\` of bisection and \`standard_error\` of monte_carlo, which the checkers leave open. A mutant is killed by a wrong answer, an exception, or more than ten
times the work (200,000 rounds at least). Work that is only counted, and what stands behind \`??\` for what cannot be, is not changed.

The others answer right on all of these instances. \`right-changes.ts\` says of each why it answers right on every instance, and the tests check that it says so of all, and of none that is gone:

- **equivalent**: the same answers, or other ones that are as right: another one of several best choices, or a field that is not checked.
- **work**: the same answers after another number of rounds or steps. What makes a search faster is gone, or its end is noticed at another time.
- **open**: nobody has said why.

| reference | instances | mutants | killed | equivalent | work | open |
| --- | --- | --- | --- | --- | --- | --- |`;

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(DOCUMENT, renderDocument(runMutants(1)));

/**
 * `node test/scaffolds/references/survivors.ts`: runs every mutant of every reference and writes docs/scaffold-references.md. It takes some ten
 * minutes on two cores.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SCAFFOLDS } from '../../../src/scaffolds/catalog.ts';
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

/** What survivors change, from nothing at all to what is answered. */
const CLASSES = {
  nothing: ({ otherFields, otherWork }: Survivor) => otherFields.length === 0 && otherWork === 0,
  work: ({ otherFields, otherWork }: Survivor) => otherFields.length === 0 && otherWork > 0,
  answer: ({ otherFields }: Survivor) => otherFields.length > 0,
} as const;
const CLASS_NAMES = ['nothing', 'work', 'answer'] as const;

function renderDocument(all: readonly ReferenceFigures[]): string {
  const survivorsOf = (kind: keyof typeof CLASSES, of: readonly ReferenceFigures[]) =>
    of.flatMap(({ survivors }) => survivors.filter(CLASSES[kind]));
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const row = (name: string, of: readonly ReferenceFigures[], instances: string) => {
    const [mutants, killed] = [sum(of.map((each) => each.mutants)), sum(of.map((each) => each.killed))];
    const classes = CLASS_NAMES.map((kind) => survivorsOf(kind, of).length);
    return `| ${[name, instances, mutants, killed, ...classes].join(' | ')} |`;
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

function renderSurvivor({ change, otherFields, otherWork }: Survivor, { instances }: ReferenceFigures): string {
  const answers = otherFields.length === 0 ? [] : [`other ${otherFields.join(', ')}`];
  const work = otherWork === 0 ? [] : [`other work for ${otherWork} of ${instances}`];
  const says = [...answers, ...work].join('; ') || 'nothing changes';
  return `- \`${change.replaceAll('`', "'")}\`: ${says}`;
}

const HEAD = `# What becomes of the references of scaffolds when they are changed

Written by \`node test/scaffolds/references/survivors.ts\`; each run of the tests compares a part of it.

Every reference, and the functions of its category that it calls, is changed in one place: an operator, a number, a truth, a condition, a statement that is left out. The mutant
solves the suites of levels 1, 3 and 6, and of each tier 60 more instances of level 1 and 10 of level 5. The checker judges its answers, and so does the
definition of \`iterations\` of bisection and \`standard_error\` of monte_carlo, which the checkers leave open. A mutant is killed by a wrong answer, an exception, or more than ten
times the work (200,000 rounds at least). Work that is only counted, and what stands behind \`??\` for what cannot be, is not changed.

The others answer right on all of these instances. They are compared with the reference, and fall into three classes:

- **nothing changes**: the same answers after the same rounds of loops and steps. On these instances they are equivalent: the length of an array, a bound that is never met, a case that
  another line settles.
- **only the work changes**: the same answers after another number of rounds or steps. What makes a search faster is gone, or its end is noticed at another time.
- **another right answer**: other values of the fields that are named, which the checker rightly accepts: another one of several best choices, or a field that is not checked
  (\`iterations\` of other numerical methods).

| reference | instances | mutants | killed | nothing changes | only the work changes | another right answer |
| --- | --- | --- | --- | --- | --- | --- |`;

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(DOCUMENT, renderDocument(runMutants(1)));

/**
 * `node test/scaffolds/references/survivors.ts`: runs every mutant of every reference and writes docs/scaffold-references.md. It takes some ten
 * minutes on two cores.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SCAFFOLDS } from '../../../src/scaffolds/catalog.ts';
import type { ReferenceFigures } from './run-mutants.ts';

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

function renderDocument(all: readonly ReferenceFigures[]): string {
  const total = (count: (of: ReferenceFigures) => number) => all.reduce((sum, of) => sum + count(of), 0);
  const rows = all.map(({ scaffold, mutants, killed }) => `| ${scaffold} | ${mutants} | ${killed} |`);
  const survivors = all
    .filter((of) => of.survivors.length > 0)
    .map((of) => `## ${of.scaffold}\n\n${of.survivors.map((text) => `- \`${text.replaceAll('`', "'")}\``).join('\n')}`);
  return `# What becomes of the references of scaffolds when they are changed

Written by \`node test/scaffolds/references/survivors.ts\`; each run of the tests compares a part of it.

Every reference, and the functions of its category that it calls, is changed in one place: an operator, a number, a truth, a condition, a statement that is left out. The mutant
solves the suites of levels 1, 3 and 6, and the checker judges its answers. It is killed by a wrong answer, an exception, or work without an end. Work that is only
counted, and what stands behind \`??\` for what cannot be, is not changed.

Those that survive give only right answers to these instances. They are not proved equivalent. Those that were looked at change which of several equally good choices comes
first, what makes a search faster, how long an array is, or when the end is noticed.

| reference | mutants | killed |
| --- | --- | --- |
${rows.join('\n')}
| all | ${total(({ mutants }) => mutants)} | ${total(({ killed }) => killed)} |

${survivors.join('\n\n')}
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(DOCUMENT, renderDocument(runMutants(1)));

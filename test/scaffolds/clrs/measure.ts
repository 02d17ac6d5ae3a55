/** Judges rows that CLRS made and writes figures.json: `npx node test/scaffolds/clrs/measure.ts rows.jsonl rows-with-ties.jsonl`. */
import { writeFileSync } from 'node:fs';
import { Random } from '../../../src/lib/random.ts';
import { type FiguresOfAlgorithm, measureRows, readRows } from './rows.ts';

const CHANGES = 3;

const [rows = [], tied = []] = process.argv.slice(2).map((path) => readRows(path));
const figures: Record<string, FiguresOfAlgorithm> = {};
for (const algorithm of new Set(rows.map((row) => row.algorithm))) {
  const isOfIt = (row: { readonly algorithm: string }) => row.algorithm === algorithm;
  const { disagreements, ...of } = measureRows(rows.filter(isOfIt), CHANGES, new Random(0));
  const withTies = measureRows(tied.filter(isOfIt), 0, new Random(0));
  figures[algorithm] = { ...of, tiedRows: withTies.rows, acceptedTiedRows: withTies.acceptedAnswers };
  for (const each of [...disagreements, ...withTies.disagreements]) process.stderr.write(`${each}\n\n`);
}
writeFileSync(new URL('figures.json', import.meta.url), `${JSON.stringify(figures, null, 2)}\n`);

/**
 * Fails when a regular expression is not in the table of those that were checked for input on which they take long. With `--write`
 * (`npm run regexes`) it checks those that are new, and leaves out those that are gone; that takes seconds for a few and minutes for all.
 */
import { notAccepted, readTable, type Verdict, writeTable } from './lib/regexes/table.ts';
import { keyOf, type WrittenRegex, writtenRegexes } from './lib/regexes/written.ts';
import { ROOT } from './lib/wrangler.ts';

const written = writtenRegexes(ROOT);
if (process.argv.includes('--write')) await checkNew(written);
const refused = notAccepted(written, readTable());
for (const regex of refused)
  console.error(`${regex.at}: ${keyOf(regex)} is not in the table of checked regular expressions.`);
if (refused.length > 0)
  console.error('`npm run regexes` checks what is new. Mend what it finds vulnerable: linear, anchored, or no regex.');
console.log(`Regular expressions: ${written.length}, ${refused.length} not accepted.`);
process.exit(refused.length > 0 ? 1 : 0);

async function checkNew(all: readonly WrittenRegex[]): Promise<void> {
  const { checkRegex } = await import('./lib/regexes/check.ts');
  const known = readTable();
  const table: Record<string, Verdict> = {};
  for (const [key, [first]] of Map.groupBy(all, keyOf)) {
    const verdict = known[key];
    if (verdict !== undefined || first === undefined) {
      if (verdict !== undefined) table[key] = verdict;
      continue;
    }
    const checked = checkRegex(first.source, first.flags);
    switch (checked.type) {
      case 'accepted':
        table[key] = checked.verdict;
        break;
      case 'vulnerable':
        console.error(`${first.at}: ${key} takes ${checked.complexity} on ${checked.attack}`);
        break;
      case 'undecided':
        console.error(`${first.at}: ${key} could not be checked (${checked.reason}).`);
        break;
    }
    writeTable({ ...known, ...table });
  }
  writeTable(table);
}

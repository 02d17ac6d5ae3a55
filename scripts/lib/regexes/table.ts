/** The regular expressions that were checked: `scripts/lib/regexes/checked.json`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { keyOf, type WrittenRegex } from './written.ts';

/**
 * Why a regular expression may run on what users send. `linear`: proved from its automaton; `no attack found`: it is beyond that proof, and
 * a search of counted size found no input that takes long. Two are written by hand: `excepted` takes longer on long input, and the reason
 * says why it never gets one; `undecided` could not be checked, and the reason says why it is taken.
 */
const verdictSchema = z.union([
  z.enum(['linear', 'no attack found']),
  z.strictObject({ excepted: z.string().min(1) }),
  z.strictObject({ undecided: z.string().min(1) }),
]);

const tableSchema = z.record(z.string(), verdictSchema);

export type Verdict = z.infer<typeof verdictSchema>;

/** Verdicts by regular expression, as its literal is. */
export type Table = Readonly<Record<string, Verdict>>;

const FILE = new URL('checked.json', import.meta.url);

export function readTable(): Table {
  return tableSchema.parse(JSON.parse(readFileSync(FILE, 'utf8')));
}

export function writeTable(table: Table): void {
  const sorted = Object.entries(table).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

/** Those that the table does not accept. */
export function notAccepted(written: readonly WrittenRegex[], table: Table): readonly WrittenRegex[] {
  return written.filter((regex) => !Object.hasOwn(table, keyOf(regex)));
}

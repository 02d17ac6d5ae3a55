/** Mutants of references are killed by the checkers, but for those that the document lists. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { amount } from '../../generated.ts';
import { DOCUMENT, runMutants } from './survivors.ts';

/** One of how many mutants is run. */
const EVERY = amount(1, 16);

/** Lines move. */
const withoutLine = (text: string) => text.replace(/:\d+:/, ':');

it('lists every mutant that survives', { timeout: amount(1_800_000, 300_000) }, () => {
  const all = runMutants(EVERY);
  expect(all).toHaveLength(33);
  const listed = new Set(
    readFileSync(DOCUMENT, 'utf8')
      .split('\n')
      .map((line) => withoutLine(line.replace(/^- `(.*?)`.*$/, '$1'))),
  );
  const survivors = all.flatMap((of) => of.survivors).map(({ change }) => withoutLine(change.replaceAll('`', "'")));
  expect(survivors.filter((text) => !listed.has(text))).toEqual([]);
  expect(all.reduce((sum, { killed }) => sum + killed, 0)).toBeGreaterThan(0);
});

/** Mutants of references are killed by the checkers, but for those that are said to be right, with the reason. */
import { expect, it } from 'vitest';
import { SCAFFOLDS } from '../../../src/scaffolds/catalog.ts';
import { amount } from '../../generated.ts';
import { mutationsOf } from './mutations.ts';
import { rightChange } from './right-change.ts';
import { RIGHT_CHANGES } from './right-changes.ts';
import { runMutants } from './survivors.ts';

/** One of how many mutants is run. */
const EVERY = amount(1, 16);

const LISTED = RIGHT_CHANGES.flatMap(({ file, lines }) => lines.map((line) => `${file}: ${line}`));

it('has no mutant that survives without a reason', { timeout: amount(1_800_000, 300_000) }, () => {
  const all = runMutants(EVERY);
  expect(all).toHaveLength(33);
  const survivors = all.flatMap((of) => of.survivors).map(({ becomes }) => becomes);
  expect(survivors.filter((becomes) => rightChange(becomes) === undefined)).toEqual([]);
  expect(all.reduce((sum, { killed }) => sum + killed, 0)).toBeGreaterThan(0);
  // Where all are run, a reason for one that is killed everywhere is false.
  if (EVERY === 1) expect(LISTED.filter((each) => !survivors.includes(each))).toEqual([]);
});

it('has reasons for changes that there are, each for one of a reference', async () => {
  const changes = await Promise.all(
    SCAFFOLDS.map(async (each) => (await mutationsOf(each)).all.map(({ becomes }) => becomes)),
  );
  expect(new Set(LISTED).size).toBe(LISTED.length);
  for (const each of LISTED) {
    const counts = changes.map((of) => of.filter((becomes) => becomes === each).length);
    expect({ each, most: Math.max(...counts) }).toEqual({ each, most: 1 });
  }
});

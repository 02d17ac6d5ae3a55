/** Mutants of right answers and traces: a checker refuses those that an oracle calls wrong, and accepts those that it calls right. */
import { expect, it } from 'vitest';
import { Random } from '../../src/lib/random.ts';
import { SCAFFOLDS } from '../../src/scaffolds/catalog.ts';
import { amount, seedOf } from '../generated.ts';
import { renderClrsFigures } from './clrs/rows.ts';
import { type CheckerFigures, measureChecker, renderFigures } from './measure-checker.ts';
import { measureTraces, renderTraceFigures, type TraceFigures } from './measure-traces.ts';

const figures = new Map<string, CheckerFigures>();
const traceFigures = new Map<string, TraceFigures>();

it.each(SCAFFOLDS.map((scaffold) => [scaffold.name, scaffold] as const))('answers to %s', (name, scaffold) => {
  const found = measureChecker(scaffold, new Random(0));
  figures.set(name, found);
  expect(found.disagreements).toEqual([]);
  expect(found).toMatchObject({ cases: 11, accepted: 22, acceptedRefusals: 0 });
  expect(found.wrong).toBeGreaterThan(100);
  for (let round = 0; round < amount(20, 1); round++)
    expect(measureChecker(scaffold, new Random(seedOf(round))).disagreements).toEqual([]);
});

it.each(SCAFFOLDS.map((scaffold) => [scaffold.name, scaffold] as const))('traces of %s', (name, scaffold) => {
  const found = measureTraces(scaffold, new Random(0));
  traceFigures.set(name, found);
  expect(found.disagreements).toEqual([]);
  expect(found.wrong).toBeGreaterThan(100);
  for (let round = 0; round < amount(20, 1); round++)
    expect(measureTraces(scaffold, new Random(seedOf(round))).disagreements).toEqual([]);
});

it('has the figures in its document', async () => {
  const document = renderFigures(figures) + renderTraceFigures(traceFigures) + renderClrsFigures();
  await expect(document).toMatchFileSnapshot('../../docs/scaffold-checkers.md');
});

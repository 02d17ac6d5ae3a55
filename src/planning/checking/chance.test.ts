import { expect, it } from 'vitest';
import type { Reach } from '../../python/tests/outcome.ts';
import { lostOutcome } from '../../python/tests/outcome.ts';
import { runTwice } from './chance.ts';
import { unreached } from './reach.ts';

it.each([
  ['the same twice', ['holds', 'holds'], [], 'holds'],
  ['another thing then', ['holds', 'fails'], [], 'undecided'],
  ['no failure by chance', ['fails', 'holds'], [], 'undecided'],
  ['nothing the first time', ['undecided'], [], 'undecided'],
  ['nothing the second time', ['holds', 'undecided'], [], 'undecided'],
  ['the same of a clock', ['holds', 'holds'], ['<check>:2'], 'undecided'],
] as const)('a check that says %s', async (_, outcomes, chance, expected) => {
  const calls: (readonly [seed: number, again: boolean])[] = [];
  const { found } = await runTwice(async (seed, again) => {
    const outcome = outcomes[calls.length] ?? 'holds';
    calls.push([seed, again]);
    const reach = { files: new Map(), chance };
    return { found: { outcome, evidence: `${outcome}.` }, outcome: { ...lostOutcome(''), ...(again && { reach }) } };
  });
  expect(found.outcome).toBe(expected);
  expect(calls.map(([, again]) => again)).toEqual([false, true].slice(0, outcomes.length));
  expect(new Set(calls.map(([seed]) => seed)).size).toBe(outcomes.length);
});

type Missed = readonly (readonly [number, number])[] | undefined;
const FILES: readonly (readonly [string, readonly (readonly [string, Missed])[], readonly string[]])[] = [
  ['ran', [['a.py', []]], []],
  ['was imported alone', [['a.py', [[2, 2]]]], ['a.py']],
  ['was not imported', [['b.py', []]], ['a.py']],
  ['missed too much to tell', [['a.py', undefined]], []],
];
it.each(FILES)('a file that %s', (_, files, expected) => {
  const changed = { path: 'a.py', before: 'def f():\n    return 1\n', after: 'def f():\n    return 2\n' };
  expect(unreached([changed], [{ files: new Map(files), chance: [] } satisfies Reach])).toEqual(expected);
});

it('asks for no run of lines that were taken out, moved or commented', () => {
  const changed = { path: 'a.py', before: 'a = 1\nb = 2\nc = 3\n', after: '# why\nb = 2\na = 1\n' };
  expect(unreached([changed], [])).toEqual([]);
});

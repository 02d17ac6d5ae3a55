/** Point claims: CPython's result for one input of a random program is never excluded, by the executor or by a proof with replay blinded. */
import { beforeAll, expect, test } from 'vitest';
import { loadPythonParser } from '../../scripts/lib/node-engine.ts';
import { bootNodeKernel, type NodeKernel } from '../../scripts/lib/node-kernel.ts';
import { loadSymbolic } from '../../scripts/lib/node-symbolic.ts';
import { amount, seedOf } from '../generated.ts';
import { asked, blinded, explored, type Point, points, results, type Verdict } from './points/claims.ts';

const EXPLORED = amount(20_000, 450);
const ASKED = amount(1_000, 15);

let kernel: NodeKernel;
let programs: readonly Point[];
beforeAll(async () => {
  kernel = await bootNodeKernel();
  programs = await points(
    kernel,
    Array.from({ length: EXPLORED }, (_, index) => seedOf(index + 1)),
  );
});

/** Fails where a claim is wrong; prints and returns the share of the right ones. */
function expectTrue(name: string, verdicts: readonly Verdict[]): number {
  const right = verdicts.filter(({ kind }) => kind === 'right').length;
  console.log(`${name}: ${verdicts.length} programs, ${right} claims are right`);
  const wrong = verdicts.flatMap((verdict, index) => {
    const point = programs[index];
    return verdict.kind === 'wrong' && point !== undefined ? [{ ...point, claim: verdict.claim }] : [];
  });
  const told = wrong.map(
    ({ seed, code, input, observed, claim }) =>
      `seed ${seed}: ${observed} for ${JSON.stringify(input)}, ${claim}\n${code}`,
  );
  expect(told.sort((a, b) => a.length - b.length).slice(0, 3)).toEqual([]);
  return right / verdicts.length;
}

test('the programs compile and end in many ways', () => {
  expect(programs.length).toBeGreaterThan(EXPLORED * 0.9);
  expect(new Set(programs.map(({ observed }) => observed.replace(/^return.*/s, 'return'))).size).toBeGreaterThan(8);
});

test('a claim that is wrong is seen', async () => {
  const code = 'def f(p: int, q: int):\n    return p + q\n';
  const point = { seed: 0, code, input: { p: '1', q: '2' }, observed: 'return 0x4' };
  expect(explored(await loadPythonParser(), point).kind).toBe('wrong');
  expect(explored(await loadPythonParser(), { ...point, observed: 'return 0x3' }).kind).toBe('right');
  const symbolic = await loadSymbolic({ cpython: blinded(kernel) });
  expect((await asked(symbolic, point, '4')).kind).toBe('wrong');
  expect((await asked(symbolic, { ...point, observed: 'return 0x3' }, '3')).kind).toBe('right');
  expect((await asked(symbolic, { ...point, observed: 'raise KeyError' }, undefined)).kind).toBe('wrong');
});

test('the executor excludes no result', async () => {
  const parser = await loadPythonParser();
  const share = expectTrue(
    'executor',
    programs.map((point) => explored(parser, point)),
  );
  expect(share).toBeGreaterThan(0.35);
});

test('nothing is proved of an input that CPython refutes, with replay blinded', async () => {
  const symbolic = await loadSymbolic({ cpython: blinded(kernel) });
  const some = programs.slice(0, ASKED);
  const literals = await results(kernel, some);
  const verdicts: Verdict[] = [];
  for (const [index, point] of some.entries()) verdicts.push(await asked(symbolic, point, literals[index]));
  expect(expectTrue('whole engine', verdicts)).toBeGreaterThan(0.3);
});

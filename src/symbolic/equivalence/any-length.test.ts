/** What is proved the same for arguments of any size, path by path, and what only looks so. */
import { beforeAll, describe, expect, test } from 'vitest';
import { loadPythonParser, loadSolvers } from '../../../scripts/lib/node-engine.ts';
import { bootNodeKernel } from '../../../scripts/lib/node-kernel.ts';
import { amount, seedOf } from '../../../test/generated.ts';
import { FUEL_PER_SECOND } from '../../../wasm/symbolic/z3/fuel.ts';
import { userId } from '../../lib/object-name.ts';
import { Pace } from '../../lib/pace.ts';
import { type Host, openRun } from '../verify/run.ts';
import { type AnyLengthProof, proveForAnyLength } from './any-length.ts';
import { DECEIVING_LOOPS } from './joint/deceiving-loops.ts';
import { pairOf } from './joint/deceiving-pair.ts';
import { DECEIVING_VALUES } from './joint/deceiving-values.ts';
import { contractOf, pairWith } from './pair.ts';

let host: Host;
beforeAll(async () => {
  const [parser, smt, cpython] = await Promise.all([loadPythonParser(), loadSolvers(), bootNodeKernel()]);
  const rate = { fuelPerSecond: FUEL_PER_SECOND, stepsPerSecond: 200_000 };
  host = { parser, smt, cpython: () => cpython, rate, version: 'here' };
});

const INTS = 'xs: list[int]';
const BOTH = 'xs: list[int], ys: list[int]';
const block = (text: string) => text.replace(/^/gm, '    ');

/** Asks the prover alone: trials would find most differences before it is asked. */
async function proofOf(
  left: string,
  right: string,
  parameters = INTS,
  module = '',
): Promise<AnyLengthProof | undefined> {
  const code = `${module}def f(${parameters}):\n${block(left)}\ndef g(${parameters}):\n${block(right)}\n`;
  const request = { code, functionName: 'f', timeoutSeconds: 10, owner: userId('test') };
  const pace = new Pace(async () => true);
  const run = await openRun(host, request, pace, () => ({
    kind: 'comparison',
    other: 'g',
    preconditions: [],
    assertLines: [],
  }));
  const pair = pairWith(run.subject.module, run.subject.definition, 'g');
  return proveForAnyLength({ ...run, subject: { ...run.subject, contract: contractOf(undefined) } }, pair);
}

describe('arguments of any size', () => {
  test.each([
    ['a copy', 'return xs[:]', 'return xs.copy()', INTS],
    ['a copy with nothing added', 'return xs + []', 'return [x for x in xs]', INTS],
    ['a list that grows in place', 'ys = list(xs)\nys.append(1)\nreturn ys', 'return xs + [1]', INTS],
    [
      'an exception',
      'if not xs:\n    raise ValueError\nreturn xs[0]',
      'if len(xs) == 0:\n    raise ValueError\nreturn xs[:1][0]',
      INTS,
    ],
    ['an argument that is changed', 'xs.append(1)\nreturn len(xs)', 'n = len(xs) + 1\nxs.append(1)\nreturn n', INTS],
    ['tuples', 'return tuple(list(xs))', 'return xs', 'xs: tuple[int, ...]'],
    ['tuples among the items', 'return [a for a, b in xs]', 'return [p[0] for p in xs]', 'xs: list[tuple[int, str]]'],
  ])('are the same for %s', async (_, left, right, parameters) => {
    expect(await proofOf(left, right, parameters)).toBeDefined();
  });

  test('say where one function leaves an argument and the other a copy', async () => {
    expect(await proofOf('return xs', 'return xs[:]')).toMatchObject({ sharesOtherwise: true });
    expect(await proofOf('return xs + []', 'return xs[:]')).toMatchObject({ sharesOtherwise: false });
    expect(await proofOf('return xs if n > 9 else xs[:]', 'return xs', `${INTS}, n: int`)).toMatchObject({
      sharesOtherwise: true,
    });
  });
});

const LARGEST = 'def largest(zs):\n    n = 0\n    for z in zs:\n        n = max(n, z)\n    return n\n';

const DECEIVING = [
  pairOf('a copy that is added to', 'ys = xs\nys.append(1)\nreturn ys', 'ys = xs[:]\nys.append(1)\nreturn ys'),
  pairOf('an argument that is emptied', 'ys = xs[:]\nxs.clear()\nreturn ys', 'ys = xs\nreturn ys'),
  pairOf('what is printed', 'if len(xs) > 4711:\n    print(1)\nreturn xs', 'return xs[:]'),
  pairOf('a long list', 'return xs[:9]', 'return xs'),
  pairOf('a list behind the ninth item', 'return len(xs[9:]) == 0', 'return True'),
  pairOf('the order', 'return xs[::-1]', 'return xs[:]'),
  pairOf('a tuple for a list', 'return tuple(xs)', 'return list(xs)'),
  pairOf('the largest of two lists', 'return max(xs) if xs and ys else 0', 'return max(ys) if xs and ys else 0', BOTH),
  pairOf(
    'what a loop finds in two lists',
    'n = 0\nfor x in xs:\n    n = max(n, x)\nreturn n',
    'n = 0\nfor x in ys:\n    n = max(n, x)\nreturn n',
    BOTH,
  ),
  pairOf('what one function finds in two lists', 'return largest(xs)', 'return largest(ys)', BOTH),
  pairOf('how many are kept of two lists', 'return [x for x in xs if x > 0]', 'return [y for y in ys if y > 0]', BOTH),
  pairOf('a zero with a sign', 'return [x + 0.0 for x in xs]', 'return xs', 'xs: list[float]'),
  pairOf('truths and numbers', 'return [x > 0 for x in xs]', 'return [1 if x > 0 else 0 for x in xs]'),
  pairOf('an exception of another type', 'return xs[0]', 'if not xs:\n    raise KeyError\nreturn xs[0]'),
];

/** A part of them each day, and all of them at full size. */
const SOME = [...DECEIVING_LOOPS, ...DECEIVING_VALUES].filter((_, index) => seedOf(index) % amount(1, 8) === 0);

describe('what only looks alike is never proved the same for any size without saying what is shared', () => {
  test.each([...DECEIVING, ...SOME])('$what', async ({ parameters, left, right, isSharing }) => {
    const proof = await proofOf(left, right, parameters, LARGEST);
    if (isSharing) expect(proof).toMatchObject({ sharesOtherwise: true });
    else expect(proof).toBeUndefined();
  });
});

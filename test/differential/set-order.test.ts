/** The order in which sets of small integers are walked, against CPython: random histories of insertions and removals. */
import { expect, test } from 'vitest';
import { loadPythonParser } from '../../scripts/lib/node-engine.ts';
import { bootNodeKernel } from '../../scripts/lib/node-kernel.ts';
import { Random } from '../../src/lib/random.ts';
import { amount, seedOf } from '../generated.ts';
import { type Case, compare } from './python/cases.ts';
import { observe } from './python/oracle.ts';
import { exploreFor, predict, subjectOf } from './python/prediction.ts';

const FUNCTIONS = amount(2000, 600);

/** Numbers that share slots, some of them too large for every build to agree on. */
function randomNumber(random: Random): string {
  const kinds = [
    () => random.below(12),
    () => random.below(12) * 8,
    () => random.below(6) * 32 + 1,
    () => random.below(2000),
    () => -1 - random.below(9),
    () => 2 ** 31 - 1 - random.below(3),
  ];
  return String(random.pick(kinds)());
}

function randomHistory(random: Random): string {
  const number = (): string => randomNumber(random);
  const numbers = (least: number, most: number): string =>
    Array.from({ length: least + random.below(most - least + 1) }, number).join(', ');
  const made = (): string =>
    random.pick([
      () => `{${numbers(1, 9)}}`,
      () => `{n, ${numbers(1, 9)}}`,
      () => `set([${numbers(0, 12)}])`,
      () => `frozenset([${numbers(0, 12)}])`,
      () => `set(range(${random.below(40)}))`,
      () => `{x * ${number()} for x in range(${random.below(9)})}`,
      () => `{*[${numbers(1, 5)}], ${number()}}`,
      () => `set({${numbers(1, 9)}: 0 for _ in "a"})`.replace(/, (?=.*: 0)/g, ': 0, ').replace(' for _ in "a"', ''),
    ])();
  const steps = Array.from({ length: random.below(12) }, () =>
    random.pick([
      () => `s.add(${number()})`,
      () => `s.add(${number()})`,
      () => `s.discard(${number()})`,
      () => 'for x in list(s)[1:]: s.discard(x)',
      () => 'if s: s.remove(max(s))',
      () => `s.add(${random.below(20)})`,
      () => `s |= ${made()}`,
      () => `s &= set(range(${random.below(60)}))`,
      () => `s -= ${made()}`,
      () => `s ^= ${made()}`,
      () => `s.update([${numbers(1, 9)}])`,
      () => `s.difference_update([${numbers(1, 4)}])`,
      () => `s = s | ${made()}`,
      () => `s = s & ${made()}`,
      () => `s = s - ${made()}`,
      () => `s = s ^ ${made()}`,
      () => 's = set(s)',
      () => 's = s.copy()',
      () => 'out.append(s.pop() if s else None)',
      () => 'out.extend(s)',
      () => 's.clear()',
      () => 'for x in list(s)[:2]: s.remove(x)',
    ])(),
  );
  const body = ['out = []', `s = set(${made()})`, ...steps, `for x in ${made()}:`, '    out.append(x)'];
  return ['def f(n: int):', ...[...body, 'return out, list(s), [x for x in s]'].map((line) => `    ${line}`), ''].join(
    '\n',
  );
}

test('sets are walked as CPython walks them', { timeout: 120_000 }, async () => {
  const parser = await loadPythonParser();
  const programs = Array.from({ length: FUNCTIONS }, (_, index) => ({
    seed: seedOf(index + 1),
    code: randomHistory(new Random(seedOf(index + 1))),
    samples: [{ sources: ['3'], model: new Map([['n', 3n]]) }],
  }));
  const observed = await observe(
    await bootNodeKernel(),
    programs.map(({ code }) => ({ code, functionName: 'f', rows: [['3']] })),
  );
  const cases: readonly Case[] = programs.map((program, index) => ({ ...program, observed: observed[index] ?? [] }));
  const { calls, decided, undecided, wrong } = compare(cases, ({ code, samples }) => {
    // the argument is known, so that the elements are
    const subject = subjectOf(parser, code.replace('f(n: int):', 'f(n: int):\n    n = 3'), 'f');
    return samples.map(({ model }) => predict(exploreFor(subject, [model]), model));
  });
  console.log(`${calls} histories, ${decided} decided`, [...undecided]);
  expect(wrong.length, wrong.slice(0, 3).join('\n\n')).toBe(0);
  expect(decided).toBeGreaterThan(calls * 0.25);
});

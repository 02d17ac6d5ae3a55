import { describe, expect, test } from 'vitest';
import type { CheckOutcome } from './service.ts';
import { judge } from './verdict.ts';

const outcome = (more: Partial<CheckOutcome> = {}): CheckOutcome => ({
  kind: 'contract',
  check: 'contract of f',
  outcome: 'fails',
  says: 'supports',
  evidence: 'f(1) returns 2.',
  ...more,
});
const shown = outcome({ basis: 'executed', input: 'f(1)' });
const proof = outcome({ outcome: 'holds', basis: 'proved', says: 'refutes', evidence: 'Proved.' });
const place = outcome({ kind: 'search', basis: 'read', evidence: 'a.py:3: x', place: { path: 'a.py', line: 3 } });

describe('judge', () => {
  test('confirms by an input, refutes by a proof', () => {
    expect(judge('bug', [shown])).toMatchObject({
      verdict: 'confirmed',
      confidence: 5,
      likelihood: 95,
      open: [],
    });
    expect(judge('bug', [proof])).toMatchObject({ verdict: 'refuted', confidence: 5, likelihood: 1 });
  });

  test('decides nothing without evidence, and says what would', () => {
    const open = outcome({ outcome: 'undecided', says: 'nothing', evidence: 'A loop.' });
    expect(judge('behavior', [])).toMatchObject({ verdict: 'undecided', likelihood: 50 });
    expect(judge('behavior', [open])).toMatchObject({ verdict: 'undecided', open: ['contract of f: A loop.'] });
  });

  test('only leans by what was read, and by runs that no mutant changes', () => {
    const weak = outcome({ kind: 'call', basis: 'executed', outcome: 'holds', weak: 'It executes no line.' });
    const met = { ...weak, telling: 'a.py:1', weak: 'A prediction.' };
    expect(judge('behavior', [place, proof])).toMatchObject({ verdict: 'refuted' });
    expect(judge('behavior', [place])).toMatchObject({ verdict: 'undecided', confidence: 2, likelihood: 70 });
    expect(judge('behavior', [weak])).toMatchObject({ verdict: 'undecided', likelihood: 55 });
    expect(judge('behavior', [weak, met])).toMatchObject({ verdict: 'undecided', likelihood: 70 });
    expect(judge('behavior', [{ ...weak, says: 'refutes' }])).toMatchObject({ verdict: 'undecided', likelihood: 45 });
    expect(judge('behavior', [place, { ...weak, says: 'refutes' }])).toMatchObject({ likelihood: 50 });
    expect(judge('behavior', [weak]).because).toBe(
      'The check passed: f(1) returns 2. That decides nothing. It executes no line.',
    );
  });

  test('decides nothing where checks contradict each other', () => {
    expect(judge('behavior', [shown, proof])).toMatchObject({ verdict: 'undecided', confidence: 2 });
  });

  test('confirms a bug only by what shows it', () => {
    const proved = { ...proof, says: 'supports' as const };
    const passing = outcome({ kind: 'python_test', outcome: 'holds', basis: 'executed' });
    for (const each of [proved, passing]) {
      expect(judge('bug', [each])).toMatchObject({ verdict: 'undecided', likelihood: 60 });
      expect(judge('behavior', [each])).toMatchObject({ verdict: 'confirmed' });
    }
    const failing = outcome({ kind: 'python_test', basis: 'executed' });
    expect(judge('security', [passing, failing])).toMatchObject({ verdict: 'confirmed', confidence: 4 });
  });
});

/** Brackets with an engine and a sandbox that answer as they are told. */
import { describe, expect, test } from 'vitest';
import { testsOutcome } from '../../../test/tests-outcome.ts';
import { userId } from '../../lib/object-name.ts';
import { Cancelled } from '../../lib/work.ts';
import type { ClaimAnswer } from '../../symbolic/service.ts';
import type { HypothesisCheck } from './checks.ts';
import type { CheckContext } from './context.ts';
import type { HypothesesRequest, Hypothesis } from './service.ts';
import { testHypotheses } from './test-hypotheses.ts';
import { playBracket } from './tournament.ts';

const OPEN: ClaimAnswer = { status: 'undecided', message: 'A loop.', assumptions: [], reasons: [] };
const APART: ClaimAnswer = {
  ...OPEN,
  status: 'fails',
  call: 'f(3)',
  outcome: { kind: 'returned', value: '4' },
  other: { kind: 'returned', value: '5' },
};

/** `f(3)` gives 5 on CPython; `runs` counts sandboxes. */
function stage(more: Partial<CheckContext> = {}) {
  const seen = { runs: 0, claims: 0 };
  const context: CheckContext = {
    owner: userId('test'),
    symbolic: {
      async checkClaim({ claim }) {
        seen.claims++;
        return claim.kind === 'alike' ? APART : OPEN;
      },
    },
    syntax: {
      matchPattern: async () => ({ files: [], problems: [] }),
      mutants: async ({ text }, lines) => {
        const start = text.indexOf('+');
        return start < 0 || !lines.includes(2)
          ? []
          : [{ line: 2, start, end: start + 1, original: '+', replacement: '-' }];
      },
    },
    regions: new Map(),
    read: async (path) => (path === 'a.py' ? 'def f(x):\n    return x + 2\n' : undefined),
    files: ['a.py'],
    async runTests(changed, file) {
      seen.runs++;
      const value = changed.get('a.py')?.includes('x - 2') === true ? '1' : '5';
      const code = changed.get(file) ?? '';
      const isMissed = code.includes('len([1])');
      const passes = code.includes(`"${value}"`) || isMissed;
      const failure = { id: `${file}::test_call`, type: 'AssertionError', message: `f(3) returns ${value}` };
      const outcome = testsOutcome({ [failure.id]: passes ? 'passed' : 'failed' }, passes ? [] : [failure]);
      return { ...outcome, executed: new Map([['a.py', { missed: isMissed ? [[2, 2]] : [] }]]) };
    },
    importModule: async () => testsOutcome({ '<check>': 'passed' }),
    timeoutSeconds: 10,
    guardSeconds: 10,
    onProgress: async () => true,
    ...more,
  };
  return { seen, context };
}

function requestOf(hypotheses: readonly Hypothesis[]): HypothesesRequest {
  const scope = { owner: userId('test'), workspace: 'default', files: ['a.py'], functions: [] };
  const kinds = ['contract', 'behaves_like', 'call', 'python_test', 'search'] as const;
  return { scope, hypotheses, kinds, timeoutSeconds: 30, parallel: 3 };
}

async function play(hypotheses: readonly Hypothesis[], { seen, context } = stage()) {
  const request = requestOf(hypotheses);
  const tested = await testHypotheses(request, context, () => 0);
  return { ...(await playBracket(request, tested, context)), seen };
}

const both = { holds: 'supports', fails: 'refutes' } as const;
const behaves = (body: string, name = 'f'): HypothesisCheck => ({
  kind: 'behaves_like',
  file: 'a.py',
  function: name,
  code: `def f(x): return ${body}`,
  types: {},
  expects: both,
});
const finds = (text: string) => ({ kind: 'search', text, must: 'match', expects: both }) as const;
const returns = (value: string) =>
  ({ kind: 'call', file: 'a.py', call: 'f(3)', returns: value, expects: both }) as const;
const guess = (id: string, ...checks: HypothesisCheck[]): Hypothesis => ({ id, type: 'behavior', checks });

describe('a bracket', () => {
  test('is won by what is confirmed, by runs', async () => {
    const { winner, matches, ties, seen } = await play([
      guess('a', returns('4')),
      guess('b', returns('5')),
      guess('c', returns('6')),
    ]);
    expect(winner).toBe('b');
    expect(matches).toHaveLength(2);
    expect(matches.every(({ basis }) => basis === 'executed')).toBe(true);
    expect(ties).toEqual([['a', 'c']]);
    // each twice, and one mutant
    expect(seen.runs).toBe(9);
  });

  test('runs a check once that hypotheses share, whatever each expects of it', async () => {
    const other: HypothesisCheck = { ...returns('5'), expects: { holds: 'refutes' } };
    const { tested, seen } = await play([guess('a', returns('5')), guess('b', other)]);
    expect(seen.runs).toBe(3);
    expect(tested.map(({ verdict }) => verdict)).toEqual(['confirmed', 'refuted']);
  });

  test('tells functions apart that are claimed, by an input that is run', async () => {
    const { tested, matches, winner } = await play([guess('four', behaves('4')), guess('five', behaves('x + 2'))]);
    // which of the two is asked first follows from the seed; the one that CPython contradicts is refuted
    expect(tested.filter(({ verdict }) => verdict === 'refuted')).toHaveLength(1);
    expect(matches).toMatchObject([{ basis: 'executed' }]);
    expect(winner).toBeUndefined();
  });

  test('has no winner where nothing is decided, and says who is alike', async () => {
    const { winner, matches, ties } = await play([guess('a', behaves('1', 'g')), guess('b', behaves('2'))]);
    expect(winner).toBeUndefined();
    expect(matches[0]).not.toHaveProperty('winner');
    expect(ties).toEqual([expect.arrayContaining(['a', 'b'])]);
  });

  test('says no winner of two that are alike', async () => {
    const { winner, ties } = await play([guess('a', finds('x + 2')), guess('b', finds('def f'))]);
    expect(winner).toBeUndefined();
    expect(ties).toHaveLength(1);
  });

  test('is not won by predictions that come true, and lost by others', async () => {
    const predicting = (id: string, value: string): Hypothesis => ({
      ...guess(id),
      predictions: [{ ...returns(value), expects: { holds: 'supports', fails: 'refutes' } }],
    });
    const { tested, winner } = await play([predicting('a', '5'), predicting('b', '6')]);
    expect(tested.map(({ verdict, likelihood }) => [verdict, likelihood])).toEqual([
      ['undecided', 70],
      ['refuted', 5],
    ]);
    expect(winner).toBeUndefined();
  });

  test('is the same again', async () => {
    const hypotheses = ['a', 'b', 'c', 'd', 'e'].map((id) => guess(id, returns(id)));
    const [one, other] = [await play(hypotheses), await play(hypotheses)];
    expect(one.matches).toEqual(other.matches);
    expect(one.matches).toHaveLength(4);
  });

  test('ends when the caller has gone', async () => {
    await expect(play([guess('a', finds('x'))], stage({ onProgress: async () => false }))).rejects.toThrow(Cancelled);
  });
});

describe('what was not read', () => {
  test('decides nothing', async () => {
    const search: HypothesisCheck = { ...finds('nowhere'), must: 'not_match', files: ['a.py', 'gone.py'] };
    const { tested } = await play([guess('a', search), guess('b', finds('nowhere'))]);
    expect(tested[0]?.outcomes[0]).toMatchObject({
      outcome: 'undecided',
      evidence: expect.stringContaining('gone.py'),
    });
    expect(tested[1]?.outcomes[0]).toMatchObject({ outcome: 'fails', basis: 'read' });
  });

  test('nor does a regular expression that does not parse', async () => {
    const { tested } = await play([guess('a', { kind: 'search', regex: '(', must: 'match', expects: both })]);
    expect(tested[0]?.outcomes[0]).toMatchObject({ outcome: 'undecided' });
  });
});

describe('runs', () => {
  const call = (text: string): HypothesisCheck => ({ ...returns('5'), call: text });

  test('name the mutant that changes what they come to', async () => {
    const { tested } = await play([guess('a', call('f(3)')), guess('b', call('len([1])'))]);
    expect(tested[0]).toMatchObject({
      verdict: 'confirmed',
      outcomes: [{ telling: 'a.py:2: `-` in the place of `+`' }],
    });
    expect(tested[1]).toMatchObject({ verdict: 'undecided', likelihood: 55 });
    expect(tested[1]?.because).toMatch(/^The check passed: .* That decides nothing\. It executes no line/);
  });

  test('that no mutant changes decide nothing', async () => {
    const always = async () => ({
      ...testsOutcome({ 't::a': 'passed' }),
      executed: new Map([['a.py', { missed: [] }]]),
    });
    const { tested } = await play([guess('a', call('f(3)'))], stage({ runTests: always }));
    expect(tested[0]).toMatchObject({ verdict: 'undecided' });
    expect(tested[0]?.because).toContain('None of 1 mutants of the lines that it executes changes');
  });

  test('look for mutants in the functions that are named', async () => {
    const regions = new Map([['a.py', [[7, 9] as const]]]);
    const seen: number[][] = [];
    const context = stage({ regions });
    const syntax = {
      ...context.context.syntax,
      mutants: async (_: unknown, lines: readonly number[]) => {
        seen.push([...lines]);
        return [];
      },
    };
    await play([guess('a', call('f(3)'))], stage({ regions, syntax }));
    expect(seen).toEqual([[]]);
  });

  test('that differ from run to run decide nothing', async () => {
    let run = 0;
    const failure = { id: 't::a', type: 'AssertionError', message: 'x' };
    const flaky = async () =>
      run++ % 2 === 0 ? testsOutcome({ 't::a': 'passed' }) : testsOutcome({ 't::a': 'failed' }, [failure]);
    const { tested } = await play([guess('a', call('f(3)'))], stage({ runTests: flaky }));
    expect(tested[0]?.outcomes[0]?.evidence).toMatch(/^It came out differently when it ran again/);
  });
});

describe('tests', () => {
  const run = async (...[ends, ...more]: Parameters<typeof testsOutcome>) => {
    const runTests = async () => testsOutcome(ends, ...more);
    const check: HypothesisCheck = { kind: 'python_test', code: 'x', edits: [], expects: both };
    return (await play([guess('a', check)], stage({ runTests }))).tested[0]?.outcomes[0];
  };
  const FAILED = { 't::a': 'failed' } as const;
  const failure = { id: 't::a', type: 'NameError', message: 'x' };

  test('fail by assertions, and by exceptions that come out of the code', async () => {
    expect(await run(FAILED, [{ ...failure, type: 'AssertionError' }])).toMatchObject({ outcome: 'fails' });
    expect(await run(FAILED, [{ ...failure, where: ['a.py', 2] }])).toMatchObject({
      outcome: 'fails',
      place: { path: 'a.py', line: 2 },
    });
  });

  test.each<[string, ...Parameters<typeof testsOutcome>]>([
    ['an exception of the test itself', FAILED, [{ ...failure, where: ['test_lemma_hypothesis.py', 1] }]],
    ['a module that cannot be imported', FAILED, [{ ...failure, stage: 'collection', where: ['a.py', 1] }]],
    ['no test', {}],
    ['a test that was skipped', { 't::a': 'skipped' }],
    ['a test that could not run', { 't::a': 'could not run' }, [], 'The package of the module numpy is not installed.'],
    ['a lost interpreter', {}, [], 'The interpreter was lost.'],
  ])('are not decided by %s', async (_, ...outcome) => {
    expect(await run(...outcome)).toMatchObject({ outcome: 'undecided' });
  });

  test('are not decided where the module that they name cannot be imported', async () => {
    const check = (code: string): HypothesisCheck => ({ kind: 'python_test', code, edits: [], expects: both });
    const importModule = async () => testsOutcome({ '<check>': 'could not run' }, [], 'numpy is not installed.');
    const failed = async () => testsOutcome(FAILED, [{ ...failure, type: 'AssertionError' }]);
    const context = stage({ importModule, runTests: failed });
    const { tested } = await play([guess('one', check('import a')), guess('two', check('import b'))], context);
    expect(tested.map(({ outcomes }) => outcomes[0]?.outcome)).toEqual(['undecided', 'fails']);
    expect(tested[0]?.outcomes[0]?.evidence).toBe(
      'a.py cannot be imported, which comes before every check. numpy is not installed.',
    );
  });

  test('with edits hold when the edits repair what fails', async () => {
    const edits = [{ file: 'a.py', old: 'x + 2', new: 'x + 1' }];
    const failing = testsOutcome(FAILED, [{ ...failure, type: 'AssertionError' }]);
    const passing = testsOutcome({ 't::a': 'passed' });
    const outcomeOf = async (runTests: CheckContext['runTests'], made = edits) => {
      const check: HypothesisCheck = { kind: 'python_test', code: 'x', edits: made, expects: both };
      return (await play([guess('a', check)], stage({ runTests }))).tested[0]?.outcomes[0];
    };
    const repaired: CheckContext['runTests'] = async (changed) =>
      changed.get('a.py')?.includes('x + 1') === true ? passing : failing;
    expect(await outcomeOf(repaired)).toMatchObject({ outcome: 'holds', place: { path: 'a.py', line: 2 } });
    expect(await outcomeOf(async () => failing)).toMatchObject({ outcome: 'fails' });
    expect(await outcomeOf(async () => passing)).toMatchObject({ outcome: 'undecided' });
    expect(await outcomeOf(repaired, [{ file: 'a.py', old: 'x', new: 'y' }])).toMatchObject({
      outcome: 'undecided',
      evidence: expect.stringContaining('2 times'),
    });
  });
});

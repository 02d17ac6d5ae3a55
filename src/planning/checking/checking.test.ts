/** What the ends of runs, comparisons and searches say of a step. */
import { describe, expect, it } from 'vitest';
import { toldRun } from '../../../test/told-run.ts';
import { TestRun } from '../../python/tests/events.ts';
import { outcomeOf } from '../../python/tests/outcome.ts';
import type { BehaviourChange } from '../../review/behaviour/changes.ts';
import { functionsBehave } from './behaviour.ts';
import { foundLines } from './lines.ts';
import { ranCode, ranTests } from './test-run.ts';

describe('a run of tests', () => {
  const done = ['done'] as const;
  const passed = [
    ['start', 'test_a'],
    ['end', 'passed', null],
  ] as const;
  const failed = (message: string, obstacle?: readonly string[]): Parameters<typeof toldRun>[0] => [
    ['start', 'test_b'],
    [
      'failure',
      { id: 'test_b', stage: 'call', file: 'a.py', line: 1, type: 'E', message, where: ['a.py', 3], obstacle },
    ],
    ['end', 'failed', obstacle ?? null],
  ];
  const judged = (...events: Parameters<typeof toldRun>[0]) => {
    const run = new TestRun();
    run.hear(toldRun(events));
    return ranTests(outcomeOf(run, 5));
  };

  it.each([
    ['holds when all pass', [['collected', 1, 0], ...passed, done], 'holds', '1 of 1 tests ran, 0 failed.'],
    [
      'fails when one does',
      [['collected', 2, 0], ...passed, ...failed('no\nmore'), done],
      'fails',
      'test_b: no (a.py:3)',
    ],
    [
      'fails also when it was stopped',
      [['collected', 2, 0], ...failed('no'), ['stopped', null, false]],
      'fails',
      'test_b: no',
    ],
    ['fails when nothing ran', [['collected', 0, 9], done], 'fails', 'No test passed: 0 of 0'],
    [
      'fails when all are skipped',
      [['collected', 1, 0], ['start', 'a'], ['end', 'skipped', null], done],
      'fails',
      '1 skipped',
    ],
    [
      'is open when some were left out',
      [['collected', 2, 0], ...passed, done],
      'undecided',
      'The others were left out',
    ],
    [
      'is open when the time was over',
      [['collected', 2, 0], ...passed, ['stopped', null, false]],
      'undecided',
      'The time of 5 s',
    ],
    ['is open without an end', [['collected', 1, 0], ...passed], 'undecided', 'The interpreter was lost'],
    ['is open when the runner broke', [['broken', 'Traceback\nSystemExit: 0\n']], 'undecided', 'SystemExit: 0'],
    [
      'is open when a module is missing',
      [
        ['collected', 1, 0],
        ...failed("No module named 'pq'", ['package', 'pq']),
        ['done', { obstacles: [['package', 'pq', 'a.py']] }],
      ],
      'undecided',
      '1 could not run. The package of the module pq is not installed.',
    ],
    [
      'fails by what no missing module explains',
      [
        ['collected', 2, 0],
        ...failed("No module named 'pq'", ['package', 'pq']),
        ...failed('wrong'),
        ['done', { obstacles: [['package', 'pq', 'a.py']] }],
      ],
      'fails',
      'test_b: wrong',
    ],
  ] as const)('%s', (_, events, outcome, words) => {
    expect(judged(...events)).toMatchObject({ outcome, evidence: expect.stringContaining(words) });
  });
});

describe('a piece of code', () => {
  const judged = (...events: Parameters<typeof toldRun>[0]) => {
    const run = new TestRun();
    run.hear(toldRun(events));
    return ranCode(outcomeOf(run, 5));
  };
  const start = [
    ['collected', 1, 0],
    ['file', ''],
    ['start', '<check>'],
  ] as const;
  const done = ['done'] as const;
  const failure = { id: '<check>', stage: 'call', file: '<check>', line: null, type: 'ValueError', message: 'boom' };
  const lack = ['package', 'pq'];

  it.each([
    ['ran', [['printed', 'yes'], ['end', 'passed', null], done], 'holds', 'It ran to its end: yes'],
    [
      'raised',
      [['end', 'failed', null], ['failure', { ...failure, where: ['a.py', 2] }], done],
      'fails',
      'ValueError: boom [a.py:2]',
    ],
    ['cannot be compiled', [['broken', 'SyntaxError: no'], done], 'undecided', 'SyntaxError: no'],
    [
      'lacks a package',
      [['end', 'failed', lack], ['failure', { ...failure, obstacle: lack }], done],
      'undecided',
      'The package of the module pq is not installed.',
    ],
    ['ended its interpreter', [], 'undecided', 'The interpreter was lost'],
    ['ran out of time', [['stopped', null, false], done], 'undecided', 'The time of 5 s was over'],
  ] as const)('that %s', (_, events, outcome, words) => {
    expect(judged(...start, ...events)).toMatchObject({ outcome, evidence: expect.stringContaining(words) });
  });
});

describe('functions', () => {
  const change: BehaviourChange = {
    function: 'f',
    file: 'a.py',
    line: 1,
    status: 'unknown',
    message: 'Not decided.',
    differences: [],
    reasons: [{ construct: 'while', message: 'has no bound', file: 'a.py' }],
    assumptions: [],
    isTyped: true,
  };
  const versions = { file: 'a.py', before: new Map([['f', 'old']]), after: new Map([['f', 'new']]) };
  const answer = { changes: [change], findings: [], omitted: [] };

  it('were tried only where something ran', () => {
    const tried = { ...answer, changes: [{ ...change, replays: 12 }] };
    expect(functionsBehave(['f'], { ...versions, answer }, 'no_difference_found').outcome).toBe('undecided');
    expect(functionsBehave(['f'], { ...versions, answer: tried }, 'proved').outcome).toBe('undecided');
    expect(functionsBehave(['f'], { ...versions, answer: tried }, 'no_difference_found')).toMatchObject({
      outcome: 'holds',
      basis: 'executed',
      evidence: expect.stringContaining('12 runs on CPython showed no difference'),
    });
  });

  it('that were left out are as before only where their text is', () => {
    const left = { changes: [], findings: [], omitted: [{ what: 'a.py', why: 'It is too large.' }] };
    const same = { ...versions, after: versions.before };
    expect(functionsBehave(['f'], { ...versions, answer: left }, 'proved').outcome).toBe('undecided');
    expect(functionsBehave(['f'], { ...same, answer: left }, 'proved')).toMatchObject({
      outcome: 'holds',
      basis: 'read',
      evidence: expect.stringContaining('What it uses was not compared: It is too large.'),
    });
    expect(functionsBehave(['g'], same, 'proved')).toMatchObject({ outcome: 'fails', basis: 'read' });
  });

  it('fail together when one does', () => {
    const both = [
      { ...change, status: 'equivalent' as const },
      { ...change, function: 'g', status: 'removed' as const },
    ];
    const after = new Map([...versions.after, ['g', 'x']]);
    expect(functionsBehave(['f', 'g'], { ...versions, after, answer: { ...answer, changes: both } }, 'proved')).toEqual(
      {
        outcome: 'fails',
        basis: 'read',
        evidence: 'g was removed.',
      },
    );
  });
});

describe('a search of lines', () => {
  const found = (count: number, must: 'match' | 'not_match', unread: readonly string[] = []) => {
    const lines = Array.from({ length: count }, (_, index) => ({ path: 'x.txt', line: index + 1, text: ' aa ' }));
    return foundLines(must, lines, count, { looked: ['x.txt'], binary: [], unread });
  };

  it('names places, and what it left out', () => {
    expect(found(1, 'match')).toEqual({ outcome: 'holds', basis: 'read', evidence: 'x.txt:1: aa' });
    expect(found(7, 'not_match').evidence).toMatch(/x\.txt:5: aa \/ and 2 more lines$/);
    expect(found(0, 'match')).toMatchObject({ outcome: 'fails', evidence: 'Nowhere in x.txt.' });
    expect(found(0, 'not_match', ['large.txt'])).toMatchObject({ outcome: 'undecided' });
    expect(found(1, 'not_match', ['large.txt'])).toMatchObject({ outcome: 'fails' });
  });
});

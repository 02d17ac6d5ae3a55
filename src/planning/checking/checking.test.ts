/** What the ends of runs, comparisons and searches say of a step. */
import { describe, expect, it } from 'vitest';
import type { CellResult } from '../../python/protocol.ts';
import { TestRun } from '../../python/tests/events.ts';
import type { BehaviourChange } from '../../review/behaviour/changes.ts';
import { functionsBehave } from './behaviour.ts';
import { foundLines } from './lines.ts';
import { ranSnippet, snippetAt } from './snippet.ts';
import { ranTests } from './test-run.ts';

describe('a run of tests', () => {
  const done = ['done', { slowest: [], notes: [], missing: [] }];
  const passed = [
    ['start', 'test_a'],
    ['end', 'passed'],
  ];
  const failed = (message: string) => [
    ['start', 'test_b'],
    ['failure', { id: 'test_b', stage: 'call', file: 'a.py', line: 1, type: 'E', message, where: ['a.py', 3] }],
    ['end', 'failed'],
  ];
  const judged = (...events: readonly unknown[]) => {
    const run = new TestRun();
    run.hear(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
    return ranTests(run, 5);
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
      [['collected', 2, 0], ...failed('no'), ['stopped', null]],
      'fails',
      'test_b: no',
    ],
    ['fails when nothing ran', [['collected', 0, 9], done], 'fails', 'No test passed: 0 of 0'],
    [
      'fails when all are skipped',
      [['collected', 1, 0], ['start', 'a'], ['end', 'skipped'], done],
      'fails',
      '1 skipped',
    ],
    [
      'is open when some were left out',
      [['collected', 2, 0], ...passed, done],
      'undecided',
      'the others were left out',
    ],
    [
      'is open when the time was over',
      [['collected', 2, 0], ...passed, ['stopped', null]],
      'undecided',
      'the time of 5 s',
    ],
    ['is open without an end', [['collected', 1, 0], ...passed], 'undecided', 'the interpreter was lost'],
    ['is open when the runner broke', [['broken', 'Traceback\nSystemExit: 0\n']], 'undecided', 'SystemExit: 0'],
    [
      'is open when a module is missing',
      [
        ['collected', 1, 0],
        ...failed("No module named 'pq'"),
        ['done', { slowest: [], notes: [], missing: [['pq', 'a.py']] }],
      ],
      'undecided',
      'Not to be imported here: pq.',
    ],
    [
      'fails by what no missing module explains',
      [
        ['collected', 2, 0],
        ...failed("No module named 'pq'"),
        ...failed('wrong'),
        ['done', { slowest: [], notes: [], missing: [['pq', 'a.py']] }],
      ],
      'fails',
      'test_b: wrong',
    ],
  ] as const)('%s', (_, events, outcome, words) => {
    expect(judged(...events)).toMatchObject({ outcome, evidence: expect.stringContaining(words) });
  });
});

describe('a snippet', () => {
  const end: CellResult = {
    status: 'ok',
    stdout: '',
    stderr: '',
    executionTime: 0,
    newFiles: [],
    modifiedFiles: [],
    deletedFiles: [],
    notices: [],
  };
  const frame = '  File "<check>", line 1, in <module>\n';
  const error = { status: 'error', message: 'boom', errorType: 'ValueError', traceback: frame } as const;

  it.each([
    ['ran', {}, 'holds', 'It ran to its end.'],
    ['raised', error, 'fails', 'ValueError: boom [File "<check>", line 1, in <module>]'],
    ['never began', { ...error, traceback: '  File "<cell 1>", line 5, in <module>\n' }, 'undecided', 'cannot be run'],
    ['has no memory', { ...error, errorType: 'MemoryError' }, 'undecided', 'MemoryError'],
    ['ran out of time', { status: 'timeout', message: 'It took 5 s.' }, 'undecided', 'timeout. It took 5 s.'],
    ['left', { status: 'exit', message: 'SystemExit: 0' }, 'fails', 'SystemExit: 0'],
  ] as const)('that %s', (_, facts, outcome, words) => {
    expect(ranSnippet({ ...end, ...facts })).toMatchObject({ outcome, evidence: expect.stringContaining(words) });
  });

  it('is a literal of the program, whatever it contains', () => {
    const program = snippetAt('/mnt/a"b', 'x = """\\"""\n# \u2028');
    expect(program).toContain('_os.chdir("/mnt/a\\"b")');
    expect(program.trimEnd().split('\n')).toHaveLength(5);
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

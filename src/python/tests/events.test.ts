import { expect, test } from 'vitest';
import { toldRun } from '../../../test/told-run.ts';
import { countTokens } from '../../lib/tokens/count.ts';
import { TestRun } from './events.ts';
import { fittingFailures } from './fit.ts';
import { outcomeOf } from './outcome.ts';
import { testProgram } from './request.ts';

const FAILURE = {
  id: 'test_a.py::test_b',
  stage: 'call',
  file: 'test_a.py',
  line: 3,
  type: 'ValueError',
  message: 'no',
};

test('events come in pieces, and what is none of them is left out', () => {
  const run = new TestRun();
  const text = toldRun([
    ['collected', 3, 1],
    ['file', 'test_a.py'],
    ['start', 'test_b'],
    ['end', 'failed', null],
    ['failure', FAILURE],
    ['end', 'no outcome', null],
    ['start', 'test_c'],
  ]).replaceAll('\nk ', '\nnoise\n["start","test_d"]\nk [1\nother ["start","test_e"]\nk ');
  for (const piece of text.match(/.{1,7}/gs) ?? []) run.hear(piece);
  expect(run).toMatchObject({ collected: 3, deselected: 1, ended: 1, running: 'test_c', file: 'test_a.py' });
  expect(run.counts).toMatchObject({ failed: 1, passed: 0 });
  expect(run.failures).toEqual([FAILURE]);
  expect(run.done).toBeUndefined();
});

const ONE = [
  ['collected', 1, 0],
  ['file', 'a.py'],
  ['start', 'a'],
  ['end', 'passed', null],
] as const;

test.each([
  ['nothing that was changed', ONE, [], []],
  ['more after the end', ONE, [['start', 'b']], ['something tells more after the end']],
  ['a test that did not begin', [...ONE, ['end', 'passed', null]], [], ['a test passed that did not begin']],
  ['a result of somebody else', [...ONE, ['end', 'failed', null], ['done', { ended: 3 }]], [], [expect.anything()]],
] as const)('%s shows whether the runner was changed', (_, events, more, reasons) => {
  const run = new TestRun();
  run.hear(toldRun(events.some(([name]) => name === 'done') ? events : [...events, ['done']]));
  run.hear(more.map((event) => `k ${JSON.stringify(event)}\n`).join(''));
  expect(run.forged).toEqual(reasons);
});

test.each([
  ['passes where it is known to fail', 'failed', 'passed', 'a test that is known to have failed has passed'],
  ['fails where it is known to pass', 'passed', 'failed', 'a test that is known to have passed has failed'],
])('a runner is changed whose test of known outcome %s', (_, known, told, reason) => {
  const run = new TestRun();
  const text = toldRun([['collected', 1, 0], ['start', 'a'], ['end', 'skipped', null], ['done']]);
  run.hear(text.replace(`k ["end","${known}",null]`, `k ["end","${told}",null]`));
  expect(run.forged).toEqual([reason]);
});

test('a fresh interpreter goes on behind the test that ended another, with a key and tests of known outcome of its own', () => {
  const run = new TestRun();
  run.hear(
    toldRun([
      ...[['collected', 3, 0] as const, ['order', 'pytest', 'd'] as const, ['file', 'a.py'] as const],
      ...[['start', 'a', 0] as const, ['end', 'passed', null] as const, ['start', 'b', 1] as const],
    ]),
  );
  run.lose('exit(3)');
  expect(run).toMatchObject({ ended: 2, notRun: 1, rest: { runner: 'pytest', digest: 'd', begun: 2 } });
  run.goOn();
  const left = toldRun([['file', 'a.py'], ['start', 'c', 2], ['end', 'failed', null], ['done']], 'other');
  run.hear(`${left}k ["start","x",2]\n`);
  expect(run).toMatchObject({ ended: 3, notRun: 0, forged: [], rest: undefined });
  expect(run.killers).toEqual([{ test: 'a.py::b', message: 'exit(3)' }]);
  expect(outcomeOf(run, 5)).toMatchObject({
    ...{ kind: 'failed in the code', selected: 3 },
    obstacles: [{ kind: 'interpreter', text: 'The interpreter was lost during a.py::b.' }],
  });
  expect(outcomeOf(run, 5).ends).toEqual(
    new Map([
      ['a.py::a', 'passed'],
      ['a.py::b', 'ended the interpreter'],
      ['a.py::c', 'failed'],
    ]),
  );
});

test('what shows that a lost interpreter had a changed runner is not forgotten', () => {
  const run = new TestRun();
  run.hear(
    toldRun([
      ['collected', 3, 0],
      ['order', 'pytest', 'd'],
      ['end', 'passed', null],
      ['start', 'b', 1],
    ]),
  );
  run.lose('exit(3)');
  run.goOn();
  run.hear(toldRun([['start', 'c', 2], ['end', 'failed', null], ['done']]));
  expect(outcomeOf(run, 5)).toMatchObject({ kind: 'could not run', obstacles: [{ kind: 'forged' }, {}] });
});

test('a failure is cut until it fits, and many are cut to a share each', () => {
  const noise = Array.from({ length: 5000 }, (_, at) => '☃x9_%'[at % 5]).join('');
  const large = {
    ...FAILURE,
    message: noise,
    stdout: noise,
    frames: [['a.py', 1, noise]] as [string, number, string][],
  };
  const [one] = fittingFailures([large]);
  expect(countTokens(JSON.stringify(one))).toBeLessThanOrEqual(1000);
  expect(one?.message.length).toBeGreaterThan(100);
  const many = fittingFailures(Array.from({ length: 50 }, () => large));
  expect(many.length).toBeGreaterThan(2);
  expect(countTokens(JSON.stringify(many))).toBeLessThanOrEqual(1200);
  expect(fittingFailures([FAILURE])).toEqual([FAILURE]);
});

test('a request is Python source, whatever is in it', () => {
  const request = {
    root: '/mnt/a',
    directory: '',
    paths: ['tests/größe_☃.py', '"\\\n'],
    runner: 'auto',
    keyword: '\u2028',
    marker: '',
    max_failures: 0,
    timeout: 5,
    coverage: false,
    offset: 0,
    limit: 10,
    detail: false,
  } as const;
  const [, text] = /run\((.*)\)$/.exec(testProgram(request)) ?? [];
  expect(text).toMatch(/^[\x20-\x7e]+$/);
  expect(JSON.parse(JSON.parse(text ?? ''))).toEqual(request);
});

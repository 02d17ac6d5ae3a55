import { expect, test } from 'vitest';
import { countTokens } from '../../lib/tokens/count.ts';
import { TestRun } from './events.ts';
import { fittingFailures } from './fit.ts';
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
  const text = [
    ['collected', 3, 1],
    ['file', 'test_a.py'],
    ['start', 'test_b'],
    ['end', 'failed', null],
    ['failure', FAILURE],
    ['end', 'no outcome', null],
    ['start', 'test_c'],
  ]
    .map((event) => `${JSON.stringify(event)}\n`)
    .join('noise\n[1\n');
  for (const piece of text.match(/.{1,7}/gs) ?? []) run.hear(piece);
  expect(run).toMatchObject({ collected: 3, deselected: 1, ended: 1, running: 'test_c', file: 'test_a.py' });
  expect(run.counts).toMatchObject({ failed: 1, passed: 0 });
  expect(run.failures).toEqual([FAILURE]);
  expect(run.done).toBeUndefined();
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

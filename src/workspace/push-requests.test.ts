/** What pushes ask for by their options. */
import { expect, test } from 'vitest';
import { PushRequests } from './push-requests.ts';

const MOVE = { name: 'refs/heads/main', from: 'old', to: 'new' };
const TAG = { name: 'refs/tags/v1', to: 'tag' };

test.each([
  ['a branch, against where it was', [MOVE], ['review'], { branch: 'main', base: 'old', head: 'new' }],
  ['a branch, against what is named', [MOVE], ['review=v1'], { branch: 'main', base: 'v1', head: 'new' }],
  ['a new branch', [{ name: 'refs/heads/topic', to: 'new' }], ['review'], { branch: 'topic', head: 'new' }],
  [
    'the first branch',
    [TAG, MOVE, { ...MOVE, name: 'refs/heads/b' }],
    ['review'],
    { branch: 'main', base: 'old', head: 'new' },
  ],
  ['no branch', [TAG, { name: 'refs/heads/gone', from: 'old' }], ['review'], undefined],
  ['nothing', [MOVE], [], undefined],
])('%s', (_, moves, options, expected) => {
  const requests = new PushRequests();
  requests.accepted(moves, options, () => [], 'push');
  expect(requests.take('push')?.review).toEqual(expected);
  expect(requests.take('push')).toBeUndefined();
});

test('options that nobody knows are named', () => {
  const notes = new PushRequests().accepted([MOVE], ['ci.skip', 'plan=x'], () => [], 'push');
  expect(notes).toEqual([
    'the option "ci.skip" is not known: review, review=<base>, plan=<plan>#<step> and agent=<name> are',
    'the option "plan=x" names no step: plan=<plan>#<step>',
  ]);
});

test('what is never asked for is forgotten', () => {
  const requests = new PushRequests();
  for (let push = 0; push < 150; push++) requests.accepted([MOVE], ['review'], () => [], `${push}`);
  expect([requests.take('49'), requests.take('50')?.review?.branch]).toEqual([undefined, 'main']);
});

test('steps are named by trailers of commits and by options, each once', () => {
  const requests = new PushRequests();
  const messages = [
    'Do it\n\nlemma-step: plan-1#2\nSigned-off-by: A',
    'Lemma-Step: plan-1#2\nLemma-Step: plan-1#x',
    'x Lemma-Step: plan-1#9',
  ];
  requests.accepted([MOVE], ['plan=plan-2#3'], () => messages, 'push');
  expect(requests.take('push')).toEqual({
    steps: [
      { plan: 'plan-1', step: 2, commit: 'new' },
      { plan: 'plan-2', step: 3, commit: 'new' },
    ],
  });
});

test('the agent of a step is named by a trailer of its commit, else by an option', () => {
  const requests = new PushRequests();
  const messages = ['Do it\n\nLemma-Step: plan-1#2\nLemma-Agent: Anna B. \n', 'Lemma-Step: plan-1#3'];
  expect(requests.accepted([MOVE], ['plan=plan-2#3', 'agent=ben'], () => messages, 'push')).toEqual([]);
  expect(requests.take('push')?.steps).toEqual([
    { plan: 'plan-1', step: 2, commit: 'new', agent: 'Anna B.' },
    { plan: 'plan-1', step: 3, commit: 'new', agent: 'ben' },
    { plan: 'plan-2', step: 3, commit: 'new', agent: 'ben' },
  ]);
});

test('a push that names more steps than are looked at is told so', () => {
  const requests = new PushRequests();
  const message = Array.from({ length: 30 }, (_, index) => `Lemma-Step: p#${index + 1}`).join('\n');
  expect(requests.accepted([MOVE], [], () => [message], 'push')).toEqual([
    'of 30 steps only the first 20 are looked at',
  ]);
  expect(requests.take('push')?.steps).toHaveLength(20);
});

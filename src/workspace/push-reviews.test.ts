/** What pushes ask for by their options. */
import { expect, test } from 'vitest';
import { PushReviews } from './push-reviews.ts';

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
  const reviews = new PushReviews();
  reviews.accepted(moves, options, 'push');
  expect(reviews.take('push')).toEqual(expected);
  expect(reviews.take('push')).toBeUndefined();
});

test('options that nobody knows are named', () => {
  const [note] = new PushReviews().accepted([MOVE], ['ci.skip'], 'push');
  expect(note).toBe('the option "ci.skip" is not known: review and review=<base> are');
});

test('what is never asked for is forgotten', () => {
  const reviews = new PushReviews();
  for (let push = 0; push < 150; push++) reviews.accepted([MOVE], ['review'], `${push}`);
  expect([reviews.take('49'), reviews.take('50')?.branch]).toEqual([undefined, 'main']);
});

import { expect, it } from 'vitest';
import { endpointPath, fits, fixedPiece } from './endpoint-path.ts';

it.each([
  ['/users/:id/posts', '/users/{}/posts'],
  ['/users/<int:pk>/', '/users/{}'],
  ['users/{id:guid}', '/users/{}'],
  [String.raw`^articles/(?P<year>[0-9]{4})/$`, '/articles/{}'],
  ['https://api.example.com/v1/users/7?full=1#top', '/v1/users/7'],
  ['api/[...slug]', '/api/{}'],
  ['(shop)/cart', '/cart'],
  ['/static/*', '/static/{}'],
  ['', '/'],
])('%s is %s', (written, path) => expect(endpointPath(written)).toBe(path));

it.each([
  ['/users/{}', '/users/7', 'whole'],
  ['/users/{}', '/api/v1/users/7', 'end'],
  ['/api/users', '/users', undefined],
  ['/api/users/all', '/users/all', 'end'],
  ['/users/{}', '/orders/7', undefined],
  ['/users/{}', '/users', undefined],
  ['/{}', '/anything', undefined],
  ['/users', '/users/7', undefined],
])('%s and %s: %s', (endpoint, named, fit) => expect(fits(endpoint, named)).toBe(fit));

it('looks for the longest piece that is the same everywhere', () => {
  expect(fixedPiece('/users/{}/invoices')).toBe('/invoices');
  expect(fixedPiece('/{}')).toBeUndefined();
});

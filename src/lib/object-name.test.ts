import { describe, expect, it } from 'vitest';
import { isUserId, OBJECT_KINDS, objectName, parseObjectName, userId } from './object-name.ts';

describe('a user id', () => {
  it.each(['local', `token-${'0'.repeat(64)}`, 'key-alice', `key-${'x'.repeat(64)}`, 'key-a.b@c_d-e'])(
    'may be %s',
    (id) => {
      expect(userId(id)).toBe(id);
    },
  );

  it.each(['', 'key-a/python/b', 'a/', '/', 'a:b', 'a b', 'ä', 'local\n', '..%2f', 'x'.repeat(81)])(
    'may not be %j',
    (id) => {
      expect(() => userId(id)).toThrow('cannot be the id of a user');
    },
  );

  it('is a string', () => {
    for (const value of [undefined, null, 1, ['local'], { toString: () => 'local' }])
      expect(isUserId(value)).toBe(false);
  });
});

describe('the name of an object', () => {
  const HANDLES = ['default', '', '/', 'a/b', '../key-bob/python/x', 'python/x', '\u0000', ' ', 'x'.repeat(5000)];

  it('tells owner, kind and handle apart, whatever the handle', () => {
    const owners = ['local', 'key-alice', 'key-alice.python', 'key-a'].map(userId);
    const names = new Set<string>();
    for (const owner of owners) {
      for (const kind of OBJECT_KINDS) {
        for (const handle of HANDLES) {
          const name = objectName(owner, kind, handle);
          expect(parseObjectName(name)).toEqual({ owner, kind, handle });
          names.add(name);
        }
      }
    }
    expect(names.size).toBe(owners.length * OBJECT_KINDS.length * HANDLES.length);
  });

  it.each([undefined, '', 'local', 'local/python', 'local/other/x', '/python/x', 'a:b/python/x', 'a b/python/x'])(
    'is not %j',
    (name) => {
      expect(() => parseObjectName(name)).toThrow('names no object of a user');
    },
  );
});

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { resolveAccess } from './access.ts';
import { identify } from './principal.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const KEYS = JSON.stringify({ alice: sha256('one'), bob: sha256('two').toUpperCase() });

describe('resolveAccess', () => {
  it('refuses everybody until keys and hosts are configured', () => {
    expect(resolveAccess({})).toMatchObject({
      kind: 'unconfigured',
      problems: [expect.stringContaining('API_KEYS'), expect.stringContaining('PUBLIC_HOSTS')],
    });
    expect(resolveAccess({ API_KEYS: KEYS })).toMatchObject({ kind: 'unconfigured' });
    expect(resolveAccess({ PUBLIC_HOSTS: 'a.example' })).toMatchObject({ kind: 'unconfigured' });
  });

  it.each([
    ['{'],
    ['[]'],
    ['{}'],
    ['{"alice": "secret"}'],
    [`{"a b": "${sha256('one')}"}`],
    [`{"x": "${sha256('x')}", "y": "?"}`],
  ])('refuses everybody when the keys are not usable: %s', (API_KEYS) => {
    expect(resolveAccess({ API_KEYS, PUBLIC_HOSTS: 'a.example' })).toMatchObject({ kind: 'unconfigured' });
  });

  it('reads hosts and keys', () => {
    const access = resolveAccess({ API_KEYS: KEYS, PUBLIC_HOSTS: ' A.example ,b.example,' });
    expect(access).toMatchObject({
      kind: 'keys',
      hosts: ['a.example', 'b.example'],
      keys: [{ name: 'alice' }, { name: 'bob' }],
    });
  });

  it('takes development from nothing but its name', () => {
    expect(resolveAccess({ ENVIRONMENT: 'development' })).toMatchObject({ kind: 'development' });
    expect(resolveAccess({ ENVIRONMENT: 'Development' })).toMatchObject({ kind: 'unconfigured' });
  });
});

describe('identify', () => {
  const keys = resolveAccess({ API_KEYS: KEYS, PUBLIC_HOSTS: 'a.example' });
  const development = resolveAccess({ ENVIRONMENT: 'development' });

  it.each([
    ['Bearer one', { kind: 'user', principal: 'key-alice' }],
    ['bearer two', { kind: 'user', principal: 'key-bob' }],
    ['Bearer three', { kind: 'refused', reason: 'unknown' }],
    ['Basic one', { kind: 'refused', reason: 'malformed' }],
    [undefined, { kind: 'refused', reason: 'missing' }],
  ])('with keys: %s', async (header, identity) => {
    if (keys.kind === 'unconfigured') throw new Error(keys.problems.join());
    expect(await identify(keys, header)).toEqual(identity);
  });

  it('in development: a user per token, whose id does not tell the token', async () => {
    if (development.kind === 'unconfigured') throw new Error(development.problems.join());
    expect(await identify(development, undefined)).toEqual({ kind: 'user', principal: 'local' });
    expect(await identify(development, 'Bearer one')).toEqual({ kind: 'user', principal: `token-${sha256('one')}` });
  });
});

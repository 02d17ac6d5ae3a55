import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { resolveAccess } from './access.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const KEYS = JSON.stringify({ alice: sha256('one'), bob: sha256('two').toUpperCase() });

describe('resolveAccess', () => {
  it('refuses everybody until hosts are configured', () => {
    expect(resolveAccess({})).toMatchObject({
      kind: 'unconfigured',
      problems: [expect.stringContaining('PUBLIC_HOSTS')],
    });
    expect(resolveAccess({ API_KEYS: KEYS })).toMatchObject({ kind: 'unconfigured' });
    expect(resolveAccess({ API_KEYS: '{', PUBLIC_HOSTS: 'a.example' })).toMatchObject({ kind: 'unconfigured' });
  });

  it('lets in people with passkeys where nothing else lets anybody in, or where it is told to', () => {
    const open = { PUBLIC_HOSTS: 'a.example' };
    expect(resolveAccess(open)).toMatchObject({ kind: 'production', passkeys: true, keys: [], providers: [] });
    expect(resolveAccess({ ...open, API_KEYS: KEYS })).toMatchObject({ kind: 'production', passkeys: false });
    expect(resolveAccess({ ...open, API_KEYS: KEYS, PASSKEYS: 'on' })).toMatchObject({ passkeys: true });
    expect(resolveAccess({ ...open, API_KEYS: KEYS, PASSKEYS: 'off' })).toMatchObject({ passkeys: false });
    for (const PASSKEYS of ['off', 'yes']) {
      expect(resolveAccess({ ...open, PASSKEYS })).toMatchObject({
        kind: 'unconfigured',
        problems: [expect.stringContaining('PASSKEYS')],
      });
    }
  });

  it('reads hosts and keys', () => {
    const access = resolveAccess({ API_KEYS: KEYS, PUBLIC_HOSTS: ' A.example ,b.example,' });
    expect(access).toMatchObject({
      kind: 'production',
      hosts: ['a.example', 'b.example'],
      keys: [{ user: 'alice' }, { user: 'bob' }],
    });
  });

  it('reads the origins of pages that may call, and says what is no origin', () => {
    const origins = (ALLOWED_ORIGINS: string) =>
      resolveAccess({ API_KEYS: KEYS, PUBLIC_HOSTS: 'a.example', ALLOWED_ORIGINS });
    const both = ['https://app.example', 'http://localhost:6274'];
    expect(origins(' https://App.example, http://localhost:6274,')).toMatchObject({
      kind: 'production',
      origins: both,
    });
    expect(origins('')).toMatchObject({ kind: 'production', origins: [] });
    for (const wrong of ['app.example', 'https://app.example/path', '*', 'null']) {
      const problems = [expect.stringContaining(wrong)];
      expect(origins(wrong)).toEqual({ kind: 'unconfigured', problems });
      const settings = { ENVIRONMENT: 'development', ALLOWED_ORIGINS: wrong };
      expect(resolveAccess(settings)).toEqual({ kind: 'unconfigured', problems });
    }
  });

  it('takes development from nothing but its name', () => {
    expect(resolveAccess({ ENVIRONMENT: 'development' })).toMatchObject({ kind: 'development' });
    expect(resolveAccess({ ENVIRONMENT: 'Development' })).toMatchObject({ kind: 'unconfigured' });
  });
});

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type OpenAccess, resolveAccess } from './access.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { identify, principalOf } from './principal.ts';
import { principalIn, withPrincipal } from './principal-header.ts';
import { SCOPES } from './scope.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function open(settings: Parameters<typeof resolveAccess>[0]): OpenAccess {
  const access = resolveAccess(settings);
  if (access.kind === 'unconfigured') throw new Error(access.problems.join());
  return access;
}

const keys = open({
  API_KEYS: JSON.stringify({ alice: sha256('one'), bob: { ci: { digest: sha256('two'), scopes: ['read'] } } }),
  PUBLIC_HOSTS: 'a.example',
});
const development = open({ ENVIRONMENT: 'development' });

const ALICE = {
  userId: 'key-alice',
  credential: { kind: 'api-key', name: 'default', digest: sha256('one') },
  scopes: SCOPES,
  limits: DEFAULT_LIMITS,
};
const BOB = {
  userId: 'key-bob',
  credential: { kind: 'api-key', name: 'ci', digest: sha256('two') },
  scopes: ['read'],
  limits: DEFAULT_LIMITS,
};

/** No access token is known. */
const noTokens = async () => undefined;

describe('identify', () => {
  it.each([
    ['Bearer one', { kind: 'principal', principal: ALICE }],
    ['bearer two', { kind: 'principal', principal: BOB }],
    ['Bearer three', { kind: 'refused', reason: 'unknown' }],
    [`Bearer ${sha256('one')}`, { kind: 'refused', reason: 'unknown' }],
    ['Basic one', { kind: 'refused', reason: 'malformed' }],
    [undefined, { kind: 'refused', reason: 'missing' }],
  ])('with keys: %s', async (header, identity) => {
    expect(await identify(keys, header, noTokens)).toEqual(identity);
  });

  it('in development: a user per token, who may do everything and whose id does not tell the token', async () => {
    expect(await identify(development, undefined, noTokens)).toEqual({
      kind: 'principal',
      principal: { userId: 'local', credential: { kind: 'development' }, scopes: SCOPES, limits: DEFAULT_LIMITS },
    });
    expect(await identify(development, 'Bearer one', noTokens)).toMatchObject({
      principal: { userId: `token-${sha256('one')}`, credential: { kind: 'development', digest: sha256('one') } },
    });
  });
});

describe('principalOf', () => {
  it('knows the credentials that the access rules know', () => {
    expect(principalOf(keys, sha256('one'))).toEqual(ALICE);
    expect(principalOf(keys, sha256('three'))).toBeUndefined();
    expect(principalOf(keys, undefined)).toBeUndefined();
    expect(principalOf(keys, '')).toBeUndefined();
    expect(principalOf(resolveAccess({}), sha256('one'))).toBeUndefined();
  });

  it('makes a value that can be cloned', () => {
    expect(structuredClone(principalOf(keys, sha256('two')))).toEqual(BOB);
  });
});

describe('the header of a principal', () => {
  it('carries it, replaces what a client sent, and leaves the secret behind', async () => {
    const identity = await identify(keys, 'Bearer two', noTokens);
    if (identity.kind === 'refused') throw new Error(identity.reason);
    const request = new Request('https://a.example/mcp', {
      headers: {
        authorization: 'Bearer two',
        'sec-websocket-protocol': 'mcp, bearer.two, base64url.bearer.dHdv',
        'x-lemma-principal': JSON.stringify(ALICE),
      },
    });
    const forwarded = withPrincipal(request, identity.principal);
    expect(principalIn(forwarded)).toEqual(BOB);
    expect(forwarded.headers.has('authorization')).toBe(false);
    expect(forwarded.headers.get('sec-websocket-protocol')).toBe('mcp');
  });

  it('is needed, and whole', () => {
    expect(() => principalIn(undefined)).toThrow('no principal');
    expect(() => principalIn(new Request('https://a.example'))).toThrow('no principal');
    const hostile = [{ ...ALICE, userId: 'key-alice/python/x' }, { ...ALICE, scopes: ['root'] }, {}, null];
    for (const value of hostile) {
      const headers = { 'x-lemma-principal': JSON.stringify(value) };
      expect(() => principalIn(new Request('https://a.example', { headers }))).toThrow();
    }
  });
});

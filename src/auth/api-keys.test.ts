import { describe, expect, it } from 'vitest';
import { parseApiKeys } from './api-keys.ts';
import { SCOPES } from './scope.ts';

const A = 'a'.repeat(64);
const B = 'b'.repeat(64);
const C = 'c'.repeat(64);

describe('API_KEYS', () => {
  it('has a key named default for a digest', () => {
    expect(parseApiKeys(JSON.stringify({ alice: A.toUpperCase() }))).toEqual({
      keys: [{ user: 'alice', name: 'default', digest: A, scopes: SCOPES }],
    });
  });

  it('has several named keys of a user, with scopes', () => {
    const text = JSON.stringify({
      alice: { laptop: A, ci: { digest: B, scopes: ['run', 'read', 'read'] } },
      bob: { phone: { digest: C } },
    });
    expect(parseApiKeys(text)).toEqual({
      keys: [
        { user: 'alice', name: 'laptop', digest: A, scopes: SCOPES },
        { user: 'alice', name: 'ci', digest: B, scopes: ['read', 'run'] },
        { user: 'bob', name: 'phone', digest: C, scopes: SCOPES },
      ],
    });
  });

  it.each([
    [undefined, 'Set the secret API_KEYS'],
    ['', 'Set the secret API_KEYS'],
    ['{', 'not valid JSON'],
    ['[]', 'It is not a JSON object'],
    ['null', 'It is not a JSON object'],
    ['{}', 'names no key'],
    ['{"alice": {}}', 'The entry of "alice" names no key'],
    ['{"alice": 1}', 'The entry of "alice" is not a JSON object'],
    ['{"alice": ["x"]}', 'The entry of "alice" is not a JSON object'],
    ['{"alice": "secret"}', 'The key "default" of "alice" has no SHA-256 digest'],
    [`{"a b": "${A}"}`, '"a b" cannot be the name of a user'],
    [`{"a/python/x": "${A}"}`, '"a/python/x" cannot be the name of a user'],
    [`{"a:b": "${A}"}`, '"a:b" cannot be the name of a user'],
    [`{"": "${A}"}`, '"" cannot be the name of a user'],
    [`{"alice": {"my key": "${A}"}}`, '"my key" cannot be the name of a key of "alice"'],
    [`{"alice": "${A}", "bob": "?"}`, 'The key "default" of "bob" has no SHA-256 digest'],
    [`{"alice": {"ci": null}}`, 'The key "ci" of "alice" is not a digest, or an object'],
    [`{"alice": {"ci": {"scopes": ["read"]}}}`, 'The key "ci" of "alice" has no SHA-256 digest'],
    [`{"alice": {"ci": {"digest": "${A}", "scope": ["read"]}}}`, 'has "scope", but may have "digest" and "scopes"'],
    [`{"alice": {"ci": {"digest": "${A}", "scopes": ["delete"]}}}`, '"read", "run", "write", "admin"'],
    [`{"alice": {"ci": {"digest": "${A}", "scopes": []}}}`, 'The key "ci" of "alice" has "scopes" that are not'],
    [`{"alice": {"ci": {"digest": "${A}", "scopes": "read"}}}`, 'The key "ci" of "alice" has "scopes" that are not'],
    [`{"alice": {"digest": "${A}", "scopes": ["read"]}}`, 'The key "scopes" of "alice"'],
    [`{"alice": "${A}", "bob": {"x": "${A}"}}`, '"default" of "alice" and "x" of "bob" have the same digest'],
  ])('says what is wrong with %s', (text, message) => {
    const parsed = parseApiKeys(text);
    const problem = 'problem' in parsed ? parsed.problem : '';
    expect(problem).toContain(message);
    expect(problem).toContain('openssl rand -hex 32');
    expect(problem).not.toContain('secret"');
    expect(problem).not.toContain(A);
  });
});

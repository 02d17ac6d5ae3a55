/** The setting API_KEYS: which keys there are, whose they are, and what they may do. */
import { isScope, SCOPES, type Scope } from './scope.ts';

/** An API key; `digest` is the SHA-256 of the secret in lower-case hex. */
export interface ApiKey {
  readonly user: string;
  /** The name of the key among those of its user. */
  readonly name: string;
  readonly digest: string;
  readonly scopes: readonly Scope[];
}

/** The keys, or what is wrong with the setting. */
export type ApiKeys = { readonly keys: readonly ApiKey[] } | { readonly problem: string };

/** The name of a user's key where the setting gives none. */
const DEFAULT_KEY = 'default';

const NAME = /^[\w.@-]{1,64}$/;
const DIGEST = /^[0-9a-f]{64}$/i;

const HOW =
  'Set the secret API_KEYS to a JSON object of users and SHA-256 digests of their keys in hex, e.g. {"alice": "<64 hex digits>"}, or ' +
  '{"alice": {"laptop": "<64 hex digits>", "ci": {"digest": "<64 hex digits>", "scopes": ["read"]}}}: ' +
  'make a key with `openssl rand -hex 32`, its digest with `printf %s "$KEY" | sha256sum`, ' +
  'and store the object with `npx wrangler secret put API_KEYS`.';

/** Where the setting is wrong, and how. */
class Malformed extends Error {}

/**
 * Reads the setting. A malformed entry makes all of it unusable, never a shorter list; `problem` says where and what, without
 * repeating a digest, and what the setting looks like.
 */
export function parseApiKeys(text: string | undefined): ApiKeys {
  if (!text) return { problem: HOW };
  try {
    const keys = fieldsOf(jsonOf(text), 'It').flatMap(([user, value]) => keysOf(user, value));
    if (keys.length === 0) throw new Malformed('It names no key.');
    expectDistinct(keys);
    return { keys };
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return { problem: `API_KEYS cannot be used. ${error.message} ${HOW}` };
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message would repeat a part of the text.
    throw new Malformed('It is not valid JSON.');
  }
}

function keysOf(user: string, value: unknown): readonly ApiKey[] {
  expectName(user, 'user');
  if (typeof value === 'string') return [keyOf(user, DEFAULT_KEY, value)];
  const fields = fieldsOf(value, `The entry of ${quoted(user)}`);
  if (fields.length === 0) throw new Malformed(`The entry of ${quoted(user)} names no key.`);
  return fields.map(([name, key]) => keyOf(user, name, key));
}

function keyOf(user: string, name: string, value: unknown): ApiKey {
  expectName(name, `key of ${quoted(user)}`);
  const where = `The key ${quoted(name)} of ${quoted(user)}`;
  if (typeof value === 'string') return { user, name, digest: digestOf(value, where), scopes: SCOPES };
  const fields = new Map(fieldsOf(value, where, 'a digest, or an object with "digest" and "scopes"'));
  const unknown = [...fields.keys()].find((field) => field !== 'digest' && field !== 'scopes');
  if (unknown !== undefined)
    throw new Malformed(`${where} has ${quoted(unknown)}, but may have "digest" and "scopes".`);
  return {
    user,
    name,
    digest: digestOf(fields.get('digest'), where),
    scopes: fields.has('scopes') ? scopesOf(fields.get('scopes'), where) : SCOPES,
  };
}

function digestOf(value: unknown, where: string): string {
  if (typeof value === 'string' && DIGEST.test(value)) return value.toLowerCase();
  throw new Malformed(`${where} has no SHA-256 digest of 64 hex digits.`);
}

function scopesOf(value: unknown, where: string): readonly Scope[] {
  const allowed = SCOPES.map(quoted).join(', ');
  if (!Array.isArray(value) || value.length === 0 || !value.every(isScope)) {
    throw new Malformed(`${where} has "scopes" that are not a list of one or more of ${allowed}.`);
  }
  return SCOPES.filter((scope) => value.includes(scope));
}

/** Entries of an object. */
function fieldsOf(value: unknown, where: string, expected = 'a JSON object'): readonly [string, unknown][] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.entries(value);
  throw new Malformed(`${where} is not ${expected}.`);
}

function expectName(name: string, what: string): void {
  if (NAME.test(name)) return;
  throw new Malformed(
    `${quoted(name.slice(0, 64))} cannot be the name of a ${what}: use 1 to 64 letters, digits and _ . @ -.`,
  );
}

/** A secret that is two keys would not tell whose it is. */
function expectDistinct(keys: readonly ApiKey[]): void {
  const seen = new Map<string, ApiKey>();
  for (const key of keys) {
    const other = seen.get(key.digest);
    if (other !== undefined) {
      const [first, second] = [other, key].map(({ user, name }) => `${quoted(name)} of ${quoted(user)}`);
      throw new Malformed(`The keys ${first} and ${second} have the same digest.`);
    }
    seen.set(key.digest, key);
  }
}

function quoted(name: string): string {
  return JSON.stringify(name);
}

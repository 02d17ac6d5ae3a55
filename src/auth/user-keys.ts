/** Keys that people make for themselves: for git, CI and scripts. Each is stored by the SHA-256 of its secret. */
import { randomSecret } from '../lib/random-secret.ts';
import { sha256 } from '../lib/sha256.ts';
import { type UserKey, userKeySchema } from './issued.ts';

/** The namespace that keys are read from at each call, without asking another object. */
export interface KeyStore {
  get(name: string): Promise<string | null>;
  put(name: string, value: string, options?: { readonly expiration?: number }): Promise<void>;
  delete(name: string): Promise<void>;
}

/** The first letters of each key, by which scanners for secrets know it. */
const PREFIX = 'lemma_';
const FORM = /^lemma_[0-9a-f]{64}$/;

/** A key that was just made. Its secret is shown once and stored nowhere. */
export interface NewKey {
  readonly secret: string;
  readonly key: UserKey;
}

/** Makes a key; nobody has it yet. */
export async function makeKey(facts: Omit<UserKey, 'kind' | 'id'>): Promise<NewKey> {
  const secret = `${PREFIX}${randomSecret()}`;
  return { secret, key: { kind: 'user-key', id: await sha256(secret), ...facts } };
}

/** Stores a key: it is good from now on until its time is over. */
export async function storeKey(store: KeyStore, key: UserKey): Promise<void> {
  const { expiresAt } = key;
  await store.put(entryOf(key.id), JSON.stringify(key), expiresAt === undefined ? {} : { expiration: expiresAt });
}

/** The key with that secret, unless its time is over at `now`, in milliseconds since 1970; undefined for any text that is none. */
export async function readKey(store: KeyStore, secret: string, now: number): Promise<UserKey | undefined> {
  if (!FORM.test(secret)) return undefined;
  const stored = await store.get(entryOf(await sha256(secret)));
  const key = stored === null ? undefined : userKeySchema.parse(JSON.parse(stored));
  return key?.expiresAt !== undefined && key.expiresAt * 1000 <= now ? undefined : key;
}

/** Ends a key. */
export async function forgetKey(store: KeyStore, id: string): Promise<void> {
  await store.delete(entryOf(id));
}

function entryOf(id: string): string {
  return `user-key:${id}`;
}

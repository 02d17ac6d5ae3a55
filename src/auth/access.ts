/** Who may use this server: read once from the environment into one readonly value. */
import { z } from 'zod';

/** The settings that decide access. */
export interface AccessSettings {
  readonly ENVIRONMENT?: string;
  readonly API_KEYS?: string;
  readonly PUBLIC_HOSTS?: string;
}

/** An API key by name; `digest` is the SHA-256 of the key in lower-case hex. */
export interface ApiKey {
  readonly name: string;
  readonly digest: string;
}

/**
 * Who may use the server:
 * - `development`: every bearer token is a user of its own, no token is the user `local`
 * - `keys`: one user per API key
 * - `unconfigured`: nobody; `problems` says what to configure
 */
export type Access =
  | { readonly kind: 'development'; readonly hosts: readonly string[] }
  | { readonly kind: 'keys'; readonly hosts: readonly string[]; readonly keys: readonly ApiKey[] }
  | { readonly kind: 'unconfigured'; readonly problems: readonly string[] };

/** The access rules of a server that serves anybody at all. */
export type OpenAccess = Exclude<Access, { kind: 'unconfigured' }>;

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'] as const;

const apiKeysSchema = z
  .record(z.string().regex(/^[\w.@-]{1,64}$/), z.string().regex(/^[0-9a-f]{64}$/i))
  .refine((keys) => Object.keys(keys).length > 0);

/** Resolves the access rules; a production configuration with a gap in it becomes `unconfigured`. */
export function resolveAccess(settings: AccessSettings): Access {
  if (settings.ENVIRONMENT === 'development') return { kind: 'development', hosts: LOCAL_HOSTS };
  const keys = parseApiKeys(settings.API_KEYS);
  const hosts = (settings.PUBLIC_HOSTS ?? '').split(',').flatMap((host) => host.trim().toLowerCase() || []);
  const problems = [
    ...(keys === undefined
      ? [
          'Set the secret API_KEYS to a JSON object of key names to SHA-256 digests in hex, e.g. {"alice": "<64 hex digits>"}: ' +
            'make a key with `openssl rand -hex 32`, its digest with `printf %s "$KEY" | sha256sum`, ' +
            'and store the object with `npx wrangler secret put API_KEYS`.',
        ]
      : []),
    ...(hosts.length === 0
      ? ['Set the variable PUBLIC_HOSTS in wrangler.toml to the host names of this server, e.g. "lemma.example.com".']
      : []),
  ];
  return keys === undefined || hosts.length === 0 ? { kind: 'unconfigured', problems } : { kind: 'keys', hosts, keys };
}

/** `undefined` when there is no usable key; a malformed entry makes the whole setting unusable, never a shorter list. */
function parseApiKeys(text: string | undefined): readonly ApiKey[] | undefined {
  if (!text) return undefined;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  const parsed = apiKeysSchema.safeParse(json);
  if (!parsed.success) return undefined;
  return Object.entries(parsed.data).map(([name, hex]) => ({ name, digest: hex.toLowerCase() }));
}

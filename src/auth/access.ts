/** Who may use this server: read once from the environment into one readonly value. */
import { type ApiKey, parseApiKeys } from './api-keys.ts';

/** The settings that decide access. */
export interface AccessSettings {
  readonly ENVIRONMENT?: string;
  readonly API_KEYS?: string;
  readonly PUBLIC_HOSTS?: string;
}

/**
 * Who may use the server:
 * - `development`: every bearer token is a user of its own, no token is the user `local`
 * - `keys`: the holders of API keys
 * - `unconfigured`: nobody; `problems` says what to configure
 */
export type Access =
  | { readonly kind: 'development'; readonly hosts: readonly string[] }
  | { readonly kind: 'keys'; readonly hosts: readonly string[]; readonly keys: readonly ApiKey[] }
  | { readonly kind: 'unconfigured'; readonly problems: readonly string[] };

/** The access rules of a server that serves anybody at all. */
export type OpenAccess = Exclude<Access, { kind: 'unconfigured' }>;

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'] as const;

/** Resolves the access rules; a production configuration with a gap in it becomes `unconfigured`. */
export function resolveAccess(settings: AccessSettings): Access {
  if (settings.ENVIRONMENT === 'development') return { kind: 'development', hosts: LOCAL_HOSTS };
  const parsed = parseApiKeys(settings.API_KEYS);
  const hosts = (settings.PUBLIC_HOSTS ?? '').split(',').flatMap((host) => host.trim().toLowerCase() || []);
  const problems = [
    ...('problem' in parsed ? [parsed.problem] : []),
    ...(hosts.length === 0
      ? ['Set the variable PUBLIC_HOSTS in wrangler.toml to the host names of this server, e.g. "lemma.example.com".']
      : []),
  ];
  return 'problem' in parsed || hosts.length === 0
    ? { kind: 'unconfigured', problems }
    : { kind: 'keys', hosts, keys: parsed.keys };
}

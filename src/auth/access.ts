/** Who may use this server: read once from the environment into one readonly value. */
import { type ApiKey, parseApiKeys } from './api-keys.ts';
import { type LimitSettings, type Limits, parseLimits } from './limits.ts';
import { type Provider, parseProviders } from './providers.ts';

/** The settings that decide access. */
export interface AccessSettings extends LimitSettings {
  readonly ENVIRONMENT?: string;
  readonly API_KEYS?: string;
  readonly SIGN_IN?: string;
  readonly PASSKEYS?: string;
  readonly PUBLIC_HOSTS?: string;
  readonly ALLOWED_ORIGINS?: string;
}

/**
 * Who may use the server:
 * - `development`: every bearer token is a user of its own, no token is the user `local`
 * - `production`: the holders of API keys, the people whom a provider lets in, and those with a passkey who were invited
 * - `unconfigured`: nobody; `problems` says what to configure
 */
export type Access =
  | ({ readonly kind: 'development' } & Reach)
  | ({
      readonly kind: 'production';
      readonly keys: readonly ApiKey[];
      readonly providers: readonly Provider[];
      readonly passkeys: boolean;
    } & Reach)
  | { readonly kind: 'unconfigured'; readonly problems: readonly string[] };

/** From where the server may be used, and how much by one user. */
interface Reach {
  readonly limits: Limits;
  /** Names that the Host header may have; pages of theirs may call, whatever their port. */
  readonly hosts: readonly string[];
  /** Further origins whose pages may call. */
  readonly origins: readonly string[];
}

/** The access rules of a server that serves anybody at all. */
export type OpenAccess = Exclude<Access, { kind: 'unconfigured' }>;

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'] as const;

/** Resolves the access rules; a production configuration with a gap in it becomes `unconfigured`. */
export function resolveAccess(settings: AccessSettings): Access {
  const origins = listOf(settings.ALLOWED_ORIGINS);
  const malformed = origins.filter((origin) => URL.parse(origin)?.origin !== origin);
  const { limits, problems: limitProblems } = parseLimits(settings);
  const originProblems =
    malformed.length > 0
      ? [
          `ALLOWED_ORIGINS holds origins such as "https://app.example.com", with commas between: not ${malformed.join(', ')}.`,
        ]
      : [];
  if (settings.ENVIRONMENT === 'development') {
    const problems = [...originProblems, ...limitProblems];
    return problems.length > 0
      ? { kind: 'unconfigured', problems }
      : { kind: 'development', hosts: LOCAL_HOSTS, origins, limits };
  }
  const providers = parseProviders(settings.SIGN_IN);
  const passkeys = parsePasskeys(settings);
  const keys = settings.API_KEYS ? parseApiKeys(settings.API_KEYS) : ({ keys: [] } as const);
  const hosts = listOf(settings.PUBLIC_HOSTS);
  const problems = [
    ...originProblems,
    ...limitProblems,
    ...('problem' in keys ? [keys.problem] : []),
    ...('problem' in providers ? [providers.problem] : []),
    ...(typeof passkeys === 'string' ? [passkeys] : []),
    ...(hosts.length === 0
      ? ['Set the variable PUBLIC_HOSTS in wrangler.toml to the host names of this server, e.g. "lemma.example.com".']
      : []),
  ];
  return 'problem' in keys || 'problem' in providers || typeof passkeys === 'string' || problems.length > 0
    ? { kind: 'unconfigured', problems }
    : { kind: 'production', hosts, origins, limits, keys: keys.keys, providers: providers.providers, passkeys };
}

/** Whether people sign in with passkeys: by default where nothing else lets anybody in. A text is what is wrong with the setting. */
function parsePasskeys({ PASSKEYS, API_KEYS, SIGN_IN }: AccessSettings): boolean | string {
  switch (PASSKEYS ?? '') {
    case '':
      return !API_KEYS && !SIGN_IN;
    case 'on':
      return true;
    case 'off':
      return API_KEYS || SIGN_IN
        ? false
        : 'PASSKEYS is "off", and nothing else lets anybody in: set API_KEYS or SIGN_IN.';
    default:
      return 'PASSKEYS is "on" or "off".';
  }
}

function listOf(setting = ''): readonly string[] {
  return setting.split(',').flatMap((item) => item.trim().toLowerCase() || []);
}

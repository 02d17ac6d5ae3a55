/** The setting SIGN_IN: where people prove who they are, and who of them may come in. */

import { z } from 'zod';
import { jsonOf } from '../lib/json.ts';

const HOW =
  'Set the secret SIGN_IN to a JSON array of providers, e.g. [{"provider": "oidc", "name": "work", "issuer": "https://id.example.com", ' +
  '"client_id": "…", "client_secret": "…", "allow": ["@example.com"]}] or [{"provider": "github", "client_id": "…", "client_secret": "…", ' +
  '"allow": ["octocat", "org:example"]}]. "allow" lists addresses or domains of e-mail, logins or organizations of GitHub, or "everybody". ' +
  'The redirect URI to register there is https://<host>/sign-in/<name>/callback.';

/** Providers are named in addresses and in the ids of users. */
const name = z
  .string()
  .regex(/^[a-z0-9-]{1,32}$/, 'use 1 to 32 of a-z, 0-9 and -')
  .refine((text) => text !== 'passkey', 'passkey is the name of what this server does itself');
const common = {
  /** What the button of the page of signing in says. */
  label: z.string().min(1).max(60).optional(),
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  allow: z.array(z.string().min(1)).min(1),
};
const providerSchema = z.discriminatedUnion('provider', [
  z.strictObject({ provider: z.literal('oidc'), name, issuer: z.url({ protocol: /^https?$/ }), ...common }),
  z.strictObject({
    provider: z.literal('github'),
    name: name.default('github'),
    /** GitHub Enterprise Server, where it is that. */
    url: z.url({ protocol: /^https?$/ }).default('https://github.com'),
    ...common,
  }),
]);
const providersSchema = z.array(providerSchema).min(1).max(10);

/** A place where people prove who they are. */
export type Provider = Readonly<z.infer<typeof providerSchema>>;
/** A provider by OpenID Connect. */
export type OidcProvider = Extract<Provider, { readonly provider: 'oidc' }>;
/** GitHub, or a GitHub Enterprise Server. */
export type GithubProvider = Extract<Provider, { readonly provider: 'github' }>;

/** The providers, or what is wrong with the setting, without a value of it. */
export type Providers = { readonly providers: readonly Provider[] } | { readonly problem: string };

/** Reads the setting; none is no provider. A malformed entry makes all of it unusable. */
export function parseProviders(text: string | undefined): Providers {
  if (!text) return { providers: [] };
  const json = jsonOf(text);
  if (json === undefined) return { problem: `SIGN_IN cannot be used. It is not valid JSON. ${HOW}` };
  const parsed = providersSchema.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.map(String).join('.') ?? '';
    const what = issue?.code === 'custom' || issue === undefined ? 'it is malformed' : issue.message;
    return { problem: `SIGN_IN cannot be used. At ${where || 'its top'}: ${what}. ${HOW}` };
  }
  const names = parsed.data.map((each) => each.name);
  const twice = names.find((each, at) => names.indexOf(each) !== at);
  if (twice !== undefined) return { problem: `SIGN_IN cannot be used. Two providers are called ${twice}. ${HOW}` };
  return { providers: parsed.data };
}

/** Who a provider says that somebody is. */
export interface Identification {
  /** What the provider never changes. */
  readonly subject: string;
  /** How pages call the person. */
  readonly name: string;
  /** By which `allow` may name the person: verified addresses of e-mail, a login, organizations as `org:<name>`. */
  readonly names: readonly string[];
}

/** Whether `allow` lets a person in who has these names. */
export function isAllowed(provider: Provider, { names }: Pick<Identification, 'names'>): boolean {
  return isOpen(provider) || names.some((name) => isNamed(provider, name));
}

/** The names by which `allow` lets a person in: no others have to be kept. */
export function countingNames(provider: Provider, { names }: Pick<Identification, 'names'>): string[] {
  return isOpen(provider) ? [] : names.filter((name) => isNamed(provider, name));
}

function isOpen({ allow }: Provider): boolean {
  return allow.some((entry) => entry.toLowerCase() === 'everybody');
}

function isNamed({ allow }: Provider, name: string): boolean {
  const known = name.toLowerCase();
  return allow.some((entry) => {
    const wanted = entry.toLowerCase();
    return wanted.startsWith('@') ? known.slice(known.lastIndexOf('@')) === wanted : known === wanted;
  });
}

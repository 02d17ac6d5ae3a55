/** People who sign in with passkeys, at the browser of a {@link Person} with an {@link Authenticator}. */
import type { Authenticator } from './authenticator.ts';
import type { Person } from './person.ts';

/** What a server asks an authenticator for. */
export type Options = Parameters<Authenticator['create']>[0];

/** The code in the address of an invitation. */
export const codeIn = (text: string) => /\/invitation\/([0-9a-f]{64})/.exec(text)?.[1] ?? '';

/** Accepts the invitation with that code; returns where the browser is led to, or what was wrong. */
export async function accept(base: URL, person: Person, authenticator: Authenticator, code: string, name: string) {
  const asked = await person.send(new URL('/passkeys/new', base), { code, name });
  if (asked.status !== 200) return asked;
  const response = authenticator.create(asked.body as unknown as Options);
  return person.send(new URL('/passkeys/new/finish', base), { code, name, response });
}

/** Signs in, to go on to `to`. */
export async function signIn(base: URL, person: Person, authenticator: Authenticator, to = '') {
  const asked = await person.send(new URL('/passkeys/use', base), {});
  const response = authenticator.get(asked.body as unknown as Options);
  return person.send(new URL('/passkeys/use/finish', base), { to, response });
}

/** Invites somebody by the page of people; returns the code. */
export async function invite(base: URL, administrator: Person, form: Readonly<Record<string, string>> = {}) {
  return codeIn((await administrator.open(new URL('/people/invite', base), new URLSearchParams(form))).text);
}

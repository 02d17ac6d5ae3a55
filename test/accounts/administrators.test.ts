/** Organisations keep an owner and servers an administrator, whoever removes people or goes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../mcp/harness.ts';
import { bearer } from '../mcp/requests.ts';
import { until } from '../until.ts';
import { Authenticator } from './authenticator.ts';
import { accept, codeIn, invite } from './passkey-people.ts';
import { Person, type Seen } from './person.ts';

const server = createServer([], { ENVIRONMENT: 'production', PUBLIC_HOSTS: '127.0.0.1' });
let base: URL;
const people = new Map<string, Person>();
beforeAll(async () => {
  base = (await server.listen()).url;
  await new Person().open(new URL('/sign-in', base));
  const first = await until(() => {
    const code = codeIn(JSON.stringify(server.getLogs()));
    expect(code).not.toBe('');
    return code;
  });
  await come('ada', first);
  await come('bob', await invite(base, personOf('ada'), { administrator: 'yes' }));
  for (const name of ['cy', 'dan', 'eve']) await come(name, await invite(base, personOf('ada')));
}, 120_000);
afterAll(() => server.close());

function personOf(name: string): Person {
  const person = people.get(name);
  if (person === undefined) throw new Error(`There is nobody called ${name}.`);
  return person;
}

async function come(name: string, code: string): Promise<void> {
  const person = new Person();
  expect(await accept(base, person, new Authenticator(base.origin), code, name)).toMatchObject({ status: 200 });
  people.set(name, person);
}

const open = (name: string, path: string, form?: Record<string, string>): Promise<Seen> =>
  personOf(name).open(new URL(path, base), form && new URLSearchParams(form));

/** The id of somebody, as the page of people has it. */
async function idOf(name: string): Promise<string> {
  const page = (await open('ada', '/people')).text;
  const entry = page.slice(page.indexOf(`<strong>${name}</strong>`));
  return /name="user" value="([^"]+)"/.exec(entry)?.[1] ?? '';
}

const remove = async (name: string, by = 'ada') => open(by, '/people/remove', { user: await idOf(name) });
const organisationIn = (page: string, name: string) =>
  /name="organisation" value="([^"]+)"/.exec(page.slice(page.indexOf(`<h2>${name}</h2>`)))?.[1] ?? '';

async function found(owner: string, organisation: string, ...members: readonly string[]): Promise<void> {
  expect((await open(owner, '/account/organisations', { name: organisation })).status).toBe(303);
  for (const member of members) {
    const page = await open(owner, `/account/organisation/${organisation}/invite`, { role: 'member' });
    const code = /join\?code=([^<]+)</.exec(page.text)?.[1] ?? '';
    expect((await open(member, '/account/organisations/join', { code })).status).toBe(303);
  }
}

describe('the only owner of an organisation', () => {
  it('is removed by an administrator only once another member owns it', async () => {
    await found('cy', 'works', 'dan', 'eve');
    const page = await remove('cy');
    expect([page.status, page.text]).toEqual([
      400,
      expect.stringContaining('would have no owner: <strong>works</strong>'),
    ]);
    expect((await open('cy', '/account')).status).toBe(200);
    const form = { user: await idOf('cy'), organisation: organisationIn(page.text, 'works'), to: await idOf('dan') };
    // Nobody but an administrator gives organisations away, and only to somebody in them.
    expect((await open('dan', '/people/hand-over', form)).text).toContain('for administrators');
    expect((await open('ada', '/people/hand-over', { ...form, to: await idOf('ada') })).status).toBe(400);
    expect((await open('ada', '/people/hand-over', { ...form, user: await idOf('eve') })).status).toBe(400);
    expect((await open('dan', '/account/organisation/works')).text).toContain('<strong>dan</strong>: member');
    expect((await open('ada', '/people/hand-over', form)).headers.get('location')).toBe('/people');
    const gone = await remove('cy');
    expect([gone.status, gone.text]).toEqual([303, '']);
    await until(async () =>
      expect((await open('ada', '/account/log')).text).toContain('removed a person <strong>cy</strong>'),
    );
    expect((await open('cy', '/account')).status).toBe(303);
    const place = await open('dan', '/account/organisation/works');
    expect(place.text).toContain('<strong>dan</strong>: owner');
    expect(place.text).not.toContain('cy');
  });

  it('is removed once the organisation is deleted that nobody else is in', async () => {
    await found('dan', 'alone');
    const page = await remove('dan');
    expect(page.text).toContain('<strong>alone, works</strong>');
    expect(page.text).toContain('Nobody else is in it');
    const user = await idOf('dan');
    const alone = { user, organisation: organisationIn(page.text, 'alone') };
    expect((await open('ada', '/people/delete-organisation', { ...alone, confirm: 'works' })).status).toBe(400);
    expect((await open('ada', '/people/delete-organisation', { ...alone, confirm: 'alone' })).text).toContain(
      'is being deleted',
    );
    await until(async () => expect((await remove('dan')).text).toContain('owner: <strong>works</strong>'));
    await until(async () =>
      expect((await open('ada', '/account/log')).text).toContain('deleted an organisation <strong>alone</strong>'),
    );
    const works = { user, organisation: organisationIn(page.text, 'works'), to: await idOf('eve') };
    expect((await open('ada', '/people/hand-over', works)).status).toBe(303);
    expect((await remove('dan')).status).toBe(303);
    expect((await open('eve', '/account/organisation/works')).text).toContain('<strong>eve</strong>: owner');
  });

  it('is deleted by themselves only once it has another owner', async () => {
    const page = await open('eve', '/account/delete', { confirm: 'eve' });
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('would have no owner: works')]);
    expect((await open('eve', '/account')).status).toBe(200);
  });
});

describe('the metrics of all', () => {
  it('are for the keys of administrators, however much the keys of others may do', async () => {
    const key = async (name: string, scope: string) => {
      const page = await open(name, '/account/keys', { name: 'metrics', days: '30', scope });
      return /<code>(lemma_[0-9a-f]{64})<\/code>/.exec(page.text)?.[1] ?? '';
    };
    const metrics = async (secret: string) => fetch(new URL('/metrics?of=all', base), { headers: bearer(secret) });
    const answer = await metrics(await key('ada', 'admin'));
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('\nlemma_all_people 3\n')]);
    expect((await metrics(await key('ada', 'read'))).status).toBe(403);
    const refused = await metrics(await key('eve', 'admin'));
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('for administrators')]);
    expect((await open('eve', '/operator')).text).toContain('for administrators');
    expect((await open('eve', '/operator/log')).text).toContain('for administrators');
    expect((await open('ada', '/operator/people')).text).toContain('passkey, administrator');
  });
});

describe('the only administrator', () => {
  it('is one of two who delete themselves at once', async () => {
    const answers = await Promise.all(
      ['ada', 'bob'].map(async (name) => ({ name, page: await open(name, '/account/delete', { confirm: name }) })),
    );
    expect(answers.map(({ page }) => page.status).sort()).toEqual([200, 400]);
    const kept = answers.find(({ page }) => page.status === 400);
    expect(kept?.page.text).toContain('only administrator of this server');
    expect((await open(kept?.name ?? '', '/people')).text).toContain('<strong>eve</strong>');
    // The log says it once, and neither who nor from where.
    const row = /<td>([^<]*)<\/td><td>the deletion of an account began<\/td><td><\/td><td>([^<]*)<\/td>/g;
    await until(async () => {
      const { text } = await open(kept?.name ?? '', '/operator/log');
      expect([...text.matchAll(row)].map(([, user, address]) => [user, address])).toEqual([['', '']]);
    });
  });

  it('is not removed while others are there', async () => {
    const page = await until(async () => {
      const answers = await Promise.all(['ada', 'bob'].map((name) => open(name, '/people')));
      const [seen] = answers.filter(({ status }) => status === 200);
      // The other one is gone.
      expect(seen?.text.match(/administrator, \d/g)).toHaveLength(1);
      return seen?.text ?? '';
    });
    const name = page.includes('<strong>ada</strong>') ? 'ada' : 'bob';
    const [, user = ''] = /administrator, \d[\s\S]*?name="user" value="([^"]+)"/.exec(page) ?? [];
    const removal = await open(name, '/people/remove', { user });
    expect([removal.status, removal.text]).toEqual([400, expect.stringContaining('only administrator')]);
    expect((await open(name, '/people')).status).toBe(200);
  });
});

/** Importing from a real git server; its public name and address are made up. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GitHttp, serveGit } from '../../../../test/git-http.ts';
import { createDatabase } from '../../../../test/sqlite.ts';
import { PublicFetch } from '../../../lib/outbound/public-fetch.ts';
import { concatBytes } from '../bytes.ts';
import { encodeLine, FLUSH } from '../pkt-line.ts';
import { ReceivePack } from '../receive/receive-pack.ts';
import { Repository } from '../repository.ts';
import { GIT_SCHEMA, TREE_EXTENTS_SCHEMA } from '../schema.ts';
import { ShallowCommits } from '../shallow-commits.ts';
import { type ImportRequest, importRepository } from './import.ts';
import { failure } from './repository-url.ts';

const folder = mkdtempSync(join(tmpdir(), 'lemma-import-'));
const source = join(folder, 'source.git');
let server: GitHttp;

function git(...args: readonly string[]): string {
  const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
  return execFileSync('git', [...identity, ...args], { cwd: source, encoding: 'utf8', stdio: 'pipe' }).trim();
}

function commit(name: string): string {
  writeFileSync(join(source, name), `${name}\n`.repeat(100));
  git('add', '--all');
  git('commit', '--quiet', '-m', `Add ${name}`);
  return git('rev-parse', 'HEAD');
}

beforeAll(async () => {
  execFileSync('git', ['init', '--quiet', '--initial-branch=trunk', source]);
  server = await serveGit(folder);
  for (const name of ['a', 'b', 'c']) commit(name);
  git('tag', '-a', 'v1', '-m', 'Version 1');
  git('branch', 'side');
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** What a server answers that lists refs without end; `?service=` asks what it speaks. */
function endless({ search }: URL): Response {
  const type = `application/x-git-upload-pack-${search === '' ? 'result' : 'advertisement'}`;
  const line = encodeLine(`unborn HEAD ${'x'.repeat(60_000)}`);
  const beginning = [encodeLine('version 2'), encodeLine('ls-refs'), encodeLine('fetch=shallow'), FLUSH];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(search === '' ? line : concatBytes(beginning));
      if (search !== '') controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': type } });
}

/** A repository here, and a web in which git.example.com is the server. */
function workspace(addresses: readonly string[] = ['93.184.215.14']) {
  const database = createDatabase(GIT_SCHEMA + TREE_EXTENTS_SCHEMA);
  const repository = new Repository(database.sql);
  const receive = new ReceivePack(database, repository, async () => undefined);
  const asked: string[] = [];
  const web = new PublicFetch(
    async (input, init) => {
      const url = new URL(String(input));
      asked.push(url.hostname);
      if (url.hostname === 'away.example.com') throw new TypeError('internal error; reference = 0123');
      if (url.hostname === 'endless.example.com') return endless(url);
      if (url.hostname === 'moved.example.com') {
        const location = url.pathname.startsWith('/inside')
          ? 'https://169.254.169.254/latest'
          : `https://git.example.com${url.pathname}${url.search}`;
        return new Response(null, { status: 301, headers: { location } });
      }
      return fetch(`${server.url}${url.pathname}${url.search}`, init);
    },
    async () => addresses,
    failure,
  );
  const take = (request: Partial<ImportRequest> = {}, goOn = true) =>
    importRepository(
      { repository, receive, shallow: new ShallowCommits(database.sql), web, agent: 'lemma/test' },
      { url: 'https://git.example.com/source.git', force: false, ...request },
      async () => goOn,
    );
  const history = (name: string) => {
    const oids: string[] = [];
    for (let at = repository.resolve(name); at !== undefined && repository.objects.has(at); ) {
      oids.push(at);
      at = repository.commit(at).parents[0];
    }
    return oids;
  };
  return {
    repository,
    take,
    history,
    asked,
    objects: () => database.sql.exec('SELECT 1 FROM git_object').toArray().length,
  };
}

describe('importing', () => {
  it('brings the default branch with its history and files', async () => {
    const { take, history, repository } = workspace();
    const result = await take();
    expect(result).toMatchObject({ ref: 'refs/heads/trunk', branch: 'trunk', commit: git('rev-parse', 'trunk') });
    expect(result.bytes).toBeGreaterThan(100);
    expect(history('trunk')).toEqual(git('rev-list', 'trunk').split('\n'));
    expect([...repository.files(result.commit)].map(({ path }) => path)).toEqual(['a', 'b', 'c']);
    expect(repository.refs.head).toBe('refs/heads/trunk');
  });

  it('ends with a server that does not', async () => {
    const { take, objects } = workspace();
    const url = 'https://endless.example.com/source.git';
    await expect(take({ url })).rejects.toThrow('endless.example.com did not send an answer that ends');
    expect(objects()).toBe(0);
  });

  it('brings what is new the next time, and nothing when nothing is', async () => {
    const { take, history } = workspace();
    const first = await take();
    const tip = commit('d');
    const second = await take();
    expect(second).toMatchObject({ commit: tip, previous: first.commit });
    expect(second.bytes).toBeLessThan(first.bytes);
    expect(history('trunk')).toEqual(git('rev-list', 'trunk').split('\n'));
    expect(await take()).toMatchObject({ commit: tip, bytes: 0 });
  });

  it('takes a branch, a tag, another name and a depth', async () => {
    const { take, history } = workspace();
    expect(await take({ ref: 'v1', branch: 'release' })).toMatchObject({
      ref: 'refs/tags/v1',
      branch: 'release',
      commit: git('rev-parse', 'v1^{commit}'),
    });
    const shallow = workspace();
    expect(await shallow.take({ ref: 'side', depth: 1 })).toMatchObject({ branch: 'side' });
    expect(shallow.history('side')).toHaveLength(1);
    await shallow.take();
    expect(shallow.history('trunk')).toEqual(git('rev-list', 'trunk').split('\n'));
    expect(history('release')).toHaveLength(3);
  });

  it('follows redirects to public hosts', async () => {
    const { take, asked } = workspace();
    await take({ url: 'https://moved.example.com/source.git' });
    expect(asked.slice(0, 2)).toEqual(['moved.example.com', 'git.example.com']);
  });

  it('replaces a branch with other commits only when it is told to', async () => {
    const other = workspace();
    await other.take();
    git('checkout', '--quiet', '-b', 'rewritten', 'trunk~1');
    const tip = commit('e');
    // In the branch of that name there is a commit that the remote has, so it counts as an ancestor.
    git('branch', '--force', 'trunk', 'rewritten');
    git('branch', '--force', 'side', 'rewritten');
    git('checkout', '--quiet', 'trunk');
    git('reflog', 'expire', '--expire=now', '--all');
    git('gc', '--quiet', '--prune=now');
    const before = other.objects();
    await expect(other.take()).rejects.toThrow(/which the remote repository does not have/);
    expect(other.objects()).toBe(before);
    expect(await other.take({ force: true })).toMatchObject({ commit: tip });
  });
});

describe('what is refused, with nothing changed', () => {
  it.each([
    ['http://git.example.com/source.git', /only https/],
    ['ssh://git@git.example.com/x', /only https/],
    ['file:///etc', /only https/],
    ['https://user:secret@git.example.com/x', /user name or password/],
    ['https://git.example.com:8443/x', /Port 8443/],
    ['nonsense', /no URL/],
    ['https://localhost/x', /no public host/],
    ['https://LOCALHOST./x', /no public host/],
    ['https://git/x', /no public host/],
    ['https://server.local/x', /no public host/],
    ['https://metadata.google.internal/x', /no public host/],
    ['https://127.0.0.1/x', /no public host/],
    ['https://2130706433/x', /no public host/],
    ['https://0x7f.1/x', /no public host/],
    ['https://0177.0.0.1/x', /no public host/],
    ['https://10.1.2.3/x', /no public host/],
    ['https://100.64.0.1/x', /no public host/],
    ['https://169.254.169.254/x', /no public host/],
    ['https://172.31.255.255/x', /no public host/],
    ['https://192.168.1.1/x', /no public host/],
    ['https://224.0.0.1/x', /no public host/],
    ['https://0.0.0.0/x', /no public host/],
    ['https://[::1]/x', /no public host/],
    ['https://[::]/x', /no public host/],
    ['https://[fe80::1]/x', /no public host/],
    ['https://[fd00::1]/x', /no public host/],
    ['https://[ff02::1]/x', /no public host/],
    ['https://[::ffff:127.0.0.1]/x', /no public host/],
    ['https://[64:ff9b::10.0.0.1]/x', /no public host/],
    ['https://[2002:c0a8:101::]/x', /no public host/],
    ['https://moved.example.com/inside', /169\.254\.169\.254 is no public host/],
    ['https://git.example.com/missing.git', /no public repository/],
  ])('%s', async (url, message) => {
    const { take, objects } = workspace();
    await expect(take({ url })).rejects.toThrow(message);
    expect(objects()).toBe(0);
  });

  it('a public name with a private address among its own', async () => {
    const { take, asked } = workspace(['93.184.215.14', '10.0.0.7']);
    await expect(take()).rejects.toThrow('git.example.com is at 10.0.0.7, which is no public address');
    expect(asked).toEqual([]);
    await expect(workspace([]).take()).rejects.toThrow('There is no host git.example.com');
  });

  it('a ref that is not there, and names that no branch can have', async () => {
    const { take } = workspace();
    await expect(take({ ref: 'nope' })).rejects.toThrow(/no branch or tag 'nope'. Branches: .*trunk/);
    await expect(take({ branch: 'a..b' })).rejects.toThrow(/cannot be called "a\.\.b"/);
  });

  it('a host that is away, as what it is', async () => {
    const failed: unknown = await workspace()
      .take({ url: 'https://away.example.com/source.git' })
      .catch((error: unknown) => error);
    expect(failed).toMatchObject({
      failure: { errorType: 'HOST_UNREACHABLE', message: 'away.example.com cannot be reached.' },
    });
    expect(failed).toMatchObject({ failure: { advice: expect.stringContaining('git push <server>/git/<workspace>') } });
  });

  it('an import whose caller has gone', async () => {
    writeFileSync(join(source, 'large'), crypto.getRandomValues(new Uint8Array(65_536)));
    for (let part = 0; part < 40; part++) {
      writeFileSync(join(source, `large${part}`), crypto.getRandomValues(new Uint8Array(65_536)));
    }
    commit('last');
    const { take, objects, repository } = workspace();
    await expect(take({}, false)).rejects.toThrow('cancelled');
    expect(objects()).toBe(0);
    expect(repository.refs.list()).toEqual([]);
    expect(await take()).toMatchObject({ branch: 'trunk' });
  });
});

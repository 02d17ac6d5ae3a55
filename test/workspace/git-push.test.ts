/** `git push` of the real client to the real Workers. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { concatBytes } from '../../src/workspace/git/bytes.ts';
import { type GitObject, type Oid, oidOf, ZERO_OID } from '../../src/workspace/git/object.ts';
import { amount } from '../generated.ts';
import { encodePack, history, pushBody, rawTree } from '../git-packs.ts';
import { sharedServer } from '../mcp/harness.ts';
import { callTool } from '../mcp/requests.ts';
import { GitFolder } from './git-client.ts';

const server = sharedServer();
const folder = new GitFolder();
let base: URL;

beforeAll(async () => {
  base = (await server.listen()).url;
});
afterAll(async () => {
  folder.remove();
});

const PUSH_TYPE = { 'content-type': 'application/x-git-receive-pack-request' };
const urlOf = (name: string) => new URL(`/git/${name}`, base).href;
let made = 0;

/** A repository with a remote `lemma` whose workspace is new. */
async function createRepository(): Promise<string> {
  const name = `repository-${++made}`;
  await folder.create(name);
  await folder.git(name, 'remote', 'add', 'lemma', urlOf(name));
  return name;
}

/** As {@link createRepository}, with a first commit that was pushed. */
async function pushedRepository(): Promise<{ name: string; first: Oid }> {
  const name = await createRepository();
  const first = await folder.commit(name, 'a.txt', 'one\n');
  await folder.git(name, 'push', 'lemma', 'main');
  return { name, first };
}

/** The refs of a workspace as `git push` sees them. */
async function refsOf(name: string): Promise<Record<string, string>> {
  const response = await fetch(`${urlOf(name)}/info/refs?service=git-receive-pack`);
  expect(response.headers.get('content-type')).toBe('application/x-git-receive-pack-advertisement');
  const lines = [...(await response.text()).matchAll(/([0-9a-f]{40}) (refs\/[^\0\n]+)/g)];
  return Object.fromEntries(lines.map(([, oid = '', ref = '']) => [ref, oid]));
}

/** Ten folders that all are one tree, ten levels of that, committed; returns the commit. */
async function nestedTrees(name: string): Promise<Oid> {
  await folder.commit(name, 'a.txt', 'one\n');
  let tree = await folder.git(name, 'rev-parse', 'HEAD^{tree}');
  for (let level = 0; level < 10; level++) {
    const entries = Array.from({ length: 10 }, (_, index) => `040000 tree ${tree}\td${index}\n`).join('');
    const { stdout } = folder.pipe(name, entries, 'mktree');
    tree = stdout.trim();
  }
  return folder.git(name, 'commit-tree', '-m', 'Nested', tree);
}

/** Clones a workspace and checks every object of it. */
async function expectSound(name: string): Promise<void> {
  const clone = `clone-${++made}`;
  await folder.git('.', 'clone', '--quiet', '--mirror', urlOf(name), clone);
  await folder.git(clone, 'fsck', '--strict', '--full');
}

describe('pushes', () => {
  it('takes the first one, and then what is new', async () => {
    const { name, first } = await pushedRepository();
    expect(await refsOf(name)).toEqual({ 'refs/heads/main': first });
    const second = await folder.commit(name, 'a.txt', 'one\ntwo\n');
    const { stderr } = await folder.try(name, 'push', 'lemma', 'main');
    expect(stderr).toContain('remote: lemma: 3 objects');
    expect(await refsOf(name)).toEqual({ 'refs/heads/main': second });
    expect((await folder.try(name, 'push', 'lemma', 'main')).stderr).toContain('Everything up-to-date');
    await expectSound(name);
  });

  it('takes branches, tags and notes, and deletes them', async () => {
    const { name, first } = await pushedRepository();
    await folder.git(name, 'switch', '--quiet', '--create', 'topic/one');
    const topic = await folder.commit(name, 'topic.txt', 'topic\n');
    await folder.git(name, 'tag', 'light', first);
    await folder.git(name, 'tag', '--annotate', '--message', 'A release', 'v1.0', topic);
    await folder.git(name, 'notes', 'add', '--message', 'A note', first);
    await folder.git(name, 'push', 'lemma', '--all');
    await folder.git(name, 'push', 'lemma', '--tags', 'refs/notes/commits');
    const local = async (ref: string) => [ref, await folder.git(name, 'rev-parse', ref)];
    const names = [
      'refs/heads/main',
      'refs/heads/topic/one',
      'refs/notes/commits',
      'refs/tags/light',
      'refs/tags/v1.0',
    ];
    expect(await refsOf(name)).toEqual(Object.fromEntries(await Promise.all(names.map(local))));
    await expectSound(name);
    await folder.git(name, 'push', 'lemma', '--delete', 'topic/one', 'v1.0');
    expect(Object.keys(await refsOf(name))).toEqual(['refs/heads/main', 'refs/notes/commits', 'refs/tags/light']);
    const again = await folder.try(name, 'push', 'lemma', '--delete', 'topic/one');
    expect(again.stderr).toContain('remote ref does not exist');
  });

  it('takes all refs or none when they are pushed atomically', async () => {
    const { name, first } = await pushedRepository();
    const second = await folder.commit(name, 'a.txt', 'two\n');
    const refused = await folder.try(name, 'push', '--atomic', 'lemma', 'main', 'HEAD:refs/heads/main/inner');
    expect(refused.stderr).toContain("'refs/heads/main' exists");
    expect(refused.stderr).toMatch(/remote rejected\] +main -> main \(atomic push failure\)/);
    expect(await refsOf(name)).toEqual({ 'refs/heads/main': first });
    await folder.git(name, 'push', '--atomic', 'lemma', 'main', 'HEAD:refs/heads/other');
    expect(await refsOf(name)).toEqual({ 'refs/heads/main': second, 'refs/heads/other': second });
  });

  it('moves a branch back when it is forced to, and git refuses otherwise', async () => {
    const { name, first } = await pushedRepository();
    const second = await folder.commit(name, 'a.txt', 'two\n');
    await folder.git(name, 'push', 'lemma', 'main');
    await folder.git(name, 'reset', '--quiet', '--hard', first);
    const other = await folder.commit(name, 'a.txt', 'three\n');
    const refused = await folder.try(name, 'push', 'lemma', 'main');
    expect(refused.stderr).toMatch(/rejected\] +main -> main \(non-fast-forward\)/);
    expect(await refsOf(name)).toEqual({ 'refs/heads/main': second });
    await folder.git(name, 'push', '--force-with-lease', 'lemma', 'main');
    expect(await refsOf(name)).toEqual({ 'refs/heads/main': other });
    await expectSound(name);
  });

  it('takes what a shallow clone has', async () => {
    const { name } = await pushedRepository();
    for (const text of ['two', 'three']) await folder.commit(name, 'a.txt', `${text}\n`);
    await folder.git(name, 'push', 'lemma', 'main');
    const shallow = `shallow-${++made}`;
    await folder.git('.', 'clone', '--quiet', '--depth=1', `file://${folder.path}/${name}`, shallow);
    const tip = await folder.commit(shallow, 'b.txt', 'from a shallow clone\n');
    // Into a workspace that has what is below, and into one that has not.
    await folder.git(shallow, 'push', urlOf(name), 'main');
    await folder.git(shallow, 'push', urlOf(shallow), 'main');
    for (const workspace of [name, shallow]) {
      expect(await refsOf(workspace)).toEqual({ 'refs/heads/main': tip });
      await expectSound(workspace);
    }
    const next = await folder.commit(shallow, 'b.txt', 'more\n');
    await folder.git(shallow, 'push', urlOf(shallow), 'main');
    expect(await refsOf(shallow)).toEqual({ 'refs/heads/main': next });
  });

  it('refuses trees with more paths than can be walked, and lists the files of others', async () => {
    const name = await createRepository();
    const commit = await nestedTrees(name);
    const { code, stderr } = await folder.try(name, 'push', 'lemma', `${commit}:refs/heads/main`);
    expect(code).not.toBe(0);
    expect(stderr).toContain('it has 21,111,111,110 files and folders, more than the limit of 200,000');
    expect(stderr).toContain('! [remote rejected]');
    const other = await pushedRepository();
    const { body } = await callTool(base, 'list_workspace_files', { workspace: other.name }, { path: '/mcp/all' });
    expect(body.result?.content[0]?.text).toContain('a.txt');
  });

  it('takes large files and gives them back', async () => {
    const name = await createRepository();
    await folder.commit(name, 'random.bin', randomBytes(amount(20, 3) << 20));
    await folder.git(name, 'push', 'lemma', 'main');
    // A delta on the large file.
    const text = '0123456789abcdef\n'.repeat(amount(500_000, 150_000));
    await folder.commit(name, 'text.txt', text);
    await folder.git(name, 'push', 'lemma', 'main');
    await folder.commit(name, 'text.txt', `${text}one more line\n`);
    await folder.git(name, 'push', 'lemma', 'main');
    await expectSound(name);
  });

  it('refuses a file that is too large, and takes the rest without it', async () => {
    const { name, first } = await pushedRepository();
    await folder.commit(name, 'huge.bin', new Uint8Array((32 << 20) + 1));
    const refused = await folder.try(name, 'push', 'lemma', 'main');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('remote: lemma: the pack is refused: an object of 32 MB or more is larger than');
    expect(refused.stderr).toMatch(/error: remote unpack failed: an object of/);
    expect(refused.stderr).toMatch(/remote rejected\] +main -> main \(unpacker error\)/);
    expect(await refsOf(name)).toEqual({ 'refs/heads/main': first });
    await folder.git(name, 'reset', '--quiet', '--hard', first);
    const small = await folder.commit(name, 'small.txt', 'small\n');
    await folder.git(name, 'push', 'lemma', 'main');
    expect(await refsOf(name)).toEqual({ 'refs/heads/main': small });
  });

  it('shows progress of large packs', async () => {
    const name = await createRepository();
    const count = 10_000;
    const files = Array.from({ length: count }, (_, index) => `${index}`);
    const commands = files.map((file) => `M 100644 inline ${file}\ndata ${file.length}\n${file}\n`).join('');
    const stream = `commit refs/heads/main\ncommitter A <a@example.org> 0 +0000\ndata 0\n${commands}`;
    folder.pipe(name, stream, 'fast-import', '--quiet');
    // As a tag: branches are indexed, which keeps the server busy.
    const { stderr } = await folder.try(name, 'push', '--progress', 'lemma', 'main:refs/tags/large');
    // Beside the files a commit and a tree.
    const objects = count + 2;
    expect(stderr).toContain(`remote: Unpacking objects: 100% (${objects}/${objects}), done.`);
    expect(stderr).toContain(`remote: lemma: ${objects.toLocaleString('en-US')} objects`);
  });
});

describe('racing pushes', () => {
  const RACES = Array.from({ length: amount(3, 1) }, (_, index) => index + 1);
  it.each(RACES)('of two clones: exactly one wins (%d)', async () => {
    const { name } = await pushedRepository();
    const clones = await Promise.all(
      ['left', 'right'].map(async (side) => {
        const clone = `${name}-${side}`;
        await folder.git('.', 'clone', '--quiet', urlOf(name), clone);
        // Large enough for both to be on their way at the same time.
        const tip = await folder.commit(clone, side, randomBytes(3 << 20));
        return { clone, tip };
      }),
    );
    const runs = await Promise.all(clones.map(({ clone }) => folder.try(clone, 'push', 'origin', 'main')));
    const winners = runs.flatMap(({ code }, index) => (code === 0 ? [clones[index]?.tip] : []));
    expect(winners).toHaveLength(1);
    expect(await refsOf(name)).toEqual({ 'refs/heads/main': winners[0] });
    const loser = runs.find(({ code }) => code !== 0);
    expect(loser?.stderr).toMatch(/rejected\] +main -> main \((fetch first|stale info)\)/);
    await expectSound(name);
  });

  it('of different branches both arrive', async () => {
    const { name } = await pushedRepository();
    const clones = await Promise.all(
      ['left', 'right'].map(async (side) => {
        const clone = `${name}-${side}`;
        await folder.git('.', 'clone', '--quiet', urlOf(name), clone);
        await folder.commit(clone, side, randomBytes(2 << 20));
        return { clone, side };
      }),
    );
    await Promise.all(clones.map(({ clone, side }) => folder.git(clone, 'push', 'origin', `main:${side}`)));
    expect(Object.keys(await refsOf(name))).toEqual(['refs/heads/left', 'refs/heads/main', 'refs/heads/right']);
    await expectSound(name);
  });
});

describe('bodies that git does not send', () => {
  const GOOD = history('good');
  const tip = oidOf(GOOD[2]);
  const commands = [`${ZERO_OID} ${tip} refs/heads/main`];

  /** Posts a push and returns its answer. */
  async function post(name: string, body: Uint8Array, headers: Record<string, string> = {}): Promise<Response> {
    const type = { ...PUSH_TYPE, ...headers };
    return fetch(`${urlOf(name)}/git-receive-pack`, { method: 'POST', headers: type, body: new Uint8Array(body) });
  }

  it('may be compressed', async () => {
    const body = pushBody(commands, encodePack(GOOD));
    const answer = await post('compressed', gzipSync(body), { 'content-encoding': 'gzip' });
    expect(await answer.text()).toContain('ok refs/heads/main');
    expect(await refsOf('compressed')).toEqual({ 'refs/heads/main': tip });
  });

  const evil = rawTree(['100644', '.git', oidOf(GOOD[0])]);
  it.each([
    ['a pack that is cut off', pushBody(commands, encodePack(GOOD).slice(0, -30)), 'unpack early EOF'],
    ['a pack with a wrong trailer', pushBody(commands, encodePack(GOOD).with(-1, 0)), /unpack pack checksum mismatch/],
    ['no pack', pushBody(commands, new Uint8Array()), 'unpack there is no pack'],
    ['a tree with .git in it', pushBody(commands, encodePack([...GOOD, evil])), 'a tree has an entry named'],
    ['a pack without its files', pushBody(commands, encodePack(GOOD.slice(1))), 'missing necessary objects'],
    [
      'a ref that leaves its folder',
      pushBody([`${ZERO_OID} ${tip} refs/heads/../x`], encodePack(GOOD)),
      'funny refname',
    ],
    ['text', new TextEncoder().encode('hello'), 'ERR this is no push that git sends'],
    ['nothing', new Uint8Array(), 'ERR this is no push that git sends'],
  ])('are refused: %s', async (_, body, reason) => {
    const name = `attacked-${++made}`;
    const answer = await post(name, body);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toMatch(reason);
    expect(await refsOf(name)).toEqual({});
    expect(await (await post(name, pushBody(commands, encodePack(GOOD)))).text()).toContain('ok refs/heads/main');
  });

  it('are refused when they are not compressed as they say', async () => {
    const body = pushBody(commands, encodePack(GOOD));
    for (const bad of [body, gzipSync(body).subarray(0, -20)]) {
      const answer = await post('damaged', bad, { 'content-encoding': 'gzip' });
      expect(await answer.text()).toContain('its body is not the gzip stream that it says');
    }
    expect((await post('damaged', body, { 'content-encoding': 'br' })).status).toBe(415);
    expect(await refsOf('damaged')).toEqual({});
  });

  it('are refused with another content type', async () => {
    const answer = await post('typed', pushBody(commands, encodePack(GOOD)), { 'content-type': 'text/plain' });
    expect(answer.status).toBe(415);
    expect(await answer.text()).toContain('application/x-git-receive-pack-request');
  });

  it('may break off, and the next push works', async () => {
    const { name, first } = await pushedRepository();
    const large: GitObject = { type: 'blob', data: new Uint8Array(randomBytes(5 << 20)) };
    const body = pushBody([`${ZERO_OID} ${tip} refs/heads/broken`], encodePack([...GOOD, large]));
    const call = request(`${urlOf(name)}/git-receive-pack`, { method: 'POST', headers: PUSH_TYPE });
    const failed = once(call, 'error');
    call.write(body.subarray(0, 4 << 20), () => call.destroy(new Error('gone')));
    await failed;
    expect(await refsOf(name)).toEqual({ 'refs/heads/main': first });
    const next = await folder.commit(name, 'a.txt', 'two\n');
    await folder.git(name, 'push', 'lemma', 'main');
    expect(await refsOf(name)).toEqual({ 'refs/heads/main': next });
    await expectSound(name);
  });

  it('may stall while the workspace is erased', async () => {
    const { name } = await pushedRepository();
    const large: GitObject = { type: 'blob', data: new Uint8Array(randomBytes(5 << 20)) };
    const body = pushBody([`${ZERO_OID} ${tip} refs/heads/late`], encodePack([...GOOD, large]));
    const call = request(`${urlOf(name)}/git-receive-pack`, { method: 'POST', headers: PUSH_TYPE });
    const ended = new Promise((resolve) =>
      call.on('error', resolve).on('response', (answer) => answer.resume().on('close', resolve)),
    );
    await new Promise((resolve) => call.write(body.subarray(0, 4 << 20), resolve));
    const { body: erased } = await callTool(base, 'delete_workspace', { workspace: name, confirm: name });
    expect(erased.result).toMatchObject({ structuredContent: { status: 'deleted' } });
    call.end(body.subarray(4 << 20));
    await ended;
    expect((await fetch(`${urlOf(name)}/info/refs?service=git-upload-pack`)).status).toBe(404);
    await folder.git(name, 'push', 'lemma', 'main');
    expect(Object.keys(await refsOf(name))).toEqual(['refs/heads/main']);
    await expectSound(name);
  });

  it('do not make the answer wait for the end of a pack that is refused early', async () => {
    const noise = new Uint8Array(randomBytes(3 << 20));
    const answer = await post('early', pushBody(commands, concatBytes([encodePack([], 2_000_000), noise])));
    expect(await answer.text()).toContain('the pack has 2000000 objects, more than the limit of 1000000 objects');
  });
});

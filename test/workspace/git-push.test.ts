/** `git push` of the real client to the real Workers. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../mcp/harness.ts';
import { GitFolder } from './git-client.ts';

const server = createServer();
const folder = new GitFolder();
let base: URL;

beforeAll(async () => {
  base = (await server.listen()).url;
});
afterAll(async () => {
  await server.close();
  folder.remove();
});

let made = 0;

/** A repository with a remote `lemma` whose workspace is new. */
async function createRepository(): Promise<string> {
  const name = `repository-${++made}`;
  await folder.create(name);
  await folder.git(name, 'remote', 'add', 'lemma', new URL(`/git/${name}`, base).href);
  return name;
}

/** Commits a file and returns the commit. */
async function commit(repository: string, file: string, content: string | Uint8Array): Promise<string> {
  writeFileSync(join(folder.path, repository, file), content);
  await folder.git(repository, 'add', '--all');
  await folder.git(repository, 'commit', '--quiet', '--message', `Change ${file}`);
  return folder.git(repository, 'rev-parse', 'HEAD');
}

/** The refs of a repository's workspace as `git push` sees them. */
async function refsOf(name: string): Promise<Record<string, string>> {
  const response = await fetch(new URL(`/git/${name}/info/refs?service=git-receive-pack`, base));
  expect(response.headers.get('content-type')).toBe('application/x-git-receive-pack-advertisement');
  const lines = [...(await response.text()).matchAll(/([0-9a-f]{40}) (refs\/[^\0\n]+)/g)];
  return Object.fromEntries(lines.map(([, oid = '', ref = '']) => [ref, oid]));
}

describe('pushes', () => {
  it('takes the first one, and then what is new', async () => {
    const name = await createRepository();
    const first = await commit(name, 'a.txt', 'one\n');
    await folder.git(name, 'push', 'lemma', 'main');
    expect(await refsOf(name)).toEqual({ 'refs/heads/main': first });
    const second = await commit(name, 'a.txt', 'one\ntwo\n');
    const { stderr } = await folder.try(name, 'push', 'lemma', 'main');
    expect(stderr).toContain('remote: lemma: 3 objects');
    expect(await refsOf(name)).toEqual({ 'refs/heads/main': second });
    expect((await folder.try(name, 'push', 'lemma', 'main')).stderr).toContain('Everything up-to-date');
  });
});

/** `git clone` and `git fetch` of the real client from the real Workers. */
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

const urlOf = (name: string) => new URL(`/git/${name}`, base).href;

/** A repository with a remote `lemma` whose workspace is new. */
async function createRepository(name: string): Promise<string> {
  await folder.create(name);
  await folder.git(name, 'remote', 'add', 'lemma', urlOf(name));
  return name;
}

/** Commits a file and returns the commit. */
async function commit(repository: string, file: string, content: string | Uint8Array): Promise<string> {
  writeFileSync(join(folder.path, repository, file), content);
  await folder.git(repository, 'add', '--all');
  await folder.git(repository, 'commit', '--quiet', '--message', `Change ${file}`);
  return folder.git(repository, 'rev-parse', 'HEAD');
}

describe('clones', () => {
  it('gives back what was pushed, and then what is new', async () => {
    const name = await createRepository('plain');
    for (const version of ['1', '2', '3']) await commit(name, 'a.txt', `${'line\n'.repeat(50)}${version}\n`);
    await folder.git(name, 'push', 'lemma', 'main');
    await folder.git('.', 'clone', urlOf(name), 'plain-clone');
    await folder.git('plain-clone', 'fsck', '--strict', '--no-dangling');
    expect(await folder.git('plain-clone', 'rev-parse', 'HEAD')).toBe(await folder.git(name, 'rev-parse', 'HEAD'));
    const next = await commit(name, 'b.txt', 'new\n');
    await folder.git(name, 'push', 'lemma', 'main');
    await folder.git('plain-clone', 'pull', '--ff-only');
    expect(await folder.git('plain-clone', 'rev-parse', 'HEAD')).toBe(next);
    await folder.git('plain-clone', 'fsck', '--strict', '--no-dangling');
  });

  it('gives an empty repository to a workspace that is empty', async () => {
    const { code, stderr } = await folder.try('.', 'clone', urlOf('default'), 'empty-clone');
    expect(code).toBe(0);
    expect(stderr).toContain('You appear to have cloned an empty repository');
    expect(await folder.git('empty-clone', 'symbolic-ref', 'HEAD')).toBe('refs/heads/main');
  });
});

/** `git clone` and `git fetch` of the real client from the real Workers. */
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

  it('reads objects of every size', async () => {
    const name = await createRepository('sizes');
    const sizes = [0, 1, 63, 64, 65_535, 65_536, 100_000, 131_072, 188_000, 1_000_000];
    const lines = Array.from(
      { length: 125_000 },
      (_, index) =>
        `${String(index * 7919)
          .slice(0, 7)
          .padStart(7)}\n`,
    );
    for (const size of sizes) {
      writeFileSync(
        join(folder.path, name, `${size}.txt`),
        lines
          .slice(-Math.ceil(size / 8))
          .join('')
          .slice(0, size),
      );
    }
    await commit(name, 'more.txt', '');
    await folder.git(name, 'push', 'lemma', 'main');
    // What came last is kept in memory: this is more than fits.
    for (let index = 0; index < 18; index++)
      writeFileSync(join(folder.path, name, `${index}.bin`), randomBytes(1_000_000));
    await commit(name, 'much.txt', '');
    await folder.git(name, 'push', 'lemma', 'main');
    for (const size of sizes) {
      const { body } = await callTool(base, 'get_file', { workspace: name, path: `${size}.txt` });
      expect(body.result?.structuredContent).toMatchObject({ size });
    }
    await folder.git('.', 'clone', '--quiet', urlOf(name), 'sizes-clone');
    await folder.git('sizes-clone', 'fsck', '--strict', '--no-dangling');
    await folder.git('sizes-clone', 'diff', '--exit-code', await folder.git(name, 'rev-parse', 'HEAD'));
  });

  it('gives an empty repository to a workspace that is empty', async () => {
    const { code, stderr } = await folder.try('.', 'clone', urlOf('default'), 'empty-clone');
    expect(code).toBe(0);
    expect(stderr).toContain('You appear to have cloned an empty repository');
    expect(await folder.git('empty-clone', 'symbolic-ref', 'HEAD')).toBe('refs/heads/main');
  });
});

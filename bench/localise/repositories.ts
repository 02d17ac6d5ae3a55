/** Indexes of the commits that issues were written at, kept in a folder: one is made from that of the commit before it. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { SyntaxApi } from '../../src/syntax/service.ts';
import { type GraphedRepository, graphedRepository } from '../../test/parsed.ts';
import { createDatabase } from '../../test/sqlite.ts';
import type { Instance } from './instances.ts';

/** Opens the index of each instance's commit, in the order given; missing ones are made from files of `clone`. */
export async function* openIndexes(
  instances: readonly Instance[],
  { clone, folder, syntax }: { readonly clone: string; readonly folder: string; readonly syntax: SyntaxApi },
): AsyncGenerator<readonly [Instance, GraphedRepository]> {
  mkdirSync(folder, { recursive: true });
  let before: string | undefined;
  for (const instance of instances) {
    const path = join(folder, `${instance.id}.sqlite`);
    if (!existsSync(path)) {
      const unfinished = `${path}.unfinished`;
      if (before === undefined) createDatabase('', unfinished);
      else copyFileSync(before, unfinished);
      const repository = graphedRepository(syntax, createDatabase('PRAGMA synchronous = OFF', unfinished));
      await repository.push(filesOf(clone, instance.base));
      renameSync(unfinished, path);
    }
    before = path;
    yield [instance, graphedRepository(syntax, createDatabase('', path))];
  }
}

/** Regular files of a commit. */
function filesOf(clone: string, commit: string): Record<string, Uint8Array> {
  const git = (args: readonly string[], input?: string) =>
    execFileSync('git', ['-C', clone, ...args], { input, maxBuffer: 2 ** 31 - 1 });
  const listed = git(['ls-tree', '-r', '-z', commit])
    .toString()
    .split('\0')
    .map((line) => /^100\d{3} blob (\w+)\t(.+)$/s.exec(line))
    .filter((match) => match !== null);
  const bytes = git(['cat-file', '--batch'], listed.map(([, oid]) => `${oid}\n`).join(''));
  const files: Record<string, Uint8Array> = {};
  let at = 0;
  for (const [, , path = ''] of listed) {
    const end = bytes.indexOf(10, at);
    const size = Number(bytes.subarray(at, end).toString().split(' ')[2]);
    files[path] = new Uint8Array(bytes.subarray(end + 1, end + 1 + size));
    at = end + 2 + size;
  }
  return files;
}

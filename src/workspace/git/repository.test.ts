import { expect, it } from 'vitest';
import { createDatabase } from '../../../test/sqlite.ts';
import { encodeCommit, encodeTree, MODES, parseCommit } from './object.ts';
import { Repository } from './repository.ts';
import { GIT_SCHEMA } from './schema.ts';

const AUTHOR = { name: 'A', email: 'a@example.org', seconds: 1_700_000_000, zone: '+0100' };

function repositoryWith(files: Readonly<Record<string, string>>): Repository {
  const repository = new Repository(createDatabase(GIT_SCHEMA).sql);
  const entries = Object.entries(files).map(([name, text]) => {
    const oid = repository.objects.write({ type: 'blob', data: new TextEncoder().encode(text) });
    return { mode: MODES.file, name, oid };
  });
  const inner = repository.objects.write({ type: 'tree', data: encodeTree(entries) });
  const tree = repository.objects.write({
    type: 'tree',
    data: encodeTree([...entries, { mode: MODES.tree, name: 'lib', oid: inner }]),
  });
  const commit = { tree, parents: [], author: AUTHOR, committer: AUTHOR, message: 'First\n' };
  const oid = repository.objects.write({ type: 'commit', data: encodeCommit(commit) });
  repository.refs.update('refs/heads/main', undefined, oid);
  return repository;
}

it('has the ids that git gives to the same objects', () => {
  const repository = repositoryWith({ 'a.txt': 'hello\n' });
  // git hash-object of "hello\n"
  expect(repository.entryAt(repository.resolve('HEAD') ?? '', 'a.txt')?.oid).toBe(
    'ce013625030ba8dba906f756967f9e9ca394464a',
  );
});

it('finds commits by branch, full ref and id, and their files in order', () => {
  const repository = repositoryWith({ 'lib.txt': 'x', a: 'y' });
  const commit = repository.resolve('main');
  expect(commit).toMatch(/^[0-9a-f]{40}$/);
  for (const name of ['HEAD', 'heads/main', 'refs/heads/main', commit ?? ''])
    expect(repository.resolve(name)).toBe(commit);
  expect(repository.resolve('other')).toBeUndefined();
  const paths = [...repository.files(commit ?? '')].map(({ path }) => path);
  expect(paths).toEqual(['a', 'lib/a', 'lib/lib.txt', 'lib.txt'].sort((left, right) => (left < right ? -1 : 1)));
  expect(repository.entryAt(commit ?? '', 'lib/a')?.mode).toBe(MODES.file);
  expect(repository.entryAt(commit ?? '', 'a/b')).toBeUndefined();
  expect(parseCommit(repository.objects.read(commit ?? '')?.data ?? new Uint8Array())).toMatchObject({
    message: 'First\n',
    author: AUTHOR,
  });
});

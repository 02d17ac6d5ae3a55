/** Files of cells: what is new, modified and deleted by content. */
import { expect, test } from 'vitest';
import { loadArtifacts } from '../../../scripts/lib/node-kernel.ts';
import { KeptFiles } from '../../../test/python/kept-files.ts';
import { Kernel } from './kernel.ts';
import type { KernelCellResult } from './types.ts';

const artifacts = await loadArtifacts();

async function start(files = new KeptFiles()): Promise<(code: string) => Promise<KernelCellResult>> {
  const kernel = await Kernel.boot(artifacts, files.start());
  return (code) => files.run(kernel, code);
}

test('cells start in /workspace and report their files', async () => {
  const run = await start();
  const { outcome, changes } = await run(
    'import os\nopen("b.txt", "w").write("b")\nos.makedirs("d/e")\nopen("d/a.bin", "wb").write(b"\\0")\nos.getcwd()',
  );
  expect(outcome).toMatchObject({
    result: "'/workspace'",
    newFiles: ['b.txt', 'd/a.bin'],
    modifiedFiles: [],
    deletedFiles: [],
  });
  expect(changes.put).toContainEqual({ kind: 'directory', path: 'd/e' });
  const data = new TextEncoder().encode('b');
  expect(changes.put).toContainEqual({ kind: 'file', path: 'b.txt', size: 1, changedAt: expect.any(Number), data });
});

test('a file counts as modified by its content, not by being written', async () => {
  const run = await start();
  await run('open("f", "w").write("1")\nopen("g", "w").write("1")');
  const { outcome, changes } = await run('open("f", "w").write("1")\nopen("g", "w").write("2")');
  expect(outcome).toMatchObject({ newFiles: [], modifiedFiles: ['g'] });
  expect(changes.put).toHaveLength(1);
});

test('deleted files, and a file that becomes a directory', async () => {
  const run = await start();
  await run('open("f", "w").write("1")\nopen("g", "w").write("1")');
  const { outcome, changes } = await run('import os\nos.remove("f")\nos.remove("g")\nos.mkdir("g")');
  expect(outcome.deletedFiles).toEqual(['f', 'g']);
  expect(changes).toEqual({ put: [{ kind: 'directory', path: 'g' }], removed: ['f', 'g'] });
});

test('files are put back into a fresh interpreter and are not new there', async () => {
  const files = new KeptFiles();
  files.write('pkg/mod.py', 'answer = 42\n');
  const run = await start(files);
  const { outcome } = await run('import sys\nsys.dont_write_bytecode = True\nfrom pkg.mod import answer\nanswer');
  expect(outcome).toMatchObject({ result: '42', newFiles: [], modifiedFiles: [] });
});

test('files of a cell that lost the interpreter are kept', async () => {
  const run = await start();
  const { outcome, changes, alive } = await run(
    'open("f", "w").write("1")\nx = 0\nfor _ in range(10**5): x = (x,)\nhash(x)',
  );
  expect({ alive, status: outcome.status, newFiles: outcome.newFiles }).toEqual({
    alive: false,
    status: 'died',
    newFiles: ['f'],
  });
  expect(changes.put).toHaveLength(1);
});

test('what cannot be kept is named', async () => {
  const run = await start();
  const { outcome } = await run('import os\nos.symlink("/tmp", "link")');
  expect(outcome.notices).toEqual(['Not kept, being neither files nor directories: link.']);
});

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildWhenChanged, checkRecorded } from './artifacts.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'artifacts-'));
  await writeFile(join(root, 'input'), '1');
});
afterEach(() => rm(root, { recursive: true }));

/** Copies the input; returns whether it had to. */
function build(step: () => Promise<void> = async () => undefined): Promise<boolean> {
  const folder = join(root, 'build');
  return buildWhenChanged({ folder, inputs: [join(root, 'input')] }, async () => {
    await writeFile(join(folder, 'output'), await readFile(join(root, 'input')));
    await step();
  });
}

test('builds once while nothing changes', async () => {
  expect([await build(), await build(), await build()]).toEqual([true, false, false]);
});

test('builds again when an input changed', async () => {
  await build();
  await writeFile(join(root, 'input'), '2');
  expect(await build()).toBe(true);
  expect(await readFile(join(root, 'build/output'), 'utf8')).toBe('2');
});

test.each([
  ['changed', (path: string) => writeFile(path, 'x')],
  ['is gone', (path: string) => rm(path)],
])('builds again when an output %s', async (_name, harm) => {
  await build();
  await harm(join(root, 'build/output'));
  expect(await build()).toBe(true);
});

test('builds again after an interrupted build, without what that left', async () => {
  const interrupted = build(async () => {
    await writeFile(join(root, 'build/half'), 'x');
    throw new Error('interrupted');
  });
  await expect(interrupted).rejects.toThrow('interrupted');
  expect(await build()).toBe(true);
  await expect(readFile(join(root, 'build/half'))).rejects.toThrow('ENOENT');
});

test('a hash that differs from the record is named, with what to do', () => {
  checkRecorded('MANIFEST.json', { a: '1' }, { a: '1' });
  const check = () => checkRecorded('MANIFEST.json', { a: '1', b: '1', c: '1' }, { a: '1', b: '2', d: '1' });
  expect(check).toThrow(/^b, c, d: not what MANIFEST.json records.*npm install/);
});

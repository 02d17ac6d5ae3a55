/** Wheels as users upload them: good ones are opened, bad ones named. */
import { expect, test } from 'vitest';
import { buildWheel, type WheelSource } from '../../../test/python/wheels.ts';
import type { ZipFile } from '../../../test/python/zip.ts';
import { openUploadedWheel } from './wheel.ts';

const SOURCE: WheelSource = {
  name: 'Some_Thing',
  version: '1.2',
  files: { 'thing/__init__.py': 'x = 1\n', 'thing/data, "raw".bin': new Uint8Array([0, 255]) },
  metadata: ['Requires-Dist: six>=1', 'Requires-Dist: big; extra == "all"', 'Description: folded', '  line'],
};

async function open(changes: Partial<WheelSource> = {}, path?: string) {
  const { file, bytes } = await buildWheel({ ...SOURCE, ...changes });
  return openUploadedWheel(path ?? file, bytes);
}

const altered = (change: (file: ZipFile) => ZipFile): Partial<WheelSource> => ({ alter: (files) => files.map(change) });
const added = (...more: ZipFile[]): Partial<WheelSource> => ({ alter: (files) => [...files, ...more] });

test('a good wheel', async () => {
  const { name, version, requires, files, notices } = await open();
  expect({ name, version, requires, notices }).toEqual({
    name: 'some-thing',
    version: '1.2',
    requires: ['six>=1', 'big; extra == "all"'],
    notices: [],
  });
  expect(files.map(({ path }) => path)).toContain('thing/data, "raw".bin');
  expect(new TextDecoder().decode(files[0]?.data)).toBe('x = 1\n');
});

test.each(['py2.py3-none-any', 'cp314-none-any', 'py310-none-any', 'py34.py35-none-any'])(
  'the tag %s runs',
  async (tag) => {
    expect((await open({ tag, files: {} })).name).toBe('some-thing');
  },
);

test('purelib of the data folder is installed, scripts are named', async () => {
  const files = { 'Some_Thing-1.2.data/purelib/inner.py': '', 'Some_Thing-1.2.data/scripts/run': '' };
  const wheel = await open({ files });
  expect(wheel.files.map(({ path }) => path)).toContain('inner.py');
  expect(wheel.notices).toEqual([expect.stringContaining('1 scripts or data files')]);
});

const MODULE = 'thing/__init__.py';
test.each<[string, Partial<WheelSource>, string]>([
  ['native code by its tag', { tag: 'cp314-cp314-manylinux_2_17_x86_64' }, 'native code cannot be uploaded'],
  [
    'native code by its tag for WebAssembly',
    { tag: 'cp314-cp314-pyemscripten_2026_0_wasm32' },
    'npm run wheels -- some-thing',
  ],
  ['another Python', { tag: 'cp312-none-any' }, 'this is CPython 3.14.2'],
  ['a future Python', { tag: 'py315-none-any' }, 'this is CPython 3.14.2'],
  ['Python 2', { tag: 'py2-none-any' }, 'this is CPython 3.14.2'],
  ['a shared object inside', { files: { 'thing/x.so': '' } }, 'native code (thing/x.so)'],
  [
    'a wrong hash',
    altered((file) => (file.name === MODULE ? { ...file, data: 'x = 2\n' } : file)),
    'does not have the sha256',
  ],
  ['a file that RECORD does not list', added({ name: 'extra.py', data: '' }), 'does not list extra.py'],
  ['a missing file', { alter: (files) => files.filter(({ name }) => name !== MODULE) }, `lacks ${MODULE}`],
  ['no RECORD', { alter: (files) => files.filter(({ name }) => !name.endsWith('/RECORD')) }, 'no RECORD'],
  [
    'no METADATA',
    { alter: (files) => files.filter(({ name }) => !name.endsWith('/METADATA')) },
    'no Some_Thing-1.2.dist-info/METADATA',
  ],
  ['no dist-info', { alter: (files) => files.filter(({ name }) => name === MODULE) }, 'exactly one folder *.dist-info'],
  ['a path upwards', added({ name: '../evil.py', data: '' }), 'leads elsewhere, "../evil.py"'],
  ['a path upwards inside', added({ name: 'thing/../../evil.py', data: '' }), 'leads elsewhere'],
  ['an absolute path', added({ name: '/etc/evil', data: '' }), 'leads elsewhere'],
  ['a backslash', added({ name: 'thing\\..\\evil.py', data: '' }), 'leads elsewhere'],
  ['a NUL', added({ name: 'thing/a\0b.py', data: '' }), 'leads elsewhere'],
  ['a symbolic link', added({ name: 'link', data: '/etc', mode: 0o120777 }), 'leads elsewhere'],
  ['a file twice', added({ name: MODULE, data: 'x = 1\n' }), 'twice'],
  ['a file that is also a folder', added({ name: `${MODULE}/x.py`, data: '' }), 'as a file and as a folder'],
  ['a bomb that says so', { files: { 'bomb.bin': new Uint8Array(30 << 20) } }, 'unpacks to'],
  [
    'a bomb that lies',
    altered((file) => (file.name === MODULE ? { ...file, data: new Uint8Array(30 << 20), declared: 6 } : file)),
    'more of thing/__init__.py than it declares',
  ],
  [
    'a file shorter than declared',
    altered((file) => (file.name === MODULE ? { ...file, declared: 7 } : file)),
    'less of thing/__init__.py',
  ],
  [
    'too many files',
    { files: Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`f${n}`, ''])) },
    '5003 files',
  ],
  ['a newer Python wanted', { metadata: ['Requires-Python: >=3.15'] }, 'needs Python >=3.15'],
])('%s', async (_name, changes, message) => {
  await expect(open(changes)).rejects.toThrow(message);
});

test.each([
  ['some_thing-1.3-py3-none-any.whl', 'Its file name says some-thing 1.3'],
  ['other-1.2-py3-none-any.whl', 'Its file name says other 1.2'],
  ['some_thing.whl', 'not named as wheels are'],
  ['some_thing-x.y-py3-none-any.whl', 'not named as wheels are'],
])('the file name %s', async (path, message) => {
  await expect(open({}, path)).rejects.toThrow(message);
});

test.each([
  ['nothing', new Uint8Array()],
  ['text', new TextEncoder().encode('this is not a zip archive, it only pretends to be one')],
])('no archive: %s', async (_name, bytes) => {
  await expect(openUploadedWheel('a-1-py3-none-any.whl', bytes)).rejects.toThrow('no zip archive');
});

test('an archive cut short, and one with a broken middle', async () => {
  const { file, bytes } = await buildWheel(SOURCE);
  await expect(openUploadedWheel(file, bytes.slice(0, -30))).rejects.toThrow('no zip archive');
  for (let at = 0; at < bytes.length; at += 7) {
    const broken = bytes.slice();
    broken[at] = (broken[at] ?? 0) ^ 0xff;
    // Any answer but a crash of another kind.
    await openUploadedWheel(file, broken).catch((error: Error) => expect(error.name).toBe('PackageProblem'));
  }
});

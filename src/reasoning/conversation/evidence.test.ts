import { expect, it } from 'vitest';
import { type CodeReader, changedCode, gatherEvidence, plainPath, stalePieces, type WantedCode } from './evidence.ts';

const CODE = 'import os\n\n\ndef outer():\n    def inner():\n        return 1\n    return inner()\n\n\nLAST = 1\n';

function readerOf(files: Readonly<Record<string, string>>): CodeReader {
  return {
    commit: 'c1',
    async read(path) {
      const text = files[path];
      return text === undefined ? { missing: 'not there' } : { text, blob: `blob of ${text.length}` };
    },
    definitions: async () => [
      { name: 'outer', lineStart: 4, lineEnd: 7 },
      { name: 'outer.inner', lineStart: 5, lineEnd: 6 },
    ],
  };
}

const entry = (line: number, functionName?: string): WantedCode => ({
  kind: 'entry',
  entry: { path: 'a.py', line, ...(functionName !== undefined && { functionName }) },
});
const gather = (
  wanted: readonly WantedCode[],
  most = 1000,
  files: Readonly<Record<string, string>> = { 'a.py': CODE },
) => gatherEvidence(1, wanted, readerOf(files), most);

it.each([
  [entry(6), 5, 6, undefined],
  [entry(7), 4, 7, undefined],
  [entry(1, 'inner'), 5, 6, undefined],
  [entry(1), 1, 11, 'in no definition'],
  [entry(4, 'nothing'), 1, 11, 'no definition called nothing'],
  [entry(99), 1, 11, 'has 11 lines'],
])('shows the definition at a place: %j', async (wanted, line, lineEnd, why) => {
  const { pieces, omitted } = await gather([wanted]);
  expect(pieces).toMatchObject([{ path: 'a.py', line, lineEnd, commit: 'c1' }]);
  expect(omitted).toEqual(why === undefined ? [] : [{ what: expect.any(String), why: expect.stringContaining(why) }]);
});

it('shares its tokens among files, in whole lines, and says what is left out', async () => {
  const long = Array.from({ length: 2000 }, (_, at) => `value_${at} = ${at}`).join('\n');
  const files = { 'long.py': long, 'short.py': 'one = 1', 'other.py': long };
  const wanted = ['long.py', 'gone.py', 'short.py', 'other.py'].map((path): WantedCode => ({ kind: 'file', path }));
  const { pieces, omitted } = await gather(wanted, 8000, files);
  const shown = (path: string) => pieces.filter((piece) => piece.path === path);
  expect(shown('short.py')).toMatchObject([{ line: 1, lineEnd: 1, text: 'one = 1' }]);
  // What the short file leaves goes to the last one.
  const lines = (path: string) => shown(path).reduce((sum, { line, lineEnd }) => sum + lineEnd - line + 1, 0);
  expect(lines('long.py')).toBeGreaterThan(100);
  expect(lines('other.py')).toBeGreaterThan(1.5 * lines('long.py'));
  for (const { text, line, lineEnd } of pieces) {
    expect(text.length).toBeLessThan(6100);
    expect(text.split('\n')).toHaveLength(lineEnd - line + 1);
  }
  expect(
    shown('long.py')
      .map(({ text }) => text)
      .join('\n'),
  ).toBe(long.split('\n').slice(0, lines('long.py')).join('\n'));
  expect(omitted).toEqual([
    { what: `long.py:${lines('long.py') + 1}-2000`, why: expect.stringContaining('no room') },
    { what: 'gone.py', why: 'not there' },
    { what: `other.py:${lines('other.py') + 1}-2000`, why: expect.stringContaining('no room') },
  ]);
});

it('knows what has changed, and not what has moved', async () => {
  const { pieces } = await gather([entry(6)]);
  const stale = (text: string | undefined) =>
    stalePieces({ evidence: pieces, turns: [] }, async () =>
      text === undefined ? { missing: '' } : { text, blob: 'other' },
    );
  expect(await stale(`# moved\n${CODE}`)).toEqual([]);
  expect(await stale(CODE.replace('return 1', 'return 2'))).toEqual([
    { turn: 1, what: 'evidence', path: 'a.py', line: 5 },
  ]);
  expect(await stale(undefined)).toHaveLength(1);
});

it('finds where changed code stands now', async () => {
  const { pieces } = await gather([entry(7)]);
  const places = (text: string | undefined) =>
    changedCode(pieces, async () => (text === undefined ? { missing: '' } : { text, blob: 'other' }));
  const lines = (line: number, lineEnd: number) => [{ kind: 'lines', path: 'a.py', line, lineEnd }];
  expect(await places(CODE)).toEqual([]);
  expect(await places(undefined)).toEqual([]);
  expect(await places(CODE.replace('return 1', 'return 2'))).toEqual(lines(4, 7));
  expect(await places(`#\n#\n${CODE.replace('return 1', 'x = 1\n        return x')}`)).toEqual(lines(6, 10));
  expect(await places('other = 1\n')).toEqual(lines(2, 2));
});

it('takes paths as editors give them', async () => {
  expect(['./a/b.ts', '././b.ts', 'a/b.ts', '.github/x'].map(plainPath)).toEqual([
    'a/b.ts',
    'b.ts',
    'a/b.ts',
    '.github/x',
  ]);
  const files = { 'src/a.py': 'a = 1', 'a.py': 'b = 1' };
  const { pieces, omitted } = await gather([{ kind: 'file', path: '/home/me/repo/src/a.py' }], 100, files);
  expect(pieces).toMatchObject([{ path: 'src/a.py', text: 'a = 1' }]);
  expect(omitted).toEqual([{ what: '/home/me/repo/src/a.py', why: 'Read as src/a.py.' }]);
  const gone = await gather([{ kind: 'file', path: '/home/me/gone.py' }], 100, files);
  expect(gone).toEqual({ pieces: [], omitted: [{ what: '/home/me/gone.py', why: 'not there' }] });
});

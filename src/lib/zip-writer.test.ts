/** Archives as other programs read them. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { streamOfPieces, type ZipFile, zipOf } from './zip-writer.ts';

const folder = mkdtempSync(join(tmpdir(), 'lemma-zip-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const READ = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    print(json.dumps({name: archive.read(name).decode() for name in archive.namelist()}))
`;

async function* entries(files: Readonly<Record<string, string>>): AsyncGenerator<ZipFile> {
  for (const [path, text] of Object.entries(files)) {
    const { body } = new Response(text);
    yield { path, body: path.endsWith('.stream') && body !== null ? body : new TextEncoder().encode(text) };
  }
}

it.each([
  ['nothing', {}],
  ['files, streams and empty ones', { 'a/ä.txt': 'ä', 'b.stream': 'x'.repeat(300_000), empty: '', 'e.stream': '' }],
])('reads %s as CPython does', async (_, files) => {
  const path = join(folder, 'archive.zip');
  const bytes = await new Response(streamOfPieces(zipOf(entries(files)))).arrayBuffer();
  writeFileSync(path, new Uint8Array(bytes));
  expect(JSON.parse(execFileSync('python3', ['-c', READ, path], { encoding: 'utf8' }))).toEqual(files);
});

it('ends what it reads when its reader goes away', async () => {
  let ended = false;
  async function* endless(): AsyncGenerator<ZipFile> {
    try {
      for (;;) yield { path: 'again', body: new Uint8Array(1000) };
    } finally {
      ended = true;
    }
  }
  const reader = streamOfPieces(zipOf(endless())).getReader();
  await reader.read();
  await reader.read();
  await reader.cancel();
  expect(ended).toBe(true);
});

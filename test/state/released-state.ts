/** The databases of `test/fixtures/released-state/`: what the released Workers wrote. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const FIXTURES = new URL('../fixtures/released-state/', import.meta.url);

/** Where miniflare keeps each of them: Worker, class, and the id that follows from the object's name. */
const PLACES = {
  'user-space': 'lemma-UserSpace/b63ba5f993ab472c4810fbf2d9bece83ec2cfefda89fab122260e3b4fc54c3ab',
  'python-session': 'lemma-python-PythonSession/b36712581404c5feb731715e6c6ade9325c53e1a4472fb6f36c4ce5a8e126b7f',
  workspace: 'lemma-workspace-Workspace/aca4b3a82f5d311ed3227bf3e7033dfb3544f49039990ffe4d38c9c57102c4ec',
} as const;

/** An object that there is a database of. */
export type Released = keyof typeof PLACES;

/** A copy of the database of one object, in a folder that goes away with `remove`. */
export function releasedDatabase(name: Released): { readonly path: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'lemma-state-'));
  const path = join(folder, `${name}.sqlite`);
  unpack(name, path);
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A folder for `wrangler dev --persist-to` in which the user `local` has all of them. */
export function releasedFolder(): { readonly path: string; database(name: Released): string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'lemma-state-'));
  const database = (name: Released) => join(path, `v3/do/${PLACES[name]}.sqlite`);
  for (const name of Object.keys(PLACES).filter(isReleased)) unpack(name, database(name));
  return { path, database, remove: () => rmSync(path, { recursive: true, force: true }) };
}

function isReleased(name: string): name is Released {
  return name in PLACES;
}

function unpack(name: Released, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, gunzipSync(readFileSync(new URL(`${name}.sqlite.gz`, FIXTURES))));
}

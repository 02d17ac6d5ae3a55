/** The Python that the symbolic engine runs on CPython, in plain Node: the same files as in the Worker. */
import { readdir, readFile } from 'node:fs/promises';
import type { HarnessSources } from '../../src/symbolic/replay/harness/program.ts';

const FOLDER = new URL('../../src/symbolic/replay/harness/', import.meta.url);

/** Reads the harness from its folder. */
export function loadHarness(): Promise<HarnessSources> {
  return readSources((name) => !name.endsWith('_test'));
}

/** Reads the harness together with its tests. */
export function loadHarnessWithTests(): Promise<HarnessSources> {
  return readSources(() => true);
}

async function readSources(isWanted: (name: string) => boolean): Promise<HarnessSources> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.py')).sort();
  const names = files.map((file) => file.slice(0, -'.py'.length)).filter(isWanted);
  const sources = names.map(async (name) => [name, await readFile(new URL(`${name}.py`, FOLDER), 'utf8')] as const);
  return Object.fromEntries(await Promise.all(sources));
}

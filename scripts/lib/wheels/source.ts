/** Where wheels are fetched from: a folder of this machine, or a URL. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../artifacts.ts';

/** The origin of the wheels that Pyodide's maintainers build. */
export function originOf(pyodide: string): string {
  return `https://cdn.jsdelivr.net/pyodide/v${pyodide}/full/`;
}

/** Milliseconds to wait for a file. */
const PATIENCE_MS = 120_000;

/** A wheel cannot be had, or is not the right one. */
export class SourceFault extends Error {
  override readonly name = 'SourceFault';
}

/** Returns the file's bytes, which have that hash. Throws {@link SourceFault}. */
export async function fetchWheel(from: string, file: string, hash: string): Promise<Uint8Array> {
  const isUrl = /^https?:\/\//.test(from);
  const place = isUrl ? new URL(file, from.endsWith('/') ? from : `${from}/`).href : join(from, file);
  const bytes = await (isUrl ? download(place) : readFile(place)).catch((error: unknown) => {
    throw new SourceFault(`${place} could not be ${isUrl ? 'reached' : 'read'}: ${reason(error)}.`);
  });
  const actual = sha256(bytes);
  if (actual === hash) return bytes;
  throw new SourceFault(`${place} has the sha256 ${actual}, but the lock file says ${hash}: it is another file.`);
}

async function download(url: string): Promise<Uint8Array> {
  const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!response.ok) throw new Error(`the server answered ${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message;
}

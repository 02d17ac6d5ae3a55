/** The size of a Worker's upload, from the folder that `wrangler deploy --dry-run --outdir` writes. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** In bytes. */
export interface Size {
  readonly raw: number;
  readonly gzip: number;
}

/** What one Worker may upload, in bytes: the strictest of Cloudflare's documented limits, old and new. */
export const LIMITS: Size = { raw: 64_000_000, gzip: 10_000_000 };

/** Sizes of the files below `folder` that `counts` accepts; compressed as one stream, as wrangler reports it. */
export async function sizeOf(folder: string, counts: (name: string) => boolean): Promise<Size> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && counts(entry.name));
  const contents = Buffer.concat(
    await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name)))),
  );
  return { raw: contents.length, gzip: gzipSync(contents).length };
}

/** Whether a file of an output folder is uploaded: source maps and wrangler's note stay behind. */
export function isUploaded(name: string): boolean {
  return !name.endsWith('.map') && name !== 'README.md';
}

/** Which limits `size` is over, e.g. `10.20 MB gzip is over 10.00 MB`. */
export function excess(size: Size): readonly string[] {
  return (['raw', 'gzip'] as const)
    .filter((kind) => size[kind] > LIMITS[kind])
    .map((kind) => `${megabytes(size[kind])} ${kind} is over ${megabytes(LIMITS[kind])}`);
}

/** Decimal megabytes, e.g. `7.51 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(2)} MB`;
}

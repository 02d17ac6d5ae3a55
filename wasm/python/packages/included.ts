/** The packages that every session can import without installing them, such as pytest. Read from the deployment when opened. */
import type { MountedFile } from '../kernel/types.ts';

/** Where Python finds them. */
export const INCLUDED = '/lib/python3.14/included';

/** Name of their asset, and what begins the ids of contents in it. */
export const INCLUDED_ASSET = 'included.bin';

/** A package that is included. */
export interface IncludedPackage {
  /** Normalized. */
  readonly name: string;
  readonly version: string;
}

/** What is included. */
export interface Included {
  readonly packages: readonly IncludedPackage[];
  /** JSON of offset, packed size and size by path: only parsed when Python looks there. */
  readonly index: string;
}

/** The files that Python sees below {@link INCLUDED}; `index` as in {@link Included}. */
export function includedFiles(index: string): readonly MountedFile[] {
  const places: Readonly<Record<string, readonly [number, number, number]>> = JSON.parse(index);
  return Object.entries(places).map(([path, [offset, packed, size]]) => ({
    path,
    size,
    blob: `${INCLUDED_ASSET}:${offset}:${packed}`,
  }));
}

/** Bytes of an included file, which `content` names, out of the asset; undefined for contents of other kinds. */
export async function readIncludedFile(
  content: string,
  asset: () => Promise<ArrayBuffer>,
): Promise<Uint8Array | undefined> {
  const [name, offset, packed] = content.split(':');
  if (name !== INCLUDED_ASSET) return undefined;
  const bytes = new Uint8Array(await asset(), Number(offset), Number(packed));
  const inflated = new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')));
  return new Uint8Array(await inflated.arrayBuffer());
}

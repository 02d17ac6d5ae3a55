/** What archives hold, whatever their format. */

/** A file or link of an archive; folders are not told. */
export type ArchiveEntry =
  | { readonly kind: 'file'; readonly path: string; readonly data: Uint8Array; readonly executable: boolean }
  /** The target is as the archive has it. */
  | { readonly kind: 'symlink'; readonly path: string; readonly target: string }
  /** The same content as an entry that came before. */
  | { readonly kind: 'hardlink'; readonly path: string; readonly target: string };

/** Limits of archives; a file must fit into memory, packed and unpacked. */
export const ARCHIVE_LIMITS = {
  /** Bytes that are uploaded. */
  archiveBytes: 256 << 20,
  /** Bytes of a zip archive, whose list of files stands at its end, so that all of it is in memory. */
  zipBytes: 32 << 20,
  /** Bytes of one file. */
  fileBytes: 16 << 20,
  /** Bytes of all files together. */
  contentBytes: 256 << 20,
  entries: 100_000,
} as const;

/** An archive that is damaged, of another format, or beyond a limit; the message is a sentence. */
export class BadArchive extends Error {
  override readonly name = 'BadArchive';
}

/** A size for people. */
export function megabytes(bytes: number): string {
  return `${Number((bytes / 2 ** 20).toFixed(1))} MB`;
}

/** Throws unless a file of that many bytes may be in an archive. */
export function expectFileSize(path: string, bytes: number): void {
  if (bytes <= ARCHIVE_LIMITS.fileBytes) return;
  throw new BadArchive(
    `${JSON.stringify(path.slice(0, 200))} has ${megabytes(bytes)}; a file of an archive has at most ${megabytes(ARCHIVE_LIMITS.fileBytes)}.`,
  );
}

/** From a blob to what becomes a document, or the reason why the file is skipped. */
import { isNotebook, withoutResults } from '../../lib/notebook.ts';
import type { Masking } from '../../lib/secrets/masking.ts';
import { messageOf } from './analysis.ts';
import { decodeText } from './decode.ts';
import type { DocumentKey, NewDocument } from './documents.ts';
import { type Skip, skipBySize, skipByText } from './skips.ts';
import type { CommitSource } from './tree-changes.ts';

const MISSING: Skip = { reason: 'missing', detail: 'Its content was not pushed.' };

/** Reads the file at `path`. */
export function readDocument(
  source: CommitSource,
  masking: Masking,
  path: string,
  key: DocumentKey,
): NewDocument | Skip {
  const size = source.blobSize(key.blob);
  const tooLong = size === undefined ? MISSING : skipBySize(size);
  if (tooLong !== undefined) return tooLong;
  const bytes = readBlob(source, key.blob);
  if (!(bytes instanceof Uint8Array)) return bytes;
  const text = decodeText(bytes);
  if (typeof text !== 'string') return text;
  const skip = skipByText(path, text);
  if (skip !== undefined) return skip;
  const masked = masking.mask(text);
  // Secrets are reported wherever they stand, and what no one wrote is not searched.
  const { text: kept } = isNotebook(path) ? masking.mask(withoutResults(text)) : masked;
  return { ...key, bytes: bytes.length, ...masked, text: kept };
}

/** The bytes of a blob, or why there are none. */
export function readBlob(source: CommitSource, blob: string): Uint8Array | Skip {
  try {
    return source.blob(blob) ?? MISSING;
  } catch (error) {
    return { reason: 'missing', detail: `Its content cannot be read: ${messageOf(error)}` };
  }
}

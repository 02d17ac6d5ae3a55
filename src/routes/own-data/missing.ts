/** What an archive leaves out, since it cannot be read. */
import { failureOf } from '../../lib/errors.ts';
import type { ZipFile } from '../../lib/zip-writer.ts';

/** An object that could not be read, or a file that could not be read to its end, and why. */
export interface Missing {
  readonly path: string;
  readonly why: string;
}

/** The entries as far as they come; what an object says instead of one, or of the rest of one, is noted. */
export async function* orMissing(
  path: string,
  missing: Missing[],
  entries: AsyncGenerator<ZipFile, void>,
): AsyncGenerator<ZipFile> {
  const note = (of: string, error: unknown) => missing.push({ path: of, why: failureOf(error, 'export').message });
  try {
    for await (const { path: of, body } of entries) {
      yield { path: of, body: body instanceof Uint8Array ? body : untilFault(body, (error) => note(of, error)) };
    }
  } catch (error) {
    note(path, error);
  }
}

/** The bytes as far as they come: an archive that broke off within a file could not be opened at all. */
async function* untilFault(
  bytes: AsyncIterable<Uint8Array>,
  report: (error: unknown) => void,
): AsyncGenerator<Uint8Array, void> {
  try {
    yield* bytes;
  } catch (error) {
    report(error);
  }
}

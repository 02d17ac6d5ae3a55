/** Reads tar archives as they arrive. */
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { type ArchiveEntry, BadArchive, expectFileSize } from './entries.ts';

const EXECUTABLE = 0o100;

/** The entries in their order. Throws {@link BadArchive} for what is damaged, cut short, or no file, folder or link. */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveEntry> {
  const reader = streamOf(source)
    .pipeThrough(createTarDecoder({ strict: true }))
    .getReader();
  try {
    while (true) {
      const { done, value } = await next(reader);
      if (done) break;
      const entry = await toEntry(value);
      if (entry !== undefined) yield entry;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

async function next(reader: ReadableStreamDefaultReader<ParsedTarEntry>) {
  try {
    return await reader.read();
  } catch (error) {
    throw asBadArchive(error);
  }
}

async function toEntry({ header, body }: ParsedTarEntry): Promise<ArchiveEntry | undefined> {
  const { name: path, size, mode = 0, type = 'file', linkname = '' } = header;
  switch (type) {
    case 'file': {
      expectFileSize(path, size);
      return { kind: 'file', path, data: await contentOf(body, size), executable: (mode & EXECUTABLE) !== 0 };
    }
    case 'directory':
      await body.cancel();
      return undefined;
    case 'symlink':
    case 'link':
      await body.cancel();
      return { kind: type === 'link' ? 'hardlink' : 'symlink', path, target: linkname };
    default:
      throw new BadArchive(`${JSON.stringify(path.slice(0, 200))} is a ${type}, not a file, folder or link.`);
  }
}

async function contentOf(body: ReadableStream<Uint8Array>, size: number): Promise<Uint8Array> {
  const data = new Uint8Array(size);
  let length = 0;
  try {
    for await (const chunk of body) {
      data.set(chunk, length);
      length += chunk.length;
    }
  } catch (error) {
    throw asBadArchive(error);
  }
  if (length !== size) throw new BadArchive('The tar archive is cut short.');
  return data;
}

/** Faults of the bytes' source are reported as they are; the others are the decoder's. */
function asBadArchive(error: unknown): Error {
  if (error instanceof Error && error.name === 'BadArchive') return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new BadArchive(`The tar archive is damaged: ${reason}`);
}

function streamOf(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await chunks.return?.()),
  });
}

/** Unpacks gzip as it arrives. */
import { createGunzip } from 'node:zlib';
import { sentences } from '../../../lib/sentences.ts';
import { BadArchive } from './entries.ts';

/** Bytes of `source` that are unpacked at once: a thousand times as many can come out. */
const PIECE = 1 << 12;

/** The unpacked bytes, no faster than they are taken. Throws {@link BadArchive} for what is no gzip, or ends early. */
export async function* gunzip(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const unpacker = createGunzip();
  const unpacked: Uint8Array[] = [];
  let failure: Error | undefined;
  const ended = Promise.withResolvers<void>();
  unpacker.on('data', (chunk) => unpacked.push(chunk));
  unpacker.on('error', (error) => {
    failure = error;
    ended.resolve();
  });
  unpacker.on('end', ended.resolve);
  try {
    for await (const chunk of source) {
      for (let at = 0; at < chunk.length; at += PIECE) {
        const written = Promise.withResolvers<void>();
        unpacker.write(chunk.subarray(at, at + PIECE), () => written.resolve());
        await Promise.race([written.promise, ended.promise]);
        if (failure !== undefined) throw damaged(failure);
        yield* unpacked.splice(0);
      }
    }
    unpacker.end();
    await ended.promise;
    if (failure !== undefined) throw damaged(failure);
    yield* unpacked.splice(0);
  } finally {
    unpacker.destroy();
  }
}

function damaged(error: Error): BadArchive {
  return new BadArchive(`The gzip stream is damaged or cut short: ${sentences(error.message)}`);
}

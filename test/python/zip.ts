/** Writes zip archives for tests, bad ones among them. */
import { crc32 } from 'node:zlib';

/** A file of an archive; `declared` lies about its size. */
export interface ZipFile {
  readonly name: string;
  readonly data: Uint8Array | string;
  readonly declared?: number;
  /** Unix mode, e.g. that of a link. */
  readonly mode?: number;
}

/** Returns the archive, its files deflated. */
export async function zip(files: readonly ZipFile[]): Promise<Uint8Array> {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data, declared, mode } of files) {
    const content = Buffer.from(typeof data === 'string' ? new TextEncoder().encode(data) : data);
    const packed = await deflate(content);
    const path = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(declared ?? content.length, 18);
    common.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, path, packed]);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(((mode ?? 0o100644) << 16) >>> 0, 6);
    entry.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, entry, path]));
    bodies.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(entries.length, 8);
  end.writeUInt32LE(offset, 12);
  return new Uint8Array(Buffer.concat([...bodies, entries, Buffer.from('PK\x05\x06', 'latin1'), end]));
}

async function deflate(content: Buffer): Promise<Buffer> {
  const stream = new Blob([new Uint8Array(content)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return Buffer.from(await new Response(stream).arrayBuffer());
}

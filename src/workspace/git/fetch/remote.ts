/** A repository elsewhere, by git's smart HTTP protocol version 2 (gitprotocol-v2). */
import type { PublicFetch, PublicRequest, PublicResponse } from '../../../lib/outbound/public-fetch.ts';
import { sentences } from '../../../lib/sentences.ts';
import { ByteReader } from '../byte-reader.ts';
import { concatBytes } from '../bytes.ts';
import { isOid, type Oid } from '../object.ts';
import { BAND, BadPacket, DELIMITER, encodeLine, FLUSH, type Packet, readPacket, textOf } from '../pkt-line.ts';
import { expectSuccess, failure } from './repository-url.ts';

/** A ref of a remote. */
export interface RemoteRef {
  /** In full, or `HEAD`. */
  readonly name: string;
  readonly oid: Oid;
  /** What an annotated tag points at in the end. */
  readonly peeled?: Oid;
  /** The branch that HEAD names. */
  readonly target?: string;
}

/** What a pack is asked for. */
export interface PackRequest {
  readonly want: Oid;
  /** Commits that are here already. */
  readonly haves: readonly Oid[];
  /** Those of which the parents are not here. */
  readonly shallow: readonly Oid[];
  /** Commits of history that are wanted; all by default. */
  readonly depth?: number;
}

/** A pack on its way. */
export interface RemotePack {
  /** Commits whose parents are not in it. */
  readonly shallow: readonly Oid[];
  /** To be read once. */
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** What git asks for to get all that a shallow repository lacks. */
const WHOLE_HISTORY = 0x7fffffff;
/** Characters of a remote's own words that are passed on. */
const LONGEST_SAID = 500;
/** Refs that one answer may hold. */
const MOST_REFS = 100_000;
/** Bytes of all lines that a remote may send beside packs. */
const MOST_LINE_BYTES = 64 << 20;
/** Bytes that a line takes besides what it says. */
const LINE_BYTES = 4;

/** One remote repository. Methods throw `ToolFailure`. */
export class Remote {
  readonly #web: PublicFetch;
  readonly #agent: string;
  readonly #signal: AbortSignal;
  #url: URL;
  #lineBytes = 0;

  /** `agent` is `name/version`. */
  constructor(web: PublicFetch, url: URL, { agent, signal }: { readonly agent: string; readonly signal: AbortSignal }) {
    this.#web = web;
    this.#url = url;
    this.#agent = agent;
    this.#signal = signal;
  }

  /** HEAD, the branches and the tags. */
  async refs(): Promise<readonly RemoteRef[]> {
    await this.#discover();
    const prefixes = ['HEAD', 'refs/heads/', 'refs/tags/'].map((prefix) => `ref-prefix ${prefix}`);
    const reader = await this.#command('ls-refs', ['peel', 'symrefs', ...prefixes]);
    const refs: RemoteRef[] = [];
    for (let line = await this.#line(reader); line !== undefined; line = await this.#line(reader)) {
      const [oid = '', name = '', ...attributes] = line.split(' ');
      // A branch without a commit.
      if (oid === 'unborn') continue;
      if (!isOid(oid) || name === '' || refs.length === MOST_REFS) throw this.#strange('a list of refs');
      const of = (key: string) => attributes.find((each) => each.startsWith(key))?.slice(key.length);
      const [peeled, target] = [of('peeled:'), of('symref-target:')];
      refs.push({ name, oid, ...(peeled !== undefined && { peeled }), ...(target !== undefined && { target }) });
    }
    return refs;
  }

  /** Which of `haves` the remote has too. */
  async common(want: Oid, haves: readonly Oid[]): Promise<readonly Oid[]> {
    if (haves.length === 0) return [];
    const reader = await this.#command('fetch', ['ofs-delta', `want ${want}`, ...haves.map((oid) => `have ${oid}`)]);
    try {
      if ((await this.#line(reader)) !== 'acknowledgments') throw this.#strange('acknowledgments');
      const common: Oid[] = [];
      for (let line = await this.#line(reader); line !== undefined; line = await this.#line(reader)) {
        if (line.startsWith('ACK ')) common.push(line.slice('ACK '.length));
      }
      return common;
    } finally {
      await reader.cancel();
    }
  }

  /** The pack with what is asked for. */
  async pack({ want, haves, shallow: known, depth }: PackRequest): Promise<RemotePack> {
    const reader = await this.#command('fetch', [
      'ofs-delta',
      'no-progress',
      ...known.map((oid) => `shallow ${oid}`),
      ...(depth !== undefined || known.length > 0 ? [`deepen ${depth ?? WHOLE_HISTORY}`] : []),
      `want ${want}`,
      ...haves.map((oid) => `have ${oid}`),
      'done',
    ]);
    const shallow: Oid[] = [];
    for (;;) {
      const section = await this.#line(reader);
      if (section === 'packfile') return { shallow, pieces: this.#demultiplex(reader) };
      if (section === undefined) throw this.#strange('a pack');
      for (let line = await this.#line(reader); line !== undefined; line = await this.#line(reader)) {
        if (section === 'shallow-info' && line.startsWith('shallow ')) shallow.push(line.slice('shallow '.length));
      }
    }
  }

  /** Where the repository is after redirects, and that it speaks the protocol. */
  async #discover(): Promise<void> {
    const asked = new URL(
      `${this.#url.pathname.replace(/(?<!\/)\/+$/, '')}/info/refs?service=git-upload-pack`,
      this.#url,
    );
    const { response, url } = await this.#request(asked, { method: 'GET', headers: this.#headers() });
    const reader = new ByteReader(response.body);
    try {
      const type = response.headers.get('content-type') ?? '';
      if (!type.startsWith('application/x-git-upload-pack-advertisement')) throw this.#strange('a git repository');
      let line = await this.#line(reader);
      if (line?.startsWith('# service=')) {
        await this.#packet(reader);
        line = await this.#line(reader);
      }
      if (line !== 'version 2') throw failure(`${url.host} does not speak version 2 of git's protocol.`);
    } finally {
      await reader.cancel();
    }
    url.search = '';
    url.pathname = url.pathname.replace(/\/info\/refs$/, '');
    this.#url = url;
  }

  async #command(name: string, args: readonly string[]): Promise<ByteReader> {
    const body = concatBytes([
      encodeLine(`command=${name}\n`),
      encodeLine(`agent=${this.#agent}\n`),
      encodeLine('object-format=sha1\n'),
      DELIMITER,
      ...args.map((arg) => encodeLine(`${arg}\n`)),
      FLUSH,
    ]);
    const headers = {
      ...this.#headers(),
      'content-type': 'application/x-git-upload-pack-request',
      accept: 'application/x-git-upload-pack-result',
    };
    const url = new URL(`${this.#url.href}/git-upload-pack`);
    const { response } = await this.#request(url, { method: 'POST', headers, body: body.slice() });
    return new ByteReader(response.body);
  }

  async #request(url: URL, request: PublicRequest): Promise<PublicResponse> {
    return expectSuccess(await this.#web.request(url, { ...request, signal: this.#signal }));
  }

  #headers(): Record<string, string> {
    return { 'git-protocol': 'version=2', 'user-agent': this.#agent };
  }

  async *#demultiplex(reader: ByteReader): AsyncGenerator<Uint8Array> {
    for (;;) {
      const packet = await this.#packet(reader);
      if (packet.kind !== 'line') return;
      const band = packet.bytes[0];
      if (band === BAND.data) yield packet.bytes.slice(1);
      else if (band === BAND.error)
        throw failure(`${this.#url.host} broke off: ${said(textOf(packet.bytes.subarray(1)))}`);
    }
  }

  /** The next line; undefined at the end of its section. */
  async #line(reader: ByteReader): Promise<string | undefined> {
    const packet = await this.#packet(reader);
    if (packet.kind !== 'line') return undefined;
    this.#lineBytes += packet.bytes.length + LINE_BYTES;
    if (this.#lineBytes > MOST_LINE_BYTES) throw this.#strange('an answer that ends');
    const line = textOf(packet.bytes);
    if (line.startsWith('ERR ')) throw failure(`${this.#url.host} says: ${said(line.slice('ERR '.length))}`);
    return line;
  }

  async #packet(reader: ByteReader): Promise<Packet> {
    try {
      const packet = await readPacket(reader);
      if (packet !== undefined) return packet;
    } catch (error) {
      if (!(error instanceof BadPacket)) throw error;
    }
    throw this.#strange('a whole answer');
  }

  #strange(expected: string): Error {
    return failure(`${this.#url.host} did not send ${expected} at ${this.#url.pathname}.`);
  }
}

/** What a remote said, as the end of a sentence. */
function said(text: string): string {
  return sentences(text.slice(0, LONGEST_SAID));
}

/** Git's smart HTTP protocol in front of a workspace's repository (gitprotocol-http). */

import { ToolFailure } from '../../src/lib/errors.ts';
import { PublicFetch } from '../../src/lib/outbound/public-fetch.ts';
import { resolveOverHttps } from '../../src/lib/outbound/resolve.ts';
import type { SqlDatabase } from '../../src/lib/sql.ts';
import { VERSION } from '../../src/lib/version.ts';
import type { OnProgress } from '../../src/lib/work.ts';
import { ByteReader } from '../../src/workspace/git/byte-reader.ts';
import { type ImportRequest, type ImportResult, importRepository } from '../../src/workspace/git/fetch/import.ts';
import { failure } from '../../src/workspace/git/fetch/repository-url.ts';
import { BadPacket } from '../../src/workspace/git/pkt-line.ts';
import { advertiseReceive } from '../../src/workspace/git/receive/advertise.ts';
import { type OnAccepted, ReceivePack } from '../../src/workspace/git/receive/receive-pack.ts';
import type { Repository } from '../../src/workspace/git/repository.ts';
import { type ProtocolVersion, protocolVersion } from '../../src/workspace/git/serve/ref-advertisement.ts';
import { UploadPack } from '../../src/workspace/git/serve/upload-pack.ts';
import { ShallowCommits } from '../../src/workspace/git/shallow-commits.ts';
import { PUSH_HEADER } from '../../src/workspace/push-requests.ts';
import type { ExportedRepository } from '../../src/workspace/service.ts';

const AGENT = `lemma/${VERSION}`;

/** Answers git's requests; the path is what follows the workspace's name. */
export class GitService {
  readonly #repository: Repository;
  readonly #receive: ReceivePack;
  readonly #upload: UploadPack;
  readonly #shallow: ShallowCommits;

  constructor(database: SqlDatabase, repository: Repository, accepted: OnAccepted) {
    this.#repository = repository;
    this.#receive = new ReceivePack(database, repository, accepted);
    this.#upload = new UploadPack(database.sql, repository);
    this.#shallow = new ShallowCommits(database.sql);
  }

  /** Whether there is no ref. */
  get isEmpty(): boolean {
    return this.#repository.refs.list().length === 0;
  }

  /** Throws `ToolFailure`, and `Cancelled` when the caller has gone. */
  import(request: ImportRequest, onProgress: OnProgress): Promise<ImportResult> {
    const fetcher: typeof fetch = (input, init) => fetch(input, init);
    const web = new PublicFetch(fetcher, resolveOverHttps(fetcher), failure);
    return importRepository(
      { repository: this.#repository, receive: this.#receive, shallow: this.#shallow, web, agent: AGENT },
      request,
      onProgress,
    );
  }

  /** The repository as a bundle, and the commits whose parents it has not; undefined where it has no ref. */
  export(): ExportedRepository | undefined {
    const bundle = this.#upload.bundle();
    return bundle && { bundle, shallow: this.#shallow.list() };
  }

  async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const route = pathname === '/info/refs' ? `advertise ${searchParams.get('service')}` : pathname.slice(1);
    switch (route) {
      case 'advertise git-receive-pack':
        return answer(
          'git-receive-pack-advertisement',
          advertiseReceive(this.#repository, this.#shallow.list(), AGENT),
        );
      case 'git-receive-pack':
        return answer(
          'git-receive-pack-result',
          streamOf((gone) => this.#receive.answer(readerOf(request), pushOf(request), gone)),
        );
      case 'advertise git-upload-pack':
        return answer('git-upload-pack-advertisement', this.#upload.advertise(versionOf(request)));
      case 'git-upload-pack':
        return answer('git-upload-pack-result', await this.#upload.answer(bodyOf(request), versionOf(request)));
      default:
        throw new ToolFailure({
          errorType: 'not_found',
          message: 'Git asks for nothing here.',
          advice: 'Use git, which knows the paths.',
        });
    }
  }
}

function answer(kind: string, body: BodyInit): Response {
  return new Response(body, {
    headers: { 'content-type': `application/x-${kind}`, 'cache-control': 'no-cache' },
  });
}

function readerOf(request: Request): ByteReader {
  return new ByteReader(bodyOf(request));
}

/** What the front calls a push, so that it can ask what was wanted with it. */
function pushOf({ headers }: Request): string | undefined {
  return headers.get(PUSH_HEADER) ?? undefined;
}

function versionOf({ headers }: Request): ProtocolVersion {
  return protocolVersion(headers.get('git-protocol'));
}

/** The body; git compresses requests that are small and not a pack. The stream of one that is damaged fails with `BadPacket`. */
function bodyOf({ headers, body }: Request): ReadableStream<Uint8Array> | null {
  const compressed = /^(?:x-)?gzip$/i.test(headers.get('content-encoding') ?? '');
  if (!compressed || body === null) return body;
  const inflated = body.pipeThrough(new DecompressionStream('gzip')).getReader();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await inflated.read().catch(() => {
        throw new BadPacket('its body is not the gzip stream that it says');
      });
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => inflated.cancel(reason),
  });
}

/** The pieces; the signal is aborted when their reader goes away. */
function streamOf(piecesFor: (gone: AbortSignal) => AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  const gone = new AbortController();
  const pieces = piecesFor(gone.signal);
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      gone.abort();
      await pieces.return(undefined).catch(() => undefined);
    },
  });
}

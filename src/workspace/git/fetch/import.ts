/** Imports a branch or tag of a public repository: what is fetched is pushed into the repository here, by the server itself. */
import { ToolFailure } from '../../../lib/errors.ts';
import type { PublicFetch } from '../../../lib/outbound/public-fetch.ts';
import { sentences } from '../../../lib/sentences.ts';
import { type OnProgress, proceed } from '../../../lib/work.ts';
import { ByteReader } from '../byte-reader.ts';
import { type Oid, ZERO_OID } from '../object.ts';
import { encodeLine, FLUSH, readPacket, textOf } from '../pkt-line.ts';
import type { ReceivePack } from '../receive/receive-pack.ts';
import { refNameFault } from '../ref-name.ts';
import type { Repository } from '../repository.ts';
import type { ShallowCommits } from '../shallow-commits.ts';
import { Remote, type RemoteRef } from './remote.ts';
import { failure, parseRepositoryUrl } from './repository-url.ts';

/** What to import. */
export interface ImportRequest {
  /** https. */
  readonly url: string;
  /** A branch or tag there, by its short or full name; by default the branch that its HEAD names. */
  readonly ref?: string;
  /** The branch here, by its short name; by default it has the name that it has there. */
  readonly branch?: string;
  /** Commits of history; all by default. */
  readonly depth?: number;
  /** Replace a branch that has commits which the remote does not have. */
  readonly force: boolean;
}

/** What was imported. */
export interface ImportResult {
  /** The ref there, in full. */
  readonly ref: string;
  /** The branch here, by its short name. */
  readonly branch: string;
  readonly commit: Oid;
  /** Where the branch was before; absent when it is new. */
  readonly previous?: Oid;
  /** Of the pack; 0 when everything was here already. */
  readonly bytes: number;
}

/** What an import works with. */
export interface ImportSetup {
  readonly repository: Repository;
  readonly receive: ReceivePack;
  readonly shallow: ShallowCommits;
  readonly web: PublicFetch;
  /** `name/version`. */
  readonly agent: string;
}

/** Bytes between two steps of progress. */
const PROGRESS_STEP = 1 << 20;
/** Commits that the remote is told of: the tips of as many refs. */
const MOST_HAVES = 256;

/** Throws `ToolFailure`, and `Cancelled` when the caller has gone; nothing is changed then. */
export async function importRepository(
  setup: ImportSetup,
  request: ImportRequest,
  onProgress: OnProgress,
): Promise<ImportResult> {
  const { repository, receive, web, agent } = setup;
  const gone = new AbortController();
  const remote = new Remote(web, parseRepositoryUrl(request.url), { agent, signal: gone.signal });
  try {
    const wanted = choose(await remote.refs(), request.ref);
    const branch = request.branch ?? wanted.name.replace(/^refs\/(?:heads|tags)\//, '');
    const name = `refs/heads/${branch}`;
    const fault = refNameFault(name);
    if (fault !== undefined) throw failure(`A branch cannot be called ${JSON.stringify(branch)}: it ${fault}.`);
    const commit = wanted.peeled ?? wanted.oid;
    const previous = repository.refs.get(name);
    const result = { ref: wanted.name, branch, commit, ...(previous !== undefined && { previous }) };
    if (previous === commit) return { ...result, bytes: 0 };
    const haves = tipsOf(repository);
    const common = await remote.common(wanted.oid, haves);
    if (previous !== undefined && !common.includes(previous) && !request.force) throw diverged(branch, previous);
    const { shallow, pieces } = await remote.pack({
      want: wanted.oid,
      haves: common,
      shallow: setup.shallow.list(),
      ...(request.depth !== undefined && { depth: request.depth }),
    });
    let bytes = 0;
    let reported = 0;
    async function* push(): AsyncGenerator<Uint8Array> {
      for (const oid of shallow) yield encodeLine(`shallow ${oid}\n`);
      yield encodeLine(`${previous ?? ZERO_OID} ${commit} ${name}\0report-status\n`);
      yield FLUSH;
      for await (const piece of pieces) {
        bytes += piece.length;
        if (bytes - reported >= PROGRESS_STEP) {
          reported = bytes;
          await proceed(onProgress, { done: bytes, message: `${(bytes / 2 ** 20).toFixed(0)} MB received` });
        }
        yield piece;
      }
    }
    await expectAccepted(receive.answer(new ByteReader(streamOf(push()))));
    return { ...result, bytes };
  } finally {
    gone.abort();
  }
}

function choose(refs: readonly RemoteRef[], asked: string | undefined): RemoteRef {
  if (refs.length === 0) throw failure('The repository is empty.');
  if (asked === undefined) {
    const head = refs.find(({ name }) => name === 'HEAD');
    const named = refs.find(({ name }) => name === head?.target);
    if (named !== undefined) return named;
    throw failure('The repository names no default branch. Name one as ref.');
  }
  const candidates = [asked, `refs/heads/${asked}`, `refs/tags/${asked}`];
  const found = candidates.flatMap(
    (name) => refs.find((ref) => ref.name === name && name.startsWith('refs/')) ?? [],
  )[0];
  if (found !== undefined) return found;
  const branches = refs.flatMap(({ name }) =>
    name.startsWith('refs/heads/') ? [name.slice('refs/heads/'.length)] : [],
  );
  const more = branches.length > 20 ? ', …' : '';
  throw failure(
    `There is no branch or tag '${asked.slice(0, 200)}'. Branches: ${branches.slice(0, 20).join(', ')}${more}.`,
  );
}

function tipsOf({ refs }: Repository): readonly Oid[] {
  return [...new Set(refs.list().map(({ oid }) => oid))].slice(0, MOST_HAVES);
}

function diverged(branch: string, previous: Oid): ToolFailure {
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: `Branch '${branch}' of this workspace is at ${previous}, which the remote repository does not have.`,
    advice: 'Import into another branch or workspace, or replace the branch with force.',
  });
}

/** Reads the report of a push. Throws `ToolFailure` when it was not taken. */
async function expectAccepted(answer: AsyncIterable<Uint8Array>): Promise<void> {
  const reader = new ByteReader(streamOf(answer));
  for (let packet = await readPacket(reader); packet !== undefined; packet = await readPacket(reader)) {
    if (packet.kind !== 'line') continue;
    const line = textOf(packet.bytes);
    if (line.startsWith('ng ') || (line.startsWith('unpack ') && line !== 'unpack ok') || line.startsWith('ERR ')) {
      throw failure(`What the remote repository sent was not taken: ${sentences(line)} Nothing was changed.`);
    }
  }
}

function streamOf(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await iterator.return?.()),
  });
}

/** Serves clones and fetches: git's upload-pack over HTTP, in versions 0 to 2 of the protocol. */
import { internalError } from '../../../lib/errors.ts';
import type { Sql } from '../../../lib/sql.ts';
import { ByteReader } from '../byte-reader.ts';
import { concatBytes } from '../bytes.ts';
import { BadObject, type Oid } from '../object.ts';
import { BAND, BadPacket, DELIMITER, encodeBand, encodeLine, FLUSH } from '../pkt-line.ts';
import type { Ref } from '../refs.ts';
import type { Repository } from '../repository.ts';
import { CommitGraph } from './commit-graph.ts';
import { emptyRequest, isDeepening, quoted, UploadRefused } from './fetch-request.ts';
import { NearRows } from './near-rows.ts';
import { type Negotiation, type Negotiator, negotiateV0, negotiateV2 } from './negotiation.ts';
import { PackWriter } from './pack-entries.ts';
import { type Framing, PackOutput } from './pack-output.ts';
import { PackPlanner } from './plan.ts';
import { advertise, listRefs, type ProtocolVersion } from './ref-advertisement.ts';
import { RequestLines } from './request-lines.ts';
import type { ShallowUpdate } from './shallow.ts';
import { byteStreamOf, everyFew, NOTHING, streamOf } from './step-stream.ts';

/** Steps of an enumeration between two turns that other events get. */
const STEPS = 2000;
/** Bytes of a pkt-line with `side-band-64k`, and with `side-band`. */
const LARGE_BAND = 65_520;
const SMALL_BAND = 1000;

/** Upload-pack of one repository. */
export class UploadPack {
  readonly #repository: Repository;
  readonly #rows: NearRows;
  readonly #graph: CommitGraph;
  readonly #planner: PackPlanner;
  readonly #writer: PackWriter;

  constructor(sql: Sql, repository: Repository) {
    this.#repository = repository;
    this.#rows = new NearRows(sql, repository.objects);
    this.#graph = new CommitGraph(repository.objects, this.#rows);
    this.#planner = new PackPlanner(sql, repository, this.#graph, this.#rows);
    this.#writer = new PackWriter(sql, repository.objects);
  }

  /** The answer to `/info/refs?service=git-upload-pack`. */
  advertise(version: ProtocolVersion): Uint8Array {
    return advertise(this.#repository, version);
  }

  /** The answer to a request at `/git-upload-pack`; one that cannot be served is answered with git's own error line. */
  async answer(body: ReadableStream<Uint8Array> | null, version: ProtocolVersion): Promise<ReadableStream<Uint8Array>> {
    const reader = new ByteReader(body);
    this.#rows.clear();
    try {
      const lines = new RequestLines(reader);
      return streamOf(await (version === 2 ? this.#answerV2(lines) : this.#answerV0(lines)));
    } catch (error) {
      await reader.cancel();
      return streamOf([refusalOf(error)].values());
    }
  }

  /** All refs and what they need as a bundle (gitformat-bundle, version 2); undefined where there is no ref. */
  bundle(): ReadableStream<Uint8Array> | undefined {
    const refs = this.#repository.refs.list();
    if (refs.length === 0) return undefined;
    this.#rows.clear();
    return byteStreamOf(this.#bundle(refs));
  }

  *#bundle(refs: readonly Ref[]): Generator<Uint8Array> {
    const { head } = this.#repository.refs;
    const heads = refs.filter(({ name }) => name === head).map(({ oid }) => ({ name: 'HEAD', oid }));
    const lines = [...refs, ...heads].map(({ name, oid }) => `${oid} ${name}\n`);
    yield new TextEncoder().encode(`# v2 git bundle\n${lines.join('')}\n`);
    const request = emptyRequest();
    for (const { oid } of refs) request.wants.add(oid);
    request.words.add('ofs-delta');
    const all = { request, common: new Set<Oid>(), answer: [], ready: true };
    yield* this.#sendPack(all, { shallow: [], unshallow: [], cut: new Set() }, { kind: 'bare' });
  }

  async #answerV2(lines: RequestLines): Promise<Iterator<Uint8Array>> {
    let command = '';
    let line = await lines.next();
    for (; line.kind === 'line'; line = await lines.next()) {
      command = /^command=(.*)$/.exec(line.text)?.[1] ?? command;
    }
    if (command === '' && line.kind === 'flush') return [NOTHING].values();
    switch (command) {
      case 'ls-refs': {
        const words = line.kind === 'delimiter' ? await readWords(lines) : [];
        return [listRefs(this.#repository, words)].values();
      }
      case 'fetch': {
        if (line.kind !== 'delimiter') throw new UploadRefused('protocol error, expected arguments of fetch');
        const negotiation = await negotiateV2(lines, this.#side);
        return this.#send(negotiation, { kind: 'band', longest: LARGE_BAND }, (update) =>
          sectionsV2(negotiation, update),
        );
      }
      default:
        throw new UploadRefused(`protocol error, unknown command ${quoted(command)}`);
    }
  }

  async #answerV0(lines: RequestLines): Promise<Iterator<Uint8Array>> {
    const negotiation = await negotiateV0(lines, this.#side);
    const { words } = negotiation.request;
    const longest = words.has('side-band-64k') ? LARGE_BAND : words.has('side-band') ? SMALL_BAND : undefined;
    const framing: Framing = longest === undefined ? { kind: 'bare' } : { kind: 'band', longest };
    return this.#send(negotiation, framing, (update) => sectionsV0(negotiation, update));
  }

  get #side(): Negotiator {
    return { objects: this.#repository.objects, graph: this.#graph };
  }

  /** An answer; `head` makes what comes before the pack. */
  *#send(
    negotiation: Negotiation,
    framing: Framing,
    head: (update: ShallowUpdate) => Uint8Array,
  ): Generator<Uint8Array> {
    const { request, ready } = negotiation;
    let farewell = refusalOf;
    try {
      yield* everyFew(STEPS, this.#planner.expectReachable(request.wants), () => NOTHING);
      const update = this.#planner.shallowUpdate(request);
      yield head(update);
      if (!ready) return;
      farewell = (error) => errorOf(error, framing);
      yield* this.#sendPack(negotiation, update, framing);
    } catch (error) {
      yield farewell(error);
    }
  }

  *#sendPack(negotiation: Negotiation, update: ShallowUpdate, framing: Framing): Generator<Uint8Array> {
    const { words } = negotiation.request;
    const quiet = framing.kind === 'bare' || words.has('no-progress');
    const say = (text: string) => (quiet ? NOTHING : encodeBand(BAND.progress, text));
    const selection = yield* everyFew(STEPS, this.#planner.select(negotiation, update), (count) =>
      say(`Enumerating objects: ${count}\r`),
    );
    yield say(`Enumerating objects: ${selection.selected.size}, done.\n`);
    const output = new PackOutput(framing);
    const options = { thin: words.has('thin-pack'), offsets: words.has('ofs-delta') };
    const writing = this.#writer.write(selection, options, output);
    let step = writing.next();
    for (; !step.done; step = writing.next()) yield* output.take();
    yield* output.take();
    const { objects, deltas, reused } = step.value;
    yield say(`Total ${objects} (delta ${deltas}), reused ${reused}\n`);
    if (framing.kind === 'band') yield FLUSH;
  }
}

/** Version 2: each section but the pack ends in a delimiter. */
function sectionsV2({ request, answer, ready }: Negotiation, { shallow, unshallow }: ShallowUpdate): Uint8Array {
  if (!ready) return concatBytes(answer);
  const isShallow = shallow.length > 0 || request.shallow.size > 0 || isDeepening(request);
  const ends = isShallow ? [encodeLine('shallow-info\n'), ...endLines(shallow, unshallow), DELIMITER] : [];
  return concatBytes([...answer, ...ends, encodeLine('packfile\n')]);
}

function sectionsV0({ request, answer }: Negotiation, { shallow, unshallow }: ShallowUpdate): Uint8Array {
  const ends = isDeepening(request) ? [...endLines(shallow, unshallow), FLUSH] : [];
  return concatBytes([...ends, ...answer]);
}

function endLines(shallow: readonly Oid[], unshallow: readonly Oid[]): readonly Uint8Array[] {
  return [
    ...shallow.map((oid) => encodeLine(`shallow ${oid}\n`)),
    ...unshallow.map((oid) => encodeLine(`unshallow ${oid}\n`)),
  ];
}

async function readWords(lines: RequestLines): Promise<readonly string[]> {
  const words: string[] = [];
  for (let line = await lines.next(); line.kind === 'line'; line = await lines.next()) words.push(line.text);
  return words;
}

/** The line that ends an answer before its pack; git prints it and stops. */
function refusalOf(error: unknown): Uint8Array {
  return encodeLine(`ERR ${messageOf(error)}\n`);
}

/** What ends a pack that cannot be completed. Throws where there is no band for it. */
function errorOf(error: unknown, framing: Framing): Uint8Array {
  const message = messageOf(error);
  if (framing.kind === 'bare') throw new Error(message);
  return concatBytes([encodeBand(BAND.error, `${message}\n`), FLUSH]);
}

function messageOf(error: unknown): string {
  if (error instanceof UploadRefused || error instanceof BadPacket || error instanceof BadObject) return error.message;
  return `upload-pack: ${internalError(error, 'git upload-pack').message}`;
}

/** Answers `git push`: takes the pack in, changes the refs, reports (gitprotocol-pack, "Pushing Data To a Server"). */
import { asToolFailure, internalError } from '../../../lib/errors.ts';
import { DeletedMeanwhile } from '../../../lib/object-state.ts';
import type { SqlDatabase } from '../../../lib/sql.ts';
import { Cancelled } from '../../../lib/work.ts';
import type { ByteReader } from '../byte-reader.ts';
import { concatBytes } from '../bytes.ts';
import { BadDelta } from '../delta.ts';
import { BadObject } from '../object.ts';
import { BAND, BadPacket, encodeBand, encodeLine, FLUSH } from '../pkt-line.ts';
import type { Repository } from '../repository.ts';
import { ShallowCommits } from '../shallow-commits.ts';
import { Attendance } from './attendance.ts';
import { type PushRequest, type RefCommand, readPushRequest } from './commands.ts';
import { Intake } from './intake.ts';
import { BadPack, PACK_LIMITS, type PackLimits } from './limits.ts';
import { Quarantine, type RunningPush } from './quarantine.ts';
import { settleShallow } from './shallow.ts';
import { type CommandResult, settleHead, updateRefs } from './update-refs.ts';

/** What receive-pack offers besides what every service does. */
export const RECEIVE_CAPABILITIES = [
  'report-status',
  'delete-refs',
  'quiet',
  'atomic',
  'ofs-delta',
  'side-band-64k',
  'push-options',
] as const;

/** Bytes between two turns of others while the rest of a refused push is read. */
const DRAINED_AT_ONCE = 4 << 20;
/** Objects between two lines of progress. */
const PROGRESS_STEP = 5000;
/** Packs of fewer objects are not worth a line of progress. */
const LARGE_PACK = 10_000;

/** A push that was taken. */
export interface AcceptedPush {
  /** The changes that were done. */
  readonly changes: readonly RefCommand[];
  /** What its client said with `--push-option`. */
  readonly options: readonly string[];
  /** What the caller of {@link ReceivePack.answer} calls it. */
  readonly id?: string;
}

/** What a client asks for, and what its push is called. */
type IncomingPush = PushRequest & Pick<AcceptedPush, 'id'>;

/** Told of a push; what it resolves to goes to the client, part of a sentence that says what follows. */
export type OnAccepted = (push: AcceptedPush) => Promise<string | undefined>;

/** Nothing of a push is done, for these reasons. */
class Refused extends Error {
  readonly results: readonly CommandResult[];
  constructor(results: readonly CommandResult[]) {
    super('The push is refused.');
    this.results = results;
  }
}

/** The end of a push. */
interface Outcome {
  /** `ok`, or what is wrong with the pack. */
  readonly unpack: string;
  readonly results: readonly CommandResult[];
  /** For people. */
  readonly notes: readonly string[];
}

/** Receives pushes into one repository. */
export class ReceivePack {
  readonly #database: SqlDatabase;
  readonly #repository: Repository;
  readonly #quarantine: Quarantine;
  readonly #shallow: ShallowCommits;
  readonly #accepted: OnAccepted;
  readonly #limits: PackLimits;

  constructor(database: SqlDatabase, repository: Repository, accepted: OnAccepted, limits = PACK_LIMITS) {
    this.#database = database;
    this.#repository = repository;
    this.#quarantine = new Quarantine(database.sql, repository.objects);
    this.#shallow = new ShallowCommits(database.sql);
    this.#accepted = accepted;
    this.#limits = limits;
  }

  /**
   * The answer to a push, in pieces; `id` is what {@link OnAccepted} calls it. When it is not taken to its end, the request breaks off, or
   * `gone` says that the client has gone, nothing of the push is kept.
   */
  async *answer(reader: ByteReader, id?: string, gone?: AbortSignal): AsyncGenerator<Uint8Array> {
    let request: IncomingPush;
    try {
      request = { ...(await readPushRequest(reader)), ...(id !== undefined && { id }) };
    } catch (error) {
      if (!(error instanceof BadPacket)) throw error;
      await drain(reader, this.#limits);
      yield encodeLine(`ERR this is no push that git sends: ${error.message}; nothing was changed`);
      return;
    }
    if (request.commands.length === 0) return;
    const { capabilities } = request;
    const multiplexed = capabilities.has('side-band-64k');
    const talkative = multiplexed && !capabilities.has('quiet');
    const push = this.#quarantine.begin();
    try {
      const steps = this.#outcome(request, push, reader, gone);
      let step = await steps.next();
      for (; !step.done; step = await steps.next()) {
        // A client that has gone is noticed when something is written to it; git itself sends an empty packet, too.
        if (step.value === '' && multiplexed) yield encodeBand(BAND.data, '');
        if (step.value !== '' && talkative) yield encodeBand(BAND.progress, step.value);
      }
      const outcome = step.value;
      // Whoever reads the answer finds nothing left of a push that is refused.
      this.#discard(push);
      const report = capabilities.has('report-status') ? encodeReport(outcome) : FLUSH;
      if (!multiplexed) return yield report;
      for (const note of outcome.notes) yield encodeBand(BAND.progress, `lemma: ${note}\n`);
      yield concatBytes([encodeBand(BAND.data, report), FLUSH]);
    } finally {
      this.#discard(push);
    }
  }

  /** As {@link ReceivePack.#receive}; what is wrong with the pack, and a failure of the server, is an outcome. */
  async *#outcome(
    request: IncomingPush,
    push: RunningPush,
    reader: ByteReader,
    gone: AbortSignal | undefined,
  ): AsyncGenerator<string, Outcome> {
    try {
      return yield* this.#receive(request, push, reader, gone);
    } catch (error) {
      if (error instanceof Cancelled || (!isFault(error) && reader.brokenOff)) throw error;
      const { message } = isFault(error) ? error : (asToolFailure(error) ?? internalError(error, 'git receive-pack'));
      await drain(reader, this.#limits);
      return refusedPack(message, request.commands);
    }
  }

  /** Yields progress, and an empty text where the client is to hear that it goes on. */
  async *#receive(
    request: IncomingPush,
    push: RunningPush,
    reader: ByteReader,
    gone: AbortSignal | undefined,
  ): AsyncGenerator<string, Outcome> {
    const { commands, shallow } = request;
    const { sql } = this.#database;
    if (commands.every(({ to }) => to === undefined)) return this.#conclude(request, push, 0);
    const cutOff = new Set([...shallow, ...this.#shallow.list()]);
    const attendance = new Attendance(gone);
    const { work } = attendance;
    const intake = new Intake(sql, this.#repository.objects, push, { limits: this.#limits, cutOff, work });
    let objects = 0;
    for await (const { done, total } of intake.take(reader)) {
      objects = done;
      if (attendance.isDue) yield* attendance.take();
      if (total < LARGE_PACK || (done % PROGRESS_STEP !== 0 && done !== total)) continue;
      const percent = Math.floor((100 * done) / total);
      yield `Unpacking objects: ${String(percent).padStart(3)}% (${done}/${total})${done === total ? ', done.\n' : '\r'}`;
    }
    const missing = yield* attendance.all(intake.missing());
    if (missing !== undefined) {
      const note = `${missing.type} ${missing.oid} is named by an object of this push, but neither sent nor in the workspace`;
      return {
        unpack: 'ok',
        results: commands.map((command) => ({ ...command, error: 'missing necessary objects' })),
        notes: [`${note}; nothing was changed. If your clone is partial or damaged, fetch its objects and push again.`],
      };
    }
    yield* attendance.all(intake.measure());
    return this.#conclude(request, push, objects);
  }

  /** Changes the refs, with all objects of the push or none. */
  async #conclude(
    { commands, capabilities, shallow, options, id }: IncomingPush,
    push: RunningPush,
    objects: number,
  ): Promise<Outcome> {
    try {
      const results = this.#database.transactionSync(() => {
        this.#quarantine.accept(push);
        const done = updateRefs(this.#repository, commands);
        const failed = done.filter(({ error }) => error !== undefined).length;
        if (failed === done.length || (failed > 0 && capabilities.has('atomic'))) throw new Refused(done);
        settleHead(this.#repository.refs, commands);
        settleShallow(this.#shallow, this.#repository, shallow);
        return done;
      });
      const changes = results.filter(({ error }) => error === undefined);
      const follows = await this.#tellAccepted({ changes, options, ...(id !== undefined && { id }) });
      const taken = objects === 0 ? [] : [`${objects.toLocaleString('en-US')} ${objects === 1 ? 'object' : 'objects'}`];
      const note = [...taken, ...(follows === undefined ? [] : [follows])].join('; ');
      return { unpack: 'ok', results, notes: [...(note === '' ? [] : [note]), ...adviceOn(results)] };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const results = error.results.map((result) => ({ ...result, error: result.error ?? 'atomic push failure' }));
      return { unpack: 'ok', results, notes: [...adviceOn(results), 'nothing was changed.'] };
    }
  }

  /** What follows from a push whose changes are made: they stay, also when whoever is told of them fails. */
  async #tellAccepted(push: AcceptedPush): Promise<string | undefined> {
    try {
      return await this.#accepted(push);
    } catch (error) {
      return `the push is accepted, but not indexed. ${(asToolFailure(error) ?? internalError(error, 'index after a push')).message}`;
    }
  }

  /** Forgets what a push has brought; what was deleted with its workspace is forgotten already. */
  #discard(push: RunningPush): void {
    try {
      this.#quarantine.discard(push);
    } catch (error) {
      if (!(error instanceof DeletedMeanwhile)) throw error;
    }
  }
}

/** Whether the client is to blame, and is told. */
function isFault(error: unknown): error is Error {
  return [BadPack, BadObject, BadDelta, BadPacket].some((kind) => error instanceof kind);
}

function refusedPack(message: string, commands: readonly RefCommand[]): Outcome {
  return {
    unpack: message,
    results: commands.map((command) => ({ ...command, error: 'unpacker error' })),
    notes: [`the pack is refused: ${message}. Nothing was changed.`],
  };
}

function adviceOn(results: readonly CommandResult[]): readonly string[] {
  return results.flatMap(({ name, error }) =>
    error === 'fetch first' || error === 'stale info'
      ? [`${name} was changed by another push meanwhile: git fetch, merge or rebase, and push again.`]
      : [],
  );
}

function encodeReport({ unpack, results }: Outcome): Uint8Array {
  const lines = results.map(({ name, error }) => (error === undefined ? `ok ${name}` : `ng ${name} ${error}`));
  return concatBytes([...[`unpack ${unpack}`, ...lines].map((line) => encodeLine(`${line}\n`)), FLUSH]);
}

/** Reads on to the end: a client that still sends does not read the answer. Others are let in: what is inflated comes without a pause. */
async function drain(reader: ByteReader, { packBytes }: PackLimits): Promise<void> {
  let left = packBytes;
  let turnAt = left - DRAINED_AT_ONCE;
  for await (const bytes of reader.rest()) {
    left -= bytes.length;
    if (left < 0) return reader.cancel();
    if (left > turnAt) continue;
    await new Promise((resolve) => setTimeout(resolve, 0));
    turnAt = left - DRAINED_AT_ONCE;
  }
}

/** A repository in Node that takes pushes made by hand. */
import { expect } from 'vitest';
import { ByteReader } from '../src/workspace/git/byte-reader.ts';
import { concatBytes } from '../src/workspace/git/bytes.ts';
import { type GitObject, type Oid, oidOf, ZERO_OID } from '../src/workspace/git/object.ts';
import type { RefCommand } from '../src/workspace/git/receive/commands.ts';
import { PACK_LIMITS } from '../src/workspace/git/receive/limits.ts';
import { ReceivePack } from '../src/workspace/git/receive/receive-pack.ts';
import { Repository } from '../src/workspace/git/repository.ts';
import { GIT_SCHEMA, TREE_EXTENTS_SCHEMA } from '../src/workspace/git/schema.ts';
import { encodePack, history, pushBody } from './git-packs.ts';
import { createDatabase } from './sqlite.ts';

export const MAIN = 'refs/heads/main';

const TABLES = [
  'git_object',
  'git_object_part',
  'git_oid',
  'git_push',
  'git_waiting_delta',
  'git_shallow',
  'git_tree',
] as const;

/** A repository and its receive-pack. */
export class Receiver {
  readonly database = createDatabase(GIT_SCHEMA + TREE_EXTENTS_SCHEMA);
  repository = new Repository(this.database.sql);
  /** What was accepted since the last refused push. */
  accepted: RefCommand[] = [];
  /** What telling of changes does besides. */
  follow: () => Promise<string | undefined> = async () => undefined;
  #receive = this.#start(PACK_LIMITS);
  #refused = 0;

  /** As after an eviction: other objects on the same database. */
  restart(limits = PACK_LIMITS): void {
    this.repository = new Repository(this.database.sql);
    this.#receive = this.#start(limits);
  }

  answer(reader: ByteReader, gone?: AbortSignal): AsyncGenerator<Uint8Array> {
    return this.#receive.answer(reader, undefined, gone);
  }

  /** Sends a push in pieces of `size` bytes and returns the answer as text. */
  send(body: Uint8Array, size = 1000): Promise<string> {
    return textOf(this.answer(readerOf(body, size)));
  }

  /** Pushes objects to main, the last of which is the new commit; it must be accepted. */
  async push(objects: readonly GitObject[], from: Oid = ZERO_OID): Promise<Oid> {
    const tip = objects.at(-1);
    if (tip === undefined) throw new Error('nothing to push');
    const answer = await this.send(pushBody([`${from} ${oidOf(tip)} ${MAIN}`], encodePack(objects)));
    expect(answer).toContain(`ok ${MAIN}`);
    return oidOf(tip);
  }

  /** An object's bytes; undefined when there is none. */
  read(oid: Oid): Uint8Array | undefined {
    const object = this.repository.objects.read(oid);
    return object === undefined ? undefined : new Uint8Array(object.data);
  }

  /** How much the database holds, and the refs. */
  contents(): unknown {
    const { sql } = this.database;
    const counts = TABLES.map((table) => sql.exec(`SELECT count(*) AS n FROM ${table}`).one());
    return { counts, refs: this.repository.refs.list(), head: this.repository.refs.head };
  }

  /** Sends a push that must be refused for `reasons`, change nothing, and not get in the way of the next one. */
  async expectRefused(body: Uint8Array, ...reasons: readonly (string | RegExp)[]): Promise<void> {
    const before = this.contents();
    this.accepted = [];
    const answer = await this.send(body);
    for (const reason of reasons) {
      if (typeof reason === 'string') expect(answer).toContain(reason);
      else expect(answer).toMatch(reason);
    }
    expect(answer).not.toMatch(/^[0-9a-f]{4}ok /m);
    expect(this.contents()).toEqual(before);
    expect(this.accepted).toEqual([]);
    const name = `refs/heads/after-${++this.#refused}`;
    const next = history(name);
    const commands = [`${ZERO_OID} ${oidOf(next[2])} ${name}`];
    expect(await this.send(pushBody(commands, encodePack(next)))).toContain(`ok ${name}`);
    expect(await this.send(pushBody([`${oidOf(next[2])} ${ZERO_OID} ${name}`], new Uint8Array()))).toContain(
      `ok ${name}`,
    );
  }

  #start(limits: typeof PACK_LIMITS): ReceivePack {
    return new ReceivePack(
      this.database,
      this.repository,
      async ({ changes }) => {
        this.accepted.push(...changes);
        return this.follow();
      },
      limits,
    );
  }
}

/** A reader of `body` in pieces, whose stream then ends, or fails with `end`. */
export function readerOf(body: Uint8Array, size = 1000, end?: Error): ByteReader {
  let at = 0;
  return new ByteReader(
    new ReadableStream({
      pull(controller) {
        if (at < body.length) controller.enqueue(body.slice(at, at + size));
        else if (end === undefined) controller.close();
        else controller.error(end);
        at += size;
      },
    }),
  );
}

/** All of an answer. */
export async function textOf(answer: AsyncIterable<Uint8Array>): Promise<string> {
  const parts = [];
  for await (const part of answer) parts.push(part);
  return new TextDecoder().decode(concatBytes(parts));
}

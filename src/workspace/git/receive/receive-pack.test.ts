import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  blob,
  bytesOf,
  commit,
  delta,
  encodePack,
  history,
  type MadeEntry,
  pushBody,
  tree,
} from '../../../../test/git-packs.ts';
import { MAIN, Receiver, readerOf, textOf } from '../../../../test/receiver.ts';
import { until } from '../../../../test/until.ts';
import { ByteReader } from '../byte-reader.ts';
import { concatBytes } from '../bytes.ts';
import { type GitObject, oidOf, ZERO_OID } from '../object.ts';
import { encodeLine, FLUSH } from '../pkt-line.ts';

const GOOD = history('good');

let receiver: Receiver;
beforeEach(() => {
  receiver = new Receiver();
});

/** Rows of objects, whether accepted or not. */
function objects(): number {
  return receiver.database.sql.exec<{ n: number }>('SELECT count(*) AS n FROM git_object').one().n;
}

describe('a request that is no push', () => {
  const command = encodeLine(`${ZERO_OID} ${oidOf(GOOD[2])} ${MAIN}\0report-status`);

  it.each([
    ['is empty', new Uint8Array()],
    ['is text', bytesOf('hello world')],
    ['is JSON', bytesOf('{"jsonrpc":"2.0"}')],
    ['has no flush', command],
    ['ends in the middle of a line', command.slice(0, 50)],
    ['has a delimiter', concatBytes([command, bytesOf('0001'), FLUSH])],
    ['has no ids', concatBytes([encodeLine(`a b ${MAIN}`), FLUSH])],
    ['has no name', concatBytes([encodeLine(`${ZERO_OID} ${oidOf(GOOD[2])} `), FLUSH])],
    ['has a line that is too long', bytesOf('ffff')],
    ['has a bad shallow line', concatBytes([encodeLine('shallow main'), FLUSH])],
  ])('%s', (_, body) =>
    receiver.expectRefused(body, /^[0-9a-f]{4}ERR this is no push that git sends: .*; nothing was changed$/),
  );

  it('may ask whether pushes are taken', async () => {
    expect(await receiver.send(FLUSH)).toBe('');
  });

  it('has too many commands', async () => {
    const line = encodeLine(`${ZERO_OID} ${oidOf(GOOD[2])} refs/heads/a`);
    await receiver.expectRefused(concatBytes([...Array(20_001).fill(line), FLUSH]), 'may change 20000 refs at most');
  });
});

describe('refs', () => {
  const tip = oidOf(GOOD[2]);
  const create = (name: string) => pushBody([`${ZERO_OID} ${tip} ${name}`], encodePack(GOOD));

  it.each([
    'refs/heads/',
    'refs/heads/a..b',
    'refs/heads/.a',
    'refs/heads/a.lock',
    'refs/heads/a b',
    'refs/heads/a~1',
    'refs/heads/a^',
    'refs/heads/a:b',
    'refs/heads/a?',
    'refs/heads/*',
    'refs/heads/a[',
    'refs/heads/a\\b',
    'refs/heads/a@{1}',
    'refs/heads/a//b',
    'refs/heads/a/',
    'refs/heads/a.',
    'refs/heads/\x07',
    'refs/heads/\ufffd',
    `refs/heads/${'a'.repeat(300)}`,
    '../../etc/passwd',
    '@',
  ])('cannot be called %j', (name) => receiver.expectRefused(create(name), /ng .* funny refname/));

  it.each(['HEAD', 'main', 'refs/main', 'refs/remotes/origin/main', 'refs/pull/1/head', 'refs/stash', 'FETCH_HEAD'])(
    'cannot be %s',
    (name) => receiver.expectRefused(create(name), `ng ${name} a ref must be in refs/heads/, refs/tags/, refs/notes/`),
  );

  it('point at what is there', async () => {
    const body = pushBody([`${ZERO_OID} ${'ab'.repeat(20)} ${MAIN}`], encodePack([]));
    await receiver.expectRefused(body, 'unpack ok', `ng ${MAIN} missing necessary objects`);
  });

  it('of branches point at commits, those of tags at anything', async () => {
    const file = oidOf(GOOD[0]);
    await receiver.expectRefused(
      pushBody([`${ZERO_OID} ${file} ${MAIN}`], encodePack(GOOD)),
      'must point at a commit, not a blob',
    );
    expect(await receiver.send(pushBody([`${ZERO_OID} ${file} refs/tags/blob`], encodePack(GOOD)))).toContain(
      'ok refs/tags/blob',
    );
  });

  it('cannot be a folder of another one, unless that one goes', async () => {
    await receiver.push(GOOD);
    await receiver.expectRefused(create(`${MAIN}/a`), `ng ${MAIN}/a '${MAIN}' exists`);
    const both = pushBody([`${ZERO_OID} ${tip} ${MAIN}/a`, `${tip} ${ZERO_OID} ${MAIN}`], encodePack([]));
    expect(await receiver.send(both)).toMatch(/ok refs\/heads\/main\/a\n.*ok refs\/heads\/main\n/);
    await receiver.expectRefused(create(MAIN), `ng ${MAIN} '${MAIN}/a' exists`);
  });

  it('are changed by one of two pushes only', async () => {
    const first = await receiver.push(GOOD);
    const [left, right] = [history('left', first), history('right', first)];
    await receiver.push(left, first);
    const late = pushBody([`${first} ${oidOf(right[2])} ${MAIN}`], encodePack(right));
    await receiver.expectRefused(late, `ng ${MAIN} fetch first`, 'git fetch');
    await receiver.expectRefused(
      pushBody([`${ZERO_OID} ${oidOf(right[2])} ${MAIN}`], encodePack(right)),
      `ng ${MAIN} fetch first`,
    );
    await receiver.expectRefused(pushBody([`${first} ${ZERO_OID} ${MAIN}`], new Uint8Array()), `ng ${MAIN} stale info`);
  });

  it('are changed one by one, or all together', async () => {
    const first = await receiver.push(GOOD);
    const next = history('next', first);
    const commands = [`${first} ${oidOf(next[2])} ${MAIN}`, `${'ab'.repeat(20)} ${first} refs/heads/other`];
    const atomic = pushBody(commands, encodePack(next), { capabilities: 'report-status atomic' });
    await receiver.expectRefused(atomic, `ng ${MAIN} atomic push failure`, 'ng refs/heads/other stale info');
    const each = await receiver.send(pushBody(commands, encodePack(next)));
    expect(each).toContain(`ok ${MAIN}`);
    expect(each).toContain('ng refs/heads/other stale info');
    expect(receiver.accepted).toContainEqual({ name: MAIN, from: first, to: oidOf(next[2]) });
  });

  it('are named once in a push', async () => {
    const command = `${ZERO_OID} ${tip} ${MAIN}`;
    await receiver.expectRefused(pushBody([command, command], encodePack(GOOD)), 'multiple updates');
  });

  it('move HEAD to a branch that exists', async () => {
    const heads = () => receiver.repository.refs.head;
    expect(await receiver.send(create('refs/tags/v1'))).toContain('ok');
    expect(heads()).toBe(MAIN);
    expect(await receiver.send(create('refs/heads/work'))).toContain('ok');
    expect(heads()).toBe('refs/heads/work');
    expect(await receiver.send(create('refs/heads/master'))).toContain('ok');
    expect(await receiver.send(create('refs/heads/early'))).toContain('ok');
    expect(heads()).toBe('refs/heads/work');
    for (const [gone, left] of [
      ['work', 'master'],
      ['master', 'early'],
      ['early', 'early'],
    ]) {
      const body = pushBody([`${tip} ${ZERO_OID} refs/heads/${gone}`], new Uint8Array());
      expect(await receiver.send(body)).toContain(`ok refs/heads/${gone}`);
      expect(heads()).toBe(`refs/heads/${left}`);
    }
  });
});

describe('a push that does not come to its end', () => {
  const body = pushBody([`${ZERO_OID} ${oidOf(GOOD[2])} ${MAIN}`], encodePack(GOOD));

  it('leaves nothing when its request breaks off', async () => {
    const before = receiver.contents();
    const answer = receiver.answer(readerOf(body.slice(0, -30), 50, new Error('gone')));
    await expect(textOf(answer)).rejects.toThrow('gone');
    expect(receiver.contents()).toEqual(before);
  });

  it('is refused with a reference when the server fails, and leaves nothing', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const broken = vi.spyOn(receiver.database, 'transactionSync').mockImplementation(() => {
      throw new Error('disk full at /srv/db.ts');
    });
    const before = receiver.contents();
    const answer = await receiver.send(body);
    const [, reference] = /unpack The server failed in a way it should not \(reference (\S+)\)\./.exec(answer) ?? [];
    expect(answer).not.toMatch(/disk|srv/);
    expect(log.mock.calls).toEqual([
      [expect.stringContaining(`internal error ${reference} (git receive-pack): Error: disk full at /srv/db.ts (at `)],
    ]);
    broken.mockRestore();
    log.mockRestore();
    expect(receiver.contents()).toEqual(before);
    expect(await receiver.push(GOOD)).toBe(receiver.repository.resolve('main'));
  });

  it('is accepted when only what follows from it fails', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    receiver.follow = async () => {
      throw new Error('no index at /srv/db.ts');
    };
    const answer = await receiver.send(body);
    expect(answer).toContain(`ok ${MAIN}`);
    expect(answer).toMatch(/accepted, but not indexed\. The server failed .* \(reference \S+\)/);
    expect(answer).not.toMatch(/srv/);
    expect(log).toHaveBeenCalledTimes(1);
    log.mockRestore();
    expect(receiver.repository.resolve('main')).toBe(oidOf(GOOD[2]));
  });

  it('leaves nothing when its answer is not wanted any more', async () => {
    const many = Array.from({ length: 11_000 }, (_, index) => blob(`${index}`));
    const before = receiver.contents();
    const answer = receiver.answer(readerOf(pushBody([`${ZERO_OID} ${oidOf(GOOD[2])} ${MAIN}`], encodePack(many))));
    expect((await answer.next()).done).toBe(false);
    expect(receiver.contents()).not.toEqual(before);
    await answer.return(undefined);
    expect(receiver.contents()).toEqual(before);
  });

  it('leaves nothing behind a restart', async () => {
    const before = receiver.contents();
    const waiting: MadeEntry = { kind: 'oid-delta', base: 'ab'.repeat(20), data: delta(4, 4, [0, 4]) };
    const large: GitObject = { type: 'blob', data: new Uint8Array(randomBytes(3_000_000)) };
    const pack = encodePack([waiting, ...GOOD, large]);
    let at = 0;
    const cut = pushBody([`${ZERO_OID} ${oidOf(GOOD[2])} ${MAIN}`], pack).slice(0, -1_000_000);
    const source = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= cut.length) return new Promise(() => {});
        controller.enqueue(cut.slice(at, at + 100_000));
        at += 100_000;
        return undefined;
      },
    });
    void receiver.answer(new ByteReader(source)).next();
    await until(() => expect(objects()).toBe(GOOD.length + 1));
    expect(receiver.contents()).not.toEqual(before);
    receiver.restart();
    expect(receiver.contents()).toEqual(before);
    expect(await receiver.push(GOOD)).toBe(receiver.repository.resolve('main'));
  });
});

describe('pushes at the same time', () => {
  /** Begins a push: its objects are stored, and not accepted before `finish` sends the rest, which is of no matter. */
  async function begin(commands: readonly string[], entries: readonly (GitObject | MadeEntry)[]) {
    const filler: GitObject = { type: 'blob', data: new Uint8Array(randomBytes(3_000_000)) };
    const body = pushBody(commands, encodePack([...entries, filler]));
    const held = Promise.withResolvers<void>();
    const pieces = [body.slice(0, -1_000_000), body.slice(-1_000_000)];
    const source = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const piece = pieces.shift();
        if (pieces.length === 0) await held.promise;
        if (piece === undefined) controller.close();
        else controller.enqueue(piece);
      },
    });
    const stored = objects() + entries.length;
    const answer = textOf(receiver.answer(new ByteReader(source)));
    await until(() => expect(objects()).toBeGreaterThan(stored));
    return {
      finish() {
        held.resolve();
        return answer;
      },
    };
  }

  it('may bring the same objects', async () => {
    const long = 'a long text that is worth a delta. '.repeat(3);
    const base = blob(long);
    const onBase = blob(`${long}!`);
    const root = (name: string) =>
      tree({ mode: '100644', name, oid: oidOf(base) }, { mode: '100644', name: 'z', oid: oidOf(onBase) });
    const entry: MadeEntry = {
      kind: 'oid-delta',
      base: oidOf(base),
      data: delta(long.length, long.length + 1, [0, long.length], bytesOf('!')),
    };
    const tips = ['a', 'b'].map((name) => [root(name), commit(oidOf(root(name)))] as const);
    const pushes = [];
    for (const [index, [top, tip]] of tips.entries()) {
      // The second one has a delta of its own on its copy of the base.
      const own: MadeEntry = { kind: 'oid-delta', base: oidOf(onBase), data: delta(long.length + 1, 3, [0, 3]) };
      const extra = index === 0 ? [] : [own];
      pushes.push(await begin([`${ZERO_OID} ${oidOf(tip)} refs/heads/${index}`], [base, entry, ...extra, top, tip]));
    }
    for (const [index, each] of pushes.entries()) expect(await each.finish()).toContain(`ok refs/heads/${index}`);
    receiver.restart();
    for (const object of [base, onBase, blob(long.slice(0, 3))]) {
      expect(receiver.read(oidOf(object))).toEqual(object.data);
    }
    // Besides those: a tree, a commit and the filler of each.
    expect(objects()).toBe(3 + 2 * 3);
  });

  it('do not lean on objects of one another', async () => {
    const other = await begin([`${ZERO_OID} ${oidOf(GOOD[2])} ${MAIN}`], GOOD);
    const [file, root] = GOOD;
    const tip = commit(oidOf(root));
    const name = 'refs/heads/leaning';
    const leaning = await receiver.send(
      pushBody(
        [`${ZERO_OID} ${oidOf(commit(oidOf(root), oidOf(tip)))} ${name}`],
        encodePack([commit(oidOf(root), oidOf(tip))]),
      ),
    );
    expect(leaning).toContain(`ng ${name} missing necessary objects`);
    const thin: MadeEntry = { kind: 'oid-delta', base: oidOf(file), data: delta(4, 8, [0, 4], [0, 4]) };
    const delta2 = await receiver.send(pushBody([`${ZERO_OID} ${oidOf(tip)} ${name}`], encodePack([thin])));
    expect(delta2).toContain('1 unresolved deltas');
    expect(await other.finish()).toContain(`ok ${MAIN}`);
  });

  it('are won by one of them', async () => {
    const first = await receiver.push(GOOD);
    const sides = ['left', 'right'].map((text) => history(text, first));
    const running = [];
    for (const side of sides) running.push(await begin([`${first} ${oidOf(side[2])} ${MAIN}`], side));
    const answers = [];
    for (const each of running.reverse()) answers.push(await each.finish());
    expect(answers[0]).toContain(`ok ${MAIN}`);
    expect(answers[1]).toContain(`ng ${MAIN} fetch first`);
    expect(receiver.repository.resolve('main')).toBe(oidOf(sides[1]?.[2] ?? GOOD[2]));
    expect(receiver.repository.objects.has(oidOf(sides[0]?.[2] ?? GOOD[2]))).toBe(false);
  });
});

describe('a shallow push', () => {
  const [file, root, first] = GOOD;
  const second = history('second', oidOf(first));

  it('is taken without the parents of the commits it names', async () => {
    const body = pushBody([`${ZERO_OID} ${oidOf(second[2])} ${MAIN}`], encodePack(second), {
      shallow: [oidOf(second[2])],
    });
    expect(await receiver.send(body)).toContain(`ok ${MAIN}`);
    expect(receiver.contents()).toMatchObject({ counts: expect.arrayContaining([{ n: 1 }]) });
    const shallow = () => receiver.database.sql.exec('SELECT oid FROM git_shallow').toArray();
    expect(shallow()).toEqual([{ oid: oidOf(second[2]) }]);
    // What comes on top needs no more; what comes below completes the history.
    const third = history('third', oidOf(second[2]));
    await receiver.push(third, oidOf(second[2]));
    expect(shallow()).toHaveLength(1);
    const below = pushBody([`${ZERO_OID} ${oidOf(first)} refs/heads/old`], encodePack([file, root, first]));
    expect(await receiver.send(below)).toContain('ok refs/heads/old');
    expect(shallow()).toEqual([]);
  });

  it('is not marked when the parents are there', async () => {
    await receiver.push(GOOD);
    const body = pushBody([`${oidOf(first)} ${oidOf(second[2])} ${MAIN}`], encodePack(second), {
      shallow: [oidOf(first)],
    });
    expect(await receiver.send(body)).toContain(`ok ${MAIN}`);
    expect(receiver.database.sql.exec('SELECT oid FROM git_shallow').toArray()).toEqual([]);
  });
});

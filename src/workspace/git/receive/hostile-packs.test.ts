/** Packs that no git makes: sizes that overflow, deltas that wait for ever, much in little. Nothing of them is kept, and others come in between. */
import { deflateSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  blob,
  bytesOf,
  commit,
  delta,
  encodeEntry,
  encodePack,
  history,
  type MadeEntry,
  pushBody,
  sealed,
  tree,
} from '../../../../test/git-packs.ts';
import { MAIN, Receiver, readerOf, textOf } from '../../../../test/receiver.ts';
import { concatBytes } from '../bytes.ts';
import { type GitObject, type Oid, oidOf, ZERO_OID } from '../object.ts';
import { encodeLine } from '../pkt-line.ts';
import { RequestLines } from '../serve/request-lines.ts';
import { PACK_LIMITS } from './limits.ts';

const GOOD = history('good');
const [FILE, , TIP] = GOOD;
const OTHER = 'refs/heads/other';
/** Continues a number for longer than any number is. */
const ENDLESS = Array<number>(200).fill(0x80);

let receiver: Receiver;
beforeEach(async () => {
  receiver = new Receiver();
  await receiver.push(GOOD);
});

/** Sends a push beside what is there already; its pack must be refused. */
function expectRefusedPack(pack: Uint8Array, reason: string | RegExp, tip: Oid = oidOf(TIP)): Promise<void> {
  const body = pushBody([`${ZERO_OID} ${tip} ${OTHER}`], pack);
  return receiver.expectRefused(body, reason, `ng ${OTHER} unpacker error`, 'Nothing was changed');
}

/** A delta on an object that is in the repository. */
function thin(data: Uint8Array, base: Oid = oidOf(FILE)): Uint8Array {
  return encodePack([{ kind: 'oid-delta', base, data }]);
}

/** A pack of one entry whose header is `head`. */
function headed(...head: readonly number[]): Uint8Array {
  return sealed(
    concatBytes([bytesOf('PACK'), Uint8Array.of(0, 0, 0, 2, 0, 0, 0, 1, ...head), deflateSync(bytesOf('x'))]),
  );
}

describe('a malformed delta', () => {
  it.each([
    ['states a base size without end', Uint8Array.of(...ENDLESS, 0, 0), 'states a size that is too long'],
    ['states a result size without end', Uint8Array.of(4, ...ENDLESS, 0), 'states a size that is too long'],
    ['ends within its sizes', Uint8Array.of(4, 0x80), 'the delta is cut off'],
    ['states a result of 2^62 bytes', delta(4, 2 ** 62, [0, 4]), 'larger than the limit of 32 MB'],
    ['states a base of 2^62 bytes', delta(2 ** 62, 4, [0, 4]), 'the delta is for another base'],
    ['copies from 4 GB behind its base', delta(4, 4, [0xffff_ffff, 4]), 'copies from beyond its base'],
    ['copies over the end of its base', delta(4, 4, [1, 4]), 'copies from beyond its base'],
    ['has the reserved instruction', Uint8Array.of(4, 4, 0), 'an instruction that does not exist'],
    ['inserts more than it has', Uint8Array.of(4, 4, 0x7f, 1), 'the delta is cut off'],
  ])('%s', (_, data, reason) => expectRefusedPack(thin(data), reason));

  it('ends within a copy, where nothing would stand for much', async () => {
    // A length of nothing is 65,536 bytes.
    const base: GitObject = { type: 'blob', data: new Uint8Array(0x10000) };
    const sizes = delta(0x10000, 0x10000);
    for (const copy of [0x90, 0x81, 0xff]) {
      const entry: MadeEntry = {
        kind: 'oid-delta',
        base: oidOf(base),
        data: concatBytes([sizes, Uint8Array.of(copy)]),
      };
      await expectRefusedPack(encodePack([base, entry]), 'the delta is cut off');
    }
  });

  it('makes no tag of a tag', async () => {
    const text = (name: string) =>
      `object ${oidOf(TIP)}\ntype commit\ntag ${name}\ntagger A <a@example.org> 1700000000 +0000\n\nt\n`;
    const tag: GitObject = { type: 'tag', data: bytesOf(text('one')) };
    const push = (name: string, tip: Oid, pack: Uint8Array) => pushBody([`${ZERO_OID} ${tip} ${name}`], pack);
    expect(await receiver.send(push('refs/tags/one', oidOf(tag), encodePack([tag])))).toContain('ok refs/tags/one');
    const { length } = tag.data;
    await expectRefusedPack(thin(delta(length, 4, [0, 4]), oidOf(tag)), 'a tag has no line "object"');
    // One that makes a tag is taken.
    const other: GitObject = { type: 'tag', data: bytesOf(text('two')) };
    const made = thin(
      delta(length, other.data.length, bytesOf(text('two')).slice(0, 100), [100, length - 100]),
      oidOf(tag),
    );
    expect(await receiver.send(push('refs/tags/two', oidOf(other), made))).toContain('ok refs/tags/two');
  });
});

describe('a malformed entry', () => {
  it.each([
    ['a size without end', headed(0xb0, ...ENDLESS, 0), 'bad object header at offset 12'],
    ['a size of 2^63', headed(0xbf, ...Array<number>(8).fill(0xff), 0x7f), 'larger than the limit of 32 MB'],
    ['a distance without end', headed(0x61, ...ENDLESS, 0), /out of bound|bad object header/],
    ['a distance of nothing', headed(0x61, 0), 'out of bound at offset 12'],
    ['a distance to before the pack', headed(0x61, 0x7f), 'out of bound at offset 12'],
    ['a distance to the header of the pack', headed(0x61, 1), 'no object begins at offset 11'],
  ])('has %s', (_, pack, reason) => expectRefusedPack(pack, reason));

  it('waits for one that waits for it', async () => {
    const onLater: MadeEntry = { kind: 'oid-delta', base: oidOf(blob('later')), data: delta(5, 5, [0, 5]) };
    const onEarlier: MadeEntry = {
      kind: 'offset-delta',
      base: encodeEntry(onLater).length,
      data: delta(5, 5, bytesOf('later')),
    };
    await expectRefusedPack(encodePack([onLater, onEarlier]), '2 unresolved deltas');
  });
});

describe('many deltas', () => {
  /** Deltas on what never comes; they inflate to `size` bytes each. */
  const waiting = (count: number, size: number) => {
    const data = new Uint8Array(size);
    return encodePack(Array<MadeEntry>(count).fill({ kind: 'oid-delta', base: 'ab'.repeat(20), data }));
  };

  it('that wait count with what they inflate to', async () => {
    receiver.restart({ ...PACK_LIMITS, contentBytes: 1 << 20 });
    await expectRefusedPack(waiting(20, 90_000), 'have more than 1 MB, the limit for one push');
  });

  it('that wait let others in', async () => {
    let turns = 0;
    let ended = false;
    const count = () => {
      turns++;
      if (!ended) setImmediate(count);
    };
    setImmediate(count);
    const body = pushBody([`${ZERO_OID} ${oidOf(TIP)} ${OTHER}`], waiting(60, 1 << 20));
    const answer = await textOf(receiver.answer(readerOf(body, body.length)));
    ended = true;
    expect(answer).toContain('60 unresolved deltas');
    // A turn after some 20 ms of counted work: each of these takes more than a sixth of that.
    expect(turns).toBeGreaterThan(5);
  });

  it('on each other may come with the last one first', async () => {
    const texts = Array.from({ length: 2000 }, (_, index) => `${'x'.repeat(100)}${index}`);
    const entries = texts.slice(1).map((text, index): MadeEntry => {
      const before = texts[index] ?? '';
      const end = bytesOf(text.slice(100));
      return { kind: 'oid-delta', base: oidOf(blob(before)), data: delta(before.length, text.length, [0, 100], end) };
    });
    const root = tree({ mode: '100644', name: 'x', oid: oidOf(blob(texts.at(-1) ?? '')) });
    const tip = commit(oidOf(root));
    const pack = encodePack([...entries.reverse(), blob(texts[0] ?? ''), root, tip]);
    expect(await receiver.send(pushBody([`${ZERO_OID} ${oidOf(tip)} ${OTHER}`], pack))).toContain(`ok ${OTHER}`);
    receiver.restart();
    for (const text of texts) expect(receiver.read(oidOf(blob(text)))).toEqual(bytesOf(text));
    expect(receiver.repository.resolve('main')).toBe(oidOf(TIP));
  });
});

describe('lines with much in them', () => {
  it('are no push', async () => {
    const name = 'x'.repeat(60_000);
    const commands = Array.from({ length: 200 }, (_, index) => `${ZERO_OID} ${oidOf(TIP)} refs/heads/${index}${name}`);
    const before = receiver.contents();
    const answer = await receiver.send(pushBody(commands, new Uint8Array()), 100_000);
    expect(answer).toContain('ERR this is no push that git sends: the lines of a push may have 8 MB at most');
    expect(receiver.contents()).toEqual(before);
    expect(receiver.repository.resolve(MAIN)).toBe(oidOf(TIP));
  });

  it('are no fetch', async () => {
    const line = encodeLine('x'.repeat(60_000));
    const lines = new RequestLines(readerOf(concatBytes(Array<Uint8Array>(600).fill(line)), 100_000));
    let read = 0;
    const all = async () => {
      for (;;) {
        await lines.next();
        read += line.length;
      }
    };
    await expect(all()).rejects.toThrow('bytes in the lines of one request');
    expect(read).toBeLessThan(33 << 20);
  });
});

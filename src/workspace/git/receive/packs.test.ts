import { randomBytes } from 'node:crypto';
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
  rawTree,
  sealed,
  tree,
} from '../../../../test/git-packs.ts';
import { MAIN, Receiver, readerOf, textOf } from '../../../../test/receiver.ts';
import { concatBytes } from '../bytes.ts';
import { type GitObject, type Oid, oidOf, ZERO_OID } from '../object.ts';
import { isForbiddenName } from '../paths.ts';
import { PACK_LIMITS, type PackLimits } from './limits.ts';

const LIMITS: PackLimits = {
  ...PACK_LIMITS,
  packBytes: 1 << 20,
  objectBytes: 100_000,
  objects: 50,
  contentBytes: 1 << 20,
};
const GOOD = history('good');

let receiver: Receiver;
beforeEach(() => {
  receiver = new Receiver();
});

/** Sends a push whose pack must be refused. */
function expectRefusedPack(pack: Uint8Array, reason: string | RegExp, tip: Oid = oidOf(GOOD[2])): Promise<void> {
  const body = pushBody([`${ZERO_OID} ${tip} ${MAIN}`], pack);
  return receiver.expectRefused(body, reason, `ng ${MAIN} unpacker error`, 'Nothing was changed');
}

describe('a pack', () => {
  it('is taken in whatever pieces it comes', async () => {
    const body = pushBody([`${ZERO_OID} ${oidOf(GOOD[2])} ${MAIN}`], encodePack(GOOD));
    expect(await textOf(receiver.answer(readerOf(body, 1)))).toContain(`ok ${MAIN}`);
    expect(receiver.repository.resolve('main')).toBe(oidOf(GOOD[2]));
    expect(receiver.accepted).toEqual([{ name: MAIN, to: oidOf(GOOD[2]) }]);
  });

  it('may have deltas on what comes before, after, and on what the repository has', async () => {
    const first = await receiver.push(GOOD);
    const [base] = GOOD;
    const longer: GitObject = blob('good and more');
    const longest: GitObject = blob('good and more and more');
    const waits = blob('waits');
    const root = tree(
      ...[longer, longest, waits].map((object, index) => ({ mode: '100644', name: `f${index}`, oid: oidOf(object) })),
    );
    const tip = commit(oidOf(root), first);
    // On the repository's; on an entry before; on one that comes later; on that, by offset, while it waits.
    const thin: MadeEntry = { kind: 'oid-delta', base: oidOf(base), data: delta(4, 13, [0, 4], bytesOf(' and more')) };
    const onThin: MadeEntry = {
      kind: 'offset-delta',
      base: encodeEntry(thin).length,
      data: delta(13, 22, [0, 13], bytesOf(' and more')),
    };
    const early: MadeEntry = { kind: 'oid-delta', base: oidOf(waits), data: delta(5, 10, [0, 5], [0, 5]) };
    const onEarly: MadeEntry = {
      kind: 'offset-delta',
      base: encodeEntry(early).length,
      data: delta(10, 5, [0, 5]),
    };
    const pack = encodePack([thin, onThin, early, onEarly, waits, root, tip]);
    expect(await receiver.send(pushBody([`${first} ${oidOf(tip)} ${MAIN}`], pack))).toContain(`ok ${MAIN}`);
    receiver.restart();
    for (const object of [longer, longest, waits, blob('waitswaits')]) {
      expect(receiver.read(oidOf(object))).toEqual(object.data);
    }
  });

  it('stores deep chains of deltas so that none is deeper than 50', async () => {
    const texts = Array.from({ length: 120 }, (_, index) => 'x'.repeat(index + 1));
    const [first = ''] = texts;
    const root = tree({ mode: '100644', name: 'x', oid: oidOf(blob(texts.at(-1) ?? '')) });
    const entries = texts.slice(1).map(
      (text, index): MadeEntry => ({
        kind: 'oid-delta',
        base: oidOf(blob(texts[index] ?? '')),
        data: delta(index + 1, text.length, [0, index + 1], bytesOf('x')),
      }),
    );
    const tip = commit(oidOf(root));
    const pack = encodePack([blob(first), ...entries, root, tip]);
    expect(await receiver.send(pushBody([`${ZERO_OID} ${oidOf(tip)} ${MAIN}`], pack))).toContain(`ok ${MAIN}`);
    receiver.restart();
    expect(
      texts.every((text) => receiver.repository.objects.read(oidOf(blob(text)))?.data.length === text.length),
    ).toBe(true);
    const { depth } = receiver.database.sql.exec<{ depth: number }>('SELECT max(depth) AS depth FROM git_object').one();
    expect(depth).toBe(50);
  });

  it.each([(1 << 20) - 1, 1 << 20, (1 << 20) + 1, 3_000_000])(
    'may have a blob of %d bytes, and a delta on it',
    async (size) => {
      // zlib keeps what it cannot compress, so that the stream is about as long.
      const large: GitObject = { type: 'blob', data: new Uint8Array(randomBytes(size)) };
      const zeros: GitObject = { type: 'blob', data: new Uint8Array(size) };
      const changed: GitObject = { type: 'blob', data: concatBytes([large.data.subarray(0, 60_000), bytesOf('end')]) };
      const files = [large, zeros, changed].map((object, at) => ({
        mode: '100644',
        name: `${at}`,
        oid: oidOf(object),
      }));
      const root = tree(...files);
      const entry: MadeEntry = {
        kind: 'oid-delta',
        base: oidOf(large),
        data: delta(size, changed.data.length, [0, 60_000], bytesOf('end')),
      };
      const tip = commit(oidOf(root));
      const pack = encodePack([large, zeros, entry, large, root, tip]);
      expect(await receiver.send(pushBody([`${ZERO_OID} ${oidOf(tip)} ${MAIN}`], pack))).toContain(`ok ${MAIN}`);
      receiver.restart();
      for (const object of [large, zeros, changed]) {
        expect(Buffer.compare(receiver.read(oidOf(object)) ?? Buffer.of(), object.data)).toBe(0);
      }
      const twins = receiver.database.sql.exec('SELECT oid FROM git_object GROUP BY oid HAVING count(*) > 1').toArray();
      expect(twins).toEqual([]);
    },
  );
});

describe('a bad pack', () => {
  const pack = encodePack(GOOD);
  const [file, root, tip] = GOOD;

  it.each(Array.from({ length: 10 }, (_, index) => Math.floor(((index + 0.5) * pack.length) / 10)))(
    'may be cut off after %d bytes',
    (length) => expectRefusedPack(pack.slice(0, length), /unpack (early EOF|there is no pack)/),
  );

  it.each([
    ['is missing', new Uint8Array(), 'unpack there is no pack'],
    ['is something else', bytesOf('<html><body>Sign in</body></html>'), 'unpack pack signature mismatch'],
    ['has another version', sealed(concatBytes([bytesOf('PACK'), Uint8Array.of(0, 0, 0, 4, 0, 0, 0, 0)])), 'version 4'],
    ['has a wrong trailer', pack.with(pack.length - 1, (pack.at(-1) ?? 0) ^ 1), 'unpack pack checksum mismatch'],
    ['goes on after its trailer', concatBytes([pack, bytesOf('x')]), 'unpack garbage at end of pack'],
    ['has more objects than it says', encodePack(GOOD, 2), 'unpack pack checksum mismatch'],
    [
      'has fewer objects than it says',
      encodePack(GOOD, 4),
      /unpack (early EOF|unknown object type|inflate|an object of)/,
    ],
    ['has type 0', encodePack([{ kind: 0, data: bytesOf('x') }]), 'unknown object type 0 at offset 12'],
    ['has type 5', encodePack([{ kind: 5, data: bytesOf('x') }]), 'unknown object type 5 at offset 12'],
    [
      'has bytes that are no zlib stream',
      encodePack([{ kind: 'blob', data: bytesOf('hello'), stream: bytesOf('nothing of zlib') }]),
      'inflate returned an error for the object at offset 12',
    ],
    [
      'has a wrong Adler checksum',
      encodePack([{ kind: 'blob', data: bytesOf('x'), stream: deflateSync(bytesOf('x')).with(-1, 99) }]),
      'inflate returned an error',
    ],
    [
      'says less than there is',
      encodePack([{ kind: 'blob', data: bytesOf('hello'), size: 3 }]),
      'does not have the 3 bytes',
    ],
    [
      'says more than there is',
      encodePack([{ kind: 'blob', data: bytesOf('hello'), size: 7 }]),
      'does not have the 7 bytes',
    ],
    [
      'says less of a large blob',
      encodePack([{ kind: 'blob', data: new Uint8Array(3 << 20), size: 2 << 20 }]),
      'does not have the 2097152 bytes',
    ],
    [
      'says more of a large blob',
      encodePack([{ kind: 'blob', data: new Uint8Array(2 << 20), size: 3 << 20 }]),
      'does not have the 3145728 bytes',
    ],
    [
      'cuts a large blob off',
      encodePack([{ kind: 'blob', data: new Uint8Array(2 << 20) }]).slice(0, 1000),
      /early EOF|inflate returned/,
    ],
    [
      'breaks a large blob',
      encodePack([{ kind: 'blob', data: new Uint8Array(2 << 20), stream: new Uint8Array(randomBytes(100_000)) }]),
      'inflate returned an error',
    ],
    [
      'fills a stream with empty blocks',
      encodePack([
        {
          kind: 'blob',
          data: new Uint8Array(2 << 20),
          stream: concatBytes([
            Uint8Array.of(0x78, 0x01),
            ...Array(1_500_000).fill(Uint8Array.of(0, 0, 0, 0xff, 0xff)),
          ]),
        },
      ]),
      'inflate returned an error',
    ],
    [
      'has a delta whose base begins nowhere',
      encodePack([file, { kind: 'offset-delta', base: 3, data: delta(4, 4, [0, 4]) }]),
      /no object begins at offset/,
    ],
    [
      'has a delta whose base is before the pack',
      encodePack([file, { kind: 'offset-delta', base: 1_000_000, data: delta(4, 4, [0, 4]) }]),
      /out of bound/,
    ],
    [
      'has a delta that is its own base',
      encodePack([file, { kind: 'offset-delta', base: 0, data: delta(4, 4, [0, 4]) }]),
      /out of bound/,
    ],
    [
      'has a delta on an object that nobody has',
      encodePack([...GOOD, { kind: 'oid-delta', base: 'ab'.repeat(20), data: delta(4, 4, [0, 4]) }]),
      '1 unresolved deltas',
    ],
    [
      'has deltas in a circle',
      encodePack([
        { kind: 'oid-delta', base: oidOf(blob('bb')), data: delta(2, 2, bytesOf('aa')) },
        { kind: 'oid-delta', base: oidOf(blob('aa')), data: delta(2, 2, bytesOf('bb')) },
      ]),
      '2 unresolved deltas',
    ],
    ['has a delta for another base', withDelta(delta(9, 4, [0, 4])), 'the delta is for another base'],
    ['has a delta that copies too much', withDelta(delta(4, 9, [0, 9])), 'copies from beyond its base'],
    ['has a delta that makes too much', withDelta(delta(4, 2, [0, 4])), 'makes more than it says'],
    ['has a delta that makes too little', withDelta(delta(4, 5, [0, 4])), 'makes less than it says'],
    [
      'has a delta with a reserved instruction',
      withDelta(Uint8Array.of(4, 4, 0)),
      'an instruction that does not exist',
    ],
    ['has a delta that is cut off', withDelta(Uint8Array.of(4, 4, 9, 1)), 'the delta is cut off'],
    ['has an empty delta', withDelta(new Uint8Array()), 'the delta is cut off'],
  ])('%s', (_, bad, reason) => expectRefusedPack(bad, reason));

  function withDelta(data: Uint8Array): Uint8Array {
    const [base] = GOOD;
    return encodePack([
      base,
      { kind: 'offset-delta', base: encodeEntry({ kind: 'blob', data: base.data }).length, data },
    ]);
  }

  describe('beyond a limit', () => {
    beforeEach(() => receiver.restart(LIMITS));

    it.each([
      [
        'bytes',
        encodePack([{ type: 'blob', data: new Uint8Array(2000) }, ...Array.from({ length: 20 }, incompressible)]),
      ],
    ])('has too many %s', async (_, large) => {
      expect(large.length).toBeGreaterThan(LIMITS.packBytes);
      await expectRefusedPack(large, 'the pack is larger than the limit of 1 MB');
    });

    it.each([
      ['objects', encodePack([], 51), 'the pack has 51 objects, more than the limit of 50 objects'],
      ['objects by far', encodePack([], 0xffff_ffff), 'more than the limit of 50 objects'],
      [
        'bytes in one object',
        encodePack([{ type: 'blob', data: new Uint8Array(100_001) }]),
        'larger than the limit of',
      ],
      [
        'bytes in one object, as it says',
        encodePack([{ kind: 'blob', data: bytesOf('x'), size: 2 ** 52 }]),
        'larger than the limit',
      ],
      ['bytes in what a delta makes', withDelta(delta(4, 2 ** 40)), 'larger than the limit of'],
      ['bytes in all objects', bomb(), 'have more than 1 MB, the limit for one push'],
    ])('has too many %s', (_, bad, reason) => expectRefusedPack(bad, reason));
  });

  function incompressible(): GitObject {
    return { type: 'blob', data: new Uint8Array(randomBytes(60_000)) };
  }

  /** Small deltas that make much: each copies the base many times. */
  function bomb(): Uint8Array {
    const base: GitObject = { type: 'blob', data: new Uint8Array(10_000) };
    const steps = Array<[number, number]>(9).fill([0, 10_000]);
    const entries = Array.from(
      { length: 20 },
      (_, index): MadeEntry => ({
        kind: 'oid-delta',
        base: oidOf(base),
        data: delta(10_000, 90_001, ...steps, Uint8Array.of(index + 1)),
      }),
    );
    return encodePack([base, ...entries]);
  }

  it('lacks an object that another one names', async () => {
    for (const objects of [
      [root, tip],
      [file, tip],
      [file, root, commit(oidOf(root), 'ab'.repeat(20))],
    ]) {
      const body = pushBody([`${ZERO_OID} ${oidOf(objects.at(-1) ?? tip)} ${MAIN}`], encodePack(objects));
      await receiver.expectRefused(body, 'unpack ok', `ng ${MAIN} missing necessary objects`, 'nothing was changed');
    }
  });

  it('takes an object for something else', async () => {
    const wrong = rawTree(['40000', 'folder', oidOf(file)]);
    const end = commit(oidOf(wrong));
    await expectRefusedPack(encodePack([file, wrong, end]), 'two different types', oidOf(end));
    await receiver.push([file, root, tip]);
    const later = pushBody([`${ZERO_OID} ${oidOf(end)} refs/heads/other`], encodePack([wrong, end]));
    await receiver.expectRefused(later, 'ng refs/heads/other missing necessary objects');
  });

  it.each([
    [
      'a commit without a tree',
      { type: 'commit', data: bytesOf('author A <a> 1 +0000\n') },
      'a commit has no line "tree"',
    ],
    [
      'a commit with half an id',
      { type: 'commit', data: bytesOf(`tree ${'a'.repeat(39)}\n\n`) },
      'without an object id',
    ],
    ['a commit of nobody', { type: 'commit', data: bytesOf(`tree ${oidOf(root)}\n\nx`) }, 'no line "author"'],
    ['an empty commit', { type: 'commit', data: bytesOf('') }, 'a commit has no line "tree"'],
    ['a tag of nothing', { type: 'tag', data: bytesOf('tag v1\n') }, 'a tag has no line "object"'],
    ['a tag of a thing', { type: 'tag', data: bytesOf(`object ${oidOf(tip)}\ntype thing\ntag v\n\n`) }, '"thing"'],
    ['a tree that is cut off', { type: 'tree', data: bytesOf('100644 file\0short') }, 'a tree is cut off'],
    ['a tree without spaces', { type: 'tree', data: bytesOf('100644file') }, 'a tree is cut off'],
    ['a mode of its own', rawTree(['100777', 'file', oidOf(file)]), 'an entry of mode "100777"'],
    ['a long mode', rawTree(['000000000100644', 'file', oidOf(file)]), 'an entry of mode'],
    ['a tree that is not sorted', rawTree(['100644', 'b', oidOf(file)], ['100644', 'a', oidOf(file)]), 'not sorted'],
    ['a file twice', rawTree(['100644', 'a', oidOf(file)], ['100644', 'a', oidOf(file)]), 'has "a" twice'],
    [
      'a file and a folder of one name',
      rawTree(['100644', 'a', oidOf(file)], ['100644', 'a.txt', oidOf(file)], ['40000', 'a', oidOf(tree())]),
      'has "a" twice',
    ],
    ['a slash in a name', rawTree(['100644', 'a/b', oidOf(file)]), 'contains a slash'],
    ['a name that is too long', rawTree(['100644', 'a'.repeat(4097), oidOf(file)]), '4097 bytes'],
    ...[
      '',
      '.',
      '..',
      '.git',
      '.GIT',
      '.gIt',
      '.git ',
      '.git.',
      '.git . .',
      'git~1',
      'GIT~1',
      '.git::$INDEX_ALLOCATION',
    ]
      .concat(['.g\u200cit', '\u200c.git', '.git\ufeff', '.git\\hooks', 'a\\..\\b', '\ufeff.Git'])
      .map(
        (name) =>
          [
            `the name ${JSON.stringify(name)}`,
            rawTree(['100644', name, oidOf(file)]),
            'a tree has an entry named',
          ] as const,
      ),
  ] as const)('has %s', async (_, object, reason) => {
    await expectRefusedPack(encodePack([...GOOD, object]), reason);
    await expectRefusedPack(encodePack([...GOOD, object]), `${object.type} ${oidOf(object)}`);
  });

  it.each(['.gitignore', '.gitmodules', '.github', 'git', 'git~10', '...', 'a..b', '.g', 'gít', 'a\\b', '\u200cgit'])(
    'is not bad for the name %j',
    async (name) => {
      expect(isForbiddenName(name)).toBe(false);
      const good = rawTree(['100644', name, oidOf(file)]);
      await receiver.push([file, good, commit(oidOf(good))]);
    },
  );

  it('is not bad for modes that old versions wrote, and submodules that are elsewhere', async () => {
    const sub = tree();
    const old = rawTree(
      ['100664', 'a', oidOf(file)],
      ['040000', 'b', oidOf(sub)],
      ['160000', 'c', 'ab'.repeat(20)],
      ['120000', 'd', oidOf(file)],
    );
    await receiver.push([file, sub, old, commit(oidOf(old))]);
    const files = [...receiver.repository.files(receiver.repository.resolve('main') ?? '')].map(({ path }) => path);
    expect(files).toEqual(['a', 'c', 'd']);
  });
});

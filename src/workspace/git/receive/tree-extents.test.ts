import { beforeEach, describe, expect, it } from 'vitest';
import { blob, commit, encodePack, pushBody, tree } from '../../../../test/git-packs.ts';
import { MAIN, Receiver, readerOf } from '../../../../test/receiver.ts';
import { type GitObject, MODES, type Oid, oidOf, ZERO_OID } from '../object.ts';
import { PACK_LIMITS } from './limits.ts';

const FILE = blob('x\n');
const EMPTY: GitObject = { type: 'tree', data: new Uint8Array() };
const LEAF = tree({ mode: MODES.file, name: 'a.txt', oid: oidOf(FILE) });

let receiver: Receiver;
beforeEach(() => {
  receiver = new Receiver();
});

/** `width` folders that all are one tree, `depth` levels of that; the root is the last. */
function nested(leaf: GitObject, width: number, depth: number): readonly GitObject[] {
  const objects = [leaf];
  for (let level = 0; level < depth; level++) {
    const oid = oidOf(objects.at(-1) ?? leaf);
    const entries = Array.from({ length: width }, (_, index) => ({ mode: MODES.tree, name: `d${index}`, oid }));
    objects.push(tree(...entries));
  }
  return objects;
}

function lastOf(objects: readonly GitObject[]): Oid {
  return oidOf(objects.at(-1) ?? EMPTY);
}

function ofTree(objects: readonly GitObject[]): readonly GitObject[] {
  return [FILE, ...objects, commit(lastOf(objects))];
}

/** A push to main of the last object, which git sends first. */
function bodyOf(objects: readonly GitObject[], inOrder = objects.toReversed()): Uint8Array {
  return pushBody([`${ZERO_OID} ${lastOf(objects)} ${MAIN}`], encodePack(inOrder));
}

describe('the trees of a push', () => {
  it('are refused by their paths, of which few objects can have many', async () => {
    const bomb = ofTree(nested(LEAF, 10, 10));
    const why = 'it has 21,111,111,110 files and folders, more than the limit of 200,000';
    await receiver.expectRefused(bodyOf(bomb), `unpack tree ${oidOf(bomb.at(-2) ?? EMPTY)}: ${why}`, `ng ${MAIN}`);
  });

  it('are counted whatever their order in the pack', async () => {
    const bomb = ofTree(nested(LEAF, 10, 10));
    await receiver.expectRefused(bodyOf(bomb, [...bomb]), 'it has 211,110 files and folders');
  });

  it('are refused for folders without any file', async () => {
    await receiver.expectRefused(bodyOf(ofTree(nested(EMPTY, 10, 10))), 'it has 11,111,111,110 files and folders');
  });

  it('are refused for counts beyond exact numbers', async () => {
    await receiver.expectRefused(bodyOf(ofTree(nested(LEAF, 2, 900))), 'it has at least 9,007,199,254,740,991 files');
  });

  it('are refused behind a parent, too', async () => {
    const bomb = ofTree(nested(LEAF, 10, 10));
    const tip = commit(oidOf(LEAF), lastOf(bomb));
    await receiver.expectRefused(bodyOf([...bomb, LEAF, tip]), 'it has 21,111,111,110 files and folders');
  });

  it('are refused for levels and for bytes of paths', async () => {
    const deep = nested(LEAF, 1, 1001);
    await receiver.expectRefused(bodyOf(ofTree(deep)), 'it has 1,001 levels of folders, more than the limit of 1,000');
    const name = 'n'.repeat(4000);
    const wide = nested(tree({ mode: MODES.file, name, oid: oidOf(FILE) }), 12, 4);
    await receiver.expectRefused(bodyOf(ofTree(wide)), /it has [\d,]+ bytes of paths, more than the limit/);
  });

  it('may have as much as the limits say', async () => {
    receiver.restart({ ...PACK_LIMITS, treePaths: 30, treeDepth: 2 });
    // Ten folders with a folder each, which have a file each.
    const tip = await receiver.push(
      ofTree([LEAF, ...nested(tree({ mode: MODES.tree, name: 'f', oid: oidOf(LEAF) }), 10, 1)]),
    );
    expect([...receiver.repository.files(tip)]).toHaveLength(10);
  });

  it('are counted with trees that were there before any was counted', async () => {
    receiver.restart({ ...PACK_LIMITS, treePaths: Number.MAX_SAFE_INTEGER });
    const bomb = nested(LEAF, 10, 6);
    const first = await receiver.push(ofTree(bomb));
    receiver.database.sql.exec('DELETE FROM git_tree');
    receiver.restart();
    const root = tree({ mode: MODES.tree, name: 'all', oid: lastOf(bomb) });
    const tip = commit(oidOf(root), first);
    const body = pushBody([`${first} ${oidOf(tip)} ${MAIN}`], encodePack([root, tip]));
    // Not as the others: what is counted of accepted trees stays.
    expect(await receiver.send(body)).toContain('it has 2,111,111 files and folders');
    expect(() => [...receiver.repository.files(first)]).toThrow('more than 200000 files and folders');
    expect([...receiver.repository.firstFiles(first, 100)].length).toBeLessThan(100);
  });
});

it('ends a push whose client has gone, and keeps nothing of it', async () => {
  const before = receiver.contents();
  const gone = new AbortController();
  gone.abort();
  const objects = [...Array.from({ length: 2000 }, (_, index) => blob(`${index}`)), LEAF, commit(oidOf(LEAF))];
  const answer = receiver.answer(readerOf(bodyOf([FILE, ...objects]), 1 << 20), gone.signal);
  await expect(answer.next()).rejects.toThrow('The caller cancelled this call.');
  expect(receiver.contents()).toEqual(before);
});

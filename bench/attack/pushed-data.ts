/** Pushes whose walks are long: few objects with many paths, long chains, many of one thing. */
import { randomBytes } from 'node:crypto';
import { constants, deflateSync, gzipSync } from 'node:zlib';
import { concatBytes } from '../../src/workspace/git/bytes.ts';
import { type GitObject, type Oid, oidOf, type TreeEntry, ZERO_OID } from '../../src/workspace/git/object.ts';
import { DELIMITER, encodeLine, FLUSH } from '../../src/workspace/git/pkt-line.ts';
import {
  blob,
  bytesOf,
  commit,
  delta,
  encodePack,
  type MadeEntry,
  pushBody,
  sealed,
  tree,
} from '../../test/git-packs.ts';
import type { Attack, Hostile } from './attack.ts';

const MAIN = 'refs/heads/main';
const FILE_MODE = '100644';
const FOLDER_MODE = '40000';
const MEGABYTE = 1 << 20;

const file = (name: string, oid: Oid): TreeEntry => ({ mode: FILE_MODE, name, oid });
const folder = (name: string, oid: Oid): TreeEntry => ({ mode: FOLDER_MODE, name, oid });
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** A push of `objects` to main, the last of which is a commit. */
function toMain(objects: readonly GitObject[]): Hostile {
  return { kind: 'git', objects, refs: [{ name: MAIN, oid: lastOf(objects) }] };
}

/** A push of a tree and what it needs. */
function ofTree(objects: readonly GitObject[]): Hostile {
  return toMain([...objects, commit(lastOf(objects))]);
}

function lastOf(objects: readonly GitObject[]): Oid {
  const last = objects.at(-1);
  if (last === undefined) throw new Error('An attack has no object.');
  return oidOf(last);
}

/** A tree whose `width` entries all are the same tree, `depth` deep, above `leaf`. */
function nested(leaf: readonly GitObject[], width: number, depth: number): readonly GitObject[] {
  const objects = [...leaf];
  for (const level of numbers(depth)) {
    const below = lastOf(objects);
    objects.push(tree(...numbers(width).map((index) => folder(`l${level}-${index}`, below))));
  }
  return objects;
}

function leafOf(content: GitObject): readonly GitObject[] {
  return [content, tree(file('a.txt', oidOf(content)))];
}

function history(count: number, parentsOf: (before: readonly Oid[], index: number) => readonly Oid[]): Hostile {
  const content = blob('x = 1\n');
  const root = tree(file('a.py', oidOf(content)));
  const commits: GitObject[] = [];
  const oids: Oid[] = [];
  for (const index of numbers(count)) {
    const text = `${new TextDecoder().decode(commit(oidOf(root), ...parentsOf(oids, index)).data)}${index}\n`;
    const made: GitObject = { type: 'commit', data: bytesOf(text) };
    commits.push(made);
    oids.push(oidOf(made));
  }
  return toMain([content, root, ...commits]);
}

/** Branches of one commit. By hand, since `git push` itself takes quadratic time to match refs before it sends anything. */
function manyRefs(count: number): Hostile {
  const content = blob('x = 1\n');
  const root = tree(file('a.py', oidOf(content)));
  const first = commit(oidOf(root));
  const commands = numbers(count).map((index) => `${ZERO_OID} ${oidOf(first)} refs/heads/b${index}`);
  return { kind: 'body', body: pushBody(commands, encodePack([content, root, first])) };
}

/** A push by hand, of entries that git itself would not make; no commit is needed where it is refused. */
function byHand(entries: readonly (GitObject | MadeEntry)[], tip: Oid): Hostile {
  return { kind: 'body', body: pushBody([`${ZERO_OID} ${tip} ${MAIN}`], encodePack(entries)) };
}

/** Deltas that each make 30 MB of their base; `chained` puts each on the one before it. */
function deltaBomb(count: number, chained: boolean): Hostile {
  const size = 30 * MEGABYTE;
  const base: GitObject = { type: 'blob', data: new Uint8Array(size) };
  const pieces = numbers(size / 0x10000 - 1).map((): readonly [number, number] => [0, 0xffff]);
  const entries: (GitObject | MadeEntry)[] = [base];
  let below = oidOf(base);
  let content = base.data;
  for (const index of numbers(count)) {
    const mark = bytesOf(`${index}`.padStart(8));
    const made = delta(size, pieces.length * 0xffff + mark.length, ...pieces, mark);
    const next = new Uint8Array(pieces.length * 0xffff + mark.length);
    next.set(mark, pieces.length * 0xffff);
    entries.push({
      kind: 'oid-delta',
      base: below,
      data: chained ? delta(content.length, next.length, ...pieces, mark) : made,
    });
    if (!chained) continue;
    content = next;
    below = oidOf({ type: 'blob', data: next });
  }
  const root = tree(file('a', oidOf(base)));
  const tip = commit(oidOf(root));
  return byHand([...entries, root, tip], oidOf(tip));
}

/** Deltas on what never comes, each of which inflates to 31 MB. */
function waitingBombs(count: number): Hostile {
  const data = new Uint8Array(31 * MEGABYTE);
  const stream = deflateSync(data, { level: constants.Z_BEST_COMPRESSION });
  const one: MadeEntry = { kind: 'oid-delta', base: 'ab'.repeat(20), data, stream };
  return byHand(Array<MadeEntry>(count).fill(one), '1'.repeat(40));
}

/** A chain of deltas that comes with its end first. */
function backwards(length: number): Hostile {
  const text = (index: number) => bytesOf(`${'x'.repeat(1000)}${index}`);
  const chain = numbers(length).map((index): MadeEntry => {
    const [before, now] = [text(index), text(index + 1)];
    const base = oidOf({ type: 'blob', data: before });
    return { kind: 'oid-delta', base, data: delta(before.length, now.length, [0, 1000], now.subarray(1000)) };
  });
  const first: GitObject = { type: 'blob', data: text(0) };
  const root = tree(file('a', oidOf({ type: 'blob', data: text(length) })));
  const tip = commit(oidOf(root));
  return byHand([...chain.reverse(), first, root, tip], oidOf(tip));
}

/** A body that is compressed as git does with small ones. */
function zipped(body: Uint8Array, service: 'git-receive-pack' | 'git-upload-pack' = 'git-receive-pack'): Hostile {
  return { kind: 'body', body: gzipSync(body), service, headers: { 'content-encoding': 'gzip' } };
}

/** A push that is refused at its start, before so many megabytes of nothing. */
function zippedNothing(megabytes: number): Hostile {
  return zipped(concatBytes([bytesOf('no push'), new Uint8Array(megabytes * MEGABYTE)]));
}

/** Commands whose refs have long names. */
function longNames(count: number): Hostile {
  const name = 'x'.repeat(60_000);
  const commands = numbers(count).map((index) => `${ZERO_OID} ${'1'.repeat(40)} refs/heads/${index}${name}`);
  return zipped(pushBody(commands, encodePack([])));
}

/** A fetch in whose lines much is said. */
function longFetch(count: number, line: (index: number) => string): Hostile {
  const lines = [encodeLine('command=fetch'), DELIMITER, ...numbers(count).map((index) => encodeLine(line(index)))];
  const fetched = zipped(concatBytes([...lines, FLUSH]), 'git-upload-pack');
  if (fetched.kind !== 'body') return fetched;
  return { ...fetched, headers: { ...fetched.headers, 'git-protocol': 'version=2' } };
}

function tagChain(length: number): Hostile {
  const content = blob('x = 1\n');
  const root = tree(file('a.py', oidOf(content)));
  const first = commit(oidOf(root));
  const objects: GitObject[] = [content, root, first];
  for (const index of numbers(length)) {
    const last = objects.at(-1) ?? first;
    const text = `object ${oidOf(last)}\ntype ${last.type}\ntag t${index}\ntagger A <a@example.org> 1700000000 +0000\n\nt\n`;
    objects.push({ type: 'tag', data: bytesOf(text) });
  }
  return {
    kind: 'git',
    objects,
    refs: [
      { name: MAIN, oid: oidOf(first) },
      ...numbers(100).map((index) => ({ name: `refs/tags/t${index}`, oid: lastOf(objects) })),
    ],
  };
}

function deep(levels: number): Hostile {
  const objects = [...leafOf(blob('x\n'))];
  for (const _ of numbers(levels)) objects.push(tree(folder('d', lastOf(objects))));
  return ofTree(objects);
}

/** A text of one line, random enough that it does not shrink. */
function longLine(megabytes: number): Hostile {
  const line: GitObject = { type: 'blob', data: bytesOf(randomBytes((megabytes * MEGABYTE) / 2).toString('hex')) };
  return ofTree([line, tree(file('line.js', oidOf(line)))]);
}

function wide(entries: number): Hostile {
  const content = blob('x\n');
  return ofTree([content, tree(...numbers(entries).map((index) => file(`f${index}.txt`, oidOf(content))))]);
}

function lyingSize(): Hostile {
  const content = bytesOf('short');
  return byHand([{ kind: 'blob', data: content, size: 30 * MEGABYTE }], ZERO_OID.replace('0', '1'));
}

/** A delta that says it makes 31 MB and makes nothing. */
function lyingDelta(): Hostile {
  const base = blob('base');
  return byHand([base, { kind: 'oid-delta', base: oidOf(base), data: delta(4, 31 * MEGABYTE) }], oidOf(base));
}

/** Two tips of a ladder, each rung of which merges both commits of the one below. */
function ladder(rungs: number): Hostile {
  return history(2 * rungs, (before, index) => {
    const rung = 2 * Math.floor(index / 2);
    return before.slice(Math.max(0, rung - 2), rung);
  });
}

const EMPTY_TREE: GitObject = { type: 'tree', data: new Uint8Array() };

/** Attacks by pushed data. */
export const PUSHED_DATA: readonly Attack[] = [
  { name: 'an ordinary push', make: () => history(3, (before) => before.slice(-1)) },
  { name: '10 entries, one subtree, 6 deep', make: () => ofTree(nested(leafOf(blob('x\n')), 10, 6)) },
  { name: '10 entries, one subtree, 10 deep', make: () => ofTree(nested(leafOf(blob('x\n')), 10, 10)) },
  { name: 'the same without any file', make: () => ofTree(nested([EMPTY_TREE], 10, 10)) },
  {
    name: 'the same below a parent commit',
    make: () => {
      const bomb = nested(leafOf(blob('x\n')), 10, 10);
      const first = commit(lastOf(bomb));
      const content = blob('y\n');
      const root = tree(file('a.py', oidOf(content)));
      return toMain([...bomb, first, content, root, commit(oidOf(root), oidOf(first))]);
    },
  },
  {
    name: '10^6 paths to 1 MB',
    make: () => ofTree(nested(leafOf({ type: 'blob', data: new Uint8Array(MEGABYTE).fill(0x61) }), 10, 6)),
  },
  { name: '5,000 folders deep', make: () => deep(5000) },
  { name: '100,000 files in one folder', make: () => wide(100_000) },
  { name: 'a line of 20 MB', make: () => longLine(20) },
  { name: 'a ladder of 1,000 merges', make: () => ladder(1000) },
  {
    name: 'a merge of 5,000 parents',
    make: () => history(5001, (before, index) => (index === 5000 ? before : [])),
  },
  { name: 'a tag of a tag …, 10,000 deep, 100 times', make: () => tagChain(10_000) },
  { name: '2,000 refs', make: () => manyRefs(2000) },
  { name: '5,000 refs', make: () => manyRefs(5000) },
  { name: '300 deltas of 30 MB each', make: () => deltaBomb(300, false) },
  { name: '60 deltas of 30 MB, each on the last', make: () => deltaBomb(60, true) },
  { name: 'an object that lies of its size', make: lyingSize },
  { name: 'a delta that lies of its size', make: lyingDelta },
  { name: '300 waiting deltas of 31 MB each', make: () => waitingBombs(300) },
  { name: '5,000 deltas on each other, the last first', make: () => backwards(5000) },
  { name: '1,000 MB of nothing behind no push, in gzip', make: () => zippedNothing(1000) },
  { name: '15,000 refs with names of 60 KB, in gzip', make: () => longNames(15_000) },
  {
    name: 'a fetch with 10,000 words of 60 KB, in gzip',
    make: () => longFetch(10_000, (at) => `${at}${'x'.repeat(60_000)}`),
  },
  {
    name: 'a fetch with 190,000 haves, in gzip',
    make: () => longFetch(190_000, (at) => `have ${at.toString(16).padStart(40, '0')}`),
  },
  {
    name: 'a pack that is no pack',
    make: () => ({
      kind: 'body',
      body: pushBody([`${ZERO_OID} ${'1'.repeat(40)} ${MAIN}`], sealed(bytesOf('PACK no pack'))),
    }),
  },
];

import { beforeEach, expect, it } from 'vitest';
import { bytesOf, commit, delta, encodePack, history, pushBody } from '../../../../test/git-packs.ts';
import { MAIN, Receiver } from '../../../../test/receiver.ts';
import { type GitObject, type Oid, oidOf, ZERO_OID } from '../object.ts';
import { advertise } from '../serve/ref-advertisement.ts';

const TAG = 'refs/tags/v1';
const BEGINNING = history('tags');
const TIP = oidOf(BEGINNING[2]);

let receiver: Receiver;
beforeEach(() => {
  receiver = new Receiver();
});

/** Tags that point at one another, the first at `target`. */
function chain(length: number, target: Oid = TIP, type = 'commit'): readonly GitObject[] {
  const tags: GitObject[] = [];
  for (let index = 0; index < length; index++) {
    const below = tags.at(-1);
    const [oid, kind] = below === undefined ? [target, type] : [oidOf(below), 'tag'];
    const text = `object ${oid}\ntype ${kind}\ntag t${index}\ntagger A <a@example.org> 1700000000 +0000\n\nt\n`;
    tags.push({ type: 'tag', data: bytesOf(text) });
  }
  return tags;
}

function lastOf(tags: readonly GitObject[]): Oid {
  const last = tags.at(-1);
  if (last === undefined) throw new Error('no tag');
  return oidOf(last);
}

/** A push of a commit and of tags, in that order in the pack; the refs are `names`. */
function bodyOf(tags: readonly GitObject[], names: readonly string[] = [TAG]): Uint8Array {
  const commands = [`${ZERO_OID} ${TIP} ${MAIN}`, ...names.map((name) => `${ZERO_OID} ${lastOf(tags)} ${name}`)];
  return pushBody(commands, encodePack([...BEGINNING, ...tags]));
}

it('refuses tags of tags beyond the limit, whatever their order', async () => {
  const tags = chain(101);
  const why = /unpack tag [0-9a-f]{40}: more than 100 tags in a row begin with it/;
  await receiver.expectRefused(bodyOf(tags), why, `ng ${TAG} unpacker error`);
  const commands = [`${ZERO_OID} ${TIP} ${MAIN}`, `${ZERO_OID} ${lastOf(tags)} ${TAG}`];
  await receiver.expectRefused(pushBody(commands, encodePack([...tags.toReversed(), ...BEGINNING])), why);
});

it('counts tags that are there already', async () => {
  const tags = chain(60);
  expect(await receiver.send(bodyOf(tags))).toContain(`ok ${TAG}`);
  const more = chain(41, lastOf(tags), 'tag');
  const push = pushBody([`${ZERO_OID} ${lastOf(more)} refs/tags/v2`], encodePack(more));
  await receiver.expectRefused(push, 'more than 100 tags in a row');
});

it('reads each tag once, however many refs there are', async () => {
  const tags = chain(100);
  const names = Array.from({ length: 100 }, (_, index) => `refs/tags/v${index}`);
  expect(await receiver.send(bodyOf(tags, names))).toContain('ok refs/tags/v99');
  receiver.restart();
  let reads = 0;
  const { objects } = receiver.repository;
  const readAt = objects.readAt.bind(objects);
  objects.readAt = (...request) => {
    reads++;
    return readAt(...request);
  };
  const shown = new TextDecoder().decode(advertise(receiver.repository, 0));
  expect(shown.split(`${TIP} refs/tags/`)).toHaveLength(101);
  expect(receiver.repository.resolve('v7')).toBe(TIP);
  expect(reads).toBe(100);
});

it('ends stored chains at the limit', async () => {
  const tags = chain(100);
  expect(await receiver.send(bodyOf(tags))).toContain(`ok ${TAG}`);
  const longer = chain(50, lastOf(tags), 'tag');
  const oids = longer.map((tag) => receiver.repository.objects.write(tag));
  const top = oids.at(-1) ?? '';
  receiver.repository.refs.update('refs/tags/old', undefined, top);
  expect(receiver.repository.tags.follow(top).tags).toHaveLength(100);
  expect(receiver.repository.resolve('old')).toBeUndefined();
  expect(receiver.repository.resolve('v1')).toBe(TIP);
});

it('refuses a tag and a commit of megabytes, which walks would read again and again', async () => {
  const plain = commit(oidOf(BEGINNING[1]));
  const long: GitObject = {
    type: 'commit',
    data: bytesOf(`${new TextDecoder().decode(plain.data)}${'x'.repeat(2 << 20)}`),
  };
  const push = pushBody([`${ZERO_OID} ${oidOf(long)} ${MAIN}`], encodePack([...BEGINNING, long]));
  await receiver.expectRefused(push, 'it has more than 1 MB, the limit for a commit');
  const pieces = Array.from({ length: 40 }, (): readonly [number, number] => [0, 0xffff]);
  const [base] = chain(1);
  if (base === undefined) return;
  const large: GitObject = {
    type: 'tag',
    data: bytesOf(`${new TextDecoder().decode(base.data)}${'x'.repeat(0x10000)}`),
  };
  const made = delta(large.data.length, 40 * 0xffff, ...pieces);
  const deltas = encodePack([...BEGINNING, large, { kind: 'oid-delta', base: oidOf(large), data: made }]);
  await receiver.expectRefused(
    pushBody([`${ZERO_OID} ${oidOf(large)} ${TAG}`], deltas),
    'it has more than 1 MB, the limit for a tag',
  );
});

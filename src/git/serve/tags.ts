/** Annotated tags: objects that point at others. */
import type { Oid } from '../object.ts';
import type { ObjectStore } from '../object-store.ts';

const decoder = new TextDecoder('latin1');

/** The tags from `oid` on, each pointing at the next, and the object that the last one points at. */
export interface TagChain {
  readonly tags: readonly Oid[];
  readonly target: Oid;
}

/** Where `oid` leads; an object that is no tag is its own target. */
export function followTags(objects: ObjectStore, oid: Oid): TagChain {
  const tags: Oid[] = [];
  for (let target = oid; ; ) {
    const row = objects.idOf(target);
    if (row === undefined || objects.factsAt(row).type !== 'tag') return { tags, target };
    const next = /^object ([0-9a-f]{40})\n/.exec(decoder.decode(objects.readAt(row).data))?.[1];
    if (next === undefined) return { tags, target };
    tags.push(target);
    target = next;
  }
}

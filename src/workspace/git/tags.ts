/** Annotated tags: objects that point at others, which may be tags, too. */
import type { Oid } from './object.ts';
import type { ObjectStore } from './object-store.ts';

/** Tags in a row that a push may bring. git itself has no limit: whoever lists refs follows all of them. */
export const DEEPEST_TAG = 100;

/** The tags from one on, each pointing at the next, and the object that the last one points at. */
export interface TagChain {
  readonly tags: readonly Oid[];
  readonly target: Oid;
}

/** Tags whose target is kept in memory. */
const KEPT = 50_000;
/** Bytes of a tag that have its target and the type of that. */
const HEADER_BYTES = 70;

const decoder = new TextDecoder('latin1');

/** What a tag points at; undefined when `data` is no tag's. */
export function targetOfTag(data: Uint8Array): { readonly oid: Oid; readonly isTag: boolean } | undefined {
  const header = decoder.decode(data.subarray(0, HEADER_BYTES));
  const [, oid, type] = /^object ([0-9a-f]{40})\ntype (\w+)\n/.exec(header) ?? [];
  return oid === undefined ? undefined : { oid, isTag: type === 'tag' };
}

/** The tags of one repository. What an id points at never changes, so that each is read once. */
export class Tags {
  readonly #objects: ObjectStore;
  /** What tags point at; objects that are no tags point at nothing. */
  readonly #targets = new Map<Oid, Oid | undefined>();

  constructor(objects: ObjectStore) {
    this.#objects = objects;
  }

  /** Where `oid` leads, over {@link DEEPEST_TAG} tags at most; an object that is no tag is its own target. */
  follow(oid: Oid): TagChain {
    const tags: Oid[] = [];
    for (let target = oid; ; ) {
      const next = tags.length === DEEPEST_TAG ? undefined : this.#targetOf(target);
      if (next === undefined) return { tags, target };
      tags.push(target);
      target = next;
    }
  }

  #targetOf(oid: Oid): Oid | undefined {
    if (this.#targets.has(oid)) return this.#targets.get(oid);
    const row = this.#objects.idOf(oid);
    // It may come yet.
    if (row === undefined) return undefined;
    const isTag = this.#objects.factsAt(row).type === 'tag';
    const target = isTag ? targetOfTag(this.#objects.readAt(row).data)?.oid : undefined;
    if (this.#targets.size >= KEPT) this.#targets.clear();
    this.#targets.set(oid, target);
    return target;
  }
}

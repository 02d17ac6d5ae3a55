/** Messages of the commits that a push brought. */
import type { Oid } from './git/object.ts';
import type { Repository } from './git/repository.ts';
import type { Move } from './push-requests.ts';

/** Commits of one push that are read, and characters of a message. */
const MOST_COMMITS = 500;
const LONGEST_MESSAGE = 20_000;

/** Messages of what one push brought. */
export class PushedMessages {
  readonly #repository: Repository;
  /** How many refs point at each commit. */
  readonly #tips = new Map<Oid, number>();
  #read = 0;

  constructor(repository: Repository) {
    this.#repository = repository;
    for (const { oid } of repository.refs.list()) this.#tips.set(oid, (this.#tips.get(oid) ?? 0) + 1);
  }

  /** Messages of commits that a branch has since the push and that no other branch or tag points at, the newest first; the first 500 of all branches. */
  *of({ name, from, to }: Move): Generator<string> {
    if (to === undefined) return;
    const isOwn = this.#repository.refs.get(name) === to;
    const others = this.#tips.get(to) ?? 0;
    if (to === from || others > (isOwn ? 1 : 0)) return;
    const seen = new Set<Oid>([to]);
    const queue: Oid[] = [to];
    // Grows while it is walked.
    for (const oid of queue) {
      if (this.#read === MOST_COMMITS) return;
      this.#read++;
      const { message, parents } = this.#repository.commit(oid);
      yield message.slice(0, LONGEST_MESSAGE);
      for (const parent of parents) {
        if (seen.has(parent) || parent === from || this.#tips.has(parent) || !this.#repository.has(parent)) continue;
        seen.add(parent);
        queue.push(parent);
      }
    }
  }
}

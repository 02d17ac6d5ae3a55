/** Messages of the commits that a push brought. */
import type { Oid } from '../../src/git/object.ts';
import type { Repository } from '../../src/git/repository.ts';
import type { Move } from '../../src/workspace/push-requests.ts';

/** Commits of one push that are read, and characters of a message. */
const MOST_COMMITS = 500;
const LONGEST_MESSAGE = 20_000;

/** Messages of commits that a branch has since a push and that no other branch or tag points at, the newest first; the first 500. */
export function* pushedMessages(repository: Repository, { name, from, to }: Move): Generator<string> {
  if (to === undefined) return;
  const known = new Set<Oid>(repository.refs.list().flatMap((ref) => (ref.name === name ? [] : [ref.oid])));
  if (from !== undefined) known.add(from);
  if (known.has(to)) return;
  known.add(to);
  const queue: Oid[] = [to];
  let read = 0;
  // Grows while it is walked.
  for (const oid of queue) {
    if (read++ === MOST_COMMITS) return;
    const { message, parents } = repository.commit(oid);
    yield message.slice(0, LONGEST_MESSAGE);
    for (const parent of parents) {
      if (known.has(parent) || !repository.has(parent)) continue;
      known.add(parent);
      queue.push(parent);
    }
  }
}

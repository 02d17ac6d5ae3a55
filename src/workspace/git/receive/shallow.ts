/** Keeps the list of commits that came from shallow clones, whose parents are not there. */
import { type Oid, parseCommit } from '../object.ts';
import type { Repository } from '../repository.ts';
import type { ShallowCommits } from '../shallow-commits.ts';

/** Adds those of `pushed` that the repository has without their parents, and removes those whose parents have come. */
export function settleShallow(shallow: ShallowCommits, repository: Repository, pushed: Iterable<Oid>): void {
  for (const oid of pushed) if (repository.objects.has(oid) && !hasParents(repository, oid)) shallow.add(oid);
  for (const oid of shallow.list()) if (hasParents(repository, oid)) shallow.remove(oid);
}

function hasParents({ objects }: Repository, oid: Oid): boolean {
  const object = objects.read(oid);
  return object?.type !== 'commit' || parseCommit(object.data).parents.every((parent) => objects.has(parent));
}

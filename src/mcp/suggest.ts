/** Names that resemble a mistyped one. */
import { editDistance } from '../lib/edit-distance.ts';

/** Up to three of `names`, nearest first, that are within a third of their length of `typed` in edits, or contain it. */
export function suggest(typed: string, names: readonly string[]): readonly string[] {
  const wanted = typed.toLowerCase();
  return names
    .map((name) => ({
      name,
      distance: name.includes(wanted) || wanted.includes(name) ? 0 : editDistance(wanted, name),
    }))
    .filter(({ name, distance }) => distance <= Math.ceil(name.length / 3))
    .sort((left, right) => left.distance - right.distance)
    .slice(0, 3)
    .map(({ name }) => name);
}

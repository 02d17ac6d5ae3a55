/** The variables that assignment targets bind. */
import { walk } from './traverse.ts';

/** How often syntax assigns a variable, comprehensions left out. */
export function assignments(node: unknown, name: string): number {
  let count = 0;
  walk(node, (inner) => {
    if (!('kind' in inner)) return;
    const targets =
      inner.kind === 'assign' && 'targets' in inner
        ? inner.targets
        : (inner.kind === 'augassign' || inner.kind === 'annassign' || inner.kind === 'for') && 'target' in inner
          ? inner.target
          : undefined;
    count += boundNames(targets).filter((one) => one === name).length;
  });
  return count;
}

/** The names that assignment targets bind; names inside subscripts and attributes are only read. */
export function boundNames(targets: unknown): readonly string[] {
  if (Array.isArray(targets)) return targets.flatMap(boundNames);
  if (typeof targets !== 'object' || targets === null || !('kind' in targets)) return [];
  if (targets.kind === 'name' && 'id' in targets && typeof targets.id === 'string') return [targets.id];
  if ((targets.kind === 'tuple' || targets.kind === 'list') && 'items' in targets) return boundNames(targets.items);
  return targets.kind === 'starred' && 'value' in targets ? boundNames(targets.value) : [];
}

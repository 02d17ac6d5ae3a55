/** The nesting of definitions. */
import type { Definition } from './collect.ts';

/** A definition in its place. */
export interface Outlined {
  readonly definition: Definition;
  /** With its decorations. */
  readonly start: number;
  readonly parent: Outlined | undefined;
  /** Names around it with dots between, its own `@scope` last. */
  readonly scope: string;
  /** `scope` and its name. */
  readonly path: string;
}

/** In the order of their starts, outer ones first. */
export function outline(
  definitions: readonly Definition[],
  startOf: (definition: Definition) => number,
): readonly Outlined[] {
  const placed = definitions.map((definition) => ({ definition, start: startOf(definition) }));
  placed.sort(
    (left, right) =>
      left.start - right.start ||
      right.definition.end - left.definition.end ||
      left.definition.nameAt - right.definition.nameAt,
  );
  const open: Outlined[] = [];
  return placed.map(({ definition, start }) => {
    // What has the same span is no part of the other: `int a, b;`.
    while (!holds(open.at(-1), start, definition.end)) open.pop();
    const parent = open.at(-1);
    const scope = joined(parent?.path, definition.scope);
    const path = joined(scope, definition.name.replace(/::|\\/g, '.'));
    const outlined = { definition, start, parent, scope, path };
    open.push(outlined);
    return outlined;
  });
}

/** The innermost definition around each offset; `offsets` ascend. */
export function ownersOf(outlined: readonly Outlined[], offsets: readonly number[]): readonly (Outlined | undefined)[] {
  const open: Outlined[] = [];
  let next = 0;
  return offsets.map((offset) => {
    for (let each = outlined[next]; each !== undefined && each.start <= offset; each = outlined[++next]) {
      while (isOver(open.at(-1), each.start)) open.pop();
      open.push(each);
    }
    while (isOver(open.at(-1), offset)) open.pop();
    return open.at(-1);
  });
}

function holds(outer: Outlined | undefined, start: number, end: number): boolean {
  return (
    outer === undefined || (end <= outer.definition.end && (start !== outer.start || end !== outer.definition.end))
  );
}

function isOver(outer: Outlined | undefined, offset: number): boolean {
  return outer !== undefined && outer.definition.end <= offset;
}

function joined(...names: readonly (string | undefined)[]): string {
  return names.filter((name) => name !== undefined && name !== '').join('.');
}

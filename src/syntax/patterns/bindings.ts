/** What metavariables stand for, as a list that grows without changing its older ends. */

/** A place of a text that a metavariable stands for. */
export interface Bound {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Newest first; undefined for none. */
export interface Bindings {
  readonly bound: Bound;
  readonly rest: Bindings | undefined;
}

/** What a name is bound to. */
export function boundTo(bindings: Bindings | undefined, name: string): Bound | undefined {
  for (let at = bindings; at !== undefined; at = at.rest) if (at.bound.name === name) return at.bound;
  return undefined;
}

/** All of them, oldest first. */
export function allBound(bindings: Bindings | undefined): readonly Bound[] {
  const all: Bound[] = [];
  for (let at = bindings; at !== undefined; at = at.rest) all.push(at.bound);
  return all.reverse();
}

/** Whether two places hold the same code, spaces aside. */
export function isSameCode(text: string, a: Bound, b: Bound): boolean {
  if (a.start === b.start && a.end === b.end) return true;
  return squeezed(text, a) === squeezed(text, b);
}

/** Both together; null when they disagree. */
export function unified(
  text: string,
  into: Bindings | undefined,
  more: Bindings | undefined,
): Bindings | undefined | null {
  let all = into;
  if (more === into) return all;
  for (const bound of allBound(more)) {
    const known = boundTo(into, bound.name);
    if (known === undefined) all = { bound, rest: all };
    else if (!isSameCode(text, known, bound)) return null;
  }
  return all;
}

function squeezed(text: string, { start, end }: Bound): string {
  return text.slice(start, end).replace(/\s+/g, '');
}

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
  let left = a.start;
  let right = b.start;
  if (left === right && a.end === b.end) return true;
  for (;;) {
    while (left < a.end && isSpace(text, left)) left++;
    while (right < b.end && isSpace(text, right)) right++;
    if (left >= a.end || right >= b.end) return left >= a.end && right >= b.end;
    if (text.charCodeAt(left++) !== text.charCodeAt(right++)) return false;
  }
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

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 32 || (code >= 9 && code <= 13);
}

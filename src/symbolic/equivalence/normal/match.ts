/** Compares two trees up to a renaming of their variables. */
import type { Form } from './form.ts';

/** Which variable of the left stands for which of the right, and which functions of the module have to be equal. */
export interface Renaming {
  readonly forth: ReadonlyMap<string, string>;
  readonly back: ReadonlyMap<string, string>;
  readonly functions: ReadonlySet<string>;
}

/** What a name is in a function: a variable whose name nobody else knows, another variable, or a name of the module. */
export type NameKind = 'own' | 'shared' | 'global';

/** What names mean on the two sides. */
export interface Meaning {
  readonly left: (name: string) => NameKind;
  readonly right: (name: string) => NameKind;
  /** Whether both are functions of the module, which have to be compared as well. */
  readonly areFunctions: (left: string, right: string) => boolean;
}

/** Comparisons of nodes before trees are given up as different: operands in any order can be many. */
const MOST_STEPS = 50_000;

/** The renaming that makes the trees equal and extends `start`; undefined where there is none, or none is found in time. */
export function match(left: Form, right: Form, start: Renaming, meaning: Meaning): Renaming | undefined {
  let steps = 0;

  function* pairs(a: Form, b: Form, renaming: Renaming): Generator<Renaming> {
    if (++steps > MOST_STEPS) return;
    if (a.kind === 'name' && b.kind === 'name') {
      const renamed = rename(a.id, b.id, renaming, meaning);
      if (renamed !== undefined) yield renamed;
    } else if (a.kind === 'node' && b.kind === 'node') {
      if (a.tag !== b.tag || a.parts.length !== b.parts.length || a.isUnordered !== b.isUnordered) return;
      yield* a.isUnordered ? inAnyOrder(a.parts, b.parts, renaming) : inOrder(a.parts, b.parts, renaming);
    }
  }

  function* inOrder(a: readonly Form[], b: readonly Form[], renaming: Renaming): Generator<Renaming> {
    const [first, second] = [a[0], b[0]];
    if (first === undefined || second === undefined) {
      yield renaming;
      return;
    }
    for (const one of pairs(first, second, renaming)) yield* inOrder(a.slice(1), b.slice(1), one);
  }

  function* inAnyOrder(a: readonly Form[], b: readonly Form[], renaming: Renaming): Generator<Renaming> {
    const [first] = a;
    if (first === undefined) {
      yield renaming;
      return;
    }
    for (const [index, second] of b.entries()) {
      for (const one of pairs(first, second, renaming)) yield* inAnyOrder(a.slice(1), b.toSpliced(index, 1), one);
    }
  }

  for (const renaming of pairs(left, right, start)) return renaming;
  return undefined;
}

function rename(left: string, right: string, renaming: Renaming, meaning: Meaning): Renaming | undefined {
  const { forth, back, functions } = renaming;
  if (forth.has(left) || back.has(right))
    return forth.get(left) === right && back.get(right) === left ? renaming : undefined;
  const kind = meaning.left(left);
  if (kind !== meaning.right(right)) return undefined;
  if (left === right || kind === 'own') {
    return { forth: new Map(forth).set(left, right), back: new Map(back).set(right, left), functions };
  }
  if (kind !== 'global' || !meaning.areFunctions(left, right)) return undefined;
  return { ...renaming, functions: new Set(functions).add(`${left} ${right}`) };
}

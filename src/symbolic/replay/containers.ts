/** Telling containers as source text, built from candidates of their elements; the most ordinary first. */
import { distinct } from './scalars.ts';

/** Elements that get a one-element container of their own. */
const SINGLES = 10;
/** Candidates of each component of a fixed-size tuple or a constructor that are tried with the others at their first. */
const VARIATIONS = 8;

/** Items of several containers. */
export type Arrangements = readonly (readonly string[])[];

/** Sequences of elements: one, none, two equal, two different in both orders, three, and further single ones. */
function arrangements(elements: readonly string[], own: Arrangements = []): Arrangements {
  const [a, b = a, c = b, ...rest] = elements;
  if (a === undefined || b === undefined || c === undefined) return [[]];
  const pairs = [[a, b], [], [a], [a, a], [b, a], [c, b, a], [a, b, c], [a, b, a], [b], [c]];
  return [...pairs, ...own, ...rest.slice(0, SINGLES).flatMap((element) => [[element], [a, element]])];
}

/** Lists whose elements are of `elements`; `own` are items that the code itself has. */
export function listCandidates(elements: readonly string[], own: Arrangements = []): readonly string[] {
  return distinct(arrangements(elements, own).map((items) => `[${items.join(', ')}]`));
}

/** Tuples of any length whose elements are of `elements`; `own` are items that the code itself has. */
export function tupleCandidates(elements: readonly string[], own: Arrangements = []): readonly string[] {
  return distinct(arrangements(elements, own).map(tupleSource));
}

/** Source text of a tuple. */
export function tupleSource(items: readonly string[]): string {
  return items.length === 1 ? `(${items[0]},)` : `(${items.join(', ')})`;
}

/** Sets whose elements are of `elements`; `own` are items that the code itself has. */
export function setCandidates(elements: readonly string[], own: Arrangements = []): readonly string[] {
  const sets = arrangements(elements, own).map(distinct);
  return distinct(sets.map((items) => (items.length === 0 ? 'set()' : `{${items.join(', ')}}`)));
}

/** Frozen sets whose elements are of `elements`; `own` are items that the code itself has. */
export function frozensetCandidates(elements: readonly string[], own: Arrangements = []): readonly string[] {
  return setCandidates(elements, own).map((set) => (set === 'set()' ? 'frozenset()' : `frozenset(${set})`));
}

/** Dictionaries with keys and values of the given ones. */
export function dictCandidates(keys: readonly string[], values: readonly string[]): readonly string[] {
  const shapes = arrangements(keys).map(distinct);
  const plain = shapes.map((names) => names.map((key, index) => `${key}: ${values[index % values.length] ?? 'None'}`));
  const [key] = keys;
  const varied = key === undefined ? [] : values.slice(1, SINGLES).map((value) => [`${key}: ${value}`]);
  return distinct([...plain, ...varied].map((entries) => `{${entries.join(', ')}}`));
}

/** Rows with one component each varied against the others at their first, then rows of equal components. */
export function rows(components: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const base = components.map((candidates) => candidates[0] ?? 'None');
  const varied = components.flatMap((candidates, index) =>
    candidates.slice(1, VARIATIONS).map((candidate) => base.with(index, candidate)),
  );
  const [first = []] = components;
  const equal = first
    .slice(1, 3)
    .filter((value) => components.every((candidates) => candidates.includes(value)))
    .map((value) => components.map(() => value));
  return [base, ...varied, ...equal];
}

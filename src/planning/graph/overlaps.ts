/** Steps that may be worked on at the same time, and change the same file. */
import { type Network, startOf } from './network.ts';

/** Two steps, by number, of which neither waits for the other. */
export interface Overlap {
  readonly file: string;
  readonly steps: readonly [number, number];
}

/** Pairs of steps that are looked at. */
const MOST_PAIRS = 500_000;

/** What overlaps. */
export interface Overlaps {
  readonly overlaps: readonly Overlap[];
  /** Of all pairs that were looked at. */
  readonly total: number;
  /** False when there were more pairs than are looked at. */
  readonly complete: boolean;
}

/** The first `most` overlaps, and how many there are. `files` are those of each step that is open, by index. */
export function overlapsOf(network: Network, files: ReadonlyMap<number, readonly string[]>, most: number): Overlaps {
  const byFile = new Map<string, number[]>();
  for (const [index, paths] of files)
    for (const path of new Set(paths)) byFile.set(path, [...(byFile.get(path) ?? []), index]);
  const shared = [...byFile].filter(([, indices]) => indices.length > 1);
  if (shared.length === 0) return { overlaps: [], total: 0, complete: true };
  const isBefore = precedence(network);
  const overlaps: Overlap[] = [];
  let total = 0;
  let pairs = 0;
  for (const [file, indices] of shared.sort(([left], [right]) => (left < right ? -1 : 1)))
    for (const [place, one] of indices.entries())
      for (const other of indices.slice(place + 1)) {
        if (pairs++ === MOST_PAIRS) return { overlaps, total, complete: false };
        if (isBefore(one, other) || isBefore(other, one) || isPart(network, one, other)) continue;
        total++;
        const numbers = [network.steps[one]?.number ?? 0, network.steps[other]?.number ?? 0] as const;
        if (overlaps.length < most) overlaps.push({ file, steps: numbers });
      }
  return { overlaps, total, complete: true };
}

/** Whether a step ends before another one starts, by a bit for every pair of steps. */
function precedence({ steps, order, before }: Network): (one: number, other: number) => boolean {
  const words = Math.ceil(steps.length / 32);
  const ended = new Map<number, Uint32Array>();
  for (const event of order) {
    const bits = new Uint32Array(words);
    for (const from of before[event] ?? []) {
      const others = ended.get(from);
      if (others !== undefined)
        for (let word = 0; word < words; word++) bits[word] = (bits[word] ?? 0) | (others[word] ?? 0);
      if (from % 2 === 1) bits[from >> 6] = (bits[from >> 6] ?? 0) | (1 << ((from >> 1) & 31));
    }
    ended.set(event, bits);
  }
  return (one, other) => ((ended.get(startOf(other))?.[one >> 5] ?? 0) & (1 << (one & 31))) !== 0;
}

/** Whether one of two steps is a part of the other, at any depth. */
function isPart({ steps, indexOf }: Network, one: number, other: number): boolean {
  const within = (inner: number, outer: number): boolean => {
    for (let at: number | undefined = inner; at !== undefined; ) {
      const parent: number | undefined = steps[at]?.parent;
      at = parent === undefined ? undefined : indexOf.get(parent);
      if (at === outer) return true;
    }
    return false;
  };
  return within(one, other) || within(other, one);
}

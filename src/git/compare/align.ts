/**
 * Which lines two texts share: Myers' algorithm in linear space ("An O(ND) Difference Algorithm and Its Variations", 1986), with the choices
 * that git makes, so that answers are those of `git diff` and `git blame`. Very different texts get an alignment that is not the shortest,
 * in bounded time.
 */
import type { Steps, WorkBudget } from '../../lib/sliced-work.ts';

/** Edits after which the search for the shortest way gives up, at least. */
const LEAST_COST = 256;
/** Equal lines of the other text from which on a line says little about where it belongs, at most. */
const MOST_EQUALS = 1024;
/** Lines around one that are looked at to tell whether it stands among changes. */
const WINDOW = 100;
/** Steps of the search that are one unit of work. */
const STEPS_PER_UNIT = 250;
/** Lines that are one unit of work. */
const LINES_PER_UNIT = 4;

/** Which lines of each text are not in the other one. */
export interface ChangedLines {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** A text as numbers that are equal where lines are. */
type Classes = Int32Array<ArrayBuffer>;

/** Part of both texts: from the first two, up to the last two. */
type Box = readonly [left: number, leftEnd: number, right: number, rightEnd: number];

/** Marks what differs. */
export function* align(before: readonly string[], after: readonly string[], work: WorkBudget): Steps<ChangedLines> {
  const changed: ChangedLines = { before: new Uint8Array(before.length), after: new Uint8Array(after.length) };
  const { left, right, inLeft, inRight } = classify(before, after);
  work.spend((before.length + after.length) / LINES_PER_UNIT);
  yield;
  const shortest = Math.min(left.length, right.length);
  let start = 0;
  while (start < shortest && left[start] === right[start]) start++;
  let same = 0;
  while (same < shortest - start && left[left.length - 1 - same] === right[right.length - 1 - same]) same++;
  const ours = significant(left, inRight, start, left.length - same, changed.before);
  const theirs = significant(right, inLeft, start, right.length - same, changed.after);
  const search = new Search(ours.classes, theirs.classes);
  const boxes: Box[] = [[0, ours.classes.length, 0, theirs.classes.length]];
  for (let box = boxes.pop(); box !== undefined; box = boxes.pop()) {
    const [left1, leftEnd, right1, rightEnd] = search.shrink(box);
    if (left1 === leftEnd) mark(changed.after, theirs.places, right1, rightEnd);
    else if (right1 === rightEnd) mark(changed.before, ours.places, left1, leftEnd);
    else {
      const [x, y] = search.split([left1, leftEnd, right1, rightEnd]);
      boxes.push([x, leftEnd, y, rightEnd], [left1, x, right1, y]);
      work.spend(search.takeSteps() / STEPS_PER_UNIT);
      yield;
    }
  }
  return changed;
}

function mark(changed: Uint8Array, places: Classes, from: number, to: number): void {
  for (let at = from; at < to; at++) changed[places[at] ?? 0] = 1;
}

/** Numbers for lines, and how often each number is on either side. */
function classify(before: readonly string[], after: readonly string[]) {
  const known = new Map<string, number>();
  const classesOf = (lines: readonly string[]): Classes =>
    Int32Array.from(lines, (line) => {
      const found = known.get(line);
      if (found !== undefined) return found;
      known.set(line, known.size);
      return known.size - 1;
    });
  const [left, right] = [classesOf(before), classesOf(after)];
  const [inLeft, inRight] = [new Int32Array(known.size), new Int32Array(known.size)];
  for (const each of left) inLeft[each] = (inLeft[each] ?? 0) + 1;
  for (const each of right) inRight[each] = (inRight[each] ?? 0) + 1;
  return { left, right, inLeft, inRight };
}

/** How many equals a line has in the other text. */
const EQUALS = { none: 0, some: 1, many: 2 } as const;

/**
 * The lines from `from` to `to` that are worth aligning, and where they stand. Others are changed: those that the other text has not, and
 * frequent ones in the midst of such.
 */
function significant(classes: Classes, inOther: Int32Array, from: number, to: number, changed: Uint8Array) {
  const many = Math.min(roughRoot(classes.length), MOST_EQUALS);
  const likeness = new Uint8Array(classes.length);
  for (let at = from; at < to; at++) {
    const equals = inOther[classes[at] ?? 0] ?? 0;
    likeness[at] = equals === 0 ? EQUALS.none : equals >= many ? EQUALS.many : EQUALS.some;
  }
  const kept: number[] = [];
  const places: number[] = [];
  for (let at = from; at < to; at++) {
    const like = likeness[at];
    if (like === EQUALS.some || (like === EQUALS.many && !isAmongChanges(likeness, at, from, to))) {
      kept.push(classes[at] ?? 0);
      places.push(at);
    } else changed[at] = 1;
  }
  return { classes: Int32Array.from(kept), places: Int32Array.from(places) };
}

/** Whether most lines around a frequent one, up to the next that says where it belongs, are not in the other text. */
function isAmongChanges(likeness: Uint8Array, at: number, from: number, to: number): boolean {
  const above = countAround(likeness, at, -1, Math.max(from, at - WINDOW) - 1);
  if (above.none === 0) return false;
  const below = countAround(likeness, at, 1, Math.min(to, at + WINDOW + 1));
  if (below.none === 0) return false;
  const [none, many] = [above.none + below.none, above.many + below.many + 2];
  return 4 * many < many + none;
}

function countAround(likeness: Uint8Array, at: number, step: 1 | -1, end: number) {
  let [none, many] = [0, 0];
  for (let near = at + step; near !== end; near += step) {
    if (likeness[near] === EQUALS.none) none++;
    else if (likeness[near] === EQUALS.many) many++;
    else break;
  }
  return { none, many };
}

/** A power of two near the square root. */
function roughRoot(value: number): number {
  let root = 1;
  for (let left = value; left > 0; left >>= 2) root <<= 1;
  return root;
}

/** Looks for places where a shortest way passes: from both ends at once, until they meet. */
class Search {
  readonly #left: Classes;
  readonly #right: Classes;
  /** By diagonal, moved by `#origin`: how far the ways from the beginning and from the end came in the left text. */
  readonly #forward: Int32Array;
  readonly #backward: Int32Array;
  readonly #origin: number;
  readonly #mostCost: number;
  #steps = 0;

  constructor(left: Classes, right: Classes) {
    const diagonals = left.length + right.length + 3;
    this.#left = left;
    this.#right = right;
    this.#forward = new Int32Array(diagonals);
    this.#backward = new Int32Array(diagonals);
    this.#origin = right.length + 1;
    this.#mostCost = Math.max(roughRoot(diagonals), LEAST_COST);
  }

  /** Steps since it was last asked. */
  takeSteps(): number {
    const steps = this.#steps;
    this.#steps = 0;
    return steps;
  }

  /** The box without equal lines at its ends. */
  shrink([left, leftEnd, right, rightEnd]: Box): Box {
    const [ours, theirs] = [this.#left, this.#right];
    let [x, y, xEnd, yEnd] = [left, right, leftEnd, rightEnd];
    while (x < xEnd && y < yEnd && ours[x] === theirs[y]) {
      x++;
      y++;
    }
    while (x < xEnd && y < yEnd && ours[xEnd - 1] === theirs[yEnd - 1]) {
      xEnd--;
      yEnd--;
    }
    this.#steps += x - left + leftEnd - xEnd;
    return [x, xEnd, y, yEnd];
  }

  /** A place in a box, both of whose texts have lines, that divides it. */
  split(box: Box): readonly [x: number, y: number] {
    const [left, leftEnd, right, rightEnd] = box;
    const [forward, backward, origin] = [this.#forward, this.#backward, this.#origin];
    const [lowest, highest] = [left - rightEnd, leftEnd - right];
    const [first, last] = [left - right, leftEnd - rightEnd];
    const meetsForward = ((first - last) & 1) === 1;
    let [fromLow, fromHigh, toLow, toHigh] = [first, first, last, last];
    forward[first + origin] = left;
    backward[last + origin] = leftEnd;
    for (let cost = 1; ; cost++) {
      if (fromLow > lowest) forward[--fromLow - 1 + origin] = -1;
      else fromLow++;
      if (fromHigh < highest) forward[++fromHigh + 1 + origin] = -1;
      else fromHigh--;
      for (let at = fromHigh; at >= fromLow; at -= 2) {
        const x = this.#ahead(at, leftEnd, rightEnd);
        if (meetsForward && toLow <= at && at <= toHigh && (backward[at + origin] ?? 0) <= x) return [x, x - at];
      }
      if (toLow > lowest) backward[--toLow - 1 + origin] = MAX;
      else toLow++;
      if (toHigh < highest) backward[++toHigh + 1 + origin] = MAX;
      else toHigh--;
      for (let at = toHigh; at >= toLow; at -= 2) {
        const x = this.#back(at, left, right);
        if (!meetsForward && fromLow <= at && at <= fromHigh && x <= (forward[at + origin] ?? 0)) return [x, x - at];
      }
      if (cost >= this.#mostCost) return this.#furthest(box, { fromLow, fromHigh, toLow, toHigh });
    }
  }

  /** The next step of the way from the beginning that ends on a diagonal, and all equal lines behind it. */
  #ahead(diagonal: number, leftEnd: number, rightEnd: number): number {
    const [ours, theirs, ways, at] = [this.#left, this.#right, this.#forward, diagonal + this.#origin];
    const [below, above] = [ways[at - 1] ?? 0, ways[at + 1] ?? 0];
    const start = below >= above ? below + 1 : above;
    let x = start;
    while (x < leftEnd && x - diagonal < rightEnd && ours[x] === theirs[x - diagonal]) x++;
    this.#steps += 1 + x - start;
    ways[at] = x;
    return x;
  }

  /** The same from the end. */
  #back(diagonal: number, left: number, right: number): number {
    const [ours, theirs, ways, at] = [this.#left, this.#right, this.#backward, diagonal + this.#origin];
    const [below, above] = [ways[at - 1] ?? 0, ways[at + 1] ?? 0];
    const start = below < above ? below : above - 1;
    let x = start;
    while (x > left && x - diagonal > right && ours[x - 1] === theirs[x - 1 - diagonal]) x--;
    this.#steps += 1 + start - x;
    ways[at] = x;
    return x;
  }

  /** Where the way came furthest that came further: for texts that differ too much for the shortest one. */
  #furthest(
    [left, leftEnd, right, rightEnd]: Box,
    ends: { readonly fromLow: number; readonly fromHigh: number; readonly toLow: number; readonly toHigh: number },
  ): readonly [x: number, y: number] {
    let ahead: readonly [number, number] = [left, right];
    let reached = -1;
    for (let at = ends.fromHigh; at >= ends.fromLow; at -= 2) {
      let x = Math.min(this.#forward[at + this.#origin] ?? 0, leftEnd);
      if (x - at > rightEnd) x = rightEnd + at;
      if (2 * x - at <= reached) continue;
      reached = 2 * x - at;
      ahead = [x, x - at];
    }
    let back: readonly [number, number] = [leftEnd, rightEnd];
    let nearest = MAX;
    for (let at = ends.toHigh; at >= ends.toLow; at -= 2) {
      let x = Math.max(this.#backward[at + this.#origin] ?? 0, left);
      if (x - at < right) x = right + at;
      if (2 * x - at >= nearest) continue;
      nearest = 2 * x - at;
      back = [x, x - at];
    }
    return leftEnd + rightEnd - nearest < reached - left - right ? ahead : back;
  }
}

const MAX = 0x7fff_ffff;

/**
 * Which lines two texts share: Myers' algorithm in linear space ("An O(ND) Difference Algorithm and Its Variations", 1986), with the choices
 * that git makes, so that answers are those of `git diff` and `git blame`. Very different texts get an alignment that is not the shortest,
 * in bounded time.
 */
import type { Steps, WorkBudget } from '../../../lib/sliced-work.ts';

/** Edits after which the search for the shortest way gives up, at least. */
const LEAST_COST = 256;
/** Equal lines of the other text from which on a line says little about where it belongs, at most. */
const MOST_EQUALS = 1024;
/** Lines around one that are looked at to tell whether it stands among changes. */
const WINDOW = 100;
/** Steps of the search that are one unit of work, and after which it may be paused. */
const STEPS_PER_UNIT = 120;
const STEPS_AT_ONCE = 500_000;
/** Lines that are classed in one unit of work, those that are compared, and those after which work may be paused. */
const CLASSED_PER_UNIT = 2;
const COMPARED_PER_UNIT = 40;
const LINES_AT_ONCE = 10_000;

/** Which lines of each text are not in the other one. */
export interface ChangedLines {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** A text as numbers that are equal where lines are. */
type Classes = Int32Array<ArrayBuffer>;

/** Part of both texts: from the first two, up to the last two. */
type Box = readonly [left: number, leftEnd: number, right: number, rightEnd: number];

/** Marks what differs; undefined when the budget was spent before. */
export function* align(
  before: readonly string[],
  after: readonly string[],
  work: WorkBudget,
): Steps<ChangedLines | undefined> {
  const changed: ChangedLines = { before: new Uint8Array(before.length), after: new Uint8Array(after.length) };
  const { start, same } = sharedEnds(before, after);
  work.spend(1 + (start + same) / COMPARED_PER_UNIT);
  yield;
  const [ourEnd, theirEnd] = [before.length - same, after.length - same];
  const classes = yield* classify(before, after, { start, same }, work);
  if (classes === undefined) {
    changed.before.fill(1, start, ourEnd);
    changed.after.fill(1, start, theirEnd);
    return changed;
  }
  const { left, right, inLeft, inRight } = classes;
  const ours = yield* significant(left, inRight, { start, lines: before.length }, changed.before, work);
  const theirs = yield* significant(right, inLeft, { start, lines: after.length }, changed.after, work);
  const search = new Search(ours.classes, theirs.classes, work);
  const boxes: Box[] = [[0, ours.classes.length, 0, theirs.classes.length]];
  for (let box = boxes.pop(); box !== undefined; box = boxes.pop()) {
    const [left1, leftEnd, right1, rightEnd] = search.shrink(box);
    if (left1 === leftEnd) mark(changed.after, theirs.places, right1, rightEnd);
    else if (right1 === rightEnd) mark(changed.before, ours.places, left1, leftEnd);
    else {
      const middle = yield* search.split([left1, leftEnd, right1, rightEnd]);
      if (middle === undefined) return undefined;
      const [x, y] = middle;
      boxes.push([x, leftEnd, y, rightEnd], [left1, x, right1, y]);
    }
  }
  return changed;
}

function mark(changed: Uint8Array, places: Classes, from: number, to: number): void {
  for (let at = from; at < to; at++) changed[places[at] ?? 0] = 1;
}

/** How many lines are the same at the start, and at the end behind those. */
function sharedEnds(before: readonly string[], after: readonly string[]) {
  const shortest = Math.min(before.length, after.length);
  let start = 0;
  while (start < shortest && before[start] === after[start]) start++;
  let same = 0;
  while (same < shortest - start && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  return { start, same };
}

/**
 * Numbers for the lines between the shared ends, and how often each number is in the whole of either text; undefined when no line between
 * them is in both.
 */
function* classify(
  before: readonly string[],
  after: readonly string[],
  { start, same }: { readonly start: number; readonly same: number },
  work: WorkBudget,
) {
  const known = new Map<string, number>();
  const classesOf = function* (lines: readonly string[]): Steps<Classes> {
    const end = lines.length - same;
    const classes = new Int32Array(end - start);
    for (let at = start; at < end; at++) {
      const line = lines[at] ?? '';
      let found = known.get(line);
      if (found === undefined) {
        found = known.size;
        known.set(line, found);
      }
      classes[at - start] = found;
      if ((at - start) % LINES_AT_ONCE === LINES_AT_ONCE - 1) yield* pause();
    }
    work.spend(((end - start) % LINES_AT_ONCE) / CLASSED_PER_UNIT);
    return classes;
  };
  const pause = function* (): Steps<void> {
    work.spend(LINES_AT_ONCE / CLASSED_PER_UNIT);
    yield;
  };
  const left = yield* classesOf(before);
  const ourKinds = known.size;
  const right = yield* classesOf(after);
  if (!right.some((each) => each < ourKinds)) return undefined;
  const [inLeft, inRight] = [new Int32Array(known.size), new Int32Array(known.size)];
  for (const each of left) inLeft[each] = (inLeft[each] ?? 0) + 1;
  for (const each of right) inRight[each] = (inRight[each] ?? 0) + 1;
  for (let shared = 0; shared < start + same; shared++) {
    const line = before[shared < start ? shared : before.length - 1 - (shared - start)] ?? '';
    const each = known.get(line);
    if (each !== undefined) {
      inLeft[each] = (inLeft[each] ?? 0) + 1;
      inRight[each] = (inRight[each] ?? 0) + 1;
    }
    if (shared % LINES_AT_ONCE === LINES_AT_ONCE - 1) yield* pause();
  }
  return { left, right, inLeft, inRight };
}

/** How many equals a line has in the other text. */
const EQUALS = { none: 0, some: 1, many: 2 } as const;

/**
 * The lines between the shared ends that are worth aligning, and where they stand. Others are changed: those that the other text has not, and
 * frequent ones in the midst of such. `start` is where they begin in the text, which has so many `lines`.
 */
function* significant(
  classes: Classes,
  inOther: Int32Array,
  { start, lines }: { readonly start: number; readonly lines: number },
  changed: Uint8Array,
  work: WorkBudget,
) {
  const many = Math.min(roughRoot(lines), MOST_EQUALS);
  const likeness = Uint8Array.from(classes, (each) => {
    const equals = inOther[each] ?? 0;
    return equals === 0 ? EQUALS.none : equals >= many ? EQUALS.many : EQUALS.some;
  });
  const kept: number[] = [];
  const places: number[] = [];
  let steps = 0;
  for (let at = 0; at < classes.length; at++) {
    const like = likeness[at];
    steps += like === EQUALS.many ? WINDOW : 1;
    if (like === EQUALS.some || (like === EQUALS.many && !isAmongChanges(likeness, at, 0, classes.length))) {
      kept.push(classes[at] ?? 0);
      places.push(start + at);
    } else changed[start + at] = 1;
    if (steps >= STEPS_AT_ONCE) {
      work.spend(steps / STEPS_PER_UNIT);
      steps = 0;
      yield;
    }
  }
  work.spend(steps / STEPS_PER_UNIT);
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
  readonly #work: WorkBudget;
  /** Steps that were not counted as work yet. */
  #steps = 0;

  constructor(left: Classes, right: Classes, work: WorkBudget) {
    this.#work = work;
    const diagonals = left.length + right.length + 3;
    this.#left = left;
    this.#right = right;
    this.#forward = new Int32Array(diagonals);
    this.#backward = new Int32Array(diagonals);
    this.#origin = right.length + 1;
    this.#mostCost = Math.max(roughRoot(diagonals), LEAST_COST);
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

  /** A place in a box, both of whose texts have lines, that divides it; undefined when the budget was spent before. */
  *split(box: Box): Steps<readonly [x: number, y: number] | undefined> {
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
      if (this.#steps >= STEPS_AT_ONCE) {
        this.#work.spend(this.#steps / STEPS_PER_UNIT);
        this.#steps = 0;
        yield;
        if (this.#work.isSpent) return undefined;
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

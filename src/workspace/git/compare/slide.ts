/**
 * Where changes are shown that could as well be shown some lines above or below: of `a b a b` from `a b`, either pair may be the new one.
 * Git puts them beside changes of the other text, else where the lines around are indented least and blank (its "indent heuristic",
 * whose weights were found by measuring what people prefer).
 */
import type { Steps, WorkBudget } from '../../../lib/sliced-work.ts';
import { indentOf } from './text.ts';

/** Blank lines that are counted at most. */
const MOST_BLANKS = 20;
/** Lines by which a change is moved at most. */
const FURTHEST = 100;

const WEIGHTS = {
  startOfText: 1,
  endOfText: 21,
  blank: -30,
  blankBelow: 6,
  deeper: -4,
  deeperAfterBlank: 10,
  opening: 24,
  openingAfterBlank: 17,
  closing: 23,
  closingAfterBlank: 17,
  indent: 60,
} as const;

/** Moves by a line that are one unit of work, and after which it may be paused. */
const MOVES_PER_UNIT = 15;
const MOVES_AT_ONCE = 100_000;
/** Moves that cost as much as looking whether a text is divided well at a line. */
const LOOK_MOVES = 20;
const UNKNOWN = -2;

/** A text, and which of its lines changed. */
export class MarkedText {
  readonly lines: readonly string[];
  readonly changed: Uint8Array;
  readonly #indents: Int16Array;

  constructor(lines: readonly string[], changed: Uint8Array) {
    this.lines = lines;
    this.changed = changed;
    this.#indents = new Int16Array(lines.length).fill(UNKNOWN);
  }

  /** What `indentOf` says of a line; undefined where there is none. */
  indentAt(at: number): number | undefined {
    const known = this.#indents[at];
    if (known !== UNKNOWN) return known;
    const indent = indentOf(this.lines[at] ?? '');
    this.#indents[at] = indent;
    return indent;
  }
}

/** Moves the changes of `text`, whose other version is `other`, to where they are shown. */
export function* slide(text: MarkedText, other: MarkedText, work: WorkBudget): Steps<void> {
  const group = new Group(text);
  const twin = new Group(other);
  do {
    if (!group.isEmpty) settle(text, group, twin);
    if (group.moves < MOVES_AT_ONCE) continue;
    work.spend(group.takeMoves() / MOVES_PER_UNIT);
    yield;
  } while (group.next() && twin.next());
  work.spend(group.takeMoves() / MOVES_PER_UNIT);
}

function settle(text: MarkedText, group: Group, twin: Group): void {
  let size: number;
  let highest: number;
  let besideChange: boolean;
  do {
    size = group.size;
    while (group.up()) twin.previous();
    highest = group.end;
    besideChange = !twin.isEmpty;
    while (group.down()) {
      twin.next();
      besideChange ||= !twin.isEmpty;
    }
  } while (group.size !== size);
  if (group.end === highest) return;
  group.moves += LOOK_MOVES * Math.min(group.end - highest, FURTHEST);
  const wanted = besideChange ? undefined : bestEnd(text, highest, group.end, size);
  while (wanted === undefined ? twin.isEmpty : group.end > wanted) {
    group.up();
    twin.previous();
  }
}

/** The last of the best ends between two of a group of `size` lines. */
function bestEnd(text: MarkedText, highest: number, lowest: number, size: number): number {
  let best: { readonly end: number; readonly score: Score } | undefined;
  for (let end = Math.max(highest, lowest - size - 1, lowest - FURTHEST); end <= lowest; end++) {
    const [above, below] = [scoreOf(text, end), scoreOf(text, end - size)];
    const score = { indent: above.indent + below.indent, penalty: above.penalty + below.penalty };
    if (best === undefined || isNoWorse(score, best.score)) best = { end, score };
  }
  return best?.end ?? lowest;
}

/** How bad it is to divide a text somewhere. */
interface Score {
  readonly indent: number;
  readonly penalty: number;
}

function isNoWorse(score: Score, than: Score): boolean {
  return WEIGHTS.indent * Math.sign(score.indent - than.indent) + score.penalty - than.penalty <= 0;
}

/** Of a division before line `at`. */
function scoreOf(text: MarkedText, at: number): Score {
  const own = text.indentAt(at) ?? -1;
  const above = nearestIndent(text, at, -1);
  const below = nearestIndent(text, at, 1);
  const blanksBelow = own === -1 ? 1 + below.blanks : 0;
  const blanks = above.blanks + blanksBelow;
  const indent = own === -1 ? below.indent : own;
  let penalty = WEIGHTS.blank * blanks + WEIGHTS.blankBelow * blanksBelow;
  if (above.indent === -1 && above.blanks === 0) penalty += WEIGHTS.startOfText;
  if (at === text.lines.length) penalty += WEIGHTS.endOfText;
  if (indent !== -1 && above.indent !== -1) {
    if (indent > above.indent) penalty += blanks > 0 ? WEIGHTS.deeperAfterBlank : WEIGHTS.deeper;
    else if (indent < above.indent) {
      const opens = below.indent > indent;
      if (opens) penalty += blanks > 0 ? WEIGHTS.openingAfterBlank : WEIGHTS.opening;
      else penalty += blanks > 0 ? WEIGHTS.closingAfterBlank : WEIGHTS.closing;
    }
  }
  return { indent, penalty };
}

/** The indentation of the next line with something in it, -1 when there is none, and the blank ones before it. */
function nearestIndent(text: MarkedText, at: number, step: 1 | -1) {
  let blanks = 0;
  for (let near = at + step; ; near += step) {
    const indent = text.indentAt(near);
    if (indent === undefined) return { indent: -1, blanks };
    if (indent !== -1) return { indent, blanks };
    blanks++;
    if (blanks === MOST_BLANKS) return { indent: 0, blanks };
  }
}

/** Changed lines that follow one another, perhaps none, between two that did not change. Both texts have as many groups. */
class Group {
  readonly #lines: readonly string[];
  readonly #changed: Uint8Array;
  /** By a line, since they were taken; those of the twin are as many. */
  moves = 0;
  #start = 0;
  #end = 0;

  constructor({ lines, changed }: MarkedText) {
    this.#lines = lines;
    this.#changed = changed;
    this.#extendDown();
  }

  takeMoves(): number {
    const { moves } = this;
    this.moves = 0;
    return moves;
  }

  get end(): number {
    return this.#end;
  }

  get size(): number {
    return this.#end - this.#start;
  }

  get isEmpty(): boolean {
    return this.#end === this.#start;
  }

  /** The group below; false when this is the last. */
  next(): boolean {
    if (this.#end === this.#lines.length) return false;
    this.moves++;
    this.#start = this.#end + 1;
    this.#end = this.#start;
    this.#extendDown();
    return true;
  }

  /** The group above; false when this is the first. */
  previous(): boolean {
    if (this.#start === 0) return false;
    this.#end = this.#start - 1;
    this.#start = this.#end;
    this.#extendUp();
    return true;
  }

  /** Moves by a line, when it would say the same there; joins a group that it meets. */
  up(): boolean {
    if (this.#start === 0 || this.#lines[this.#start - 1] !== this.#lines[this.#end - 1]) return false;
    this.moves++;
    this.#changed[--this.#start] = 1;
    this.#changed[--this.#end] = 0;
    this.#extendUp();
    return true;
  }

  down(): boolean {
    if (this.#end === this.#lines.length || this.#lines[this.#start] !== this.#lines[this.#end]) return false;
    this.moves++;
    this.#changed[this.#start++] = 0;
    this.#changed[this.#end++] = 1;
    this.#extendDown();
    return true;
  }

  #extendUp(): void {
    while (this.#start > 0 && this.#changed[this.#start - 1] === 1) this.#start--;
  }

  #extendDown(): void {
    while (this.#end < this.#lines.length && this.#changed[this.#end] === 1) this.#end++;
  }
}

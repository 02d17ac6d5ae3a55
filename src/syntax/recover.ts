/**
 * Goes on behind damage. A grammar that meets what it does not understand gives up more than that: a bracket that is missing can cost the
 * rest of the file. So the blocks of a damaged file are read for themselves, each between the heads and ends of the blocks around it.
 */
import type { Node, QueryMatch } from 'web-tree-sitter';
import { type Block, blocksIn } from './blocks.ts';
import type { LineSpan, ParsedLanguage, ParsedText, Span } from './grammar.ts';
import { Lines } from './lines.ts';
import { conflictSides, linesOfTexts, soundLines } from './passed.ts';
import type { LineRange } from './service.ts';

/** Units that are read again, for each unit of the text: a damaged block is read once for each level of blocks around it. */
const UNITS_PER_UNIT = 12;
const UNITS_AT_LEAST = 20_000;
/** What it costs to read anything. */
const UNITS_A_READ = 200;
/** Blocks side by side that are whole only together. */
const MOST_TOGETHER = 4;
/** Levels of blocks that are looked into. */
const MOST_LEVELS = 12;
/** What has to stand before everything in PHP. */
const TAG = /^(?:(?:#!|<{7})[^\n]*\n)?\s*<\?php/;
/** What the rest of a file belongs to. */
const NAMESPACE = /^namespace\s+[\w.\\]+\s*;/;
/** Where a match stands: at the first of these that it captures. */
const PLACES = ['name', 'qualified', 'symbol', 'local', 'comment', 'decoration', 'closure'];

/** Where a definition of a match begins and ends at most. */
export type Bounds = Span & {
  /** Where it ends when it reaches the end: what is behind was read for itself. */
  readonly beyond: number;
};

type Give = (match: QueryMatch, bounds?: Bounds) => void;

/** Gives every match of a file, and of a damaged one those of its blocks. */
export function eachMatch(parsed: ParsedText, language: ParsedLanguage, give: Give): void {
  if (!parsed.root.hasError) giveAll(parsed, give);
  else if (language === 'c' || language === 'cpp') giveMore(parsed, give);
  else recover(parsed, give);
}

function giveAll(parsed: ParsedText, give: Give): void {
  for (const batch of parsed.matches()) for (const match of batch) give(match);
}

/** Where macros are damage to the grammar, and none to the file: all that it read, and definitions that only blocks have. */
function giveMore(parsed: ParsedText, give: Give): void {
  const known = new Set<number>();
  giveAll(parsed, (match) => {
    if (match.captures.some(({ name }) => name.startsWith('definition'))) {
      for (const { startIndex } of placesOf(match)) known.add(startIndex);
    }
    give(match);
  });
  recover(parsed, (match, bounds) => {
    const defines = match.captures.some(({ name }) => name.startsWith('definition.') && name !== 'definition.variable');
    if (defines && !placesOf(match).some(({ startIndex }) => known.has(startIndex))) give(match, bounds);
  });
}

function recover(parsed: ParsedText, give: Give): void {
  const lines = new Lines(parsed.text);
  const texts = linesOfTexts(parsed.root, lines);
  const [notOurs, notTheirs] = conflictSides(lines);
  const sound = notOurs.size > 0 ? new Set<number>() : soundLines(parsed.root, lines, texts);
  new Recovery(parsed, lines, { without: notOurs, texts: texts.inside, sound }, give).all();
  if (notOurs.size === 0) return;
  const isTheirs = (match: QueryMatch): boolean =>
    placesOf(match).some(({ startIndex }) => notOurs.has(lines.at(startIndex)));
  new Recovery(parsed, lines, { without: notTheirs, texts: texts.inside, sound }, (match, bounds) => {
    if (isTheirs(match)) give(match, bounds);
  }).all();
}

/** What is known of lines before they are read again. */
interface Known {
  /** They are left out. */
  readonly without: ReadonlySet<number>;
  /** They begin inside a text. */
  readonly texts: ReadonlySet<number>;
  /** They were read without an error. */
  readonly sound: ReadonlySet<number>;
}

class Recovery {
  readonly #parsed: ParsedText;
  readonly #lines: Lines;
  readonly #known: Known;
  readonly #give: Give;
  /** What is not read again. */
  readonly #kept: LineRange[] = [];
  #units: number;

  constructor(parsed: ParsedText, lines: Lines, known: Known, give: Give) {
    this.#parsed = parsed;
    this.#lines = lines;
    this.#known = known;
    this.#give = give;
    this.#units = UNITS_AT_LEAST + parsed.text.length * UNITS_PER_UNIT;
  }

  all(): void {
    const tag = TAG.exec(this.#parsed.text);
    const prelude: LineRange[] = tag === null ? [] : [{ lineStart: 1, lineEnd: this.#lines.at(tag[0].length - 1) }];
    let blocks = this.#blocksIn({ lineStart: 1 + (prelude.at(-1)?.lineEnd ?? 0), lineEnd: this.#lines.count });
    const at = blocks.findIndex(({ lineStart }) => NAMESPACE.test(this.#lines.slice(lineStart, lineStart).trimStart()));
    const namespace = blocks[at];
    if (namespace !== undefined) {
      this.#divide(blocks.slice(0, at), { before: prelude, behind: [] }, 0);
      this.#isWhole([namespace], { before: prelude, behind: [] }, this.#lines.count);
      prelude.push(namespace);
      blocks = blocks.slice(at + 1);
    }
    let damaged: Block[] = [];
    for (const block of blocks) {
      if (this.#isSound(block)) {
        this.#kept.push(block);
        this.#divide(damaged, { before: prelude, behind: [] }, 0);
        damaged = [];
      } else damaged.push(block);
    }
    this.#divide(damaged, { before: prelude, behind: [] }, 0);
    if (this.#kept.length === 0) return;
    this.#kept.sort((a, b) => a.lineStart - b.lineStart);
    const isOwn = this.#within(this.#kept);
    for (const batch of this.#parsed.matches()) {
      for (const match of batch) if (placesOf(match).some(isOwn)) this.#give(match);
    }
  }

  #blocksIn(range: LineRange): readonly Block[] {
    const { without, texts } = this.#known;
    return blocksIn(this.#lines, range, (line) => without.has(line) || texts.has(line));
  }

  #isSound({ lineStart, lineEnd }: LineRange): boolean {
    for (let line = lineStart; line <= lineEnd; line++) {
      if (!this.#known.sound.has(line) && !this.#lines.isBlank(line)) return false;
    }
    return true;
  }

  /** Gives the matches of blocks that lie side by side. */
  #divide(blocks: readonly Block[], around: Around, level: number): void {
    const left: number[] = [];
    this.#halve(blocks, 0, blocks.length, around, left);
    for (let next = 0; next < left.length; ) {
      const together = this.#together(blocks, left, next, around);
      if (together === 0) {
        const block = blocks[left[next] ?? 0];
        if (block !== undefined) this.#enter(block, around, level);
      }
      next += Math.max(1, together);
    }
  }

  /** Reads halves until they are whole; `left` are the blocks that are not. */
  #halve(blocks: readonly Block[], from: number, to: number, around: Around, left: number[]): void {
    const first = blocks[from];
    const last = blocks[to - 1];
    if (first === undefined || last === undefined) return;
    if (this.#isWhole([{ lineStart: first.lineStart, lineEnd: last.lineEnd }], around)) return;
    if (to - from === 1) {
      left.push(from);
      return;
    }
    const middle = (from + to) >> 1;
    this.#halve(blocks, from, middle, around, left);
    this.#halve(blocks, middle, to, around, left);
  }

  /** How many of the blocks that are left are whole together, from this one on. */
  #together(blocks: readonly Block[], left: readonly number[], at: number, around: Around): number {
    const first = left[at];
    const start = first === undefined ? undefined : blocks[first];
    if (first === undefined || start === undefined) return 0;
    for (let count = 2; count <= MOST_TOGETHER && left[at + count - 1] === first + count - 1; count++) {
      const end = blocks[first + count - 1];
      if (end !== undefined && this.#isWhole([{ lineStart: start.lineStart, lineEnd: end.lineEnd }], around))
        return count;
    }
    return 0;
  }

  /** Looks into a damaged block, if its head and end are whole. */
  #enter(block: Block, around: Around, level: number): void {
    const { inner, lineStart, lineEnd } = block;
    if (inner !== undefined && level < MOST_LEVELS) {
      const head = { lineStart, lineEnd: inner.lineStart - 1 };
      const end = { lineStart: inner.lineEnd + 1, lineEnd };
      const ends = end.lineStart <= end.lineEnd ? [end] : [];
      if (this.#isWhole([head, ...ends], around, lineEnd)) {
        const within = { before: [...around.before, head], behind: [...ends, ...around.behind] };
        this.#divide(this.#blocksIn(inner), within, level + 1);
        return;
      }
    }
    const wasRead = this.#read([block], around, (tree) => {
      this.#giveWithin(tree, [block]);
      return true;
    });
    if (wasRead === undefined) this.#kept.push({ lineStart, lineEnd });
  }

  /** Whether lines are of their language; gives their matches then. `lineEnd` is where the block ends whose head they are. */
  #isWhole(own: readonly LineRange[], around: Around, lineEnd?: number): boolean {
    return (
      this.#read(own, around, (tree) => {
        if (tree.root.hasError) return false;
        this.#giveWithin(tree, own, lineEnd);
        return true;
      }) ?? false
    );
  }

  #read<Result>(own: readonly LineRange[], around: Around, use: (tree: ParsedText) => Result): Result | undefined {
    const ranges = [...around.before, ...own, ...around.behind].flatMap((range) => this.#left(range));
    const units = ranges.reduce((sum, { lineStart, lineEnd }) => sum + this.#lines.units(lineStart, lineEnd), 0);
    this.#units -= units + UNITS_A_READ;
    if (this.#units < 0) return undefined;
    return this.#parsed.part(
      ranges.map((range) => this.#spanOf(range)),
      use,
    );
  }

  #giveWithin(tree: ParsedText, own: readonly LineRange[], lineEnd = own.at(-1)?.lineEnd ?? 0): void {
    const end = this.#lines.start((own.at(-1)?.lineEnd ?? 0) + 1);
    const last = this.#parsed.text.slice(0, end).trimEnd().length;
    const bounds = {
      start: this.#lines.start(own[0]?.lineStart ?? 1),
      end: last,
      beyond: this.#lines.start(lineEnd + 1),
    };
    const isOwn = this.#within(own);
    for (const batch of tree.matches()) {
      for (const match of batch) {
        if (placesOf(match).some(isOwn)) this.#give(match, bounds);
      }
    }
  }

  #within(ranges: readonly LineRange[]): (node: Node) => boolean {
    const spans = ranges.map((range) => this.#spanOf(range));
    return ({ startIndex }) => {
      const span = spans[firstWhere(spans.length, (index) => (spans[index]?.end ?? 0) > startIndex)];
      return span !== undefined && span.start <= startIndex;
    };
  }

  /** Without what is left out. */
  #left({ lineStart, lineEnd }: LineRange): readonly LineRange[] {
    const parts: LineRange[] = [];
    let start = lineStart;
    for (let line = lineStart; line <= lineEnd; line++) {
      if (!this.#known.without.has(line)) continue;
      if (start < line) parts.push({ lineStart: start, lineEnd: line - 1 });
      start = line + 1;
    }
    if (start <= lineEnd) parts.push({ lineStart: start, lineEnd });
    return parts;
  }

  #spanOf({ lineStart, lineEnd }: LineRange): LineSpan {
    return {
      start: this.#lines.start(lineStart),
      end: this.#lines.start(lineEnd + 1),
      startRow: lineStart - 1,
      endRow: lineEnd,
    };
  }
}

/** Heads and ends of the blocks around. */
interface Around {
  readonly before: readonly LineRange[];
  readonly behind: readonly LineRange[];
}

/** The first index at which a condition holds that holds from there on. */
function firstWhere(count: number, holds: (index: number) => boolean): number {
  let low = 0;
  for (let high = count; low < high; ) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A docstring stands below the name that it belongs to. */
function placesOf({ captures }: QueryMatch): readonly Node[] {
  const place = captures.find(({ name }) => PLACES.includes(name)) ?? captures[0];
  return captures.filter((capture) => capture === place || capture.name === 'doc').map(({ node }) => node);
}

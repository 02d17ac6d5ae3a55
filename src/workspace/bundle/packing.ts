/** Fills a token budget with lines of files; no line is shown twice. */
import type { LineRange } from './regions.ts';
import type { LeftOut, LeftOutReason, Role } from './service.ts';
import { estimateTokens, type Texts } from './texts.ts';
import { contains, type Unit } from './unit.ts';

/** About how many tokens the head of a file has, and that of a piece with what closes it. */
const FILE_HEAD = 14;
const PIECE_HEAD = 16;
/** So many lines between two pieces cost less than the head of the second. */
const SMALL_GAP = 2;

/** Lines of a file, and why they are shown. */
export interface PackedPiece extends LineRange {
  readonly role: Role;
}

/** What is shown of a file. */
export interface PackedFile {
  /** What came first. */
  readonly unit: Unit;
  /** In order, apart from each other. */
  readonly pieces: readonly PackedPiece[];
  /** Units whose signatures are shown. */
  readonly outlined: readonly Unit[];
}

/** What is chosen so far; tokens are estimated. */
export class Packing {
  readonly #texts: Texts;
  readonly #maxFiles: number;
  readonly #files = new Map<string, PackedFile>();
  readonly #missed: LeftOut[] = [];
  readonly #considered = new Map<string, Unit>();
  #left: number;

  constructor(texts: Texts, maxFiles: number, maxTokens: number) {
    this.#texts = texts;
    this.#maxFiles = maxFiles;
    this.#left = maxTokens;
  }

  /** Tokens that are not used yet. */
  get left(): number {
    return this.#left;
  }

  /** In the order in which they came in. */
  get files(): readonly PackedFile[] {
    return [...this.#files.values()];
  }

  /** Lines that are shown. */
  get units(): readonly Unit[] {
    return this.files.flatMap(({ unit: { path, document, language }, pieces }) =>
      pieces.map((piece) => ({ path, document, language, ...piece })),
    );
  }

  /** Hints without a file, then what was considered and is not there whole, in that order. */
  get leftOut(): readonly LeftOut[] {
    const units = [...this.#considered.values()].flatMap((unit): LeftOut | readonly [] => {
      const { path, lineStart, lineEnd, definition, role } = unit;
      const reason = this.#reasonOf(unit);
      if (reason === undefined) return [];
      return { path, lineStart, lineEnd, ...(definition !== undefined && { symbol: definition.name }), role, reason };
    });
    return [...this.#missed, ...units];
  }

  has(path: string): boolean {
    return this.#files.has(path);
  }

  /** Tokens of what stands above a new piece of a file. */
  headTokens(path: string): number {
    return PIECE_HEAD + (this.has(path) ? 0 : FILE_HEAD);
  }

  /** Takes the lines of `unit` that are not there yet, if they have at most `most` tokens; says whether all of them are there now. */
  take(unit: Unit, most = this.#left): boolean {
    const { path, lineStart, lineEnd, role, document } = unit;
    const { pieces } = this.#file(unit);
    const missing = subtract(unit, pieces);
    if (missing.length > 0) {
      if (this.#isFull(path)) return false;
      const touches = pieces.some((piece) => distance(piece, unit) <= SMALL_GAP);
      const text = this.#texts.of(document);
      const tokens = missing.reduce((sum, range) => sum + text.tokens(range), touches ? 0 : this.headTokens(path));
      if (tokens > Math.min(most, this.#left)) return false;
      this.#left -= tokens;
      this.#files.set(path, { ...this.#file(unit), pieces: join(pieces, { lineStart, lineEnd, role }) });
    }
    return true;
  }

  /** Takes the signatures of `unit`, which are `text`, if they fit and nothing of it is there. */
  outline(unit: Unit, text: string): void {
    const { path } = unit;
    const file = this.#file(unit);
    const isShown =
      file.pieces.some((piece) => distance(piece, unit) === 0) || file.outlined.some((each) => contains(each, unit));
    const tokens = estimateTokens(text) + this.headTokens(path);
    if (text === '' || isShown || this.#isFull(path) || tokens > this.#left) return;
    this.#left -= tokens;
    this.#files.set(path, { ...file, outlined: [...file.outlined, unit] });
  }

  /** A hint that no file matches. */
  miss(path: string, similar: readonly string[]): void {
    this.#missed.push({ path, role: 'hint', reason: 'not_found', similar });
  }

  /** Reports `unit` in the end if it is not there whole. */
  consider(unit: Unit): void {
    this.#considered.set(`${unit.path}:${unit.lineStart}-${unit.lineEnd}`, unit);
  }

  /** Why not all of a unit is there; undefined when it is. */
  #reasonOf(unit: Unit): LeftOutReason | undefined {
    const { pieces, outlined } = this.#file(unit);
    if (subtract(unit, pieces).length === 0) return undefined;
    const isThere = pieces.some((piece) => overlaps(piece, unit)) || outlined.some((each) => contains(each, unit));
    if (isThere) return 'partly_included';
    return this.#isFull(unit.path) ? 'max_files' : 'budget';
  }

  #file(unit: Unit): PackedFile {
    return this.#files.get(unit.path) ?? { unit, pieces: [], outlined: [] };
  }

  #isFull(path: string): boolean {
    return !this.has(path) && this.#files.size >= this.#maxFiles;
  }
}

/** Lines between two ranges; 0 when they share or touch lines. */
function distance(left: LineRange, right: LineRange): number {
  return Math.max(0, left.lineStart - right.lineEnd - 1, right.lineStart - left.lineEnd - 1);
}

function overlaps(left: LineRange, right: LineRange): boolean {
  return left.lineStart <= right.lineEnd && right.lineStart <= left.lineEnd;
}

/** The parts of `range` that none of `others`, which are in order, has. */
function subtract({ lineStart, lineEnd }: LineRange, others: readonly LineRange[]): readonly LineRange[] {
  const parts: LineRange[] = [];
  let from = lineStart;
  for (const other of others) {
    if (other.lineEnd < from || other.lineStart > lineEnd) continue;
    if (other.lineStart > from) parts.push({ lineStart: from, lineEnd: other.lineStart - 1 });
    from = other.lineEnd + 1;
  }
  return from > lineEnd ? parts : [...parts, { lineStart: from, lineEnd }];
}

/** `pieces` with one more; those that it meets, but for a small gap, become one with it and keep the role of the first of them. */
function join(pieces: readonly PackedPiece[], piece: PackedPiece): readonly PackedPiece[] {
  const met = pieces.filter((each) => distance(each, piece) <= SMALL_GAP);
  const joined = {
    lineStart: Math.min(piece.lineStart, ...met.map(({ lineStart }) => lineStart)),
    lineEnd: Math.max(piece.lineEnd, ...met.map(({ lineEnd }) => lineEnd)),
    role: met[0]?.role ?? piece.role,
  };
  return [...pieces.filter((each) => !met.includes(each)), joined].sort(
    (left, right) => left.lineStart - right.lineStart,
  );
}

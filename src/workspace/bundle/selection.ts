/** Fills a token budget with pieces. */
import type { CountTokens } from '../graph/repo-map.ts';
import { describePiece, type Piece } from './piece.ts';
import type { BundledPiece, LeftOut, LeftOutReason } from './service.ts';
import { contains, type Unit } from './unit.ts';

/** A unit's forms; what they cost is counted when they are offered. */
export interface Forms {
  readonly unit: Unit;
  readonly whole: Piece;
  readonly skeleton: Piece | undefined;
}

/** What a selection keeps to. */
export interface SelectionLimits {
  readonly countTokens: CountTokens;
  readonly maxFiles: number;
  readonly maxTokens: number;
}

/** What is chosen so far. */
export class Selection {
  readonly #countTokens: CountTokens;
  readonly #maxFiles: number;
  readonly #maxTokens: number;
  readonly #head: string;
  readonly #costs = new Map<string, number>();
  readonly #chosen: Piece[] = [];
  readonly #leftOut = new Map<string, LeftOut>();
  #left: number;

  private constructor({ countTokens, maxFiles, maxTokens }: SelectionLimits, head: string, headTokens: number) {
    this.#countTokens = countTokens;
    this.#maxFiles = maxFiles;
    this.#maxTokens = maxTokens;
    this.#head = head;
    this.#left = maxTokens - headTokens;
  }

  /** An empty one behind a text that is part of the budget. */
  static async behind(head: string, limits: SelectionLimits): Promise<Selection> {
    const [tokens = 0] = head === '' ? [] : await limits.countTokens([head]);
    return new Selection(limits, head, tokens);
  }

  /** Tokens that are not used yet. */
  get left(): number {
    return this.#left;
  }

  /** Units that are chosen whole. */
  get whole(): readonly Unit[] {
    return this.#chosen.filter(({ form }) => form === 'whole').map(({ unit }) => unit);
  }

  /** Counts what forms cost; must be done before they are offered. */
  async price(forms: readonly Forms[]): Promise<void> {
    const texts = [
      ...new Set(forms.flatMap(({ whole, skeleton }) => [whole.text, ...(skeleton ? [skeleton.text] : [])])),
    ];
    const counts = await this.#countTokens(texts);
    for (const [index, text] of texts.entries()) this.#costs.set(text, counts[index] ?? 0);
  }

  /** Takes a piece if its file may come in, among `files` at most, and it costs no more than `most`; says whether it did. */
  take(piece: Piece | undefined, most: number, files = this.#maxFiles): boolean {
    if (piece === undefined) return false;
    const { unit } = piece;
    const beside = this.#chosen.filter((each) => each.unit.path === unit.path);
    // Inside signatures, a whole definition still says more.
    const shows = (each: Piece) => each.form === 'whole' || piece.form === 'skeleton';
    if (beside.some((each) => shows(each) && contains(each.unit, unit))) return true;
    if (piece.form === 'whole' && beside.some((each) => contains(unit, each.unit))) {
      this.#leave(unit, 'partly_included');
      return false;
    }
    const cost = this.#costs.get(piece.text) ?? Number.POSITIVE_INFINITY;
    const paths = new Set(this.#chosen.map((each) => each.unit.path));
    const isFull = !paths.has(unit.path) && paths.size >= Math.min(files, this.#maxFiles);
    if (isFull || cost > Math.min(most, this.#left)) {
      this.#leave(unit, isFull ? 'max_files' : 'budget');
      return false;
    }
    this.#left -= cost;
    this.#chosen.push(piece);
    this.#leftOut.delete(placeOf(unit));
    return true;
  }

  /** A hint that no file matches. */
  miss(path: string, similar: readonly string[]): void {
    this.#leftOut.set(path, { path, role: 'hint', reason: 'not_found', similar });
  }

  /** The text, which never has more tokens than the budget. */
  async finish(): Promise<{
    readonly context: string;
    readonly tokens: number;
    readonly pieces: readonly BundledPiece[];
    readonly leftOut: readonly LeftOut[];
  }> {
    for (;;) {
      const ordered = inOrder(this.#chosen);
      const context = [this.#head, ...ordered.map(({ text }) => text)].join('').trimEnd();
      const [tokens = 0] = await this.#countTokens([context]);
      if (tokens <= this.#maxTokens) {
        return { context, tokens, pieces: ordered.map(describePiece), leftOut: [...this.#leftOut.values()] };
      }
      // Texts that are put together can take more tokens than alone.
      const dropped = this.#chosen.pop();
      if (dropped !== undefined) this.#leave(dropped.unit, 'budget');
    }
  }

  #leave({ path, lineStart, lineEnd, definition, role }: Unit, reason: LeftOutReason): void {
    const symbol = definition === undefined ? {} : { symbol: definition.name };
    this.#leftOut.set(placeOf({ path, lineStart, lineEnd }), { path, lineStart, lineEnd, ...symbol, role, reason });
  }
}

/** Files in the order in which they came in, each with its pieces by line. */
function inOrder(pieces: readonly Piece[]): readonly Piece[] {
  const paths = [...new Set(pieces.map(({ unit }) => unit.path))];
  return paths.flatMap((path) =>
    pieces.filter(({ unit }) => unit.path === path).sort((left, right) => left.unit.lineStart - right.unit.lineStart),
  );
}

function placeOf({ path, lineStart, lineEnd }: Pick<Unit, 'path' | 'lineStart' | 'lineEnd'>): string {
  return `${path}:${lineStart}-${lineEnd}`;
}

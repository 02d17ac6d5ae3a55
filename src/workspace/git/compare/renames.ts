/** Files that went in one place and came in another: one file that was renamed, by the rules of `git diff -M`. */
import type { Steps, WorkBudget } from '../../../lib/sliced-work.ts';
import { MODES, type Oid } from '../object.ts';
import type { Repository } from '../repository.ts';
import type { ChangedPath, Side } from './changed-paths.ts';
import { type Pieces, piecesOf, sharedBytes } from './similarity.ts';
import { readBlob } from './text.ts';

/** A path that was changed, and where its file was before. */
export interface FileChange extends ChangedPath {
  /** Of a renamed file: its path before, whose content `before` has. */
  readonly from?: string;
  /** Of a renamed file: how much of it is the same, 0 to 100. */
  readonly similarity?: number;
}

/** Changes with renames in them. */
export interface Renames {
  readonly changes: readonly FileChange[];
  /** False when there are too many files that went and came to compare all of them: then renamed files are among both. */
  readonly complete: boolean;
}

/** A score is of so many. */
const WHOLE = 60_000;
/** What is renamed at least, and what a file is when it has a name that no other one has among those that went and came. */
const LEAST = WHOLE / 2;
const LEAST_BY_NAME = WHOLE * 0.75;
/** Files that went, times files that came: more are not compared, as in git. */
const MOST_PAIRS = 1000 * 1000;
/** Best matches of a file that are kept while others are looked at. */
const CANDIDATES = 4;
/** Files with equal contents that are looked at for one with the same name. */
const MOST_EQUALS = 100;
/** Bytes of a file that is compared. */
const LARGEST = 4 << 20;
/** Pieces of contents that are kept. */
const MOST_PIECES = 400_000;
/** Units of work for a file, and for a pair; pieces that are compared in one unit. */
const FILE_UNITS = 3;
const PAIR_UNITS = 0.3;
const PIECES_PER_UNIT = 15;
/** Files that are looked at before other work may come in between. */
const FILES_AT_ONCE = 2000;

type File = Side & { readonly path: string };

/**
 * Finds the renamed files of some changes. `only`, when given, is the one path that is asked about: other files that came are matched with
 * nothing then, so that every file that went may be its past.
 */
export function* findRenames(
  repository: Repository,
  changes: readonly ChangedPath[],
  work: WorkBudget,
  only?: string,
): Steps<Renames> {
  const gone: File[] = [];
  const come: File[] = [];
  for (const { path, before, after } of changes) {
    if (before !== undefined && after === undefined) gone.push({ path, ...before });
    if (after !== undefined && before === undefined && (only === undefined || path === only))
      come.push({ path, ...after });
  }
  const search = new RenameSearch(repository, gone, come, work);
  const complete = yield* search.run();
  const { found } = search;
  const moved = new Set(Array.from(found.values(), ({ from }) => from.path));
  const result = changes.flatMap((change): FileChange[] => {
    const rename = found.get(change.path);
    if (change.after === undefined && moved.has(change.path)) return [];
    if (rename === undefined || change.before !== undefined) return [change];
    const { path, ...before } = rename.from;
    return [{ ...change, before, from: path, similarity: Math.floor((rename.score * 100) / WHOLE) }];
  });
  return { changes: result, complete };
}

/** A possible rename. */
interface Candidate {
  readonly from: File;
  readonly to: File;
  readonly score: number;
  readonly sameName: boolean;
}

class RenameSearch {
  /** By the new path. */
  readonly found = new Map<string, { readonly from: File; readonly score: number }>();
  readonly #repository: Repository;
  readonly #gone: readonly File[];
  readonly #come: readonly File[];
  readonly #work: WorkBudget;
  readonly #used = new Set<string>();
  readonly #pieces = new Map<Oid, Pieces>();
  readonly #sizes = new Map<Oid, number>();
  #keptPieces = 0;

  constructor(repository: Repository, gone: readonly File[], come: readonly File[], work: WorkBudget) {
    this.#repository = repository;
    this.#gone = gone;
    this.#come = come;
    this.#work = work;
  }

  /** Whether all was compared. */
  *run(): Steps<boolean> {
    if (this.#gone.length === 0 || this.#come.length === 0) return true;
    yield* this.#findEqual();
    yield* this.#readSizes();
    yield* this.#findByName();
    const [gone, come] = [this.#leftGone(), this.#leftCome()];
    if (gone.length * come.length > MOST_PAIRS) return false;
    const candidates: Candidate[] = [];
    for (const to of come) {
      const best: Candidate[] = [];
      for (const from of gone) {
        if (this.#work.isSpent) return false;
        const score = yield* this.#score(from, to);
        const candidate = { from, to, score, sameName: baseOf(from.path) === baseOf(to.path) };
        keep(best, candidate);
        yield;
      }
      candidates.push(...best);
    }
    for (const { from, to, score } of candidates.sort(byScore)) {
      if (score >= LEAST && !this.found.has(to.path) && !this.#used.has(from.path)) this.#take(from, to, score);
    }
    return true;
  }

  #leftGone(): readonly File[] {
    return this.#gone.filter(({ path }) => !this.#used.has(path));
  }

  #leftCome(): readonly File[] {
    return this.#come.filter(({ path }) => !this.found.has(path));
  }

  #take(from: File, to: File, score: number): void {
    this.found.set(to.path, { from, score });
    this.#used.add(from.path);
  }

  /** Files with the same content; those with the same name first. */
  *#findEqual(): Steps<void> {
    const byContent = new Map<Oid, File[]>();
    for (const file of this.#gone) {
      const same = byContent.get(file.oid);
      if (same === undefined) byContent.set(file.oid, [file]);
      else same.push(file);
    }
    for (const [index, to] of this.#come.entries()) {
      if (index % FILES_AT_ONCE === 0) {
        this.#work.spend(FILES_AT_ONCE * FILE_UNITS);
        yield;
      }
      const alike = (byContent.get(to.oid) ?? [])
        .slice(0, MOST_EQUALS)
        .filter(
          ({ path, mode }) => !this.#used.has(path) && (mode === to.mode || (isRegular(mode) && isRegular(to.mode))),
        );
      const best = alike.find(({ path }) => baseOf(path) === baseOf(to.path)) ?? alike[0];
      if (best !== undefined) this.#take(best, to, WHOLE);
    }
  }

  *#readSizes(): Steps<void> {
    const files = [...this.#leftGone(), ...this.#leftCome()];
    for (let at = 0; at < files.length; at += FILES_AT_ONCE) {
      const some = files.slice(at, at + FILES_AT_ONCE);
      for (const [oid, size] of this.#repository.objects.sizesOf(some.map((file) => file.oid)))
        this.#sizes.set(oid, size);
      this.#work.spend(some.length * FILE_UNITS);
      yield;
    }
  }

  /** Files whose name only one of those that went and one of those that came has. */
  *#findByName(): Steps<void> {
    const come = byOnlyName(this.#leftCome());
    for (const [name, from] of byOnlyName(this.#leftGone())) {
      const to = come.get(name);
      if (from === undefined || to === undefined || this.#work.isSpent) continue;
      const score = yield* this.#score(from, to);
      if (score >= LEAST_BY_NAME) this.#take(from, to, score);
      yield;
    }
  }

  *#score(from: File, to: File): Steps<number> {
    this.#work.spend(PAIR_UNITS);
    if (!isRegular(from.mode) || !isRegular(to.mode)) return 0;
    const sizes = [from, to].map(({ oid }) => this.#sizes.get(oid) ?? 0);
    const [larger, smaller] = [Math.max(...sizes), Math.min(...sizes)];
    if (larger > LARGEST || larger * (WHOLE - LEAST) < (larger - smaller) * WHOLE || larger === 0) return 0;
    const before = yield* this.#piecesOf(from.oid);
    const after = yield* this.#piecesOf(to.oid);
    this.#work.spend(before.size / PIECES_PER_UNIT);
    return Math.floor((sharedBytes(before, after) * WHOLE) / larger);
  }

  *#piecesOf(oid: Oid): Steps<Pieces> {
    const known = this.#pieces.get(oid);
    if (known !== undefined) return known;
    const data = readBlob(this.#repository, oid, this.#work) ?? new Uint8Array();
    yield;
    const pieces = yield* piecesOf(data, this.#work);
    this.#keptPieces += pieces.size;
    if (this.#keptPieces > MOST_PIECES) {
      this.#pieces.clear();
      this.#keptPieces = pieces.size;
    }
    this.#pieces.set(oid, pieces);
    return pieces;
  }
}

/** Files by the name that only they have; undefined for names that several have. */
function byOnlyName(files: readonly File[]): ReadonlyMap<string, File | undefined> {
  const names = new Map<string, File | undefined>();
  for (const file of files) {
    const name = baseOf(file.path);
    names.set(name, names.has(name) ? undefined : file);
  }
  return names;
}

/** Keeps a candidate in place of the worst of one file, when it is better: among equals, git's answer depends on who took whose place. */
function keep(best: Candidate[], candidate: Candidate): void {
  if (best.length < CANDIDATES) {
    best.push(candidate);
    return;
  }
  let worst = 0;
  for (const [index, other] of best.entries()) {
    const least = best[worst];
    if (least !== undefined && byScore(other, least) > 0) worst = index;
  }
  const least = best[worst];
  if (least !== undefined && byScore(least, candidate) > 0) best[worst] = candidate;
}

function byScore(left: Candidate, right: Candidate): number {
  return right.score - left.score || Number(right.sameName) - Number(left.sameName);
}

function isRegular(mode: string): boolean {
  return mode === MODES.file || mode === MODES.executable;
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

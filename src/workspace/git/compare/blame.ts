/** Which commit each line of a file comes from, as `git blame` says it: along all parents, and through renames. */
import type { Hunk } from '../../../lib/line-diff.ts';
import type { Steps, WorkBudget } from '../../../lib/sliced-work.ts';
import { MODES, type Oid, type TreeEntry } from '../object.ts';
import type { Repository } from '../repository.ts';
import { CommitGraph, type CommitNode } from '../serve/commit-graph.ts';
import { CommitQueue } from '../serve/commit-queue.ts';
import { changedPaths } from './changed-paths.ts';
import { commonTail, lineChanges } from './line-changes.ts';
import { findRenames } from './renames.ts';
import { byteLines, readBlob } from './text.ts';

/** Bytes of a file whose lines are followed. */
export const LARGEST_BLAMED = 4 << 20;

const COMMIT_UNITS = 100;
const TREE_UNITS = 100;
/** Wanted lines, those that follow one another as one, and hunks that are one unit of work. */
const RUNS_PER_UNIT = 5;
/** Lines that are compared in one unit of work. */
const LINES_PER_UNIT = 40;
/** Contents that are kept as lines: the next commit that is looked at mostly has one of them. */
const KEPT_CONTENTS = 4;

/** Lines that follow one another and come from one commit. */
export interface BlamedLines {
  /** First line in the file that was asked about, from 0. */
  readonly line: number;
  readonly count: number;
  readonly commit: Oid;
  /** Where they were in that commit: the file, and the first line from 0. */
  readonly path: string;
  readonly origin: number;
  /**
   * `exact`: that commit brought them. `boundary`: it is where the workspace's history begins, which was cut off. `unfinished`: that commit
   * or one before it, which was not looked at.
   */
  readonly certainty: 'exact' | 'boundary' | 'unfinished';
}

/** What was found; `complete` is false when some lines are `unfinished`. */
export interface Blame {
  readonly lines: readonly BlamedLines[];
  readonly complete: boolean;
  readonly commitsRead: number;
}

/** Lines that are looked for: where they are in the file that was asked about, and in the one that is looked at. */
interface Wanted {
  readonly line: number;
  readonly origin: number;
  readonly count: number;
}

/** A file at a commit. */
interface Place {
  readonly commit: CommitNode;
  readonly path: string;
  /** What lies on the way to the file: its folders from the outermost on, and itself. */
  readonly trail: readonly TreeEntry[];
}

/** A place where lines are looked for. */
interface Suspect extends Place {
  wanted: readonly Wanted[];
}

/**
 * Lines `from` to `to` (from 0, behind the last) of the file `path` of a commit, which is there and a text. Reads contents of at most
 * {@link LARGEST_BLAMED} and `MOST_LINES`: what comes from larger ones is `unfinished`.
 */
export function* blame(
  repository: Repository,
  request: { readonly commit: Oid; readonly path: string; readonly from: number; readonly to: number },
  work: WorkBudget,
): Steps<Blame> {
  return yield* new Inquiry(repository, work).run(request);
}

class Inquiry {
  readonly #repository: Repository;
  readonly #graph: CommitGraph;
  readonly #work: WorkBudget;
  readonly #queue = new CommitQueue();
  /** Suspects by commit: files of it. */
  readonly #suspects = new Map<Oid, Map<string, Suspect>>();
  readonly #contents = new Map<Oid, readonly string[]>();
  readonly #found: BlamedLines[] = [];
  #commitsRead = 0;

  constructor(repository: Repository, work: WorkBudget) {
    this.#repository = repository;
    this.#graph = new CommitGraph(repository.objects, repository.objects);
    this.#work = work;
  }

  *run({
    commit,
    path,
    from,
    to,
  }: {
    readonly commit: Oid;
    readonly path: string;
    readonly from: number;
    readonly to: number;
  }): Steps<Blame> {
    const node = this.#graph.get(commit);
    const start = node && this.#placeAt(node, path);
    if (start === undefined) throw new Error(`There is no file ${path} at ${commit}.`);
    if (to > from) this.#suspect(start, [{ line: from, origin: from, count: to - from }]);
    for (let next = this.#queue.pop(); next !== undefined; next = this.#queue.pop()) {
      const suspects = this.#suspects.get(next.oid);
      this.#suspects.delete(next.oid);
      this.#commitsRead++;
      for (const suspect of suspects?.values() ?? []) {
        if (this.#work.isSpent) this.#settle(suspect, 'unfinished');
        else yield* this.#ask(suspect);
      }
      yield;
    }
    const lines = joined(this.#found.sort((left, right) => left.line - right.line));
    return {
      lines,
      complete: lines.every(({ certainty }) => certainty !== 'unfinished'),
      commitsRead: this.#commitsRead,
    };
  }

  #suspect(place: Place, wanted: readonly Wanted[]): void {
    if (wanted.length === 0) return;
    let ofCommit = this.#suspects.get(place.commit.oid);
    if (ofCommit === undefined) {
      ofCommit = new Map();
      this.#suspects.set(place.commit.oid, ofCommit);
      this.#queue.push(place.commit);
    }
    const known = ofCommit.get(place.path);
    if (known === undefined) ofCommit.set(place.path, { ...place, wanted });
    else known.wanted = known.wanted.concat(wanted);
  }

  /** Lines that stay with a suspect are its own. */
  #settle({ commit, path, wanted }: Suspect, certainty: BlamedLines['certainty']): void {
    for (const lines of wanted) this.#found.push({ ...lines, commit: commit.oid, path, certainty });
  }

  /** Gives what the parents have to them. */
  *#ask(suspect: Suspect): Steps<void> {
    const parents = suspect.commit.parents.flatMap((oid) => this.#graph.get(oid) ?? []);
    this.#work.spend(COMMIT_UNITS * (1 + parents.length));
    // In the order of the parents: the first that has a line gets it.
    const before: (Place | undefined)[] = parents.map(() => undefined);
    const blob = blobOf(suspect);
    for (const find of [this.#sameFile, this.#renamedFile]) {
      for (const [index, parent] of parents.entries()) {
        if (before[index] !== undefined) continue;
        const place = yield* find.call(this, suspect, parent);
        if (place === undefined) continue;
        if (blobOf(place) === blob) return this.#suspect(place, suspect.wanted);
        const isNew = before.slice(0, index).every((other) => other === undefined || blobOf(other) !== blobOf(place));
        if (isNew) before[index] = place;
      }
    }
    // A search for renamed files that ended with the budget says nothing of where the file was.
    if (this.#work.isSpent && before.includes(undefined)) return this.#settle(suspect, 'unfinished');
    for (const place of before) {
      if (place === undefined || suspect.wanted.length === 0) continue;
      const hunks = yield* this.#changes(blobOf(place), blob);
      if (hunks === undefined) return this.#settle(suspect, 'unfinished');
      this.#work.spend((suspect.wanted.length + hunks.length) / RUNS_PER_UNIT);
      const { passed, kept } = passOn(suspect.wanted, hunks);
      suspect.wanted = kept;
      this.#suspect(place, passed);
    }
    const cutOff = suspect.commit.parents.length > parents.length;
    this.#settle(suspect, cutOff ? 'boundary' : 'exact');
  }

  /** The file of the same path in a parent, when it is of the same kind. */
  *#sameFile(suspect: Suspect, parent: CommitNode): Steps<Place | undefined> {
    const place = this.#placeAt(parent, suspect.path, suspect);
    yield;
    return place !== undefined && kindOf(place) === kindOf(suspect) ? place : undefined;
  }

  /** The file that became the suspect's by a rename. */
  *#renamedFile(suspect: Suspect, parent: CommitNode): Steps<Place | undefined> {
    const { repository, work } = { repository: this.#repository, work: this.#work };
    const changes = yield* changedPaths(repository, parent.tree, suspect.commit.tree, work);
    if (changes.some(({ path, before }) => path === suspect.path && before !== undefined)) return undefined;
    const renames = yield* findRenames(repository, changes, work, suspect.path);
    const from = renames.changes.find(({ path }) => path === suspect.path)?.from;
    return from === undefined ? undefined : this.#placeAt(parent, from);
  }

  /** A file at a commit; folders that `near` has, too, are not read. */
  #placeAt(commit: CommitNode, path: string, near?: Place): Place | undefined {
    if (near !== undefined && near.commit.tree === commit.tree) return { ...near, commit };
    const trail: TreeEntry[] = [];
    let tree = commit.tree;
    for (const [depth, name] of path.split('/').entries()) {
      this.#work.spend(TREE_UNITS);
      const entry = this.#repository.entry(tree, name);
      if (entry === undefined) return undefined;
      const known = near?.trail[depth];
      if (near !== undefined && known?.oid === entry.oid && known.mode === entry.mode)
        return { commit, path, trail: [...trail, ...near.trail.slice(depth)] };
      trail.push(entry);
      if (entry.mode !== MODES.tree) break;
      tree = entry.oid;
    }
    const isFile = trail.length === path.split('/').length && trail.at(-1)?.mode !== MODES.tree;
    return isFile ? { commit, path, trail } : undefined;
  }

  /** Undefined when one of the contents is too large, or the budget was spent before. */
  *#changes(before: Oid, after: Oid): Steps<readonly Hunk[] | undefined> {
    const left = yield* this.#linesOf(before);
    const right = yield* this.#linesOf(after);
    if (left === undefined || right === undefined) return undefined;
    const tail = commonTail(left, right);
    this.#work.spend(1 + tail / LINES_PER_UNIT);
    yield;
    return yield* lineChanges(left.slice(0, left.length - tail), right.slice(0, right.length - tail), this.#work);
  }

  *#linesOf(oid: Oid): Steps<readonly string[] | undefined> {
    const known = this.#contents.get(oid);
    if (known !== undefined) return known;
    const size = this.#repository.blobSize(oid) ?? 0;
    const data = size > LARGEST_BLAMED ? undefined : readBlob(this.#repository, oid, this.#work);
    if (data === undefined) return undefined;
    yield;
    const lines = yield* byteLines(data, this.#work);
    if (lines === undefined) return undefined;
    for (const [oldest] of this.#contents) {
      if (this.#contents.size < KEPT_CONTENTS) break;
      this.#contents.delete(oldest);
    }
    this.#contents.set(oid, lines);
    return lines;
  }
}

function blobOf({ trail }: Place): Oid {
  return trail.at(-1)?.oid ?? '';
}

function kindOf({ trail }: Place): string {
  const mode = trail.at(-1)?.mode ?? '';
  return mode === MODES.executable ? MODES.file : mode;
}

/** Parts of the wanted lines that were there before, where they were then, and those that were not. */
function passOn(wanted: readonly Wanted[], hunks: readonly Hunk[]) {
  const passed: Wanted[] = [];
  const kept: Wanted[] = [];
  let next = 0;
  for (const lines of [...wanted].sort((left, right) => left.origin - right.origin)) {
    // Lines can be wanted twice: two histories brought them to two places.
    while (next > 0 && endOf(hunks[next - 1]) > lines.origin) next--;
    let at = lines.origin;
    const end = lines.origin + lines.count;
    while (at < end) {
      while (next < hunks.length && endOf(hunks[next]) <= at) next++;
      const hunk = hunks[next];
      const previous = hunks[next - 1];
      const moved = previous === undefined ? 0 : previous.before.start + previous.before.count - endOf(previous);
      const changes = hunk !== undefined && hunk.after.start <= at;
      const stop = Math.min(end, hunk === undefined ? end : changes ? endOf(hunk) : hunk.after.start);
      const part = { line: lines.line + at - lines.origin, count: stop - at };
      if (changes) kept.push({ ...part, origin: at });
      else passed.push({ ...part, origin: at + moved });
      at = stop;
    }
  }
  return { passed, kept };
}

function endOf(hunk: Hunk | undefined): number {
  return hunk === undefined ? 0 : hunk.after.start + hunk.after.count;
}

/** Neighbours that were neighbours in their commit, too, are one. */
function joined(lines: readonly BlamedLines[]): readonly BlamedLines[] {
  const result: BlamedLines[] = [];
  for (const next of lines) {
    const last = result.at(-1);
    const follows =
      last !== undefined &&
      last.commit === next.commit &&
      last.path === next.path &&
      last.certainty === next.certainty &&
      last.line + last.count === next.line &&
      last.origin + last.count === next.origin;
    if (follows) result[result.length - 1] = { ...last, count: last.count + next.count };
    else result.push(next);
  }
  return result;
}

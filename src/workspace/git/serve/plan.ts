/** What a fetch gets: where the client's history ends, and which objects are sent. */
import type { Sql } from '../../../lib/sql.ts';
import type { Oid } from '../object.ts';
import type { EntrySource } from '../object-store.ts';
import type { Repository } from '../repository.ts';
import { Bitmap } from './bitmap.ts';
import type { CommitGraph } from './commit-graph.ts';
import { type FetchRequest, UploadRefused } from './fetch-request.ts';
import { difference, reaches } from './history.ts';
import { ObjectIds } from './object-ids.ts';
import { ReachableSets } from './reachability.ts';
import { type Selection, Selector } from './select.ts';
import { type Deepening, deepen, type ShallowUpdate } from './shallow.ts';

/** What client and repository have agreed on. */
export interface Agreement {
  readonly request: FetchRequest;
  /** Objects that both have. */
  readonly common: ReadonlySet<Oid>;
}

/** Wants by what they are. */
interface Targets {
  readonly commits: readonly Oid[];
  /** Tags, and trees and blobs that are wanted by themselves. */
  readonly objects: readonly Oid[];
}

/** Plans the packs of one repository. */
export class PackPlanner {
  readonly #sql: Sql;
  readonly #repository: Repository;
  readonly #graph: CommitGraph;
  readonly #ids: ObjectIds;
  readonly #selector: Selector;
  readonly #reachable: ReachableSets;

  constructor(sql: Sql, repository: Repository, graph: CommitGraph, rows: EntrySource) {
    this.#sql = sql;
    this.#repository = repository;
    this.#graph = graph;
    this.#ids = new ObjectIds(sql);
    this.#reachable = new ReachableSets(sql);
    this.#selector = new Selector(repository.objects, rows, this.#ids);
  }

  /** Throws {@link UploadRefused} for a want that no ref reaches. Yields now and then. */
  *expectReachable(wants: ReadonlySet<Oid>): Generator<number, void> {
    const tips = new Set(this.#repository.refs.list().map(({ oid }) => oid));
    for (const want of wants) {
      if (tips.has(want)) continue;
      if (!(yield* this.#isReachable(want, tips))) throw new UploadRefused(`upload-pack: not our ref ${want}`);
    }
  }

  /** How the ends of the client's history change. Throws {@link UploadRefused}. */
  shallowUpdate(request: FetchRequest): ShallowUpdate {
    const client = request.shallow;
    const server = new Set(this.#repository.shallow.list());
    const deepening = this.#deepeningOf(request);
    if (deepening === undefined) {
      return { shallow: [...server].filter((oid) => !client.has(oid)), unshallow: [], cut: client };
    }
    const { commits } = this.#targetsOf(request.wants);
    const update = deepen(this.#graph, { wants: commits, client, server }, deepening);
    if (update === undefined) throw new UploadRefused('upload-pack: no commits selected for shallow requests');
    return update;
  }

  /** The objects that a fetch sends. Yields the number found so far. Throws `BadObject` when one is missing. */
  *select({ request, common }: Agreement, { cut, unshallow }: ShallowUpdate): Generator<number, Selection> {
    const { wants, filter, shallow } = request;
    const { commits, objects } = this.#targetsOf(wants);
    let selection: Selection;
    if (common.size === 0 && cut.size === 0 && shallow.size === 0 && filter === undefined) {
      const selected = (yield* this.#reach(commits)).copy();
      const direct = yield* this.#selector.select({ commits: [], edges: [], objects, blobs: true }, selected);
      selected.addAll(direct.selected);
      selection = { selected, known: new Bitmap() };
    } else {
      const { commits: haves } = this.#targetsOf(common);
      const sides = { wants: [...commits, ...unshallow], haves, wantedCut: cut, knownCut: shallow };
      const { commits: missing, edges } = yield* difference(this.#graph, sides);
      const blobs = filter === undefined || filter.limit > 0;
      selection = yield* this.#selector.select({ commits: missing, edges, objects, blobs }, new Bitmap());
      if (filter !== undefined && blobs) this.#dropBlobs(selection.selected, filter.limit, objects);
    }
    if (request.words.has('include-tag')) this.#addTags(selection.selected);
    this.#ids.settle();
    return selection;
  }

  /** All rows that commits reach; not to be changed. */
  *#reach(tips: readonly Oid[]): Generator<number, Bitmap> {
    const ends = this.#reachable.endAt(this.#repository.shallow.list());
    const remembered = this.#reachable.get(tips);
    if (remembered !== undefined) return remembered.rows;
    const cuts = { wantedCut: new Set<Oid>(), knownCut: new Set<Oid>() };
    // After a push, most is what the tips before it reached.
    const { latest } = this.#reachable;
    let known = latest?.rows.copy() ?? new Bitmap();
    let added = yield* difference(this.#graph, { wants: tips, haves: latest?.tips ?? [], ...cuts });
    if (latest !== undefined && added.reached.size < latest.tips.length) {
      known = new Bitmap();
      added = yield* difference(this.#graph, { wants: tips, haves: [], ...cuts });
    }
    const { selected } = yield* this.#selector.select({ ...added, edges: [], objects: [], blobs: true }, known);
    known.addAll(selected);
    this.#reachable.add(tips, known, ends);
    return known;
  }

  *#isReachable(want: Oid, tips: ReadonlySet<Oid>): Generator<number, boolean> {
    const row = this.#repository.objects.idOf(want);
    if (row === undefined) return false;
    const { commits, objects } = this.#targetsOf(tips);
    if (this.#graph.get(want) !== undefined) return yield* reaches(this.#graph, commits, want);
    return objects.includes(want) || (yield* this.#reach(commits)).has(row);
  }

  #targetsOf(oids: Iterable<Oid>): Targets {
    const commits = new Set<Oid>();
    const objects = new Set<Oid>();
    for (const oid of oids) {
      const { tags, target } = this.#repository.tags.follow(oid);
      for (const tag of tags) objects.add(tag);
      (this.#graph.get(target) === undefined ? objects : commits).add(target);
    }
    return { commits: [...commits], objects: [...objects] };
  }

  #deepeningOf({ depth, deepenSince, deepenNot, words }: FetchRequest): Deepening | undefined {
    if (deepenSince === undefined && deepenNot.length === 0) {
      return depth === undefined ? undefined : { kind: 'depth', depth, relative: words.has('deepen-relative') };
    }
    if (depth !== undefined)
      throw new UploadRefused('upload-pack: deepen and deepen-since (or deepen-not) cannot be used together');
    const not = deepenNot.map((name) => {
      const oid = this.#repository.resolve(name);
      if (oid === undefined) throw new UploadRefused(`upload-pack: deepen-not is not a ref: ${name.slice(0, 100)}`);
      return oid;
    });
    return { kind: 'until', since: deepenSince ?? 0, not };
  }

  #dropBlobs(selected: Bitmap, limit: number, wanted: readonly Oid[]): void {
    const query = "SELECT id FROM git_object WHERE type = 'blob' AND size >= ?";
    const kept = new Set(wanted.map((oid) => this.#repository.objects.idOf(oid)));
    for (const { id } of this.#sql.exec<{ id: number }>(query, limit)) if (!kept.has(id)) selected.delete(id);
  }

  /** Adds the annotated tags of what is selected. */
  #addTags(selected: Bitmap): void {
    const { refs, objects, tags } = this.#repository;
    for (const { name, oid } of refs.list()) {
      if (!name.startsWith('refs/tags/')) continue;
      const chain = tags.follow(oid);
      if (!selected.has(objects.idOf(chain.target) ?? 0)) continue;
      for (const tag of chain.tags) selected.add(objects.idOf(tag) ?? 0);
    }
  }
}

/** Places that refer to something, read from the index and resolved. */
import type { Steps, WorkBudget } from '../../lib/sliced-work.ts';
import type { Sql, SqlValue } from '../../lib/sql.ts';
import type { ReferenceFacts } from '../../syntax/api.ts';
import { type Definition, hasMembers } from './code.ts';
import { type Imported, Imports } from './imports.ts';
import type { Binding } from './modules/module.ts';
import { type Certainty, withBodies } from './resolution.ts';
import { Resolver } from './resolver.ts';
import type { StoredCode } from './stored-code.ts';

/** A place that refers to something in the workspace. */
export interface ResolvedSite {
  readonly path: string;
  readonly document: number;
  readonly name: string;
  readonly kind: ReferenceFacts['kind'] | 'import';
  readonly line: number;
  /** Definitions around it, innermost first. */
  readonly enclosing: readonly Definition[];
  /** What it means: not empty. */
  readonly targets: readonly Definition[];
  readonly certainty: Certainty;
  readonly reason: string;
}

interface ReferenceRow extends Record<string, SqlValue> {
  readonly path: string;
  readonly document: number;
  readonly name: string;
  readonly kind: ReferenceFacts['kind'];
  readonly qualifier: string | null;
  readonly line: number;
  readonly symbol: number | null;
}

/** Places that mean the same list of definitions. */
export type SiteGroup = readonly ResolvedSite[];
/** References and imports by a name, by the keys of what they mean. */
type NamedSites = ReadonlyMap<string, readonly SiteGroup[]>;

const REFERENCES = 'FROM reference JOIN file ON file.document = reference.document';
const COLUMNS = 'path, reference.document, name, kind, qualifier, line, symbol';
/** Names that imports give to one thing. */
const MOST_ALIASES = 50;
/** Places that are resolved in one call. */
const MOST_SITES = 2_000;
/** Units of work for each of them: it takes up to a quarter of a millisecond. */
const SITE_WORK = 250;

/** What came of places that were read when so many were left to be resolved. */
interface Read<Value> {
  readonly left: number;
  readonly rows: number;
  readonly unread: number;
  readonly value: Value;
}

/** What is known of one commit's places: calls that differ in the size of their answers ask for the same ones. */
export class KnownPlaces {
  readonly code: StoredCode;
  readonly resolver: Resolver;
  readonly imports: Imports;
  readonly named = new Map<string, Read<NamedSites>>();
  readonly lines = new Map<string, Read<readonly ResolvedSite[]>>();

  constructor(code: StoredCode) {
    this.code = code;
    this.resolver = new Resolver(code);
    this.imports = new Imports(code);
  }
}

/** Resolves places of one commit, for one call: each name once. Methods yield where their work may be paused. */
export class Sites {
  readonly #sql: Sql;
  readonly #code: StoredCode;
  readonly #resolver: Resolver;
  readonly #imports: Imports;
  readonly #known: KnownPlaces;
  /** Names whose places count as read by this call. */
  readonly #named = new Map<string, NamedSites>();
  readonly #work: WorkBudget;
  #left = MOST_SITES;
  #unread = 0;

  /** What is done is spent of `work`; what `known` has is not done again, and changes no answer. */
  constructor(sql: Sql, known: KnownPlaces, work: WorkBudget) {
    this.#sql = sql;
    this.#code = known.code;
    this.#resolver = known.resolver;
    this.#imports = known.imports;
    this.#known = known;
    this.#work = work;
  }

  /** Places that were left out so far, since there are too many. */
  get unread(): number {
    return this.#unread;
  }

  /** References in lines of a file that may mean definitions of the workspace, by line. */
  *inLines(path: string, lineStart: number, lineEnd: number): Steps<readonly ResolvedSite[]> {
    const where = 'path = ? AND line BETWEEN ? AND ?';
    return yield* this.#once(this.#known.lines, `${lineStart} ${lineEnd} ${path}`, () =>
      this.#resolveAll(this.#read(where, 'line, reference.id', path, lineStart, lineEnd)),
    );
  }

  /** References and imports that mean one of `definitions`, which have one name, by path and line. */
  *to(definitions: readonly Definition[]): Steps<readonly ResolvedSite[]> {
    return inOrder(yield* this.groupsTo(definitions));
  }

  /** The same in no order; a list of definitions that several calls have in common has one group. */
  *groupsTo(definitions: readonly Definition[]): Steps<ReadonlySet<SiteGroup>> {
    const [first] = definitions;
    if (first === undefined) return new Set();
    // A prototype in a header stands for its bodies.
    const wanted = new Set([...definitions, ...withBodies(this.#code, this.#imports, definitions)].map(keyOf));
    const byDefault = [
      ...(definitions.some(({ path, name }) => this.#code.defaultExport(path) === name) ? ['default'] : []),
      ...(definitions.some(({ path, name }) => this.#code.wholeExport(path) === name) ? ['*'] : []),
    ]
      .flatMap((name) => this.#importsOf(name))
      .filter(({ site }) => site.targets.some((each) => wanted.has(keyOf(each))));
    const names = [
      ...new Set([first.name, ...byDefault.map(({ local }) => local)].flatMap((name) => this.#names(name))),
    ];
    const found = new Set<SiteGroup>(byDefault.length === 0 ? [] : [byDefault.map(({ site }) => site)]);
    for (const name of names) {
      const named = yield* this.#sitesNamed(name);
      for (const key of wanted) for (const group of named.get(key) ?? []) found.add(group);
      this.#work.spend(wanted.size);
    }
    return found;
  }

  *#sitesNamed(name: string): Steps<NamedSites> {
    const known = this.#named.get(name);
    if (known !== undefined) return known;
    const named = yield* this.#once(this.#known.named, name, () => this.#readNamed(name));
    this.#named.set(name, named);
    return named;
  }

  *#readNamed(name: string): Steps<NamedSites> {
    const rows = this.#read('name = ?', 'path, line, reference.id', name);
    const sites = [...(yield* this.#resolveAll(rows)), ...this.#importsOf(name).map(({ site: one }) => one)];
    const named = new Map<string, ResolvedSite[][]>();
    for (const [targets, group] of Map.groupBy(sites, (site) => site.targets)) {
      for (const key of targets.map(keyOf)) {
        const groups = named.get(key);
        if (groups === undefined) named.set(key, [group]);
        else groups.push(group);
      }
      this.#work.spend(targets.length);
      yield;
    }
    return named;
  }

  /** What `read` gives, or gave when as many places were left, or more than it took. */
  *#once<Value>(known: Map<string, Read<Value>>, key: string, read: () => Steps<Value>): Steps<Value> {
    const left = this.#left;
    const before = known.get(key);
    if (before !== undefined && (before.left === left || (before.unread === 0 && before.rows < left))) {
      this.#left -= before.rows;
      this.#unread += before.unread;
      return before.value;
    }
    const unread = this.#unread;
    const value = yield* read();
    known.set(key, { left, rows: left - this.#left, unread: this.#unread - unread, value });
    return value;
  }

  /** `name`, and the other names that imports give it, or that imports of those give it again. */
  #names(name: string): readonly string[] {
    const names = new Set([name]);
    for (const each of names) {
      if (names.size >= MOST_ALIASES) break;
      const aliases = this.#sql.exec<{ alias: string }>(
        'SELECT DISTINCT alias FROM import_name WHERE name = ? AND alias IS NOT NULL ORDER BY alias',
        each,
      );
      for (const { alias } of aliases) names.add(alias);
    }
    return [...names];
  }

  /** Imports of a name, each with what the importing file calls it. */
  #importsOf(name: string): readonly { readonly local: string; readonly site: ResolvedSite }[] {
    const rows = this.#sql.exec<{
      path: string;
      document: number;
      name: string;
      alias: string | null;
      module: string;
      line: number;
    }>(
      `SELECT path, import_name.document, name, alias, module, line
       FROM import_name JOIN file ON file.document = import_name.document WHERE name = ? ORDER BY path, line, import_name.id`,
      name,
    );
    return [...rows].flatMap(({ path, document, alias, module, line }) => {
      const binding: Binding = { local: alias ?? name, module, ...(name !== '*' && { name }), line };
      const imported = this.#imports.bound(binding, path);
      const targets = this.#targetsOf(imported);
      if (targets.length === 0) return [];
      const known = { certainty: 'resolved', reason: 'imported' } as const;
      const site: ResolvedSite = { path, document, name, kind: 'import', line, enclosing: [], targets, ...known };
      return [{ local: binding.local, site }];
    });
  }

  #targetsOf(imported: Imported): readonly Definition[] {
    if (imported.kind === 'module') return this.#imports.whole(imported.module);
    return imported.kind === 'definitions' ? imported.definitions : [];
  }

  /** References, as far as places are left to be resolved. */
  #read(where: string, order: string, ...bindings: readonly SqlValue[]): readonly ReferenceRow[] {
    const select = `SELECT ${COLUMNS} ${REFERENCES} WHERE ${where} ORDER BY ${order} LIMIT ?`;
    const rows = this.#left === 0 ? [] : this.#sql.exec<ReferenceRow>(select, ...bindings, this.#left).toArray();
    this.#left -= rows.length;
    if (this.#left === 0) {
      const count = `SELECT count(*) AS total ${REFERENCES} WHERE ${where}`;
      this.#unread += this.#sql.exec<{ total: number }>(count, ...bindings).one().total - rows.length;
    }
    return rows;
  }

  *#resolveAll(rows: readonly ReferenceRow[]): Steps<readonly ResolvedSite[]> {
    const sites: ResolvedSite[] = [];
    for (const row of rows) {
      sites.push(...this.#resolve(row));
      this.#work.spend(SITE_WORK);
      yield;
    }
    return sites;
  }

  #resolve({ path, document, name, kind, qualifier, line, symbol }: ReferenceRow): readonly ResolvedSite[] {
    const enclosing = this.#code.enclosing(path, symbol);
    const site = { path, name, kind, enclosing, ...(qualifier !== null && { qualifier }) };
    const found = this.#resolver.resolve(site);
    if (found.kind !== 'found') return [];
    const { definitions: targets, certainty, reason } = found;
    return [{ path, document, name, kind, line, enclosing, targets, certainty, reason }];
  }
}

/** The places of groups by path and line, each once. */
export function inOrder(groups: Iterable<SiteGroup>): readonly ResolvedSite[] {
  return [...new Set([...groups].flat())].sort((left, right) =>
    left.path === right.path ? left.line - right.line : left.path < right.path ? -1 : 1,
  );
}

/** Tells a definition in a file from all others. */
export function keyOf({ path, id }: Pick<Definition, 'path' | 'id'>): string {
  return `${id} ${path}`;
}

/** The function, method or class that a place belongs to, for a graph of calls; undefined at the top of a file. */
export function ownerOf({ enclosing }: Pick<ResolvedSite, 'enclosing'>): Definition | undefined {
  return (
    enclosing.find(({ kind }) => kind === 'function' || kind === 'method' || kind === 'macro') ??
    enclosing.find(hasMembers) ??
    enclosing[0]
  );
}

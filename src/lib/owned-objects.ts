/** The list of a user's objects of one kind, in the SQLite database of the user's space. What an object holds is its own. */
import type { z } from 'zod';
import { type Failure, ToolFailure } from './errors.ts';
import type { Sql } from './sql.ts';

/** What objects of a kind are like. */
export interface ObjectRules<Facts extends object> {
  /** As in the database and the names of Durable Objects; never changes. */
  readonly kind: string;
  /** What answers call one, such as `session`. */
  readonly noun: string;
  /** What the list knows of one besides its name and times. Every fact is optional or has a default. */
  readonly facts: z.ZodType<Facts>;
  /** Whether errors name an object; all by default. */
  readonly isNamed?: (facts: Facts) => boolean;
  /** The object that every user has: it comes back, empty, when it is erased. */
  readonly always?: string;
  /** What stands before the names of the objects, in the database and in those of Durable Objects, and nowhere else: nothing by default. */
  readonly prefix?: string;
  /** Objects that a user may have. */
  readonly most: number;
  /** What names look like, and the same in words; any text by default. */
  readonly names?: { readonly pattern: RegExp; readonly rule: string };
  readonly errorTypes: { readonly notFound: Failure['errorType']; readonly refused: Failure['errorType'] };
  /** The tool that names them all, and a sentence on what to do for each failure. */
  readonly listedBy: string;
  readonly advice: { readonly notFound: string; readonly exists: string; readonly tooMany: string };
}

/** What is known of an object without asking it. */
export interface OwnedObject<Facts> {
  readonly name: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601: when it was last opened. */
  readonly lastActivity: string;
  readonly facts: Facts;
}

/** When an object was last opened. */
export interface Opening {
  readonly kind: string;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** All lists of a user: in a database, and in memory what is not saved in it yet. */
export interface ObjectLists {
  readonly sql: Sql;
  /** By the object. A write for each opening would let no object be opened on a full disk. */
  readonly opened: Map<string, Opening>;
  /** Objects that are being erased, with the erasure. They are gone for everybody, and are on their lists until nothing is left of them. */
  readonly erasing: Map<string, symbol>;
  /** Whether the last write found no room. */
  readonly isFull: () => boolean;
}

/** The lists that a database has. */
export function objectLists(
  sql: Sql,
  opened: Map<string, Opening> = new Map(),
  isFull: () => boolean = () => false,
): ObjectLists {
  return { sql, opened, erasing: new Map(), isFull };
}

/** Saves when an object was opened. */
export function saveOpening(sql: Sql, { kind, name, at }: Opening): void {
  sql.exec('UPDATE owned_object SET last_activity = max(last_activity, ?) WHERE kind = ? AND name = ?', at, kind, name);
}

/** Names that an error lists. */
const NAMED = 10;

const COLUMNS = 'name, created_at, last_activity, facts';
const INSERT = `INSERT OR IGNORE INTO owned_object (kind, ${COLUMNS}) VALUES (?, ?, ?, ?, ?)`;

type Row = { name: string; created_at: number; last_activity: number; facts: string };

type StoredRow = Row & { kind: string };

/** The lists of all kinds, as far as they can be read; `whole` tells whether nothing is missing. */
export function salvagedLists(sql: Sql): { readonly rows: readonly StoredRow[]; readonly whole: boolean } {
  const rows: StoredRow[] = [];
  try {
    for (const row of sql.exec<StoredRow>(`SELECT kind, ${COLUMNS} FROM owned_object ORDER BY rowid`)) rows.push(row);
    return { rows, whole: true };
  } catch {
    return { rows, whole: false };
  }
}

/** Puts what {@link salvagedLists} read into a new database. */
export function restoreLists(sql: Sql, rows: readonly StoredRow[]): void {
  for (const { kind, name, created_at, last_activity, facts } of rows) {
    sql.exec(INSERT, kind, name, created_at, last_activity, facts);
  }
}

/** A user's objects of one kind. Methods throw `ToolFailure` for a name that is malformed, taken, or does not resolve. */
export class OwnedObjects<Facts extends object, Api> {
  readonly #sql: Sql;
  readonly #lists: ObjectLists;
  readonly #rules: ObjectRules<Facts>;
  readonly #connect: (name: string) => Api;

  /** `connect` reaches an object by its name. */
  constructor(lists: ObjectLists, rules: ObjectRules<Facts>, connect: (name: string) => Api) {
    this.#sql = lists.sql;
    this.#lists = lists;
    this.#rules = rules;
    this.#connect = connect;
  }

  /** All of them, the oldest first. */
  list(): readonly OwnedObject<Facts>[] {
    const { kind, always, facts, prefix = '' } = this.#rules;
    const rows = this.#sql
      .exec<Row>(`SELECT ${COLUMNS} FROM owned_object WHERE kind = ? ORDER BY created_at, rowid`, kind)
      .toArray()
      .flatMap((row) => (row.name.startsWith(prefix) ? { ...row, name: row.name.slice(prefix.length) } : []))
      .filter(({ name }) => !this.#lists.erasing.has(this.#key(name)));
    if (always !== undefined && !rows.some(({ name }) => name === always)) rows.push(this.#unlisted(always));
    return rows.map((row) => ({
      name: row.name,
      createdAt: new Date(row.created_at).toISOString(),
      lastActivity: new Date(
        Math.max(row.last_activity, this.#lists.opened.get(this.#key(row.name))?.at ?? 0),
      ).toISOString(),
      facts: facts.parse(JSON.parse(row.facts)),
    }));
  }

  /** The object of that name. */
  open(name: string): Api {
    this.expect(name);
    this.#lists.opened.set(this.#key(name), {
      kind: this.#rules.kind,
      name: this.#fullName(name),
      at: Date.now(),
    });
    return this.#connect(this.#fullName(name));
  }

  /** Whether there is an object of that name. */
  has(name: string): boolean {
    return this.#find(name) !== undefined;
  }

  /** As {@link open}; a name that is new makes an object with these facts. Throws when there are too many. */
  openOrCreate(name: string, facts?: Facts): Api {
    return this.has(name) ? this.open(name) : this.create(name, facts);
  }

  /** Makes an object. Throws when there is one of that name, or too many. */
  create(name: string, facts: Facts = this.#rules.facts.parse({})): Api {
    this.expectNew(name);
    this.#insert(name, facts, Date.now());
    return this.#connect(this.#fullName(name));
  }

  /** Replaces what the list knows of an object. */
  update(name: string, facts: Facts): void {
    this.expect(name);
    this.#insert(name, facts, Date.now());
    this.#sql.exec(
      'UPDATE owned_object SET facts = ? WHERE kind = ? AND name = ?',
      JSON.stringify(facts),
      this.#rules.kind,
      this.#fullName(name),
    );
  }

  /** Takes an object off the list. What it holds is its own to erase. */
  remove(name: string): void {
    this.expect(name);
    this.#delete(name);
  }

  /**
   * Removes an object and has it erase what it holds; resolves to what that says. When it fails, the object stays in the list. The list
   * is written last: that needs room, which the erasure makes.
   */
  async erase<Result>(name: string, erase: (object: Api) => Promise<Result>): Promise<Result> {
    this.expect(name);
    const { erasing } = this.#lists;
    const key = this.#key(name);
    const erasure = Symbol();
    // Gone before anything is awaited: a call that comes in between makes the object anew, and works in it after the erasure.
    erasing.set(key, erasure);
    try {
      const result = await erase(this.#connect(this.#fullName(name)));
      if (erasing.get(key) === erasure) this.#delete(name);
      return result;
    } finally {
      if (erasing.get(key) === erasure) erasing.delete(key);
    }
  }

  /** Throws unless there is an object of that name. */
  expect(name: string): void {
    if (this.#find(name) !== undefined) return;
    const { noun, errorTypes, listedBy, advice, isNamed = () => true } = this.#rules;
    const known = this.list().filter(({ facts }) => isNamed(facts));
    const named = known.slice(0, NAMED).map((each) => `'${each.name}'`);
    if (known.length > NAMED) named.push(`and ${known.length - NAMED} more, see ${listedBy}`);
    throw new ToolFailure({
      errorType: errorTypes.notFound,
      message: `${capital(noun)} '${name}' not found`,
      advice: `Your ${noun}s: ${named.join(', ') || 'none'}. ${advice.notFound}`,
    });
  }

  /** Throws unless an object of that name can be made. */
  expectNew(name: string): void {
    const { noun, most, advice } = this.#rules;
    if (this.#find(name) !== undefined) throw this.#refused(`${capital(noun)} '${name}' already exists`, advice.exists);
    const count = this.list().length;
    if (count >= most)
      throw this.#refused(`There are ${count} ${noun}s already, which is the most a user may have.`, advice.tooMany);
  }

  /** Also throws for a name that none can have. */
  #find(name: string): Row | undefined {
    const { kind, noun, names, always } = this.#rules;
    if (names !== undefined && !names.pattern.test(name))
      throw this.#refused(`${JSON.stringify(name.slice(0, 100))} cannot be the name of a ${noun}.`, names.rule);
    const row = this.#lists.erasing.has(this.#key(name))
      ? undefined
      : this.#sql
          .exec<Row>(`SELECT ${COLUMNS} FROM owned_object WHERE kind = ? AND name = ?`, kind, this.#fullName(name))
          .toArray()[0];
    return row ?? (name === always ? this.#unlisted(name) : undefined);
  }

  /** The object that every user has and that is not on the list: it is now, unless there is no room, which reads do not need. */
  #unlisted(name: string): Row {
    const facts = this.#rules.facts.parse({});
    const at = Date.now();
    if (!this.#lists.isFull()) this.#insert(name, facts, at);
    return { name, created_at: at, last_activity: at, facts: JSON.stringify(facts) };
  }

  #insert(name: string, facts: Facts, at: number): void {
    // What is left of the one that is being erased.
    if (this.#lists.erasing.has(this.#key(name))) this.#delete(name);
    this.#sql.exec(INSERT, this.#rules.kind, this.#fullName(name), at, at, JSON.stringify(facts));
  }

  #delete(name: string): void {
    const key = this.#key(name);
    this.#sql.exec('DELETE FROM owned_object WHERE kind = ? AND name = ?', this.#rules.kind, this.#fullName(name));
    this.#lists.opened.delete(key);
    this.#lists.erasing.delete(key);
  }

  #key(name: string): string {
    return JSON.stringify([this.#rules.kind, this.#fullName(name)]);
  }

  #fullName(name: string): string {
    return `${this.#rules.prefix ?? ''}${name}`;
  }

  #refused(message: string, advice: string): ToolFailure {
    return new ToolFailure({ errorType: this.#rules.errorTypes.refused, message, advice });
  }
}

function capital(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}

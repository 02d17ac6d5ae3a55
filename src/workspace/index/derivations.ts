/** Versions of what derives documents: which documents were derived by others than those of this code and its syntax engine. */

import type { Masking } from '../../lib/secrets/masking.ts';
import type { Sql } from '../../lib/sql.ts';
import type { Language, SyntaxApi } from '../../syntax/api.ts';
import { infoOf } from './analysis.ts';
import type { IndexPart } from './part.ts';
import { READING_VERSION } from './skips.ts';

/** What derived a document. */
export interface Versions {
  /** Reading and masking: what makes the text. */
  readonly text: string;
  /** The syntax engine's for the document's language; absent while it is not known. */
  readonly structure?: string;
  /** Of the parts of the index that have one, by their names. */
  readonly parts: Readonly<Record<string, string>>;
}

/** The row that stands for versions that are not known. */
const UNKNOWN = 0;

/** The derivations of one workspace's documents. */
export class Derivations {
  readonly #sql: Sql;
  readonly #text: string;
  readonly #parts: Readonly<Record<string, string>>;
  #structure: SyntaxVersions | undefined;
  #outdated: readonly number[] | undefined;

  constructor(sql: Sql, masking: Masking, parts: readonly IndexPart[]) {
    this.#sql = sql;
    this.#text = `${READING_VERSION} ${masking.version}`;
    this.#parts = Object.fromEntries(
      parts.flatMap(({ name, version }) => (version === undefined ? [] : [[name, version]])),
    );
  }

  /** Whether the syntax engine has told its versions. */
  get complete(): boolean {
    return this.#structure !== undefined;
  }

  /** Asks the syntax engine, which may have been deployed anew. To be called before it analyses: what it answers then is at least as new. Throws `SyntaxAway`. */
  async ask(syntax: SyntaxApi): Promise<void> {
    this.#structure = (await infoOf(syntax)).versions;
    this.#outdated = undefined;
  }

  /** The versions that derive documents of a language at present. */
  present(language: Language): Versions {
    const structure = this.#structure === undefined ? undefined : (this.#structure.get(language) ?? '');
    return { text: this.#text, ...(structure !== undefined && { structure }), parts: this.#parts };
  }

  /** The row for documents that are derived at present; {@link UNKNOWN} while the syntax engine's versions are. */
  idOf(language: Language): number {
    const versions = this.present(language);
    if (versions.structure === undefined) return UNKNOWN;
    return this.#sql
      .exec<{ id: number }>(
        `INSERT INTO derivation (language, versions) VALUES (?, ?)
         ON CONFLICT (language, versions) DO UPDATE SET language = excluded.language RETURNING id`,
        language,
        JSON.stringify(versions),
      )
      .one().id;
  }

  /** Rows that are not the present ones, as a list in SQL. */
  get outdated(): string {
    this.#outdated ??= this.#findOutdated();
    return this.#outdated.join();
  }

  /** The versions of a row; undefined when they are not known. */
  versionsOf(id: number): Versions | undefined {
    const [row] = this.#sql.exec<{ versions: string }>('SELECT versions FROM derivation WHERE id = ?', id).toArray();
    return row && JSON.parse(row.versions);
  }

  #findOutdated(): readonly number[] {
    const rows = this.#sql
      .exec<{ id: number; language: Language; versions: string }>('SELECT id, language, versions FROM derivation')
      .toArray();
    const outdated = rows.filter(({ language, versions }) => {
      const present = this.present(language);
      const stored: Versions = JSON.parse(versions);
      const parsedByOther = present.structure !== undefined && present.structure !== stored.structure;
      return parsedByOther || present.text !== stored.text || changedParts(stored, present).length > 0;
    });
    return [UNKNOWN, ...outdated.map(({ id }) => id)];
  }
}

/** Versions of a syntax engine, by language. */
type SyntaxVersions = ReadonlyMap<Language, string>;

/** Names of parts whose versions differ; all of them when what derived a document is not known. */
export function changedParts(before: Versions | undefined, after: Versions): readonly string[] {
  return Object.keys(after.parts).filter((name) => before?.parts[name] !== after.parts[name]);
}

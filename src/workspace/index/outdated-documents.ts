/** Documents that other versions derived: each is derived again as far as that concerns it, while it is found as it was. */
import type { FileFacts, Language } from '../../syntax/api.ts';
import { analyse, messageOf, type NotAnalysed } from './analysis.ts';
import { changedParts, type Derivations, type Versions } from './derivations.ts';
import type { Documents, NewDocument } from './documents.ts';
import type { IndexerSetup } from './indexer.ts';
import { readDocument } from './read-document.ts';
import type { Skip } from './skips.ts';
import { ITEM_WORK, SLICE_WORK, type Work } from './work.ts';

/** Documents that are looked at in one slice. */
const SLICE_DOCUMENTS = 200;

/** A live document of other versions. */
interface Outdated extends NewDocument {
  readonly id: number;
  /** Of one of its files. */
  readonly path: string;
  readonly language: Language;
  /** What derived it; undefined when that is not known. */
  readonly versions: Versions | undefined;
}

/** A document whose structure has to be asked for, with its text of now. */
interface Candidate extends Outdated {
  readonly before: string;
}

/** The outdated documents of one workspace. */
export class OutdatedDocuments {
  readonly #setup: IndexerSetup;
  readonly #documents: Documents;
  readonly #derivations: Derivations;

  constructor(setup: IndexerSetup, documents: Documents, derivations: Derivations) {
    this.#setup = setup;
    this.#documents = documents;
    this.#derivations = derivations;
  }

  /** Rows of `document`, as a condition in SQL that an index answers. */
  get #condition(): string {
    return `live = 1 AND derivation IN (${this.#derivations.outdated})`;
  }

  /** Whether there are any. */
  get wait(): boolean {
    return (
      this.#setup.database.sql.exec(`SELECT 1 FROM document WHERE ${this.#condition} LIMIT 1`).toArray().length > 0
    );
  }

  /** Files that have such a document. */
  get files(): number {
    return this.#setup.database.sql
      .exec<{ files: number }>(
        `SELECT count(*) AS files FROM document JOIN file ON file.document = document.id WHERE ${this.#condition}`,
      )
      .one().files;
  }

  /** Does one slice; undefined when there are none. Throws `SyntaxAway`. */
  async slice(): Promise<Work | undefined> {
    const { database, syntax } = this.#setup;
    const { batch, done } = database.transactionSync(() => this.#look());
    if (batch.length === 0) return done;
    await this.#derivations.ask(syntax);
    const results = await analyse(syntax, batch);
    database.transactionSync(() => {
      for (const [index, candidate] of batch.entries()) {
        const result = results[index];
        if (result !== undefined) this.#finish(candidate, result);
      }
    });
    return done;
  }

  /** Does what needs no analysis, until there is enough to analyse. */
  #look(): { readonly batch: readonly Candidate[]; readonly done: Work | undefined } {
    const { sql } = this.#setup.database;
    const waiting = sql
      .exec<{ id: number }>(`SELECT id FROM document WHERE ${this.#condition} ORDER BY id LIMIT ?`, SLICE_DOCUMENTS)
      .toArray();
    if (waiting.length === 0) return { batch: [], done: undefined };
    sql.exec('UPDATE index_state SET settled = 0');
    const batch: Candidate[] = [];
    let done = 0;
    for (const { id } of waiting) {
      if (done >= SLICE_WORK) break;
      const outdated = this.#load(id);
      done += outdated.bytes + ITEM_WORK;
      const read = this.#read(outdated);
      if ('reason' in read) this.#skip(id, read);
      else if (this.#hasStructure(outdated, read)) this.#touch(outdated);
      else batch.push({ ...outdated, ...read, before: outdated.text });
    }
    return { batch, done };
  }

  #load(id: number): Outdated {
    const { sql } = this.#setup.database;
    const { derivation, ...row } = sql
      .exec<{
        blob: string;
        suffix: string;
        language: Language;
        bytes: number;
        text: string;
        derivation: number;
        path: string;
      }>(
        `SELECT blob, suffix, language, bytes, text, derivation,
           (SELECT min(path) FROM file WHERE file.document = document.id) AS path FROM document WHERE id = ?`,
        id,
      )
      .one();
    const secrets = sql
      .exec<{ line: number; kind: string }>('SELECT line, kind FROM secret WHERE document = ? ORDER BY rowid', id)
      .toArray();
    return { id, ...row, secrets, versions: this.#derivations.versionsOf(derivation) };
  }

  /** Its text and secrets as the present versions have them. */
  #read(outdated: Outdated): NewDocument | Skip {
    const { source, masking } = this.#setup;
    if (outdated.versions?.text === this.#derivations.present(outdated.language).text) return outdated;
    return readDocument(source, masking, outdated.path, { blob: outdated.blob, suffix: outdated.suffix });
  }

  /** Whether its structure is what the present versions would find. */
  #hasStructure(outdated: Outdated, { text, secrets }: NewDocument): boolean {
    const { structure } = this.#derivations.present(outdated.language);
    if (structure === undefined || structure !== outdated.versions?.structure) return false;
    return text === outdated.text && JSON.stringify(secrets) === JSON.stringify(outdated.secrets);
  }

  /** Nothing but parts has to change. */
  #touch({ id, language, versions }: Outdated): void {
    this.#documents.renewParts(id, changedParts(versions, this.#derivations.present(language)));
    this.#documents.stamp(id, language);
  }

  #finish(candidate: Candidate, result: FileFacts | NotAnalysed): void {
    const { id, versions, before } = candidate;
    const { database } = this.#setup;
    // Another commit may have come in.
    if (!this.#documents.isLive(id)) return;
    try {
      if ('failure' in result) throw new Error(result.failure);
      database.transactionSync(() => {
        if (candidate.text === before && this.#documents.hasFacts(id, candidate, result)) {
          this.#documents.renewParts(id, changedParts(versions, this.#derivations.present(result.language)));
        } else this.#documents.replace(id, candidate, result);
        this.#documents.stamp(id, result.language);
      });
    } catch (error) {
      // One file's fault must not stop the others.
      this.#skip(id, { reason: 'not_analysed', detail: messageOf(error) });
    }
  }

  /** Takes the document out of the index. */
  #skip(id: number, { reason, detail }: Skip): void {
    const { sql } = this.#setup.database;
    sql.exec('UPDATE file SET document = NULL, skipped = ?, detail = ? WHERE document = ?', reason, detail, id);
    this.#documents.retire(id);
  }
}

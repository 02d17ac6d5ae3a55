/** Files that wait: each is skipped with a reason, gets the document that its content has already, or is analysed. */

import type { FileFacts } from '../../syntax/api.ts';
import { analyse, messageOf, type NotAnalysed } from './analysis.ts';
import type { Derivations } from './derivations.ts';
import { type DocumentKey, type Documents, type NewDocument, suffixOf } from './documents.ts';
import { IgnoreRules } from './ignore-rules.ts';
import type { IndexerSetup } from './indexer.ts';
import { readBlob, readDocument } from './read-document.ts';
import { type Skip, skipByPath, skipBySize } from './skips.ts';
import { ITEM_WORK, SLICE_WORK, type Work } from './work.ts';

/** Files that are looked at in one slice. */
const SLICE_FILES = 500;

interface WaitingFile {
  readonly id: number;
  readonly path: string;
  readonly blob: string;
}

/** A document that no one has analysed yet, and the files that want it. */
interface Candidate extends NewDocument {
  /** The first file's. */
  readonly path: string;
  readonly files: number[];
}

/** What came of a look at a file: nothing is left to do, it is skipped, or its content has to be analysed. */
interface Look {
  readonly work: Work;
  readonly outcome: 'linked' | Skip | Candidate;
}

/** The files of one workspace that wait. */
export class PendingFiles {
  readonly #setup: IndexerSetup;
  readonly #documents: Documents;
  readonly #derivations: Derivations;
  #rules: IgnoreRules | undefined;
  /** Counts changes of the covered commit. */
  #generation = 0;

  constructor(setup: IndexerSetup, documents: Documents, derivations: Derivations) {
    this.#setup = setup;
    this.#documents = documents;
    this.#derivations = derivations;
  }

  /** Has to be called when the covered commit changes. */
  commitChanged(): void {
    this.#rules = undefined;
    this.#generation++;
  }

  /** Does one slice; undefined when no file waits. Throws `SyntaxAway`. */
  async slice(): Promise<Work | undefined> {
    const { database, syntax } = this.#setup;
    const generation = this.#generation;
    const { batch, done } = database.transactionSync(() => this.#decide());
    if (batch.length === 0) return done;
    await this.#derivations.ask(syntax);
    const results = await analyse(syntax, batch);
    database.transactionSync(() => {
      for (const [index, candidate] of batch.entries()) {
        const result = results[index];
        // When another commit has come in, its files find the new documents by themselves.
        if (result !== undefined) this.#finish(candidate, result, generation === this.#generation);
      }
    });
    return done;
  }

  /** Decides about files in order of their paths until there is enough to analyse. */
  #decide(): { readonly batch: readonly Candidate[]; readonly done: Work | undefined } {
    const waiting = this.#setup.database.sql
      .exec<{ id: number; path: string; blob: string }>(
        'SELECT id, path, blob FROM file WHERE document IS NULL AND skipped IS NULL ORDER BY path LIMIT ?',
        SLICE_FILES,
      )
      .toArray();
    const batch = new Map<string, Candidate>();
    let done = 0;
    for (const file of waiting) {
      if (done >= SLICE_WORK) break;
      const { work, outcome } = this.#look(file, batch);
      done += work + ITEM_WORK;
      if (outcome === 'linked') continue;
      if ('reason' in outcome) this.#skip(file.id, outcome);
      else {
        outcome.files.push(file.id);
        batch.set(keyText(outcome), outcome);
      }
    }
    return { batch: [...batch.values()], done: waiting.length === 0 ? undefined : done };
  }

  #look(file: WaitingFile, batch: ReadonlyMap<string, Candidate>): Look {
    const { path, blob } = file;
    const skip = this.#skipByName(path);
    if (skip !== undefined) return { work: 0, outcome: skip };
    const key = { blob, suffix: suffixOf(path) };
    const candidate = batch.get(keyText(key));
    if (candidate !== undefined) return { work: 0, outcome: candidate };
    const known = this.#documents.find(key);
    if (known !== undefined) return this.#reuse(file, known);
    const { source, masking } = this.#setup;
    const read = readDocument(source, masking, path, key);
    if ('reason' in read) return { work: source.blobSize(blob) ?? 0, outcome: read };
    return { work: read.bytes, outcome: { ...read, path, files: [] } };
  }

  #reuse({ id }: WaitingFile, document: number): Look {
    const { database } = this.#setup;
    try {
      const work = database.transactionSync(() => this.#link([id], document));
      database.sql.exec('UPDATE index_state SET reused = reused + 1');
      return { work, outcome: 'linked' };
    } catch (error) {
      return { work: 0, outcome: { reason: 'not_analysed', detail: messageOf(error) } };
    }
  }

  #skipByName(path: string): Skip | undefined {
    if (this.#ignores(path)) return { reason: 'ignored', detail: 'By a rule of .gitignore or .contextignore.' };
    return skipByPath(path);
  }

  #finish(candidate: Candidate, result: FileFacts | NotAnalysed, wanted: boolean): void {
    const { database } = this.#setup;
    const { files } = candidate;
    if ('failure' in result) {
      if (wanted) this.#skipAll(files, result.failure);
      return;
    }
    try {
      database.transactionSync(() => {
        const document = this.#documents.add(candidate, result);
        if (wanted) this.#link(files, document);
      });
      const reused = wanted ? files.length - 1 : 0;
      database.sql.exec('UPDATE index_state SET analysed = analysed + 1, reused = reused + ?', reused);
    } catch (error) {
      // One file's fault must not stop the others.
      const detail = messageOf(error);
      if (wanted) this.#skipAll(files, detail);
    }
  }

  #skipAll(files: readonly number[], detail: string): void {
    for (const id of files) this.#skip(id, { reason: 'not_analysed', detail });
  }

  #link(files: readonly number[], document: number): Work {
    for (const id of files) this.#setup.database.sql.exec('UPDATE file SET document = ? WHERE id = ?', document, id);
    return this.#documents.raise(document);
  }

  #skip(id: number, { reason, detail }: Skip): void {
    this.#setup.database.sql.exec('UPDATE file SET skipped = ?, detail = ? WHERE id = ?', reason, detail, id);
  }

  #ignores(path: string): boolean {
    this.#rules ??= new IgnoreRules((name) => this.#textAt(name));
    return this.#rules.ignores(path);
  }

  /** The text of a file of the covered commit, unless it is missing or too large. */
  #textAt(path: string): string | undefined {
    const { database, source } = this.#setup;
    const [row] = database.sql.exec<{ blob: string }>('SELECT blob FROM file WHERE path = ?', path).toArray();
    if (row === undefined || skipBySize(source.blobSize(row.blob) ?? 0) !== undefined) return undefined;
    const bytes = readBlob(source, row.blob);
    return bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : undefined;
  }
}

function keyText({ blob, suffix }: DocumentKey): string {
  return `${blob} ${suffix}`;
}

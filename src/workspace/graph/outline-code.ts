/** The code of the covered commit, read whole from the packed outlines: names, kinds and scopes only. */

import type { Sql } from '../../lib/sql.ts';
import { symbolKindNamed } from '../../lib/symbol-kinds.ts';
import type { ImportFacts, Language } from '../../syntax/api.ts';
import { type Code, type Definition, Homonyms } from './code.ts';
import { bindingsOf } from './modules/bindings.ts';
import { Bindings } from './modules/module.ts';
import type { Paths } from './paths.ts';
import type { SourcePaths } from './stored-paths.ts';

/** A live document, under the first of its paths. */
export interface OutlinedDocument {
  readonly id: number;
  readonly path: string;
  /** Those that were asked for; `id` is the place of a definition among all of the document. */
  readonly definitions: readonly Definition[];
  /** How many definitions the document has. */
  readonly symbols: number;
}

/** Which definitions are read: all, or those that are inside no other. */
export type Extent = 'all' | 'top level';

const NONE = new Homonyms([]);
const NO_BINDINGS = new Bindings([]);
/** Documents between two yields. */
const SLICE = 500;

/** All outlines of one commit. */
export class OutlineCode implements Code {
  readonly paths: Paths;
  /** By path. */
  readonly documents: readonly OutlinedDocument[];
  readonly #languages: ReadonlyMap<string, Language>;
  readonly #homonyms: ReadonlyMap<string, Homonyms>;
  readonly #bindings: ReadonlyMap<string, Bindings>;

  private constructor(
    sources: SourcePaths,
    documents: readonly OutlinedDocument[],
    homonyms: ReadonlyMap<string, Homonyms>,
    bindings: ReadonlyMap<string, Bindings>,
  ) {
    this.paths = sources.paths;
    this.#languages = sources.languages;
    this.documents = documents;
    this.#homonyms = homonyms;
    this.#bindings = bindings;
  }

  /** Reads the outlines; yields now and then. */
  static *read(sql: Sql, sources: SourcePaths, extent: Extent): Generator<void, OutlineCode> {
    const order = sql
      .exec<{ id: number; path: string }>(
        'SELECT document AS id, min(path) AS path FROM file WHERE document IS NOT NULL GROUP BY document ORDER BY 2',
      )
      .toArray();
    const documents: OutlinedDocument[] = [];
    const named = new Map<string, Definition[]>();
    const bindings = new Map<string, Bindings>();
    for (const [index, { id, path }] of order.entries()) {
      const language = sources.languages.get(path);
      const all = language === undefined ? [] : definitionsOf(sql, id, path, language);
      const definitions = extent === 'all' ? all : all.filter(({ scope }) => scope === '');
      for (const definition of definitions) {
        const homonyms = named.get(definition.name);
        if (homonyms === undefined) named.set(definition.name, [definition]);
        else homonyms.push(definition);
      }
      if (language !== undefined) bindings.set(path, importsOf(sql, id, language));
      documents.push({ id, path, definitions, symbols: all.length });
      if (index % SLICE === SLICE - 1) yield;
    }
    const homonyms = new Map([...named].map(([name, all]) => [name, new Homonyms(all)]));
    return new OutlineCode(sources, documents, homonyms, bindings);
  }

  language(path: string): Language | undefined {
    return this.#languages.get(path);
  }

  definitions(name: string): Homonyms {
    return this.#homonyms.get(name) ?? NONE;
  }

  bindings(path: string): Bindings {
    return this.#bindings.get(path) ?? NO_BINDINGS;
  }
}

/** `id` of a definition is its place in the document. */
function definitionsOf(sql: Sql, document: number, path: string, language: Language): readonly Definition[] {
  const [row] = sql
    .exec<{ definitions: string }>('SELECT definitions FROM outline WHERE document = ?', document)
    .toArray();
  return lines(row?.definitions).map((line, id) => {
    const [name = '', kind = '', scope = ''] = line.split('\t');
    const place = { lineStart: 0, lineEnd: 0, nameLine: 0, signature: '' };
    return { id, document, path, language, name, kind: symbolKindNamed(kind) ?? 'section', scope, ...place };
  });
}

function importsOf(sql: Sql, document: number, language: Language): Bindings {
  const all = sql
    .exec<{ module: string; names: string; line: number }>(
      'SELECT module, names, line FROM import WHERE document = ? ORDER BY id',
      document,
    )
    .toArray()
    .flatMap(({ module, names, line }) => {
      const taken: ImportFacts['names'] = JSON.parse(names);
      return bindingsOf({ module, names: taken, line }, language);
    });
  return new Bindings(all);
}

/** A name that a document uses, and how often. */
export interface Use {
  readonly name: string;
  readonly qualifier?: string;
  readonly count: number;
}

/** The names that a document uses, by name and qualifier. */
export function usesOf(sql: Sql, document: number): readonly Use[] {
  const [row] = sql.exec<{ uses: string }>('SELECT uses FROM outline WHERE document = ?', document).toArray();
  return lines(row?.uses).map((line) => {
    const [name = '', qualifier = '', count = ''] = line.split('\t');
    return { name, ...(qualifier !== '' && { qualifier }), count: Number(count) };
  });
}

function lines(text = ''): readonly string[] {
  return text === '' ? [] : text.split('\n');
}

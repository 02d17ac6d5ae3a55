/** The queries of the benchmark: generated from pinned packages, or written by hand before anything was tuned; each is in one split for good. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Change, commitChanges, patchChanges } from './changes.ts';
import { byCodeUnits, type CorpusFile, corpusFiles, corpusPatches, sha256 } from './corpora.ts';
import { type DocumentedFunction, documentedFunctions, withoutComments } from './docstrings.ts';
import { CORPORA, type Corpus } from './packages.ts';

/** What a query was made from, and so what it looks for: a function, the files of a change, a function. */
export const KINDS = ['docstring', 'change', 'paraphrase'] as const;

/** Where an answer lies: a file, or some of its lines. */
export interface Target {
  readonly path: string;
  /** 1-based, both included; a hit must overlap them. Absent where the file is enough. */
  readonly lines?: readonly [first: number, last: number];
}

/** One query. */
export interface Query {
  readonly id: string;
  readonly kind: (typeof KINDS)[number];
  /** `dev` is for tuning; only `test` is reported. */
  readonly split: 'dev' | 'test';
  readonly text: string;
  readonly targets: readonly Target[];
}

/** A corpus with its queries; the comments that became queries are not in its files. */
export interface PreparedCorpus {
  readonly name: string;
  readonly files: readonly CorpusFile[];
  readonly queries: readonly Query[];
}

/** A query written by hand: `definition` begins the line that it looks for, the last such place in the file. */
interface Paraphrase {
  readonly corpus: string;
  readonly path: string;
  readonly definition: string;
  readonly text: string;
}

const LOCK = join(import.meta.dirname, 'lock.json');
const MOST_OF_A_FILE = 2;

/** All corpora. Throws when files or queries are not the ones that are locked; `record` locks them as they are. */
export function prepareCorpora({ record = false } = {}): readonly PreparedCorpus[] {
  const prepared = CORPORA.map(prepare);
  const lock = Object.fromEntries(prepared.map((corpus) => [corpus.name, fingerprint(corpus)]));
  if (record) writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`);
  const expected: unknown = JSON.parse(readFileSync(LOCK, 'utf8'));
  if (JSON.stringify(lock) !== JSON.stringify(expected)) {
    throw new Error(`Corpora or queries differ from lock.json: ${JSON.stringify(lock, null, 2)}`);
  }
  return prepared;
}

function fingerprint({ files, queries }: PreparedCorpus) {
  return {
    files: files.length,
    bytes: files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0),
    filesSha256: sha256(files.map(({ path, text }) => `${path}\0${text}`).join('\0')),
    queries: queries.length,
    queriesSha256: sha256(JSON.stringify(queries)),
  };
}

function prepare(corpus: Corpus): PreparedCorpus {
  const originals = corpusFiles(corpus);
  const sampled = sampleFunctions(corpus, originals);
  const queries: Query[] = [];
  const files = originals.map((file) => {
    const own = sampled.filter(({ path }) => path === file.path);
    if (own.length === 0) return file;
    const { text, lines } = withoutComments(file.text, own);
    for (const [each, line] of lines)
      queries.push(
        query(corpus, 'docstring', `${each.path}:${each.name}:${each.line}`, each.text, [
          { path: file.path, lines: [line, line] },
        ]),
      );
    return { path: file.path, text };
  });
  for (const { name, text, files: touched } of changes(corpus, originals))
    queries.push(
      query(
        corpus,
        'change',
        name,
        text,
        touched.map((path) => ({ path })),
      ),
    );
  for (const each of paraphrases().filter(({ corpus: name }) => name === corpus.name))
    queries.push(
      query(corpus, 'paraphrase', `${each.path}:${each.definition}`, each.text, [definitionOf(each, files)]),
    );
  return { name: corpus.name, files, queries: queries.toSorted((left, right) => byCodeUnits(left.id, right.id)) };
}

/** Three of five queries are for the test, by the hash of their ids. */
function query(corpus: Corpus, kind: Query['kind'], name: string, text: string, targets: readonly Target[]): Query {
  const id = `${corpus.name}/${kind}/${name}`;
  const split = Number.parseInt(sha256(id).slice(0, 8), 16) % 5 < 3 ? 'test' : 'dev';
  return { id, kind, split, text, targets };
}

function sampleFunctions({ name, docs }: Corpus, files: readonly CorpusFile[]): readonly DocumentedFunction[] {
  if (docs === undefined) return [];
  const found = files
    .filter(({ path }) => path.endsWith(docs.ending) && !/test|example|bench/i.test(path))
    .flatMap((file) => documentedFunctions(file, docs.language));
  const times = new Map<string, number>();
  for (const { text } of found) times.set(text, (times.get(text) ?? 0) + 1);
  const perFile = new Map<string, number>();
  return found
    .filter(({ text }) => times.get(text) === 1)
    .map((each) => ({ each, order: sha256(`${name}\0${each.path}\0${each.name}\0${each.text}`) }))
    .toSorted((left, right) => byCodeUnits(left.order, right.order))
    .map(({ each }) => each)
    .filter(({ path }) => {
      const count = (perFile.get(path) ?? 0) + 1;
      perFile.set(path, count);
      return count <= MOST_OF_A_FILE;
    })
    .slice(0, docs.queries);
}

function changes(corpus: Corpus, files: readonly CorpusFile[]): readonly Change[] {
  const paths = new Set(files.map(({ path }) => path));
  if (corpus.source.from !== 'history') return patchChanges(corpusPatches(corpus), paths);
  return commitChanges(corpus.source.commit, paths)
    .map((change) => ({ change, order: sha256(change.name) }))
    .toSorted((left, right) => byCodeUnits(left.order, right.order))
    .slice(0, corpus.changes)
    .map(({ change }) => change);
}

function paraphrases(): readonly Paraphrase[] {
  const parsed: readonly Paraphrase[] = JSON.parse(readFileSync(join(import.meta.dirname, 'paraphrases.json'), 'utf8'));
  return parsed;
}

/** The line of a definition together with the comment above it. */
function definitionOf({ path, definition }: Paraphrase, files: readonly CorpusFile[]): Target {
  const text = files.find((file) => file.path === path)?.text ?? '';
  const at = text.lastIndexOf(definition);
  if (at < 0) throw new Error(`${path} does not contain ${definition}`);
  const lines = text.split('\n');
  const last = text.slice(0, at).split('\n').length;
  let first = last;
  while (/^\s*(?:\/\/|\/?\*|#|--|@)/.test(lines[first - 2] ?? '')) first--;
  return { path, lines: [first, last] };
}

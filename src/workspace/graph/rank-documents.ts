/** Computes the centrality of all live documents and their symbols from the outlines: a function of the covered commit only. */
import type { Sql } from '../../lib/sql.ts';
import type { Definition } from './code.ts';
import { type Extent, OutlineCode, type OutlinedDocument, usesOf } from './outline-code.ts';
import { at, pageRank } from './page-rank.ts';
import { Resolver } from './resolver.ts';
import type { SourcePaths } from './stored-paths.ts';

/** Documents whose references are resolved between two yields. */
const RESOLVED = 50;
/** Documents whose ranks are written between two yields. */
const WRITTEN = 500;
/** Definitions that are held in memory at once: some 300 bytes each. */
const MOST_DEFINITIONS = 100_000;

/**
 * Fills table `centrality`; yields after pieces of work of about equal size. An edge leads from a document to each definition in another
 * one that its references mean for certain; it weighs the root of their number, divided among the definitions. Of a commit with more
 * than 100,000 definitions only those that are inside no other count; when these are as many, nothing is ranked.
 */
export function* rankDocuments(sql: Sql, sources: SourcePaths): Generator<void, void> {
  const extent = extentOf(sql);
  if (extent === undefined) {
    sql.exec('DELETE FROM centrality');
    return;
  }
  const code = yield* OutlineCode.read(sql, sources, extent);
  const edges = yield* readEdges(sql, code);
  const graph = edges.graph();
  const ranks = yield* pageRank(graph);
  const shares = edges.shares(ranks, graph.totals);
  for (const [node, { id, symbols: length }] of code.documents.entries()) {
    const symbols = Float32Array.from({ length }, (_, index) => at(shares, at(edges.firstSymbol, node) + index));
    sql.exec('INSERT OR REPLACE INTO centrality VALUES (?, ?, ?)', id, at(ranks, node), new Uint8Array(symbols.buffer));
    if (node % WRITTEN === WRITTEN - 1) yield;
  }
}

/** What of the covered commit fits in memory. */
function extentOf(sql: Sql): Extent | undefined {
  const { symbols, top } = sql
    .exec<{ symbols: number; top: number }>(
      `SELECT count(*) AS symbols, count(*) FILTER (WHERE scope = '') AS top
       FROM symbol WHERE document IN (SELECT document FROM file)`,
    )
    .one();
  if (symbols <= MOST_DEFINITIONS) return 'all';
  return top <= MOST_DEFINITIONS ? 'top level' : undefined;
}

function* readEdges(sql: Sql, code: OutlineCode): Generator<void, Edges> {
  const resolver = new Resolver(code, false);
  const edges = new Edges(code.documents);
  for (const [node, { id, path }] of code.documents.entries()) {
    const bindings = code.bindings(path);
    if (code.language(path) !== undefined) {
      for (const { name, qualifier, count } of usesOf(sql, id)) {
        const homonyms = code.definitions(name);
        if (homonyms.all.length === 0 && bindings.named(name) === undefined) continue;
        // Edges within a document do not count, so what it may mean itself is left out.
        if (homonyms.in(path).length > 0 && (qualifier === undefined || /^(?:self|this|cls|\$this)$/.test(qualifier)))
          continue;
        const site = { path, name, kind: 'use', enclosing: [], ...(qualifier !== undefined && { qualifier }) } as const;
        const found = resolver.resolve(site);
        if (found.kind === 'found' && found.certainty === 'resolved')
          edges.add(node, found.definitions, Math.sqrt(count));
      }
    }
    if (node % RESOLVED === RESOLVED - 1) yield;
  }
  return edges;
}

/** Edges from documents to symbols of others, in the order of the documents from which they lead. */
class Edges {
  /** The number of each document's first symbol, of all symbols; one longer than there are documents. */
  readonly firstSymbol: Uint32Array;
  readonly #nodeOf = new Map<number, number>();
  readonly #starts: Uint32Array;
  #symbols = new Uint32Array(1024);
  #targets = new Uint32Array(1024);
  #weights = new Float64Array(1024);
  #count = 0;

  constructor(documents: readonly OutlinedDocument[]) {
    this.#starts = new Uint32Array(documents.length + 1);
    this.firstSymbol = new Uint32Array(documents.length + 1);
    for (const [node, { id, symbols }] of documents.entries()) {
      this.#nodeOf.set(id, node);
      this.firstSymbol[node + 1] = at(this.firstSymbol, node) + symbols;
    }
  }

  /** `from` never goes down from call to call. */
  add(from: number, definitions: readonly Definition[], weight: number): void {
    for (const { document, id } of definitions) {
      const target = this.#nodeOf.get(document);
      if (target === undefined || target === from) continue;
      if (this.#count === this.#symbols.length) this.#grow();
      this.#symbols[this.#count] = at(this.firstSymbol, target) + id;
      this.#targets[this.#count] = target;
      this.#weights[this.#count] = weight / definitions.length;
      this.#count++;
      this.#starts[from + 1] = this.#count;
    }
  }

  graph() {
    for (let node = 1; node < this.#starts.length; node++) {
      this.#starts[node] = Math.max(at(this.#starts, node), at(this.#starts, node - 1));
    }
    const totals = new Float64Array(this.#starts.length - 1);
    for (let node = 0; node < totals.length; node++) {
      for (let edge = at(this.#starts, node); edge < at(this.#starts, node + 1); edge++) {
        totals[node] = at(totals, node) + at(this.#weights, edge);
      }
    }
    return { starts: this.#starts, targets: this.#targets, weights: this.#weights, totals };
  }

  /** For each symbol, the rank that the edges to it carry. */
  shares(ranks: Float64Array, totals: Float64Array): Float64Array {
    const shares = new Float64Array(at(this.firstSymbol, this.firstSymbol.length - 1));
    for (let node = 0; node < totals.length; node++) {
      for (let edge = at(this.#starts, node); edge < at(this.#starts, node + 1); edge++) {
        const symbol = at(this.#symbols, edge);
        shares[symbol] = at(shares, symbol) + (at(ranks, node) * at(this.#weights, edge)) / at(totals, node);
      }
    }
    return shares;
  }

  #grow(): void {
    const length = this.#symbols.length * 2;
    const symbols = new Uint32Array(length);
    symbols.set(this.#symbols);
    const targets = new Uint32Array(length);
    targets.set(this.#targets);
    const weights = new Float64Array(length);
    weights.set(this.#weights);
    [this.#symbols, this.#targets, this.#weights] = [symbols, targets, weights];
  }
}

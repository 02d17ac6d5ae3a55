/** An overview of a workspace that fits a token budget: files with the signatures that the rest of the code rests on most. */

import { shownPath } from '../../lib/shown-path.ts';
import type { Sql } from '../../lib/sql.ts';
import { OVERVIEW_KINDS } from '../../lib/symbol-kinds.ts';
import { type Definition, scopeInside } from './code.ts';
import { bestSymbols } from './map-symbols.ts';
import type { RepoMapAnswer, RepoMapRequest } from './service.ts';
import { DEFINITIONS, type DefinitionRow, toDefinition } from './stored-code.ts';
import { compare } from './symbol-search.ts';

/** Symbols that are considered: those that come first. */
const MOST_CONSIDERED = 4_000;
/** Symbols whose costs are asked for at once. */
const PRICED = 500;
/** Tokens that a line takes at least: a number, and a colon. */
const SHORTEST_LINE = 2;

/** Counts tokens of texts; see `SyntaxApi`. */
export type CountTokens = (texts: readonly string[]) => Promise<readonly number[]>;

type RepoMap = Omit<RepoMapAnswer, 'coverage' | 'tokenizer'>;

/**
 * Takes symbols by how many words of the query they or their files have, then by centrality, then by their files' centrality, path and
 * line, and shows as many of them as fit, each below the definitions around it. `countTokens` decides, on the whole text.
 */
export async function repoMap(sql: Sql, request: RepoMapRequest, countTokens: CountTokens): Promise<RepoMap> {
  const { best, symbols, files } = bestSymbols(sql, request, MOST_CONSIDERED);
  const sketch = new Sketch(sql);
  // Files one after the other, so that each is read once.
  for (const definition of best.toSorted(compare)) sketch.linesOf(definition);
  const shown: Definition[] = [];
  const seen = new Set<string>();
  let left = request.maxTokens;
  for (let at = 0; at < best.length && left >= SHORTEST_LINE; at += PRICED) {
    const considered = best.slice(at, at + PRICED);
    const costs = await costsOf(considered, sketch, countTokens);
    for (const definition of considered) {
      const needed = sketch.linesOf(definition).filter((line) => !seen.has(line));
      const cost = needed.reduce((sum, line) => sum + (costs.get(line) ?? 0), 0);
      if (cost > left) continue;
      left -= cost;
      for (const line of needed) seen.add(line);
      shown.push(definition);
    }
  }
  let map = sketch.render(shown);
  let [tokens = 0] = await countTokens([map]);
  // Texts that are put together can take more tokens than alone.
  while (tokens > request.maxTokens && shown.length > 0) {
    shown.pop();
    map = sketch.render(shown);
    [tokens = 0] = await countTokens([map]);
  }
  const filesShown = new Set(shown.map(({ path }) => path)).size;
  const counts = { filesShown, filesLeftOut: files - filesShown };
  return { map, tokens, ...counts, symbolsShown: shown.length, symbolsLeftOut: symbols - shown.length };
}

async function costsOf(
  definitions: readonly Definition[],
  sketch: Sketch,
  countTokens: CountTokens,
): Promise<ReadonlyMap<string, number>> {
  const lines = [...new Set(definitions.flatMap((definition) => sketch.linesOf(definition)))];
  const counts = await countTokens(lines.map((line) => `${sketch.textOf(line)}\n`));
  return new Map(lines.map((line, index) => [line, counts[index] ?? 0]));
}

/** The text of an overview. A line goes by a key: its path, or a definition's path and id. */
class Sketch {
  readonly #sql: Sql;
  readonly #texts = new Map<string, string>();
  readonly #around = new Map<string, readonly Definition[]>();
  /** The file that was read last. */
  #file: { readonly path: string; readonly symbols: readonly Definition[] } | undefined;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Keys of the lines that show a definition: its file, the definitions around it, itself. */
  linesOf(definition: Definition): readonly string[] {
    const { path } = definition;
    this.#texts.set(path, `${shownPath(path)}:`);
    return [path, ...[...this.#outer(definition), definition].map((each) => this.#line(each))];
  }

  textOf(line: string): string {
    return this.#texts.get(line) ?? '';
  }

  render(definitions: readonly Definition[]): string {
    const shown = new Map<string, Definition>();
    for (const definition of definitions) {
      for (const each of [...this.#outer(definition), definition]) shown.set(this.#line(each), each);
    }
    const lines: string[] = [];
    let path = '';
    for (const [line, definition] of [...shown].sort(([, left], [, right]) => compare(left, right))) {
      if (definition.path !== path) lines.push(`${shownPath(definition.path)}:`);
      path = definition.path;
      lines.push(this.textOf(line));
    }
    return lines.map((line) => `${line}\n`).join('');
  }

  #line(definition: Definition): string {
    const { id, path, scope, signature, lineStart } = definition;
    const key = `${path}\0${id}`;
    const depth = this.#outer(definition).length + 1;
    const prefix = scope !== '' && depth === 1 ? `${scope}: ` : '';
    this.#texts.set(key, `${'  '.repeat(depth)}${lineStart}: ${prefix}${signature}`);
    return key;
  }

  /** Definitions around another that an overview shows, outermost first. */
  #outer(definition: Definition): readonly Definition[] {
    if (definition.scope === '') return [];
    const key = `${definition.path}\0${definition.id}`;
    const known = this.#around.get(key);
    if (known !== undefined) return known;
    const outer = this.#symbolsOf(definition).filter(
      (each) =>
        each.lineStart <= definition.lineStart &&
        each.lineEnd >= definition.lineEnd &&
        each.id !== definition.id &&
        `${definition.scope}.`.startsWith(`${scopeInside(each)}.`),
    );
    this.#around.set(key, outer);
    return outer;
  }
  /** Symbols of a definition's file that an overview shows. */
  #symbolsOf({ document, path }: Definition): readonly Definition[] {
    if (this.#file?.path !== path) {
      const rows = this.#sql.exec<DefinitionRow>(
        `${DEFINITIONS} WHERE symbol.document = ? AND path = ? ORDER BY line_start, symbol.id`,
        document,
        path,
      );
      const symbols = Array.from(rows, toDefinition).filter(({ kind }) => OVERVIEW_KINDS.has(kind));
      this.#file = { path, symbols };
    }
    return this.#file.symbols;
  }
}

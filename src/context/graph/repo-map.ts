/** An overview of a workspace that fits a token budget: files with the signatures that the rest of the code rests on most. */

import type { Sql } from '../../lib/sql.ts';
import { subtokens } from '../../lib/subtokens.ts';
import type { SymbolKind } from '../../syntax/service.ts';
import { pathFilter } from '../path-filter.ts';
import { Centralities } from './centrality.ts';
import { type Definition, scopeInside } from './code.ts';
import type { RepoMapAnswer, RepoMapRequest } from './service.ts';
import { DEFINITIONS, type DefinitionRow, toDefinition } from './stored-code.ts';
import { compare } from './symbol-search.ts';

/** What an overview shows of a program. */
const SHOWN: ReadonlySet<SymbolKind> = new Set([
  'function',
  'method',
  'class',
  'interface',
  'struct',
  'enum',
  'type',
  'module',
  'constant',
  'macro',
]);
/** Symbols that are considered: those that come first. */
const MOST_CONSIDERED = 4_000;

/** Counts tokens of texts; see `SyntaxApi`. */
export type CountTokens = (texts: readonly string[]) => Promise<readonly number[]>;

type RepoMap = Omit<RepoMapAnswer, 'coverage' | 'tokenizer'>;

interface Candidate {
  readonly definition: Definition;
  /** Words of the query that its name or path has. */
  readonly words: number;
  readonly centrality: number;
  readonly fileCentrality: number;
}

/**
 * Takes symbols by how many words of the query they or their files have, then by centrality, then by their files' centrality, path and
 * line, and shows as many of them as fit, each below the definitions around it. `countTokens` decides, on the whole text.
 */
export async function repoMap(sql: Sql, request: RepoMapRequest, countTokens: CountTokens): Promise<RepoMap> {
  const all = candidatesOf(sql, request);
  const considered = all.slice(0, MOST_CONSIDERED).map(({ definition }) => definition);
  const sketch = new Sketch(sql);
  const costs = await costsOf(considered, sketch, countTokens);
  const shown: Definition[] = [];
  const seen = new Set<string>();
  let left = request.maxTokens;
  for (const definition of considered) {
    const needed = sketch.linesOf(definition).filter((line) => !seen.has(line));
    const cost = needed.reduce((sum, line) => sum + (costs.get(line) ?? 0), 0);
    if (cost > left) continue;
    left -= cost;
    for (const line of needed) seen.add(line);
    shown.push(definition);
  }
  let map = sketch.render(shown);
  let [tokens = 0] = await countTokens([map]);
  // Texts that are put together can take more tokens than alone.
  while (tokens > request.maxTokens && shown.length > 0) {
    shown.pop();
    map = sketch.render(shown);
    [tokens = 0] = await countTokens([map]);
  }
  const files = new Set(all.map(({ definition }) => definition.path)).size;
  const filesShown = new Set(shown.map(({ path }) => path)).size;
  const counts = { filesShown, filesLeftOut: files - filesShown };
  return { map, tokens, ...counts, symbolsShown: shown.length, symbolsLeftOut: all.length - shown.length };
}

function candidatesOf(sql: Sql, { query = '', paths = [] }: RepoMapRequest): readonly Candidate[] {
  const wanted = [...new Set(subtokens(query))];
  const filter = pathFilter({ paths, excludePaths: [], fileTypes: [] });
  const centralities = new Centralities(sql);
  const candidates: Candidate[] = [];
  let path = '';
  let isWanted = true;
  for (const row of sql.exec<DefinitionRow>(`${DEFINITIONS} ORDER BY path, line_start, symbol.id`)) {
    if (!SHOWN.has(row.kind)) continue;
    if (row.path !== path) {
      path = row.path;
      isWanted = filter(path);
    }
    if (!isWanted) continue;
    const definition = toDefinition(row);
    candidates.push({
      definition,
      words: wordsIn(`${definition.scope} ${definition.name} ${path}`, wanted),
      centrality: centralities.of(definition),
      fileCentrality: centralities.ofDocument(definition.document),
    });
  }
  return candidates.sort(
    (left, right) =>
      right.words - left.words ||
      right.centrality - left.centrality ||
      right.fileCentrality - left.fileCentrality ||
      compare(left.definition, right.definition),
  );
}

function wordsIn(text: string, wanted: readonly string[]): number {
  if (wanted.length === 0) return 0;
  const words = subtokens(text);
  return wanted.filter((word) => words.some((each) => each.startsWith(word))).length;
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

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Keys of the lines that show a definition: its file, the definitions around it, itself. */
  linesOf(definition: Definition): readonly string[] {
    const { path } = definition;
    this.#texts.set(path, `${path}:`);
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
      if (definition.path !== path) lines.push(`${definition.path}:`);
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
    const outer = this.#sql
      .exec<DefinitionRow>(
        `${DEFINITIONS} WHERE symbol.document = ? AND path = ? AND line_start <= ? AND line_end >= ? AND symbol.id <> ?
         ORDER BY line_start, symbol.id`,
        ...[definition.document, definition.path, definition.lineStart, definition.lineEnd, definition.id],
      )
      .toArray()
      .map(toDefinition)
      .filter((each) => SHOWN.has(each.kind) && `${definition.scope}.`.startsWith(`${scopeInside(each)}.`));
    this.#around.set(key, outer);
    return outer;
  }
}

/** Finds definitions by their names. */
import type { Sql } from '../../lib/sql.ts';
import { pathFilter } from '../path-filter.ts';
import { Centralities } from './centrality.ts';
import type { Definition } from './code.ts';
import { byPairs, LikeNames } from './likeness.ts';
import {
  type FoundSymbol,
  MATCHES,
  type Match,
  type SymbolAnswer,
  type SymbolFilter,
  type SymbolRequest,
} from './service.ts';
import { DEFINITIONS, type DefinitionRow, toDefinition } from './stored-code.ts';

/** Definitions that are put in order by centrality; beyond it, likeness, path and line decide which ones. */
const MOST_ORDERED = 5_000;
/** Names in one query. */
const NAMES_AT_ONCE = 2_000;
const SIMILAR_NAMES = 5;

/** The name and the scope of `Class.method`, `module::function` or `Class#method`. */
export function splitName(text: string): { readonly name: string; readonly scope: string } {
  const parts = text
    .trim()
    .replace(/\(\)$/, '')
    .split(/::|->|[.#/\\]/)
    .filter((part) => part !== '');
  return { name: parts.at(-1) ?? text.trim(), scope: parts.slice(0, -1).join('.') };
}

/** Whether a scope is `wanted` or ends in it; a file's name counts as its outermost scope. */
export function isInScope({ scope, path }: Pick<Definition, 'scope' | 'path'>, wanted: string): boolean {
  if (wanted === '') return true;
  const file = path.slice(path.lastIndexOf('/') + 1).replace(/\..*/s, '');
  return `.${file}.${scope}.`.replace('..', '.').endsWith(`.${wanted}.`);
}

/** Definitions whose names, among all `names`, are like the one asked for: by likeness, then centrality, path and line. */
export function searchSymbols(
  sql: Sql,
  names: readonly string[],
  request: SymbolRequest,
): Omit<SymbolAnswer, 'coverage'> {
  const { name, scope } = splitName(request.name);
  const like = new LikeNames(names, name);
  const worst = MATCHES.indexOf(request.match ?? 'similar');
  const accepted = filterOf(request);
  const found: { definition: Definition; match: Match; doc: string }[] = [];
  let total = 0;
  for (const match of MATCHES.slice(0, worst + 1)) {
    for (const row of rowsNamed(sql, like.by(match))) {
      const definition = toDefinition(row);
      if (!isInScope(definition, scope) || !accepted(definition)) continue;
      total++;
      if (found.length < MOST_ORDERED) found.push({ definition, match, doc: row.doc });
    }
    // Without a wish, the best likeness is what was meant.
    if (request.match === undefined && total > 0 && match !== 'exact') break;
  }
  const centralities = new Centralities(sql);
  const ordered = found
    .map((each) => ({ ...each, centrality: centralities.of(each.definition) }))
    .sort(
      (left, right) =>
        MATCHES.indexOf(left.match) - MATCHES.indexOf(right.match) ||
        right.centrality - left.centrality ||
        compare(left.definition, right.definition),
    );
  const symbols = ordered
    .slice(request.offset, request.offset + request.limit)
    .map(({ definition, ...rest }): FoundSymbol => {
      return { ...toEntry(definition), ...rest };
    });
  return { symbols, total, similarNames: total > 0 ? [] : similarNames(sql, names, name) };
}

/** The part of a definition that answers show. */
export function toEntry({ path, name, kind, scope, lineStart, lineEnd, signature }: Definition) {
  return { path, name, kind, scope, lineStart, lineEnd, signature };
}

/** By path, then line. */
export function compare(left: Definition, right: Definition): number {
  if (left.path !== right.path) return left.path < right.path ? -1 : 1;
  return left.lineStart - right.lineStart || left.id - right.id;
}

/** Whether a definition passes a filter. */
export function filterOf({
  kinds,
  paths = [],
}: SymbolFilter): (definition: Pick<Definition, 'kind' | 'path'>) => boolean {
  const isWanted = pathFilter({ paths, excludePaths: [], fileTypes: [] });
  return ({ kind, path }) => (kinds === undefined || kinds.includes(kind)) && isWanted(path);
}

/** Up to five of `names` that files have and that share most pairs of letters with `name`. */
export function similarNames(sql: Sql, names: readonly string[], name: string): readonly string[] {
  const similar: string[] = [];
  for (const each of byPairs(names, name)) {
    if (isDefined(sql, each)) similar.push(each);
    if (similar.length === SIMILAR_NAMES) break;
  }
  return similar;
}

function isDefined(sql: Sql, name: string): boolean {
  const definition = 'SELECT 1 FROM symbol JOIN file ON file.document = symbol.document WHERE name = ? LIMIT 1';
  return sql.exec(definition, name).toArray().length > 0;
}

function* rowsNamed(sql: Sql, names: readonly string[]): Generator<DefinitionRow & { readonly doc: string }> {
  const statement = `${DEFINITIONS.replace('signature', 'signature, doc')}
    WHERE name IN (SELECT value FROM json_each(?)) ORDER BY path, line_start, symbol.id`;
  for (let at = 0; at < names.length; at += NAMES_AT_ONCE) {
    yield* sql.exec<DefinitionRow & { doc: string }>(statement, JSON.stringify(names.slice(at, at + NAMES_AT_ONCE)));
  }
}

/** Answers which places refer to a symbol. */
import type { Steps, WorkBudget } from '../../lib/sliced-work.ts';
import type { Sql } from '../../lib/sql.ts';
import { scopeInside } from './code.ts';
import { definitionsNamed } from './named-symbol.ts';
import type { ReferenceEntry, ReferencesAnswer, ReferencesRequest } from './service.ts';
import { type KnownPlaces, type ResolvedSite, Sites } from './sites.ts';
import type { StoredCode } from './stored-code.ts';
import { toEntry } from './symbol-search.ts';

/** Characters of a line that are shown. */
const LONGEST_LINE = 200;

/** The references to a symbol: those that are certain first, each by path and line. Throws `ToolFailure` for an unknown name. */
export function* findReferences(
  sql: Sql,
  known: KnownPlaces,
  request: ReferencesRequest,
  work: WorkBudget,
): Steps<Omit<ReferencesAnswer, 'coverage'>> {
  const { code } = known;
  const definitions = definitionsNamed(sql, code, request);
  const sites = new Sites(sql, known, work);
  const places = yield* sites.to(definitions);
  const wanted = places
    .filter(({ certainty }) => request.approximate || certainty === 'resolved')
    .filter(({ kind }) => request.kinds === undefined || request.kinds.includes(kind));
  const resolved = wanted.filter(({ certainty }) => certainty === 'resolved');
  const ordered = [...resolved, ...wanted.filter(({ certainty }) => certainty === 'approximate')];
  return {
    definitions: definitions.map(toEntry),
    references: ordered.slice(request.offset, request.offset + request.limit).map((site) => toReference(site, code)),
    total: ordered.length,
    resolved: resolved.length,
    unread: sites.unread,
  };
}

function toReference(site: ResolvedSite, code: StoredCode): ReferenceEntry {
  const { path, document, line, kind, certainty, reason } = site;
  const [inner] = site.enclosing;
  const text = (code.lines(document)[line - 1] ?? '').trim().slice(0, LONGEST_LINE);
  return { path, line, kind, text, ...(inner !== undefined && { within: scopeInside(inner) }), certainty, reason };
}

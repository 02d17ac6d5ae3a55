/** Calls that no edge of a graph shows: of a value that holds a function, or by a text that is its name. */
import type { Steps } from '../../lib/sliced-work.ts';
import { type Definition, fits } from './code.ts';
import type { PossibleCall } from './service.ts';
import type { ResolvedSite, Sites } from './sites.ts';
import type { StoredCode } from './stored-code.ts';

/** Places that are listed. */
const MOST_PLACES = 20;
/** Texts of a definition that are looked at. */
const MOST_TEXTS = 500;
/** A text that is one name, or the way to one. */
const NAME_IN_QUOTES = /(["'`])((?:[\w$]+(?:\.|::))*([\p{L}_$][\p{L}\p{N}_$]*))\1/gu;

const CALLED: ReadonlySet<Definition['kind']> = new Set(['function', 'method', 'class', 'macro']);

/** What `root` may call beside the calls that were resolved. */
export function* possibleCallees(root: Definition, sites: Sites, code: StoredCode): Steps<readonly PossibleCall[]> {
  const inside = yield* sites.inLines(root.path, root.lineStart, root.lineEnd);
  const used = inside
    .filter((site) => isValue(site) && site.enclosing.some(({ id }) => id === root.id))
    .map(({ path, line, name }): PossibleCall => ({ file: path, line, name, by: 'value' }));
  const named: PossibleCall[] = [];
  let looked = 0;
  for (const [offset, text] of code.textOf(root).split('\n').entries()) {
    for (const [, , , name = ''] of text.matchAll(NAME_IN_QUOTES)) {
      if (looked++ >= MOST_TEXTS) break;
      if (!code.definitions(name).all.some(({ kind }) => CALLED.has(kind))) continue;
      named.push({ file: root.path, line: root.lineStart + offset, name, by: 'text' });
    }
  }
  return [...used, ...named].slice(0, MOST_PLACES);
}

/** Places that may call `roots` beside the calls that were resolved, as far as the parser knows the name there. */
export function* possibleCallers(roots: readonly Definition[], sites: Sites): Steps<readonly PossibleCall[]> {
  const places = yield* sites.to(roots);
  return places
    .filter(isValue)
    .map(({ path, line, name }): PossibleCall => ({ file: path, line, name, by: 'value' }))
    .slice(0, MOST_PLACES);
}

function isValue({ kind, certainty, targets }: ResolvedSite): boolean {
  return (
    kind === 'use' && certainty === 'resolved' && targets.some((each) => CALLED.has(each.kind) && fits('call', each))
  );
}

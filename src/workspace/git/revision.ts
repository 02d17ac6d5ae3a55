/** Names of commits as people write them: what git calls revisions. */
import { isOid, type Oid } from './object.ts';
import type { Repository } from './repository.ts';

/** What a name stands for. */
export type Revision =
  | { readonly kind: 'commit'; readonly oid: Oid }
  | { readonly kind: 'unknown' }
  /** The commits that begin with these digits; the first of them, in order. */
  | { readonly kind: 'ambiguous'; readonly candidates: readonly Oid[] };

/** Digits of an abbreviated id, at least: git's minimum. */
const SHORTEST_ID = 4;
/** Candidates that an ambiguous id names. */
const MOST_CANDIDATES = 5;
/** Steps that all `~n` and `^n` of a name may take together. */
const MOST_STEPS = 10_000;
/** Characters of a name with its steps; refs have at most 255. */
const LONGEST = 300;

/** The commit behind a branch, tag, full ref, id, id cut to four digits or more, each with `~n` and `^n` behind it. */
export function resolveRevision(repository: Repository, text: string): Revision {
  if (text.length > LONGEST) return { kind: 'unknown' };
  if (text === '') return { kind: 'unknown' };
  // The first character is the name's, whatever it is.
  const [end = ''] = /(?<![~^\d])[~^\d]*$/.exec(text.slice(1)) ?? [];
  const steps = end.replace(/^\d+/, '');
  const name = text.slice(0, text.length - steps.length);
  const start = resolveName(repository, name === '@' ? 'HEAD' : name);
  if (start.kind !== 'commit') return start;
  let oid = start.oid;
  let taken = 0;
  for (const [, sign, digits = ''] of steps.matchAll(/([~^])(\d*)/g)) {
    const count = digits === '' ? 1 : Number(digits);
    taken += count;
    if (taken > MOST_STEPS) return { kind: 'unknown' };
    const parents = sign === '~' ? Array.from({ length: count }, () => 1) : count === 0 ? [] : [count];
    for (const parent of parents) {
      const next = repository.commit(oid).parents[parent - 1];
      // A shallow push leaves out what lies before it.
      if (next === undefined || !repository.objects.has(next)) return { kind: 'unknown' };
      oid = next;
    }
  }
  return { kind: 'commit', oid };
}

function resolveName(repository: Repository, name: string): Revision {
  const oid = repository.resolve(name);
  if (oid !== undefined) return { kind: 'commit', oid };
  const digits = name.toLowerCase();
  if (!/^[0-9a-f]+$/.test(digits) || digits.length < SHORTEST_ID || isOid(digits)) return { kind: 'unknown' };
  const candidates = repository.objects.commitsStarting(digits, MOST_CANDIDATES);
  const [only] = candidates;
  if (only === undefined) return { kind: 'unknown' };
  return candidates.length === 1 ? { kind: 'commit', oid: only } : { kind: 'ambiguous', candidates };
}

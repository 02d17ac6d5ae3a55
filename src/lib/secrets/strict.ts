/**
 * What is hidden from whoever must see no secret at all: beside what has the form of one, every value that a name or a place gives away, however
 * it looks. References and empty values stay.
 */
import { type FoundSecret, findSecrets, type PlacedSecret, place } from './find.ts';
import { hideSecrets, type MaskedText } from './mask.ts';
import { manifestSecrets } from './strict/manifests.ts';
import { namedSecrets } from './strict/named.ts';
import { placedSecrets } from './strict/places.ts';
import type { Range } from './strict/quoted.ts';

const NAMED = { kind: 'named_value', name: 'value of a secret’s name', severity: 'MEDIUM', evidence: 'key' } as const;
const PLACED = {
  kind: 'placed_value',
  name: 'value where a secret stands',
  severity: 'MEDIUM',
  evidence: 'key',
} as const;

/** The secrets of a text, and all that may be one; in order, and no two overlap. */
export function findAllSecrets(text: string): readonly FoundSecret[] {
  const sure = findSecrets(text);
  const more = [
    ...[...placedSecrets(text), ...manifestSecrets(text)].map((range) => ({ ...range, ...PLACED })),
    ...namedSecrets(text).map((range) => ({ ...range, ...NAMED })),
  ];
  return more.length === 0 ? sure : place(text, joined([...sure, ...more]));
}

/** Of those that overlap, one that hides them all: the first that hides as much by itself. */
function joined(secrets: readonly PlacedSecret[]): readonly PlacedSecret[] {
  const sorted = secrets.toSorted((left, right) => left.start - right.start);
  const found: PlacedSecret[] = [];
  for (const secret of sorted) {
    const last = found.at(-1);
    if (last === undefined || secret.start >= last.end) {
      found.push(secret);
      continue;
    }
    if (secret.end <= last.end && !(holds(secret, last) && last.evidence === 'key')) continue;
    const [start, end] = [last.start, Math.max(last.end, secret.end)];
    const whole = [last, secret].find((each) => each.start === start && each.end === end);
    found[found.length - 1] = whole ?? { ...NAMED, start, end };
  }
  return found;
}

function holds(outer: Range, inner: Range): boolean {
  return outer.start <= inner.start && outer.end >= inner.end;
}

/** Hides {@link findAllSecrets}. */
export function maskAllSecrets(text: string): MaskedText {
  const found = findAllSecrets(text);
  return { text: hideSecrets(text, found), secrets: found.map(({ line, kind }) => ({ line, kind })) };
}

/** Hides the secrets of texts. */
import { type FoundSecret, findSecrets } from './find.ts';

/** A secret that was found. */
export interface SecretFinding {
  /** 1-based; where it begins. */
  readonly line: number;
  /** Such as `aws_access_key`. */
  readonly kind: string;
}

/** A text without its secrets. */
export interface MaskedText {
  /** As long as before; every character of a secret, but for line ends, is `*`. */
  readonly text: string;
  /** By line. */
  readonly secrets: readonly SecretFinding[];
}

/** Finds the secrets of a text and hides them. */
export function maskSecrets(text: string): MaskedText {
  const found = findSecrets(text);
  return { text: hideSecrets(text, found), secrets: found.map(({ line, kind }) => ({ line, kind })) };
}

/** The text with every character of these secrets as `*`, but for line ends; as long as before. They are in order and do not overlap. */
export function hideSecrets(text: string, found: readonly FoundSecret[]): string {
  if (found.length === 0) return text;
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end } of found) {
    pieces.push(text.slice(at, start), text.slice(start, end).replace(/[^\n]/g, '*'));
    at = end;
  }
  pieces.push(text.slice(at));
  // A match may have ended within a surrogate pair.
  return pieces.join('').toWellFormed();
}

/** Characters of a secret that people may see. */
const MOST_SHOWN = 4;
/** A secret that is shorter shows nothing. */
const SHORTEST_SHOWN = 16;

/** A secret for people: of one whose beginning is its provider's, that beginning, at most four characters; of others none. */
export function previewOf(text: string, { start, end, evidence }: FoundSecret): string {
  const isPublic = evidence !== 'place' && evidence !== 'name' && end - start >= SHORTEST_SHOWN;
  const [shown = ''] = isPublic ? (/^[\x21-\x7e]*/.exec(text.slice(start, start + MOST_SHOWN)) ?? []) : [];
  return `${shown}****…`;
}

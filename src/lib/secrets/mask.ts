/** Finds secrets in texts and hides them. */
import { isPlaceholder, isRandom } from './likelihood.ts';
import { SECRET_PATTERNS } from './patterns.ts';

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
  const found: { readonly start: number; readonly end: number; readonly kind: string }[] = [];
  for (const { kind, keywords, pattern, accepts = (secret: string) => isRandom(secret, 3) } of SECRET_PATTERNS) {
    if (!keywords.some((keyword) => text.includes(keyword))) continue;
    for (const match of text.matchAll(pattern)) {
      const secret = match.groups?.secret ?? match[0];
      if (isPlaceholder(secret) || !accepts(secret, match)) continue;
      const start = match.index + match[0].lastIndexOf(secret);
      found.push({ start, end: start + secret.length, kind });
    }
  }
  if (found.length === 0) return { text, secrets: [] };
  found.sort((left, right) => left.start - right.start);
  const pieces: string[] = [];
  const secrets: SecretFinding[] = [];
  let at = 0;
  let line = 1;
  for (const { start, end, kind } of found) {
    if (start < at) continue;
    const before = text.slice(at, start);
    line += before.split('\n').length - 1;
    secrets.push({ line, kind });
    const hidden = text.slice(start, end).replace(/[^\n]/g, '*');
    line += hidden.split('\n').length - 1;
    pieces.push(before, hidden);
    at = end;
  }
  pieces.push(text.slice(at));
  // A match may have ended within a surrogate pair.
  return { text: pieces.join('').toWellFormed(), secrets };
}

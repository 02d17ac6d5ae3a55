/** Hides the secrets of texts. */
import { type FoundSecret, findSecrets } from './find.ts';
import type { SecretEvidence } from './pattern.ts';

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

/** Characters of a secret that stay visible, where {@link visiblePart} allows them; together at most {@link MOST_SHOWN}. */
export interface Shown {
  readonly start: number;
  readonly end: number;
}

/** Characters of a secret that people may see. */
export const MOST_SHOWN = 4;
/** What shows where nothing else is asked for. */
const BEGINNING: Shown = { start: MOST_SHOWN, end: 0 };
const NOTHING: Shown = { start: 0, end: 0 };
/** Evidence of what people choose. */
const HIDDEN_WHOLE: ReadonlySet<SecretEvidence> = new Set(['place', 'name', 'key']);
/** A secret that is shorter shows nothing. */
const SHORTEST_SHOWN = 16;

/**
 * The text with every character of these secrets as `*`, but for line ends and what is `shown`; as long as before. They are in order and do
 * not overlap.
 */
export function hideSecrets(text: string, found: readonly FoundSecret[], shown: Shown = NOTHING): string {
  if (found.length === 0) return text;
  const pieces: string[] = [];
  let at = 0;
  for (const secret of found) {
    const { start, end } = secret;
    const visible = visiblePart(text, secret, shown);
    // Lines keep their indentation, so that the text is read as before.
    const hidden = text
      .slice(start + visible.start.length, end - visible.end.length)
      .replace(/(\n[ \t]*)|[^\n]/g, (_, indent?: string) => indent ?? '*');
    pieces.push(text.slice(at, start), visible.start, hidden, visible.end);
    at = end;
  }
  pieces.push(text.slice(at));
  // A match may have ended within a surrogate pair.
  return pieces.join('').toWellFormed();
}

/** A secret for people, such as `ghp_****…`; by default with the beginning of one whose beginning is its provider's. */
export function previewOf(text: string, secret: FoundSecret, shown: Shown = BEGINNING): string {
  const { start, end } = visiblePart(text, secret, shown);
  return `${start}****…${end}`;
}

/** Of a password, and of what is short or has several lines, nothing. */
function visiblePart(text: string, { start, end, evidence, line, lineEnd }: FoundSecret, shown: Shown) {
  const isHidden = HIDDEN_WHOLE.has(evidence) || end - start < SHORTEST_SHOWN || lineEnd > line;
  if (isHidden || shown.start + shown.end > MOST_SHOWN) return { start: '', end: '' };
  return { start: text.slice(start, start + shown.start), end: text.slice(end - shown.end, end) };
}

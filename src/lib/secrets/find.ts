/** Finds secrets in texts. */
import { isPlaceholder, isRandom } from './likelihood.ts';
import type { SecretEvidence, SecretPattern, SecretSeverity } from './pattern.ts';
import { SECRET_PATTERNS } from './patterns.ts';
import { Presence } from './presence.ts';

/** A secret, and where it stands. */
export interface FoundSecret {
  /** In UTF-16 units; `end` is behind it. */
  readonly start: number;
  readonly end: number;
  /** 1-based; the column counts UTF-16 units. */
  readonly line: number;
  readonly column: number;
  readonly lineEnd: number;
  /** Such as `aws_access_key`. */
  readonly kind: string;
  /** For people: `AWS access key`. */
  readonly name: string;
  readonly severity: SecretSeverity;
  readonly evidence: SecretEvidence;
  /** How likely it is a secret, by {@link EVIDENCE_CONFIDENCE}. */
  readonly confidence: number;
}

/** A secret of which only the place in the text is known. */
export type PlacedSecret = Pick<FoundSecret, 'start' | 'end' | 'kind' | 'name' | 'severity' | 'evidence'>;

/** From 0 to 1, by what a finding rests on. An order, in steps; not a measured share. */
export const EVIDENCE_CONFIDENCE: Readonly<Record<SecretEvidence, number>> = {
  checksum: 0.99,
  structure: 0.95,
  format: 0.9,
  place: 0.8,
  name: 0.7,
  doubt: 0.75,
  key: 0.4,
};

interface Match {
  readonly start: number;
  readonly end: number;
  readonly pattern: SecretPattern;
}

/** The secrets of a text in their order; no two overlap: the one that begins first stays, then the one of the earlier pattern. */
export function findSecrets(text: string): readonly FoundSecret[] {
  const asWritten = new Presence(text);
  const inSmallLetters = new Presence(text.toLowerCase());
  const matches = SECRET_PATTERNS.flatMap((pattern) => {
    const words = pattern.pattern.ignoreCase ? inSmallLetters : asWritten;
    return pattern.keywords.some((keyword) => words.has(keyword)) ? matchesOf(pattern, text) : [];
  });
  // Sorting is stable: of those that begin at one place, the pattern that is named first stays first.
  matches.sort((left, right) => left.start - right.start);
  const found: PlacedSecret[] = [];
  let free = 0;
  for (const { start, end, pattern } of matches) {
    if (start < free) continue;
    free = end;
    const { kind, name, severity } = pattern;
    found.push({ start, end, kind, name, severity, evidence: evidenceOf(pattern, text.slice(start, end)) });
  }
  return place(text, found);
}

/** Says on which lines secrets stand, which are in order and do not overlap. */
export function place(text: string, secrets: readonly PlacedSecret[]): readonly FoundSecret[] {
  let [line, lineStart] = [1, 0];
  let next = text.indexOf('\n');
  const goTo = (wanted: number) => {
    for (; next >= 0 && next < wanted; next = text.indexOf('\n', lineStart)) {
      lineStart = next + 1;
      line++;
    }
  };
  return secrets.map(({ start, end, kind, name, severity, evidence }) => {
    goTo(start);
    const [first, column] = [line, start - lineStart + 1];
    // A line end behind a secret belongs to it.
    goTo(end - 1);
    const confidence = EVIDENCE_CONFIDENCE[evidence];
    return { start, end, line: first, column, lineEnd: line, kind, name, severity, evidence, confidence };
  });
}

function matchesOf(pattern: SecretPattern, text: string): readonly Match[] {
  const { accepts = (secret: string) => isRandom(secret, 3) } = pattern;
  const matches: Match[] = [];
  for (const match of text.matchAll(pattern.pattern)) {
    const secret = match.groups?.secret ?? match.groups?.config ?? match[0];
    if (isPlaceholder(secret) || !accepts(secret, match)) continue;
    const start = match.index + match[0].lastIndexOf(secret);
    matches.push({ start, end: start + secret.length, pattern });
  }
  return matches;
}

function evidenceOf({ evidence, prove }: SecretPattern, secret: string): SecretEvidence {
  switch (prove?.(secret)) {
    case 'right':
      return 'checksum';
    case 'decodes':
      return 'structure';
    case 'wrong':
      return 'doubt';
    case 'unknown':
    case undefined:
      return evidence;
  }
}

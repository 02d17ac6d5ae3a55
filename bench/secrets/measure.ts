/** Counts what is found and what should not be. */
import { findSecrets } from '../../src/lib/secrets/find.ts';
import type { Negative } from './negatives.ts';
import type { Positive } from './positives.ts';

/** Results for texts that have a secret, or none. */
export interface Measured {
  readonly total: number;
  /** Positives: found. Negatives: something was found. */
  readonly found: number;
  /** Kinds or groups of what went wrong, with what was found instead. */
  readonly wrong: readonly string[];
}

/** How many secrets are found: hidden as a whole. */
export function recall(positives: readonly Positive[]): Measured {
  const missed = positives.filter(({ text, secret }) => {
    const at = text.indexOf(secret);
    return !findSecrets(text).some(({ start, end }) => start <= at && end >= at + secret.length);
  });
  const wrong = [...new Set(missed.map(({ kind }) => kind))].sort();
  return { total: positives.length, found: positives.length - missed.length, wrong };
}

/** In how many texts something is found that is no secret. */
export function falseAlarms(negatives: readonly Negative[]): Measured {
  const wrong = negatives.flatMap(({ group, text }) => {
    const [first] = findSecrets(text);
    return first === undefined ? [] : [`${group}: ${first.kind}`];
  });
  return { total: negatives.length, found: wrong.length, wrong: [...new Set(wrong)].sort() };
}

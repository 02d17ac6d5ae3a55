/** A text without its secrets, and what they were. */
import { findSecrets } from '../../lib/secrets/find.ts';
import { hideSecrets, previewOf, type Shown } from '../../lib/secrets/mask.ts';
import type { Scrubbed } from './service.ts';

/** Hides the secrets of a text. */
export function scrub(text: string, shown: Shown): Scrubbed {
  const found = findSecrets(text);
  return {
    text: hideSecrets(text, found, shown),
    secrets: found.map((secret) => {
      const { kind, name, severity, evidence, confidence, line, column, lineEnd } = secret;
      const preview = previewOf(text, secret, shown);
      return { kind, name, severity, evidence, confidence, line, column, lineEnd, preview };
    }),
  };
}

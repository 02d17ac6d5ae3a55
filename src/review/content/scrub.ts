/** A text without its secrets, and what they were. */
import { hideSecrets, previewOf, type Shown } from '../../lib/secrets/mask.ts';
import { findAllSecrets } from '../../lib/secrets/strict.ts';
import type { Scrubbed } from './service.ts';

/** Hides all of a text that may be a secret. */
export function scrub(text: string, shown: Shown): Scrubbed {
  const found = findAllSecrets(text);
  return {
    text: hideSecrets(text, found, shown),
    secrets: found.map((secret) => {
      const { kind, name, severity, evidence, confidence, line, column, lineEnd } = secret;
      const preview = previewOf(text, secret, shown);
      return { kind, name, severity, evidence, confidence, line, column, lineEnd, preview };
    }),
  };
}

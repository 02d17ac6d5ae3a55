/** The masking of everything that is indexed, with the version of what decides it. */
import { fingerprint } from '../fingerprint.ts';
import { type MaskedText, maskSecrets } from './mask.ts';
import { SECRET_PATTERNS } from './patterns.ts';

/** Hides secrets. */
export interface Masking {
  /** Another one when a text may be masked otherwise. */
  readonly version: string;
  readonly mask: (text: string) => MaskedText;
}

/** Raised when a function of this folder decides otherwise; patterns are data and count by themselves. */
const RULES = 2;

/** Finds the secrets of a text by {@link SECRET_PATTERNS} and hides them. */
export const MASKING: Masking = {
  version: `${RULES} ${fingerprint(SECRET_PATTERNS.map(({ kind, keywords, pattern }) => [kind, keywords, String(pattern)]))}`,
  mask: maskSecrets,
};

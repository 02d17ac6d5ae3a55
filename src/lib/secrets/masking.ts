/** The masking of everything that is indexed, with the version of what decides it. */
import { fingerprint } from '../fingerprint.ts';
import { type MaskedText, maskSecrets } from './mask.ts';
import { SECRET_PATTERNS } from './patterns.ts';
import { maskAllSecrets } from './strict.ts';

/** Hides secrets. */
export interface Masking {
  /** Another one when a text may be masked otherwise. */
  readonly version: string;
  readonly mask: (text: string) => MaskedText;
}

/** Raised when a function of this folder decides otherwise; patterns are data and count by themselves. */
const RULES = 2;

const VERSION = `${RULES} ${fingerprint(SECRET_PATTERNS.map(({ kind, keywords, pattern }) => [kind, keywords, String(pattern)]))}`;

/** What is indexed, so that code is found by what it says: the secrets by {@link SECRET_PATTERNS}. */
export const MASKING: Masking = { version: VERSION, mask: maskSecrets };

/** What is kept of people's words, and is read by models: all that may be a secret. */
export const STRICT_MASKING: Masking = { version: `${VERSION} strict`, mask: maskAllSecrets };

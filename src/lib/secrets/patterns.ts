/** What secrets look like: the formats that services give them, the places where they stand, or a name and a random value. */
import { CLOUD_FORMATS } from './formats-cloud.ts';
import { SERVICE_FORMATS } from './formats-services.ts';
import { KEY_FILES } from './key-files.ts';
import { NAMED_VALUES } from './named-values.ts';
import { PASSWORD_PLACES } from './password-places.ts';
import type { SecretPattern } from './pattern.ts';

/** All patterns; the first that matches a place names it. */
export const SECRET_PATTERNS: readonly SecretPattern[] = [
  ...KEY_FILES,
  ...CLOUD_FORMATS,
  ...SERVICE_FORMATS,
  ...PASSWORD_PLACES,
  ...NAMED_VALUES,
];

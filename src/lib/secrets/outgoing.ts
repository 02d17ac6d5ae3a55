/** Texts of others as they leave for whoever reads them: a model, or the client behind which one is. */
import { maskAllSecrets } from './strict.ts';

/**
 * Characters that a model reads and people do not see: soft hyphens, zero width, marks of direction, tags, and the variation selectors
 * that no script needs.
 */
const HIDDEN = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}]/gu;

/** The text with all masked that may be a secret, and its hidden characters as `\u{200b}`. Once more changes nothing. */
export function outgoing(text: string): string {
  return maskAllSecrets(text).text.replace(HIDDEN, (hidden) => `\\u{${hidden.codePointAt(0)?.toString(16)}}`);
}

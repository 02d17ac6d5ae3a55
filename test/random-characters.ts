/** Texts that look random and are the same in every run: what secrets are put together of. */
import { randomOf } from './random-lines.ts';

export const BASE62 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
export const HEX = '0123456789abcdef';
export const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** So many characters of the alphabet. */
export function randomCharacters(seed: number, length: number, alphabet = BASE62): string {
  const random = randomOf(seed);
  return Array.from({ length }, () => alphabet.charAt(random(alphabet.length))).join('');
}

/** What secrets tell of themselves: checksums, and texts that decode. */

import { crc32 } from '../crc32.ts';

/** `right` and `wrong` are about a checksum; `decodes` about a structure; `unknown`: nothing was told. */
export type Proof = 'right' | 'wrong' | 'decodes' | 'unknown';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The end of GitHub's and npm's tokens: CRC-32 of the 30 characters before, in base 62. */
export function hasBase62Checksum(token: string): Proof {
  const [, body = '', checksum] = /^[a-z]+_([A-Za-z0-9]{30})([A-Za-z0-9]{6})$/.exec(token) ?? [];
  if (checksum === undefined) return 'unknown';
  let rest = crc32(new TextEncoder().encode(body));
  let digits = '';
  for (; rest > 0; rest = Math.floor(rest / 62)) digits = BASE62.charAt(rest % 62) + digits;
  return digits.padStart(6, '0') === checksum ? 'right' : 'wrong';
}

/** The bytes of base64 or base64url, as characters; empty when it is neither. */
export function decodeBase64(text: string): string {
  try {
    return atob(
      text
        .replace(/-/g, '+')
        .replace(/_/g, '/')
        .replace(/(?<!=)=+$/, ''),
    );
  } catch {
    return '';
  }
}

/** A JSON Web Token: its header is an object with an algorithm. */
export function isJsonWebToken(token: string): Proof {
  const [header = ''] = token.split('.');
  return decodesToObject(header, 'alg') ? 'decodes' : 'unknown';
}

/** Whether base64 holds a JSON object that has the field. */
export function decodesToObject(encoded: string, field: string): boolean {
  try {
    const value: unknown = JSON.parse(decodeBase64(encoded));
    return typeof value === 'object' && value !== null && field in value;
  } catch {
    return false;
  }
}

/** A Discord token: the id of its bot in base64, which is a number. */
export function isDiscordToken(token: string): Proof {
  const [id = ''] = token.split('.');
  return /^\d{17,20}$/.test(decodeBase64(id)) ? 'decodes' : 'unknown';
}

/** A PyPI token: a macaroon of the second version of `pypi.org` or its test server. */
export function isPypiToken(token: string): Proof {
  return decodeBase64(token.slice('pypi-'.length, 37)).includes('pypi.org') ? 'decodes' : 'unknown';
}

/** The body of a PEM file: DER, the key format of OpenSSH, or a packet of OpenPGP. */
export function isKeyBody(body: string): Proof {
  const [block = ''] = /[A-Za-z0-9+/]{40,}/.exec(body) ?? [];
  const bytes = decodeBase64(block.slice(0, 40));
  const first = bytes.charCodeAt(0);
  const isDer = first === 0x30 && (bytes.charCodeAt(1) & 0x80) !== 0;
  return isDer || bytes.startsWith('openssh-key-v1') || first === 0x95 || first === 0xc5 ? 'decodes' : 'unknown';
}

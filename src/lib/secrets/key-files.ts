/** Private keys, in the forms that files and settings hold them in. */
import type { SecretPattern } from './pattern.ts';
import { decodeBase64, isKeyBody } from './structure.ts';

/** Characters around a match that are looked at for the rest of a JSON object. */
const OBJECT_REACH = 3000;

/** The armour before a match says that a passphrase protects it, or the body does. */
function isEncrypted(secret: string, header: string): boolean {
  // `bcrypt` is the key derivation of encrypted OpenSSH keys; it stands in the first characters, in base64 at any of three offsets.
  return /ENCRYPTED/.test(header) || /Proc-Type: 4,ENCRYPTED|YmNyeXB0|JjcnlwdA|iY3J5cHQ/.test(secret.slice(0, 200));
}

const ARMOUR = '-{4,5} ?BEGIN (?<header>(?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?) ?-{4,5}';
const BODY = '(?<secret>[^-]{64,12000}(?:-(?!---)[^-]{0,2000}){0,20})';

function isBody(secret: string): boolean {
  return /[A-Za-z0-9+/=]{40}/.test(secret);
}

/** PEM and OpenPGP, with line ends of any kind, also as `\n` within a string; `kinds` tells what protects it. */
function armoured(
  kind: string,
  name: string,
  severity: SecretPattern['severity'],
  isKind: (secret: string, header: string) => boolean,
): SecretPattern {
  return {
    kind,
    name,
    severity,
    evidence: 'format',
    keywords: ['PRIVATE KEY'],
    pattern: new RegExp(ARMOUR + BODY, 'g'),
    accepts: (secret, { groups }) => isBody(secret) && isKind(secret, groups?.header ?? ''),
    prove: isKeyBody,
  };
}

export const KEY_FILES: readonly SecretPattern[] = [
  armoured('encrypted_private_key', 'private key with a passphrase', 'HIGH', isEncrypted),
  armoured('pgp_private_key', 'OpenPGP private key', 'CRITICAL', (_, header) => header.startsWith('PGP')),
  armoured('private_key', 'private key', 'CRITICAL', () => true),
  {
    kind: 'private_key_base64',
    name: 'private key in base64',
    severity: 'CRITICAL',
    evidence: 'format',
    keywords: ['LS0tLS1CRUdJT'],
    // A line that goes on holds nothing else.
    pattern:
      /LS0tLS1CRUdJT(?:[A-Za-z0-9+/]|[ \t]{0,80}(?:\\n|\r?\n)[ \t]{0,80}(?=[A-Za-z0-9+/]{4,76}={0,2}[ \t\r]*$)){80,12000}={0,2}/gm,
    accepts: (secret) => decodeBase64(secret.slice(0, 80)).includes('PRIVATE KEY'),
    prove: () => 'decodes',
  },
  {
    kind: 'putty_private_key',
    name: 'PuTTY private key',
    severity: 'CRITICAL',
    evidence: 'format',
    keywords: ['Private-Lines:'],
    pattern:
      /Private-Lines: \d{1,3}(?:\\r)?(?:\\n|\r?\n)(?<secret>(?:[A-Za-z0-9+/]{1,64}={0,2}(?:\\r)?(?:\\n|\r?\n|$)){1,200})/g,
  },
  {
    kind: 'json_web_key',
    name: 'private JSON Web Key',
    severity: 'CRITICAL',
    evidence: 'format',
    keywords: ['kty'],
    pattern:
      /["']?\b(?:d|k|p|q|dp|dq|qi)\b["']?\s{0,4}:\s{0,4}["'](?<secret>[\w-]{30,1400}(?:["']\s{0,20},\s{0,20}["']?(?:p|q|dp|dq|qi)["']?\s{0,4}:\s{0,4}["'][\w-]{40,1400}){0,5})["']/g,
    accepts: (_, { index, input }) => {
      const before = input.slice(Math.max(0, index - OBJECT_REACH), index);
      const after = input.slice(index, index + OBJECT_REACH);
      const end = after.indexOf('}');
      const object = before.slice(before.lastIndexOf('{') + 1) + (end < 0 ? after : after.slice(0, end));
      return /\bkty["']?\s{0,4}:\s{0,4}["'](?:RSA|EC|OKP|oct)["']/.test(object);
    },
  },
  {
    kind: 'wireguard_key',
    name: 'WireGuard private key',
    severity: 'CRITICAL',
    evidence: 'format',
    keywords: ['PrivateKey', 'PresharedKey'],
    pattern: /^[ \t]{0,20}(?:PrivateKey|PresharedKey) {0,4}= {0,4}(?<secret>[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=)/gm,
  },
];

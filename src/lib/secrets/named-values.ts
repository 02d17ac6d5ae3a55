/** Random texts that are given to names which stand for secrets. */
import { characterKinds, isAssigned, isHarmlessName, isReference, isStrongPassword } from './likelihood.ts';
import type { SecretPattern } from './pattern.ts';

const NAMES =
  'secret|token|passw(?:or)?d|passphrase|pwd|credential|(?:api|auth|access|private|account|signing|signature|encryption|master|session|cipher|crypt|cookie|hmac|aes)[_-]?key';

/** Characters of a name before the word in it that stands for a secret. */
const LONGEST_BEGINNING = 30;

/** The whole name that a value is given to; patterns begin within it, since that is faster. */
function nameOf({ index, input, groups }: RegExpExecArray): string {
  const [beginning] = /(?<![\w-])[\w-]*$/.exec(input.slice(Math.max(0, index - LONGEST_BEGINNING), index)) ?? [''];
  return beginning + (groups?.name ?? '');
}

/** Whether a value that is given to the name before it is a secret. */
function isNamed(secret: string, match: RegExpExecArray): boolean {
  const name = nameOf(match);
  return !isHarmlessName(name) && isAssigned(secret, name);
}

export const NAMED_VALUES: readonly SecretPattern[] = [
  {
    kind: 'django_secret_key',
    name: 'secret key of Django',
    severity: 'MEDIUM',
    evidence: 'format',
    keywords: ['django-insecure-'],
    pattern: /django-insecure-[\w!@#$%^&*()+=-]{40,80}/g,
  },
  {
    kind: 'assigned_secret',
    name: 'secret',
    severity: 'MEDIUM',
    evidence: 'name',
    keywords: [''],
    pattern: new RegExp(
      `(?<name>(?:${NAMES})[\\w-]{0,20})["'\`\\]]{0,2}[ \\t]{0,8}(?:=>|:=|[:=])[ \\t]{0,8}["'\`](?<secret>[\\w+/=.~!@#%^&*()-]{16,200})["'\`]`,
      'gi',
    ),
    accepts: isNamed,
  },
  {
    kind: 'assigned_secret',
    name: 'secret',
    severity: 'MEDIUM',
    evidence: 'name',
    keywords: ['=', ': '],
    // Files of settings have no quotes.
    pattern: new RegExp(
      `^[ \\t]{0,40}(?:export |- |ENV )?(?<name>[\\w.-]{0,40}(?:${NAMES})[\\w.-]{0,20})[ \\t]{0,4}[:=][ \\t]{0,4}(?<secret>[\\w+/=.~-]{16,200})[ \\t\\r]*$`,
      'gim',
    ),
    accepts: isNamed,
  },
  {
    kind: 'assigned_secret',
    name: 'secret',
    severity: 'MEDIUM',
    evidence: 'name',
    keywords: ['KEY'],
    pattern: /^(?:export )?(?<name>[A-Z0-9_]{0,40}KEY[A-Z0-9_]{0,20})=(?<secret>[\w+/=.~-]{16,200})$/gm,
    accepts: isNamed,
  },
  {
    kind: 'assigned_password',
    name: 'password',
    severity: 'MEDIUM',
    evidence: 'name',
    keywords: ['passw', 'pwd'],
    pattern:
      /(?<name>(?:passw(?:or)?d|pwd)\d?)["'`\]]{0,2}[ \t]{0,8}(?:=>|:=|[:=])[ \t]{0,8}["'`](?<secret>[^\s"'`<>{}\\]{8,64})["'`]/gi,
    accepts: (secret, match) =>
      !isHarmlessName(nameOf(match)) &&
      !isReference(secret) &&
      characterKinds(secret) === 3 &&
      isStrongPassword(secret),
  },
  {
    kind: 'xml_password',
    name: 'password in XML',
    severity: 'MEDIUM',
    evidence: 'name',
    keywords: ['<password>', '<secret>', '<apikey>', '<token>', '<privatekey>'],
    pattern: /<(?<name>password|secret|apikey|token|privatekey)>(?<secret>[^\s<>{}$]{8,200})<\//gi,
    accepts: (secret, match) => isStrongPassword(secret) || isNamed(secret, match),
  },
];

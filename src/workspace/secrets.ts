/** Secrets in texts: found by the formats that services give them, or by a name and a value that no one would choose by hand. */
import { fingerprint } from '../lib/fingerprint.ts';

/** A pattern of secrets; its group `secret`, else the whole match, is what has to be hidden. */
interface SecretPattern {
  readonly kind: string;
  /** One of these is in every match: quick to look for. */
  readonly keywords: readonly string[];
  /** Repetitions are bounded, so that the time is linear in the text. */
  readonly pattern: RegExp;
  /** Whether a match is one; the default refuses placeholders. */
  readonly accepts?: (secret: string, match: RegExpExecArray) => boolean;
}

/** A secret that was found. */
export interface SecretFinding {
  /** 1-based; where it begins. */
  readonly line: number;
  /** Such as `aws_access_key`. */
  readonly kind: string;
}

/** A text without its secrets. */
export interface MaskedText {
  /** As long as before; every character of a secret, but for line ends, is `*`. */
  readonly text: string;
  /** By line. */
  readonly secrets: readonly SecretFinding[];
}

const PATTERNS: readonly SecretPattern[] = [
  {
    kind: 'private_key',
    keywords: ['PRIVATE KEY'],
    pattern:
      /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?<secret>[^-]{64,12000}(?:-(?!----)[^-]{0,2000}){0,20})/g,
    accepts: (secret) => /[A-Za-z0-9+/=]{40}/.test(secret),
  },
  { kind: 'aws_access_key', keywords: ['AKIA', 'ASIA'], pattern: /\bA[KS]IA[A-Z2-7]{16}\b/g },
  { kind: 'google_api_key', keywords: ['AIza'], pattern: /\bAIza[\w-]{35}(?![\w-])/g },
  { kind: 'google_oauth_secret', keywords: ['GOCSPX-'], pattern: /\bGOCSPX-[\w-]{28}(?![\w-])/g },
  {
    kind: 'github_token',
    keywords: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,251}|github_pat_\w{60,244})\b/g,
  },
  {
    kind: 'gitlab_token',
    keywords: ['glpat-', 'gldt-', 'glrt-', 'glptt-'],
    pattern: /\bgl(?:pat|dt|rt|ptt)-[\w-]{20,100}/g,
  },
  { kind: 'slack_token', keywords: ['xox', 'xapp-'], pattern: /\b(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{20,250}/g },
  {
    kind: 'slack_webhook',
    keywords: ['hooks.slack.com'],
    pattern: /hooks\.slack\.com\/(?:services|workflows)\/(?<secret>T\w{6,20}\/[AB]\w{6,20}\/\w{16,50})/g,
  },
  {
    kind: 'stripe_key',
    keywords: ['_live_', '_test_', 'whsec_'],
    pattern: /\b(?:[sr]k_(?:live|test)_[A-Za-z0-9]{16,200}|whsec_[A-Za-z0-9+/]{24,100})/g,
  },
  { kind: 'npm_token', keywords: ['npm_'], pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { kind: 'pypi_token', keywords: ['pypi-AgE'], pattern: /\bpypi-AgE[\w-]{50,500}/g },
  { kind: 'openai_key', keywords: ['T3BlbkFJ'], pattern: /\bsk-[\w-]{20,100}T3BlbkFJ[\w-]{20,100}/g },
  { kind: 'anthropic_key', keywords: ['sk-ant-'], pattern: /\bsk-ant-[a-z]{3,10}\d\d-[\w-]{60,150}/g },
  { kind: 'hugging_face_token', keywords: ['hf_'], pattern: /\bhf_[A-Za-z0-9]{34}\b/g },
  { kind: 'sendgrid_key', keywords: ['SG.'], pattern: /\bSG\.[\w-]{22}\.[\w-]{43}(?![\w-])/g },
  { kind: 'digitalocean_token', keywords: ['_v1_'], pattern: /\bdo[opr]_v1_[a-f0-9]{64}\b/g },
  { kind: 'azure_storage_key', keywords: ['AccountKey='], pattern: /AccountKey=(?<secret>[A-Za-z0-9+/]{86}==)/g },
  {
    kind: 'json_web_token',
    keywords: ['eyJ'],
    pattern: /\beyJ[\w-]{10,2000}\.eyJ[\w-]{10,4000}\.[\w-]{20,1000}/g,
    // What jwt.io shows, and most tests and documents with it: the subject is 1234567890.
    accepts: (secret) => isRandom(secret, 3.5) && !secret.includes('.eyJzdWIiOiIxMjM0NTY3ODkwIi'),
  },
  {
    kind: 'url_password',
    keywords: ['://'],
    pattern:
      /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@'"`<>{}$]{1,100}:(?<secret>[^\s/:@'"`<>{}$()]{6,200})@(?<host>[\w.-]{1,200})/gi,
    accepts: (secret, { groups }) =>
      !isExampleHost(groups?.host ?? '') && !isChosenByHand(secret) && classes(secret) > 1,
  },
  {
    kind: 'assigned_secret',
    keywords: [''],
    pattern:
      /(?:secret|token|passw(?:or)?d|passphrase|credential|(?:api|auth|access|private|account|signing|encryption)[_-]?key)[\w-]{0,20}["'`\]]{0,2}[ \t]{0,8}(?:=>|:=|[:=])[ \t]{0,8}["'`](?<secret>[\w+/=.~!@#%^&*-]{16,200})["'`]/gi,
    accepts: isAssigned,
  },
  {
    kind: 'assigned_secret',
    keywords: ['='],
    // Files of environment variables have no quotes.
    pattern:
      /^(?:export )?[A-Z0-9_]{0,40}(?:SECRET|TOKEN|PASSWORD|PASSWD|KEY)[A-Z0-9_]{0,20}=(?<secret>[\w+/=.~-]{16,200})$/gm,
    accepts: isAssigned,
  },
];

/** Hides secrets. */
export interface Masking {
  /** Another one when a text may be masked otherwise. */
  readonly version: string;
  readonly mask: (text: string) => MaskedText;
}

/** Finds the secrets of a text and hides them. */
export function maskSecrets(text: string): MaskedText {
  const found: { readonly start: number; readonly end: number; readonly kind: string }[] = [];
  for (const { kind, keywords, pattern, accepts = (secret: string) => isRandom(secret, 3) } of PATTERNS) {
    if (!keywords.some((keyword) => text.includes(keyword))) continue;
    for (const match of text.matchAll(pattern)) {
      const secret = match.groups?.secret ?? match[0];
      if (isPlaceholder(secret) || !accepts(secret, match)) continue;
      const start = match.index + match[0].lastIndexOf(secret);
      found.push({ start, end: start + secret.length, kind });
    }
  }
  if (found.length === 0) return { text, secrets: [] };
  found.sort((left, right) => left.start - right.start);
  const pieces: string[] = [];
  const secrets: SecretFinding[] = [];
  let at = 0;
  let line = 1;
  for (const { start, end, kind } of found) {
    if (start < at) continue;
    const before = text.slice(at, start);
    line += before.split('\n').length - 1;
    secrets.push({ line, kind });
    const hidden = text.slice(start, end).replace(/[^\n]/g, '*');
    line += hidden.split('\n').length - 1;
    pieces.push(before, hidden);
    at = end;
  }
  pieces.push(text.slice(at));
  // A match may have ended within a surrogate pair.
  return { text: pieces.join('').toWellFormed(), secrets };
}

/** Words and sequences of those who write an example. */
const PLACEHOLDER =
  /example|sample|placeholder|change[-_]?me|dummy|fake|redacted|your[-_]|insert|foobar|deadbeef|[x*.#]{6}|0{6}|12345678|abcdefgh|abc123|<|\$\{|\{\{|%[sd(]/i;

function isPlaceholder(secret: string): boolean {
  return PLACEHOLDER.test(secret);
}

/** Whether the characters are as mixed as those of a random text; `least` is in bits a character. */
function isRandom(secret: string, least: number): boolean {
  return entropy(secret) >= least;
}

function isAssigned(secret: string): boolean {
  const hex = /^[0-9a-f]+$/i.test(secret);
  if (hex) return secret.length >= 32 && isRandom(secret, 3);
  return (
    isRandom(secret, 3.6) &&
    /[0-9].*[0-9]/.test(secret) &&
    classes(secret) > 1 &&
    !isChosenByHand(secret) &&
    !/^[\w-]+(?:\.[\w-]+)+$/.test(secret)
  );
}

/** Kinds of characters: lower case, upper case, digits. */
function classes(text: string): number {
  return [/[a-z]/, /[A-Z]/, /[0-9]/].filter((kind) => kind.test(text)).length;
}

/** Whether it is made of words: random text goes from one kind of character to another every few characters. */
function isChosenByHand(text: string): boolean {
  const changes = text.match(/[a-z](?=[A-Z0-9])|[A-Z](?=[0-9])|[0-9](?=[A-Za-z])|[A-Z](?=[a-z])/g) ?? [];
  return changes.length < text.length / 5;
}

/** Hosts that are no one's, or the reader's own machine. */
function isExampleHost(host: string): boolean {
  return /(?:^|\.)(?:example(?:\.\w+)?|test|invalid|localhost|local|host|hostname|server)$|^(?:127\.|0\.0\.0\.0|db$|postgres$|redis$|mysql$)/i.test(
    host,
  );
}

/** Shannon's, of single characters, in bits. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** Raised when a function of this file decides otherwise; patterns are data and count by themselves. */
const RULES = 1;

/** The masking of everything that is indexed. */
export const MASKING: Masking = {
  version: `${RULES} ${fingerprint([PLACEHOLDER.source, ...PATTERNS.map(({ kind, keywords, pattern }) => [kind, keywords, String(pattern)])])}`,
  mask: maskSecrets,
};

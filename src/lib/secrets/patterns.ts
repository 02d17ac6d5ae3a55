/** What secrets look like: the formats that services give them, or a name and a value that no one would choose by hand. */
import { characterKinds, isAssigned, isChosenByHand, isExampleHost, isRandom } from './likelihood.ts';

/** A pattern of secrets; its group `secret`, else the whole match, is what has to be hidden. */
export interface SecretPattern {
  readonly kind: string;
  /** One of these is in every match: quick to look for. */
  readonly keywords: readonly string[];
  /** Repetitions are bounded, so that the time is linear in the text. */
  readonly pattern: RegExp;
  /** Whether a match is one; the default refuses placeholders. */
  readonly accepts?: (secret: string, match: RegExpExecArray) => boolean;
}

/** All patterns; the first that matches a place names it. */
export const SECRET_PATTERNS: readonly SecretPattern[] = [
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
      !isExampleHost(groups?.host ?? '') && !isChosenByHand(secret) && characterKinds(secret) > 1,
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

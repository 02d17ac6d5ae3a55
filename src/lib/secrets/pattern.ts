/** What a pattern of secrets is, and the shapes that most of them have. */
import { isRandom } from './likelihood.ts';
import type { Proof } from './structure.ts';

/** What a leak of it lets others do, from the worst on. */
export type SecretSeverity = 'CRITICAL' | 'HIGH' | 'MEDIUM';

/**
 * What a finding rests on. `checksum`: the secret's own one is right; `structure`: it decodes to what its format says; `format`: it begins
 * and goes on as only a provider's secrets do; `place`: it stands where passwords stand, such as in a URL; `name`: a random text that is
 * given to a name of secrets; `doubt`: the format is right and its checksum is wrong; `key`: nothing but its name or
 * place says so, which counts only where all is hidden that may be one.
 */
export type SecretEvidence = 'checksum' | 'structure' | 'format' | 'place' | 'name' | 'doubt' | 'key';

/** A pattern of secrets; its group `secret`, else the whole match, is what has to be hidden. */
export interface SecretPattern {
  /** Such as `github_token`; several patterns may be of one kind. */
  readonly kind: string;
  /** For people: `GitHub token`. */
  readonly name: string;
  readonly severity: SecretSeverity;
  readonly evidence: Exclude<SecretEvidence, 'checksum' | 'structure' | 'doubt' | 'key'>;
  /** One of these is in every match: quick to look for. In small letters where the pattern ignores case. */
  readonly keywords: readonly string[];
  /** Repetitions are bounded, so that the time is linear in the text. */
  readonly pattern: RegExp;
  /** Whether a match is one, beside the refusal of placeholders; by default when it is as mixed as random characters are. */
  readonly accepts?: (secret: string, match: RegExpExecArray) => boolean;
  /** What the secret itself tells of whether it is real. */
  readonly prove?: (secret: string) => Proof;
}

/** What a pattern of a provider's tokens may have besides. */
export type TokenOptions = Pick<SecretPattern, 'accepts' | 'prove'>;

/** No letter or digit is before it, unless that is the end of an escape such as `\n` or `%3D`. */
const START = '(?<!(?<!\\\\|%[0-9A-F])[A-Za-z0-9_])';

/** Tokens that their beginning tells apart. `source` is the whole token; its last character class says what may not follow. */
export function token(
  kind: string,
  name: string,
  severity: SecretSeverity,
  keywords: readonly string[],
  source: string,
  options: TokenOptions = {},
): SecretPattern {
  const pattern = new RegExp(`${START}(?:${source})(?![A-Za-z0-9])`, 'g');
  return { kind, name, severity, evidence: 'format', keywords, pattern, ...options };
}

/** Values that only the name of their provider before them tells apart: `DATADOG_API_KEY = "…"`. */
export function named(
  kind: string,
  name: string,
  severity: SecretSeverity,
  provider: readonly string[],
  source: string,
  options: TokenOptions = {},
): SecretPattern {
  const pattern = new RegExp(
    `(?:${provider.join('|')})[\\w .-]{0,30}["'\`\\]]{0,2}[ \\t]{0,8}(?:=>|:=|[:=,>])[ \\t]{0,8}["'\`]?(?<secret>${source})(?![\\w-])`,
    'gi',
  );
  const { accepts = (secret: string) => isRandom(secret, 3) } = options;
  return {
    ...{ kind, name, severity, evidence: 'format', keywords: provider, pattern, ...options },
    accepts: (secret, match) => beginsWord(match) && accepts(secret, match),
  };
}

/** Whether the match is not the end of another word, such as `okta` in `rookTable`. */
function beginsWord({ index, input, 0: [first = ''] }: RegExpExecArray): boolean {
  return !/[a-z]/i.test(input.charAt(index - 1)) || (/[A-Z]/.test(first) && /[a-z]/.test(input.charAt(index - 1)));
}

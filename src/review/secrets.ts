/** The check `secrets`: secrets that a change adds, never shown themselves. */
import { EVIDENCE_CONFIDENCE, type FoundSecret, findSecrets } from '../lib/secrets/find.ts';
import { hideSecrets, previewOf } from '../lib/secrets/mask.ts';
import type { SecretEvidence } from '../lib/secrets/pattern.ts';
import { sha256 } from '../lib/sha256.ts';
import { proceed } from '../lib/work.ts';
import type { CheckReport, ReviewCheck } from './check.ts';
import { addedLines, type DiffFile, type DiffLine } from './diff/diff.ts';
import type { Finding, Omission } from './finding.ts';
import type { SourceTree, Subject } from './source.ts';

/** Secrets of a change that are compared with what was there before; the rest is counted. */
const MOST_SECRETS = 200;
/** Characters of a line that a finding shows. */
const LONGEST_SNIPPET = 300;

/** Files whose passwords and keys are made up: tests, fixtures, examples and documents. Tokens of providers are reported there, too. */
const MADE_UP =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|fixtures?|testdata|test[_-]data|examples?|samples?|mocks?|__mocks__|docs?|locales?|i18n)\/|[._-](?:test|spec|example|sample|template|dist)\.|(?:^|\/)(?:test_[^/]*|conftest\.py|[^/]*\.(?:md|rst|adoc|lock|snap|min\.js|map|svg|po))$|(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|go\.sum|pnpm-lock\.yaml)$/i;
/** Kinds that anybody can make without a provider. */
const ANYONES = /^(?:json_web_|age_key|wireguard_key|django_|(?:\w+_)?private_key)/;
/** How authors say that a line holds no secret. */
const ALLOWED =
  /gitleaks:allow|betterleaks:allow|pragma: ?(?:allowlist|whitelist) (?:nextline )?secret|trufflehog:ignore|secretlint-disable|nosecret/i;

/** What each kind of evidence tells people. */
const REASONS: Readonly<Record<SecretEvidence, string>> = {
  checksum: 'Its format is the provider’s, and its checksum is right.',
  structure: 'Its format is the provider’s, and it decodes to what the format says.',
  format: 'Its format is the provider’s.',
  place: 'It stands where a password stands.',
  name: 'A random text is given to a name of secrets.',
  doubt: 'Its format is the provider’s, but its checksum is wrong: it may be made up, or of a newer form.',
  key: 'A name or a place of secrets has a value.',
};

/** A text of one side of a file: whole, or the pieces that the diff tells. */
interface Piece {
  readonly text: string;
  /** Line in the file of the piece's first line. */
  readonly lineOf: (line: number) => number;
}

interface Candidate {
  readonly file: string;
  readonly secret: FoundSecret;
  readonly value: string;
  readonly line: number;
  readonly lineEnd: number;
  /** Its line, without any secret. */
  readonly snippet: string;
}

/**
 * Reports what has the form of a secret on added lines. Keys of several lines are found where the file after the change is known, and what
 * stood anywhere in the files of the diff before it is not new. Every text of a finding is masked, other secrets of its line as well.
 */
export function secretsCheck(): ReviewCheck {
  return { name: 'secrets', run };
}

async function run(
  { diff, before, after }: Subject,
  onProgress: Parameters<ReviewCheck['run']>[1],
): Promise<CheckReport> {
  const candidates: Candidate[] = [];
  const omitted: Omission[] = [];
  const files = diff.files.filter(({ hunks }) => hunks.length > 0);
  for (const [done, file] of files.entries()) {
    await proceed(onProgress, { done, total: files.length, message: `Looking for secrets in ${file.path}` });
    if (file.status !== 'deleted') candidates.push(...(await candidatesOf(file, after)));
  }
  for (const { path, binary } of diff.files)
    if (binary) omitted.push({ what: path, why: 'a binary file is not searched for secrets', check: 'secrets' });
  if (candidates.length > MOST_SECRETS) {
    const why = `only the first ${MOST_SECRETS} places are compared with what was there before`;
    omitted.push({ what: `${candidates.length - MOST_SECRETS} more places with secrets`, why, check: 'secrets' });
  }
  const looked = candidates.slice(0, MOST_SECRETS);
  const known = await knownBefore(new Set(looked.map(({ value }) => value)), diff.files, before);
  const fresh = looked.filter(({ value }) => !known.has(value));
  const findings = await Promise.all(fresh.map(toFinding));
  return { findings, executed: files.length, omitted, warnings: [] };
}

async function candidatesOf(file: DiffFile, after: SourceTree): Promise<readonly Candidate[]> {
  const added = new Set(addedLines(file).map(({ line }) => line));
  if (added.size === 0) return [];
  return (await piecesAfter(file, after)).flatMap(({ text, lineOf }) => {
    const found = findSecrets(text);
    if (found.length === 0) return [];
    const lines = text.split('\n');
    const shown = hideSecrets(text, found).split('\n');
    return found.flatMap((secret): readonly Candidate[] => {
      const line = firstAdded(added, lineOf(secret.line), lineOf(secret.lineEnd));
      if (line === undefined || isMadeUp(file.path, secret) || isAllowed(lines, secret)) return [];
      return [
        {
          file: file.path,
          secret,
          value: text.slice(secret.start, secret.end),
          line,
          lineEnd: lineOf(secret.lineEnd),
          snippet: (shown[line - lineOf(1)] ?? '').trim().slice(0, LONGEST_SNIPPET).toWellFormed(),
        },
      ];
    });
  });
}

function isMadeUp(path: string, { kind, evidence }: FoundSecret): boolean {
  const isAnyones = evidence === 'name' || evidence === 'place' || ANYONES.test(kind);
  return isAnyones && MADE_UP.test(path);
}

function isAllowed(lines: readonly string[], { line }: FoundSecret): boolean {
  const previous = lines[line - 2] ?? '';
  return ALLOWED.test(lines[line - 1] ?? '') || (ALLOWED.test(previous) && /next-?line/i.test(previous));
}

function firstAdded(added: ReadonlySet<number>, from: number, to: number): number | undefined {
  for (let line = from; line <= to; line++) if (added.has(line)) return line;
  return undefined;
}

async function piecesAfter(file: DiffFile, after: SourceTree): Promise<readonly Piece[]> {
  const whole = await after.read(file.path);
  if (whole !== undefined) return [{ text: whole, lineOf: (line) => line }];
  return file.hunks.map(({ lines, newStart }) => ({
    text: textOf(lines, 'removed'),
    lineOf: (line) => newStart + line - 1,
  }));
}

function textOf(lines: readonly DiffLine[], without: DiffLine['kind']): string {
  return lines.flatMap(({ kind, text }) => (kind === without ? [] : [text])).join('\n');
}

/** Those of the values that stood somewhere in the files of the diff before the change. */
async function knownBefore(
  values: ReadonlySet<string>,
  files: readonly DiffFile[],
  before: SourceTree,
): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  if (values.size === 0) return known;
  for (const { path, from, status, hunks } of files) {
    if (status === 'added') continue;
    const text = (await before.read(from ?? path)) ?? hunks.map(({ lines }) => textOf(lines, 'added')).join('\n');
    for (const value of values) if (!known.has(value) && text.includes(value)) known.add(value);
  }
  return known;
}

async function toFinding({ file, secret, value, line, lineEnd, snippet }: Candidate): Promise<Finding> {
  const { kind, name, severity, evidence, start, end } = secret;
  const preview = previewOf(value, { ...secret, start: 0, end: end - start });
  return {
    check: 'secrets',
    rule: `secret/${kind}`,
    severity,
    category: 'security',
    confidence: EVIDENCE_CONFIDENCE[evidence],
    title: `Secret in the code: ${name}`,
    description: `The change adds what looks like a secret: ${name}, ${preview} ${REASONS[evidence]}`,
    file,
    line,
    ...(lineEnd > line && { lineEnd }),
    snippet,
    impact: 'Whoever can read the repository, its history or a copy of it can use the secret.',
    recommendation:
      'Revoke it and make a new one: a commit that removes it leaves it in the history. Keep secrets in the environment or in a secret store.',
    evidence: [
      { kind: 'line', text: snippet, file, line, side: 'after' },
      { kind: 'rule', text: REASONS[evidence] },
    ],
    // Four digits tell another secret on the same line apart, and are too few to guess one by.
    identity: `${snippet} ${(await sha256(value)).slice(0, 4)}`,
  };
}
